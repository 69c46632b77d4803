cimport cython
from litgrid.kernel.memory cimport Memory
from litgrid.kernel.trail cimport Trail

@cython.final
cdef class Reasons:
    cdef readonly Trail trail
    cdef Memory memory
    cdef long long *seen
    cdef long long *needed
    cdef int *rules
    cdef int *facts
    cdef int *kept
    cdef int variables
    cdef int ruling
    cdef int resting
    cdef int touch(self, int variable, int size) noexcept nogil
    cdef void trace(self, int reason, int forced) noexcept nogil
    cdef int touch_lines(self, int pair, int forced, int size) noexcept nogil
    cdef int touch_count(self, int count, int forced, int size) noexcept nogil
    cdef void assume(self, int literal, int deepest, long long mode) noexcept nogil
    cdef bint broken(self, int literal, int deepest, long long mode) noexcept nogil
    cdef void decide(self, int literal) noexcept nogil
    cdef void keep(self) noexcept nogil
    cdef long long allow_kept(self, int number) noexcept nogil
    cdef long long allow_all(self) noexcept nogil
    cdef void delete(self, int literal, int deepest, int most, long long needed, int number) noexcept nogil
    cdef void shrink(self, int literal, int deepest, int most) noexcept nogil
    cdef long long mark(self, int last, int number) noexcept nogil
    cdef void lightest(self, int literal, int deepest, int most) noexcept nogil
    cdef void lighten(self, int literal, int deepest, int most) noexcept nogil
