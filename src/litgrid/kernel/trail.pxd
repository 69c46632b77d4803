cimport cython
from litgrid.kernel.memory cimport Memory
from litgrid.kernel.rules cimport Rules

@cython.final
cdef class Trail:
    cdef readonly Rules rules
    cdef Memory memory
    cdef object known
    cdef object ordered
    cdef int *low
    cdef int *high
    cdef int *values
    cdef int *spare
    cdef int *left
    cdef int *trail
    cdef int *place
    cdef int *reason
    cdef int *depth
    cdef long long *allowed
    cdef int *clashes
    cdef int *levels
    cdef int *turned
    cdef readonly int variables
    cdef int head
    cdef readonly int end
    cdef public int base
    cdef int level
    cdef readonly int clashing
    cdef long long stamp
    cdef bint loose
    cdef bint comparing
    cdef bint in_turn
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
    cdef void force_tight(self) noexcept nogil
    cdef void settle(self) noexcept nogil
    cdef void guess(self, int literal) noexcept nogil
    cdef bint can_turn(self) noexcept nogil
    cdef int turn(self) noexcept nogil
    cdef void compare_lines(self, bint comparing) noexcept nogil
