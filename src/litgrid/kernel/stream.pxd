cimport cython
from litgrid.kernel.memory cimport Memory

cdef bint agree(unsigned long long *states, size_t one, size_t other, unsigned long long *mask, size_t words) noexcept nogil

@cython.final
cdef class Collecting:
    cdef Memory memory
    cdef Memory table
    cdef object found  # the keys
    cdef unsigned long long *states
    cdef unsigned long long *mask
    cdef unsigned int *numbers
    cdef unsigned long long *keys
    cdef unsigned int *slots  # a hash table of the keys' numbers
    cdef unsigned long long end  # its last place
    cdef size_t words
    cdef size_t width
    cdef size_t size
    cdef size_t at
    cdef size_t known  # so many keys
    cdef size_t room
    cdef unsigned long long slot(self, unsigned long long *states, size_t begin, size_t words) noexcept nogil
    cdef bint same(self, unsigned long long *states, size_t begin, size_t key, size_t words) noexcept nogil
    cdef bint collect(self, size_t last, size_t words) noexcept nogil

@cython.final
cdef class Deciding:
    cdef Memory memory
    cdef unsigned long long *states
    cdef unsigned long long *keep
    cdef unsigned int *numbers
    cdef unsigned int *after
    cdef unsigned long long *added
    cdef unsigned int dead
    cdef unsigned long long *places  # by number: where it was put last
    cdef unsigned long long *new
    cdef int *links
    cdef bint linked
    cdef size_t words
    cdef size_t width
    cdef size_t size
    cdef size_t at
    cdef size_t filled  # so many new states
    cdef void group(self, size_t words, size_t width) noexcept nogil
    cdef size_t decide(self, size_t at, size_t value, size_t begin, size_t filled, size_t words, size_t width) noexcept nogil

@cython.final
cdef class Distributing:
    cdef Memory memory
    cdef unsigned long long *states
    cdef unsigned long long *above
    cdef size_t word
    cdef unsigned int shift
    cdef unsigned long long mask
    cdef unsigned long long *counts  # by code; 0 between groups
    cdef unsigned long long *codes
    cdef unsigned long long *new
    cdef int *moved
    cdef bint linked
    cdef size_t words
    cdef size_t width
    cdef size_t size
    cdef size_t at
    cdef void group(self, size_t words, size_t width) noexcept nogil
    cdef unsigned long long code(self, size_t begin) noexcept nogil
