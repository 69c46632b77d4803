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
    cdef int rows
    cdef int columns
    cdef int area
    cdef int runs
    cdef int imaged
    cdef int most
    cdef int rounds
    cdef int at
    cdef int *walls
    cdef int *numbers
    cdef int *bulbs
    cdef int *around
    cdef int *run
    cdef int *cells
    cdef int *starts
    cdef int *home
    cdef int *marks
    cdef int *spare
    cdef int *flooded
    cdef int *parts
    cdef int *opened
    cdef int *images
    cdef int *order
    cdef int *wall_order
    cdef int *luck
    cdef int lay(self) except -1 nogil
    cdef void write(self) noexcept nogil
    cdef bint fill(self, int first) noexcept nogil
    cdef void count(self) noexcept nogil
    cdef int begun(self, bint numbered) noexcept nogil
    cdef void look(self) noexcept nogil
    cdef bint is_open(self, int cell) noexcept nogil
    cdef bint alone(self, int first, int last) noexcept nogil
    cdef void narrow(self, int first, int last) noexcept nogil
    cdef int put(self, int cell, int wall) noexcept nogil
    cdef void scatter(self, int target) noexcept nogil
    cdef int mark(self, int cell, int end) noexcept nogil
    cdef int flood(self, int cell, int most) noexcept nogil
    cdef int shuffled(self, int first, int last) noexcept nogil
    cdef void empty(self, int cell) noexcept nogil
    cdef int part(self) noexcept nogil
    cdef int repaired(self, bint deep, int steps) except -2 nogil
    cdef int cleared(self, int first, int last, int target, bint deep) except -1 nogil
