cimport cython
from litgrid.kernel.memory cimport Memory
from litgrid.kernel.probing cimport Prober
from litgrid.kernel.rivals cimport NearRivals
from litgrid.kernel.trail cimport Trail

@cython.final
cdef class Sieve:
    cdef readonly Trail trail
    cdef Prober prober
    cdef NearRivals rivals
    cdef Memory memory
    cdef object fate
    cdef int items
    cdef int *literals
    cdef int *literal_starts
    cdef int *given
    cdef int *counts
    cdef int *count_starts
    cdef int *low
    cdef int *high
    cdef int *kept  # by item: what becomes of it
    cdef int *queue  # items
    cdef int *stack  # four numbers a level: the part of the queue, how far it is, and where the trail began
    cdef int level
    cdef int last  # behind those of the queue that are tested
    cdef int behind  # behind those that stay in any case
    cdef int begun  # where the trail began
    cdef int base
    cdef bint enough
    cdef void add(self, int first, int last) noexcept nogil
    cdef void drop(self, int first, int last) noexcept nogil
    cdef int contest(self, int variable, int most) noexcept nogil
    cdef bint decided(self, int few, int deepest) noexcept nogil
    cdef int sufficient(self, int few) noexcept nogil
    cdef bint implied(self, int item) noexcept nogil
    cdef void start(self, int few) noexcept nogil
    cdef void put(self, int level, int first, int last) noexcept nogil
    cdef bint sifted(self, int few, int most, long long steps) noexcept nogil
    cdef void test(self, int item, int few, int most) noexcept nogil
