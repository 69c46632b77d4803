cimport cython
from litgrid.kernel.memory cimport Memory

@cython.final
cdef class Rules:
    cdef Memory memory
    cdef int *literals
    cdef int *starts
    cdef int *rule
    cdef int *occurs  # by variable: twice the number of each count, plus 1 for what occurs negated
    cdef int *occurs_starts
    cdef int *lines
    cdef int *line_starts
    cdef int *table
    cdef int *lines_of  # by variable: the lines that it is in
    cdef int *lines_of_starts
    cdef readonly int variables
    cdef public int counts
    cdef readonly int counting  # how many rules count
    cdef readonly int width  # how many lines there are
    cdef readonly int repeating  # a count in which a variable stands twice, where bounds mean nothing; -1 for none
    cdef readonly long long room  # for so many literals
    cdef int rule_of(self, int reason) noexcept nogil
    cdef void index(self) noexcept nogil
    cdef int repeated(self) noexcept nogil
    cdef void index_lines(self) noexcept nogil
