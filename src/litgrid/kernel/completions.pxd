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
    cdef int *active  # by rule: whether it still forbids anything
    cdef int *inner  # the variable of each bit
    cdef int *place  # by variable: which bit it is, where ``within`` says so
    cdef int *near  # rules between that hold a cell of the two clues
    cdef int *number  # by rule: how many
    cdef int *members  # the two clues, and the rules between them
    cdef int *there  # whether each of them may be used
    cdef int *on  # whether it is
    cdef int *sure  # whether nothing is refuted without it
    cdef int trials
    cdef int *owner  # by count of them: which one it is of
    cdef int *up  # how many more of its literals may be true
    cdef int *down  # and how many false
    cdef int *cost  # by variable: how many rules refute its literal, 0 for not; ``most`` more if not two clues do
    cdef int *kept  # by variable: these rules
    cdef long long *within  # by variable: stamps, whether it is in one of two clues, or has a bit
    cdef long long *posed  # by variable: stamps, whether it was asked about
    cdef long long *numbered  # by rule: stamps
    cdef unsigned long long *plus  # by count: the bits of its literals that are variables
    cdef unsigned long long *minus  # and of those that are negated
    cdef unsigned long long *plus_on  # of those of members that are on, the same, and what is above
    cdef unsigned long long *minus_on
    cdef int *up_on
    cdef int *down_on
    cdef unsigned long long *mask  # by rule near the clues: the bits of its cells
    cdef unsigned long long *broken  # by assignment of bits that was met: the members that it breaks
    cdef unsigned long long *guessed  # by guess: the bit
    cdef int counting_on
    cdef int met  # how many assignments were met
    cdef unsigned long long *fillings
    cdef unsigned long long *true_then  # by guess: what was true where its other side is still to be tried
    cdef unsigned long long *false_then
    cdef unsigned long long true
    cdef unsigned long long false
    cdef unsigned long long every  # all bits
    cdef unsigned long long wrong_true  # those of which it is wrong to be true
    cdef unsigned long long wrong_false
    cdef unsigned long long covered  # those that are wrong in some completion
    cdef int rules
    cdef int most
    cdef int size  # how many bits are cells of the clues
    cdef int bits  # how many there are
    cdef int nearby
    cdef int ruling  # how many members there are
    cdef int counting  # and counts of theirs
    cdef int filled  # how many completions are kept
    cdef int joining  # in how many rules between a variable is, at most
    cdef bint plain  # whether all of these hold at most one true cell
    cdef bint tight  # whether something follows from a count as it stands
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
