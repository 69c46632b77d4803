cimport cython
from litgrid.kernel.memory cimport Memory
from litgrid.kernel.trail cimport Trail

cdef class Completions:
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
    cdef long long *within
    cdef long long *posed
    cdef long long *numbered
    cdef unsigned long long *plus
    cdef unsigned long long *minus
    cdef unsigned long long *plus_on
    cdef unsigned long long *minus_on
    cdef int *up_on
    cdef int *down_on
    cdef unsigned long long *mask
    cdef unsigned long long *broken
    cdef unsigned long long *guessed
    cdef int counting_on
    cdef int met
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
    cdef int size
    cdef int bits
    cdef int nearby
    cdef int ruling
    cdef int counting
    cdef int filled
    cdef int joining
    cdef bint plain
    cdef bint tight
    cdef long long clock
    @cython.final
    cdef long long *longs(self, int size) except? NULL
    @cython.final
    cdef unsigned long long *ulongs(self, int size) except? NULL
    @cython.final
    cdef int consistent(self, unsigned long long fresh) noexcept nogil
    @cython.final
    cdef int fill(self, unsigned long long true, unsigned long long false, bint keep) noexcept nogil
    @cython.final
    cdef unsigned long long turn_on(self) noexcept nogil
    @cython.final
    cdef int possible(self, int variable, bint keep) noexcept nogil
    @cython.final
    cdef bint give_bit(self, int variable) noexcept nogil
    @cython.final
    cdef bint take_clue(self, int rule) noexcept nogil
    @cython.final
    cdef void take_rule(self, int rule) noexcept nogil
    @cython.final
    cdef bint gather(self, int one, int other) noexcept nogil
    @cython.final
    cdef bint give_shared_bits(self) noexcept nogil
    @cython.final
    cdef bint dangles(self, int clue, int other) noexcept nogil
    @cython.final
    cdef unsigned long long apart(self, int count, int other) noexcept nogil
    @cython.final
    cdef bint fits_known(self, unsigned long long killed) noexcept nogil
    @cython.final
    cdef bint refute(self, int variable) noexcept nogil
    @cython.final
    cdef void meet(self, unsigned long long true) noexcept nogil
    @cython.final
    cdef void mark(self, int variable, unsigned long long bit) noexcept nogil
    @cython.final
    cdef void shrink(self, int variable, int clues) noexcept nogil
    @cython.final
    cdef bint try_more(self, int variable, int clues, int more) noexcept nogil
    @cython.final
    cdef int store(self, int variable) noexcept nogil
    @cython.final
    cdef void seek(self, int variable, int most, bint both) noexcept nogil
    @cython.final
    cdef bint needs(self, int variable, int clue) noexcept nogil
    @cython.final
    cdef bint sought(self, int variable, int first, int more, bint both) noexcept nogil

cdef int ones(unsigned long long bits) noexcept nogil
