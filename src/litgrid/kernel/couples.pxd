cimport cython
from litgrid.kernel.memory cimport Memory
from litgrid.kernel.trail cimport Trail

@cython.final
cdef class Couples:
    cdef readonly Trail trail
    cdef Memory memory
    cdef int *roles
    cdef int *cells
    cdef int *starts
    cdef int *clues
    cdef int *clue_starts
    cdef int *joins
    cdef int *join_starts
    cdef int *counts
    cdef int *count_starts
    cdef int *wrong
    cdef int *active
    cdef int *inner
    cdef int *place
    cdef int *near
    cdef int *number
    cdef int *others
    cdef int *members
    cdef int *there
    cdef int *on
    cdef int *sure
    cdef int trials
    cdef int *owner
    cdef int *up
    cdef int *down
    cdef int *cost
    cdef int *kept
    cdef long long *touched
    cdef long long *within
    cdef long long *posed
    cdef long long *seen
    cdef long long *numbered
    cdef unsigned long long *plus
    cdef unsigned long long *minus
    cdef unsigned long long *fillings
    cdef unsigned long long *true_then
    cdef unsigned long long *false_then
    cdef unsigned long long true
    cdef unsigned long long false
    cdef unsigned long long every
    cdef unsigned long long wrong_true
    cdef unsigned long long wrong_false
    cdef unsigned long long covered
    cdef int rules
    cdef int most
    cdef int done
    cdef int at
    cdef int size
    cdef int bits
    cdef int nearby
    cdef int ruling
    cdef int counting
    cdef int filled
    cdef int joining
    cdef bint plain
    cdef long long time
    cdef long long clock
    cdef long long *longs(self, int size) except? NULL
    cdef void reset(self) noexcept nogil
    cdef void touch(self, int variable) noexcept nogil
    cdef bint forbids(self, int rule) noexcept nogil
    cdef void note(self) noexcept nogil
    cdef bint swept(self, long long steps) noexcept nogil
    cdef int neighbours(self, int clue) noexcept nogil
    cdef int consistent(self) noexcept nogil
    cdef int fill(self, unsigned long long true, unsigned long long false, bint keep) noexcept nogil
    cdef int possible(self, int variable, bint keep) noexcept nogil
    cdef void keep_filling(self) noexcept nogil
    cdef bint give_bit(self, int variable) noexcept nogil
    cdef bint take_clue(self, int rule) noexcept nogil
    cdef void take_rule(self, int rule) noexcept nogil
    cdef bint gather(self, int one, int other) noexcept nogil
    cdef bint give_shared_bits(self) noexcept nogil
    cdef void check(self, int one, int other) noexcept nogil
    cdef bint dangles(self, int clue) noexcept nogil
    cdef void ask_beside(self, int variable, int clues) noexcept nogil
    cdef bint fits_known(self, unsigned long long killed) noexcept nogil
    cdef bint refute(self, int variable) noexcept nogil
    cdef void shrink(self, int variable, int clues) noexcept nogil
    cdef bint try_more(self, int variable, int clues, int more) noexcept nogil
    cdef int store(self, int variable) noexcept nogil
    cdef void seek(self, int variable, int most, bint both) noexcept nogil
    cdef bint needs(self, int variable, int clue) noexcept nogil
    cdef bint sought(self, int variable, int first, int more, bint both) noexcept nogil

cdef int ones(unsigned long long bits) noexcept nogil
