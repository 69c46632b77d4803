cimport cython
from litgrid.kernel.memory cimport Memory

@cython.final
cdef class Simplex:
    cdef Memory memory
    cdef readonly object values  # of the variables: cells, counts, and what they cost
    cdef int cells
    cdef int counts
    cdef readonly int broken  # the row that its columns cannot bring to its ends
    cdef readonly int steps  # made so far
    cdef int *literals  # of counts, one count after another
    cdef int *starts
    cdef double *low  # by variable: its ends
    cdef double *high
    cdef double *value
    cdef double *weight  # by row: how long its sum is, about, squared
    cdef double *ratio  # by column: what it costs to go by it, below 0 where it cannot
    cdef double *table  # a row after another
    cdef int size  # how many rows there are
    cdef int *rows  # the variable of each
    cdef int *columns
    cdef int *place  # by variable: its row, -1 - its column, or NOWHERE
    cdef double beyond(self, int variable) noexcept nogil
    cdef int worst(self) noexcept nogil
    cdef bint join(self) noexcept nogil
    cdef void add(self, int count) noexcept nogil
    cdef double sum(self, int count) noexcept nogil
    cdef bint mend(self, int row) noexcept nogil
    cdef void move(self, int column, double by) noexcept nogil
    cdef void swap(self, int row, int column) noexcept nogil
    cdef int go(self, int steps) noexcept nogil
