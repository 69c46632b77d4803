cimport cython
from litgrid.kernel.memory cimport Memory
from litgrid.kernel.rivals cimport NearRivals
from litgrid.kernel.trail cimport Trail

@cython.final
cdef class Lights:
    cdef readonly Trail trail
    cdef readonly NearRivals rivals
    cdef Memory memory
    cdef readonly object wall
    cdef readonly object number
    cdef readonly object answer
    cdef int area
    cdef int lined
    cdef readonly int runs
    cdef int imaged
    cdef int most
    cdef int fewest
    cdef int *walls
    cdef int *numbers
    cdef int *bulbs
    cdef int *lines
    cdef int *around
    cdef int *run
    cdef int *lit
    cdef int *marks
    cdef int *spare
    cdef int *flooded
    cdef int *opened
    cdef int *images
    cdef int *order
    cpdef bint lay(self) except? 0
    cdef void put_bulb(self, int cell) noexcept
    cdef bint fill(self, int first) noexcept
    cdef int bulbs_of(self, int cell) noexcept
    cpdef int begin(self, bint numbered=*) noexcept
    cpdef int look(self) noexcept
    cdef bint is_open(self, int cell) noexcept
    cpdef bint differs(self, int cell) noexcept
    cpdef int put(self, int cell, int wall) noexcept
    cdef int mark(self, int cell, int end) noexcept
    cdef int flood(self, int cell, int most) noexcept
    cpdef int shuffle(self, int cell, int first) noexcept
    cpdef int part(self) noexcept
