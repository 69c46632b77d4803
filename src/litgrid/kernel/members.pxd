cimport cython
from litgrid.kernel.completions cimport Completions
from litgrid.kernel.trail cimport Trail

cdef class Members(Completions):
    cdef readonly Trail trail
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
    cdef long long *within  # by variable: stamps, whether it is in one of two clues, or has a bit
    cdef long long *posed  # by variable: stamps, whether it was asked about
    cdef long long *numbered  # by rule: stamps
    cdef unsigned long long *mask  # by rule near the clues: the bits of its cells
    cdef unsigned long long every  # all bits
    cdef int rules
    cdef int bits  # how many there are
    cdef int nearby
    cdef int ruling  # how many members there are
    cdef int joining  # in how many rules between a variable is, at most
    cdef bint plain  # whether all of these hold at most one true cell
    cdef long long clock
    @cython.final
    cdef bint gather(self, int one, int other) noexcept nogil
    @cython.final
    cdef int possible(self, int variable, bint keep) noexcept nogil
    @cython.final
    cdef bint take_clue(self, int rule) noexcept nogil
    @cython.final
    cdef bint give_bit(self, int variable) noexcept nogil
    @cython.final
    cdef bint give_shared_bits(self) noexcept nogil
    @cython.final
    cdef void mark(self, int variable, unsigned long long bit) noexcept nogil
    @cython.final
    cdef void take_rule(self, int rule) noexcept nogil
    @cython.final
    cdef bint dangles(self, int clue, int other) noexcept nogil
    @cython.final
    cdef unsigned long long apart(self, int count, int other) noexcept nogil
