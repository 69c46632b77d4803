cimport cython
from litgrid.kernel.memory cimport Memory
from litgrid.kernel.trail cimport Trail

@cython.final
cdef class Reasons:
    cdef readonly Trail trail
    cdef Memory memory
    cdef long long *seen  # by variable, and behind these by rule: stamps
    cdef long long *needed  # by rule: stamps
    cdef long long *safe  # by literal, see ``variables``: stamps
    cdef long long now  # the stamp of what is safe
    cdef unsigned long long *touched  # by what was assumed, a bit a literal
    cdef readonly int words  # how long that is
    cdef int reached  # where the trail ended with what was assumed last
    cdef int *rules  # of what was traced last, nearest first
    cdef int *facts  # literals that it rests on; from the end, variables that are still to be traced
    cdef int *kept  # rules of two refutations, and those that both need
    cdef int variables
    cdef int ruling  # how many rules were traced
    cdef int resting  # and facts
    cdef int touch(self, int variable, int size) noexcept nogil
    cdef void trace(self, int reason, int forced) noexcept nogil
    cdef int touch_lines(self, int pair, int forced, int size) noexcept nogil
    cdef int touch_count(self, int count, int forced, int size) noexcept nogil
    cdef void assume(self, int literal, int deepest, long long mode) noexcept nogil
    cdef void set_bit(self, unsigned long long *bits, int literal) noexcept nogil
    cdef void touch_nothing(self) noexcept nogil
    cdef bint broken(self, int literal, int deepest, long long mode) noexcept nogil
    cdef int depth(self, int literal, int deepest, long long mode) noexcept nogil
    cdef void renew(self) noexcept nogil
    cdef bint harmless(self, int literal) noexcept nogil
    cdef void decide(self, int literal) noexcept nogil
    cdef void keep(self) noexcept nogil
    cdef long long allow_kept(self, int number) noexcept nogil
    cdef long long allow_all(self) noexcept nogil
    cdef void delete(self, int literal, int deepest, int most, long long needed, int number) noexcept nogil
    cdef void shrink(self, int literal, int deepest, int most) noexcept nogil
    cdef long long mark(self, int last, int number) noexcept nogil
    cdef void lightest(self, int literal, int deepest, int most) noexcept nogil
    cdef void lighten(self, int literal, int deepest, int most) noexcept nogil
