cimport cython
from litgrid.kernel.memory cimport Memory
from litgrid.kernel.reasons cimport Reasons
from litgrid.kernel.rivals cimport NearRivals
from litgrid.kernel.trail cimport Trail

@cython.final
cdef class Clues:
    cdef Trail trail
    cdef Reasons reasons
    cdef NearRivals rivals
    cdef Memory memory
    cdef readonly object answer  # the last one that was found, by variable
    cdef readonly list behind
    cdef int *counts
    cdef int *starts
    cdef int *low
    cdef int *high
    cdef int *asked
    cdef int *held  # by clue: whether it holds in the answer
    cdef int clues
    cdef bint found  # whether there is an answer
    cdef bint possible  # whether the rules allow one, for all that single ones say
    cdef bint traced  # whether the clues that cannot hold were
    cdef bint sound(self) noexcept nogil
    cdef int tried(self, int many, int most) noexcept nogil
    cdef int bind(self, int many) noexcept nogil
    cdef void release(self, int many) noexcept nogil
    cdef void note(self, int many) noexcept nogil
    cdef void suspect(self, int many) noexcept nogil
