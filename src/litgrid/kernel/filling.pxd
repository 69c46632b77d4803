cimport cython
from litgrid.kernel.memory cimport Memory
from litgrid.kernel.trail cimport Trail

@cython.final
cdef class Filler:
    cdef readonly Trail trail
    cdef int *chances  # numbers below 2 ** 20
    cdef int drawable  # how many chances there are
    cdef int filled(self, int most) noexcept nogil
    cdef int draw(self, int variable, int chance) noexcept nogil
    cdef bint equal(self) noexcept nogil
