cimport cython
from litgrid.kernel.fewest cimport Fewest

@cython.final
cdef class Couples(Fewest):
    cdef int *others  # clues near a clue
    cdef long long *touched  # by rule: when something near it changed
    cdef long long *seen  # by rule: stamps
    cdef int done  # so much of the trail was looked at
    cdef int at  # where a slice ended
    cdef long long time
    cdef void reset(self) noexcept nogil
    cdef void touch(self, int variable) noexcept nogil
    cdef bint forbids(self, int rule) noexcept nogil
    cdef void note(self) noexcept nogil
    cdef bint swept(self, long long steps) noexcept nogil
    cdef int neighbours(self, int clue) noexcept nogil
    cdef void check(self, int one, int other) noexcept nogil
    cdef void ask_beside(self, int variable, int clues) noexcept nogil
