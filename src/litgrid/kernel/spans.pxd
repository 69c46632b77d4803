cimport cython
from litgrid.kernel.memory cimport Memory

@cython.final
cdef class Spans:
    cdef Memory memory
    cdef readonly int rows
    cdef readonly int columns
    cdef readonly object wall
    cdef readonly object run_of  # two a cell: the run across and the run down, -1 in a wall
    cdef int *walls
    cdef int *run
    cdef int *cells  # run by run, first all across
    cdef int *starts  # where each run begins in them
    cdef readonly int runs
    cdef readonly int open  # how many cells are
    cdef void survey(self) noexcept nogil
    cpdef int number(self, int sort) noexcept nogil
    cpdef long long room(self, int sort) noexcept nogil
    cdef int lay(self, int sort, int *literals, int *starts, int count) noexcept nogil
