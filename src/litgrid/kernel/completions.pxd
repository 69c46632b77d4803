cimport cython
from litgrid.kernel.memory cimport Memory

cdef class Completions:
    cdef Memory memory
    cdef int *on  # whether it is
    cdef int *owner  # by count of them: which one it is of
    cdef int *up  # how many more of its literals may be true
    cdef int *down  # and how many false
    cdef unsigned long long *plus  # by count: the bits of its literals that are variables
    cdef unsigned long long *minus  # and of those that are negated
    cdef unsigned long long *plus_on  # of those of members that are on, the same, and what is above
    cdef unsigned long long *minus_on
    cdef int *up_on
    cdef int *down_on
    cdef unsigned long long *guessed  # by guess: the bit
    cdef int counting_on
    cdef unsigned long long *fillings
    cdef unsigned long long *true_then  # by guess: what was true where its other side is still to be tried
    cdef unsigned long long *false_then
    cdef unsigned long long true
    cdef unsigned long long false
    cdef unsigned long long wrong_true  # those of which it is wrong to be true
    cdef unsigned long long wrong_false
    cdef unsigned long long covered  # those that are wrong in some completion
    cdef int counting  # and counts of theirs
    cdef int filled  # how many completions are kept
    cdef bint tight  # whether something follows from a count as it stands
    @cython.final
    cdef int ones(self, unsigned long long bits) noexcept nogil
    @cython.final
    cdef long long *longs(self, int size) except? NULL
    @cython.final
    cdef unsigned long long *ulongs(self, int size) except? NULL
    @cython.final
    cdef int fill(self, unsigned long long true, unsigned long long false, bint keep) noexcept nogil
    @cython.final
    cdef unsigned long long turn_on(self) noexcept nogil
    @cython.final
    cdef int consistent(self, unsigned long long fresh) noexcept nogil
    @cython.final
    cdef bint fits_known(self, unsigned long long killed) noexcept nogil
