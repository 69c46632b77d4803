cimport cython
from litgrid.kernel.memory cimport Memory
from litgrid.kernel.probing cimport Prober
from litgrid.kernel.trail cimport Trail

@cython.final
cdef class Lean:
    cdef readonly Trail trail
    cdef Prober prober
    cdef Memory memory
    cdef int *literals
    cdef int *rules
    cdef int *facts
    cdef int *variables
    cdef int *left  # those that a trial leaves out
    cdef int refuting
    cdef int ruling
    cdef int resting
    cdef int asking
    cdef readonly bint unsure
    cdef bint refutes(self) noexcept nogil
    cdef void thin_rules(self) noexcept nogil
    cdef void thin_facts(self) noexcept nogil
