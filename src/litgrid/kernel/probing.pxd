cimport cython
from litgrid.kernel.memory cimport Memory
from litgrid.kernel.reasons cimport Reasons
from litgrid.kernel.trail cimport Trail

@cython.final
cdef class Prober:
    cdef readonly Trail trail
    cdef readonly Reasons reasons
    cdef Memory memory
    cdef int *literals  # those that are assumed
    cdef int number  # how many these are
    cdef int most
    cdef int *lines
    cdef int *line_starts
    cdef int *rules
    cdef int *rule_starts
    cdef int *pairs
    cdef int *pair_starts
    cdef int width  # how many lines there are
    cdef int at  # where a slice ended
    cdef int changed
    cdef int until
    cdef bint harder
    cdef int reached  # the end of the trail with the completion that was found last
    cdef long long *possible  # by literal: stamps
    cdef void rewind(self) noexcept nogil
    cdef bint closed(self, int deepest, int few, bint hard, long long steps) noexcept nogil
    cdef int fits(self, int literal, int *variables, int first, int last, long long mode) noexcept nogil
    cdef long long allow(self, int line) noexcept nogil
    cdef bint beyond(self, int literal, int line, long long mode) noexcept nogil
    cdef bint outside(self, int literal, int *variables, int first, int last, long long mode) noexcept nogil
    cdef bint complete(self, int line) noexcept nogil
    cdef bint exhausted(self, long long steps) noexcept nogil
