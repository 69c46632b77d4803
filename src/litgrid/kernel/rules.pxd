cimport cython
from litgrid.kernel.memory cimport Memory

@cython.final
cdef class Rules:
    cdef Memory memory
    cdef int *literals
    cdef int *starts
    cdef int *rule
    cdef int *occurs
    cdef int *occurs_starts
    cdef int *lines
    cdef int *line_starts
    cdef int *table
    cdef int *lines_of
    cdef int *lines_of_starts
    cdef readonly int variables
    cdef public int counts
    cdef readonly int counting
    cdef readonly int width
    cdef readonly int repeating
    cdef readonly long long room
    cdef int rule_of(self, int reason) noexcept nogil
    cdef void index(self) noexcept nogil
    cdef int repeated(self) noexcept nogil
    cdef void index_lines(self) noexcept nogil
