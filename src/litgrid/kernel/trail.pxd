cimport cython
from litgrid.kernel.memory cimport Memory
from litgrid.kernel.rules cimport Rules

@cython.final
cdef class Trail:
    cdef readonly Rules rules
    cdef Memory memory
    cdef object known  # the values of the variables
    cdef object ordered  # the trail
    cdef int *low
    cdef int *high
    cdef int *values  # by literal, see ``variables``: 1, 0, or -1 for unknown
    cdef int *spare  # two a count: how many more literals may be true, and how many more false
    cdef int *left  # by line that differs: how many cells are unknown
    cdef int *trail  # known literals, in order
    cdef int *place  # by variable: where it is in the trail
    cdef int *reason  # by variable
    cdef int *depth  # by variable
    cdef long long *allowed  # by rule: the mode in which it may be used
    cdef int *clashes  # reasons that broke
    cdef int *levels  # where the guess of each is in the trail
    cdef int *turned  # whether its other side was tried
    cdef readonly int variables  # where the value of the literal 0 would be
    cdef int head  # how far consequences were drawn
    cdef readonly int end  # of the trail
    cdef public int base  # how much of it is facts
    cdef int level
    cdef readonly int clashing  # how many reasons broke
    cdef long long stamp  # the last one that was given out
    cdef bint loose  # whether facts may force something
    cdef bint comparing  # whether lines that differ are looked at
    cdef bint compared  # whether lines were, since that was asked
    cdef int age  # how often facts were forgotten
    cdef int *tightened  # by rule: whether it was told that it forces something
    cdef int told  # how many facts there were then
    cdef int told_age
    cdef bint slicing  # whether consequences are drawn a few at a time
    cdef bint in_turn  # and that not before the turn of their last cells has come
    cdef void begin(self) noexcept nogil
    cdef int opened(self, int count) noexcept nogil
    cdef void bound(self, int count, int low, int high) noexcept nogil
    cdef void push(self, int literal, int reason, int depth) noexcept nogil
    cdef void undo(self, int base) noexcept nogil
    cdef void clash(self, int reason) noexcept nogil
    cdef void spread(self, int deepest, long long mode) noexcept nogil
    cdef void compare_all(self, int variable, int depth, long long mode) noexcept nogil
    cdef bint are_close(self, int one, int other) noexcept nogil
    cdef void compare(self, int one, int other, int depth, long long mode) noexcept nogil
    cdef void force(self, int reason) noexcept nogil
    cdef void force_tight(self, long long mode) noexcept nogil
    cdef void settle(self) noexcept nogil
    cdef void guess(self, int literal) noexcept nogil
    cdef bint can_turn(self) noexcept nogil
    cdef int turn(self) noexcept nogil
    cdef void compare_lines(self, bint comparing) noexcept nogil
