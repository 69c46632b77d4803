cimport cython
from litgrid.kernel.memory cimport Memory
from litgrid.kernel.reasons cimport Reasons
from litgrid.kernel.trail cimport Trail

@cython.final
cdef class Costs:
    cdef readonly Trail trail
    cdef readonly Reasons reasons
    cdef Memory memory
    cdef int deepest
    cdef int most
    cdef int words
    cdef int middle  # where what is kept of the literal 0 would be
    cdef int *literals  # those that are asked about
    cdef int number
    cdef int *first  # by literal: how many rules the first conflict takes, 0 for none, -1 where it is not known
    cdef int *least  # by literal: how many it takes; 0 where it is not known
    cdef int *over  # by literal: then it takes more than that
    cdef int *rules  # by literal: these, if they are few
    cdef int every  # how much is kept by literal
    cdef int *broken  # by literal: the rules of the first conflict
    cdef int *length  # and how many these are, 0 for too many
    cdef int *told  # by literal: whether Python knows of them
    cdef int *shrunk  # by literal: whether needless ones were left out
    cdef int *compared  # by literal, as far as the first conflict and then beyond: whether lines were looked at
    cdef unsigned long long *touched  # the same: a bit a literal
    cdef unsigned long long *changed  # the same of all near which something changed
    cdef int *places  # the words of it that are not 0
    cdef int near  # how many these are
    cdef int *met  # by side of a count, see :attr:`Trail.spare`: stamps of those that changed
    cdef int clock
    cdef long long *seen  # the same: stamps of those that a literal's way touched
    cdef int *left  # and how much these have left to spare then
    cdef long long stamp
    cdef int at  # where a slice ended
    cdef int size
    cdef int fewest  # of all that are asked about
    cdef int largest
    cdef int done  # so much of the trail was looked at
    cdef int age
    cdef bint loose  # whether facts were so then
    cdef void note(self) noexcept nogil
    cdef void forget_affected(self, bint lines) noexcept nogil
    cdef bint change(self, int literal) noexcept nogil
    cdef void change_bits(self, int variable) noexcept nogil
    cdef int has(self, int first, int literal) noexcept nogil
    cdef long long mode(self, int at) noexcept nogil
    cdef bint affected(self, int way, long long mode) noexcept nogil
    cdef bint tightens(self, int variable, bint true, bint false, long long mode) noexcept nogil
    cdef bint spends(self, int at) noexcept nogil
    cdef bint finishes(self, int first, int line) noexcept nogil
    cdef void look(self, int literal, long long mode) noexcept nogil
    cdef void forget(self, int at) noexcept nogil
    cdef bint is_kept(self, int at) noexcept nogil
    cdef void keep_touched(self, int way, bint more) noexcept nogil
    cdef void shrink(self, int literal, int matters) noexcept nogil
    cdef void settle(self, int at) noexcept nogil
    cdef bint swept(self, int most, long long steps) noexcept nogil
    cdef void better(self, int cost) noexcept nogil
