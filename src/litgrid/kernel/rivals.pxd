cimport cython
from litgrid.kernel.memory cimport Memory
from litgrid.kernel.trail cimport Trail

@cython.final
cdef class NearRivals:
    cdef readonly Trail trail
    cdef Memory memory
    cdef int *answer
    cdef int *suspected  # counts that it may break
    cdef int suspects  # how many these are
    cdef int tries  # guesses that were made last
    cdef int wish(self, int literal) noexcept nogil
    cdef int taken(self, int literal) noexcept nogil
    cdef void settle(self, int variable) noexcept nogil
    cdef int differ(self, int variable, int most) noexcept nogil
    cdef int seek(self, int begun, int most) noexcept nogil
    cdef int doubt(self, int begun) noexcept nogil
    cdef int missed(self, int count) noexcept nogil
    cdef int twin(self) noexcept nogil
