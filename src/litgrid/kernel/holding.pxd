cimport cython
from litgrid.kernel.memory cimport Memory

@cython.final
cdef class Counts:
    cdef Memory memory
    cdef int *literals
    cdef long long *starts
    cdef long long *low
    cdef long long *high
    cdef long long size
    cdef bint held(self, unsigned char *cells, long long first, long long last) noexcept nogil
