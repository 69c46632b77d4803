cimport cython
from litgrid.kernel.members cimport Members

cdef class Fewest(Members):
    cdef int *sure  # whether nothing is refuted without it
    cdef int trials
    cdef int *cost  # by variable: how many rules refute its literal, 0 for not; ``most`` more if not two clues do
    cdef int *kept  # by variable: these rules
    cdef int *told  # by variable: whether Python knows of them
    cdef unsigned long long *broken  # by assignment of bits that was met: the members that it breaks
    cdef int met  # how many assignments were met
    cdef int most
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
    @cython.final
    cdef bint refute(self, int variable) noexcept nogil
    @cython.final
    cdef void meet(self, unsigned long long true) noexcept nogil
