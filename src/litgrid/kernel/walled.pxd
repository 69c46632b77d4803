cimport cython
from litgrid.kernel.memory cimport Memory
from litgrid.kernel.rivals cimport NearRivals
from litgrid.kernel.rules cimport Rules
from litgrid.kernel.spans cimport Spans
from litgrid.kernel.trail cimport Trail

@cython.final
cdef class Walled:
    cdef readonly Spans spans
    cdef readonly Trail trail
    cdef readonly NearRivals rivals
    cdef Memory memory
    cdef readonly object number  # by cell: what a wall shows, -1 for nothing
    cdef readonly object answer  # by cell
    cdef readonly object count  # by cell: the count of a wall's number
    cdef int area
    cdef int rules  # how many there are
    cdef int around  # how many cells a number counts at most
    cdef int imaged  # how many images of cells there are
    cdef int most
    cdef int fewest  # how many cells stay open by the answer
    cdef int *sorts
    cdef int *low
    cdef int *high
    cdef int *near
    cdef int *numbers
    cdef int *true
    cdef int *counts
    cdef int *marks  # by cell
    cdef int *spare  # by cell: an answer
    cdef int *flooded  # cells
    cdef int *opened  # by cell: whether it stays open by the answer
    cdef int *images
    cdef int *order
    cpdef bint lay(self) except? 0
    cdef bint fill(self, int first, int changed) noexcept
    cdef void become_true(self, int cell) noexcept
    cdef void show(self) noexcept
    cpdef int begin(self, bint numbered=*) noexcept
    cpdef int look(self) noexcept
    cdef bint is_open(self, int cell) noexcept
    cpdef bint differs(self, int cell) noexcept
    cpdef int put(self, int cell, int wall) noexcept
    cdef int flood(self, int cell, int most) noexcept
    cpdef int shuffle(self, int cell, int first) noexcept
    cpdef int part(self) noexcept
