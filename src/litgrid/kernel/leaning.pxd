cimport cython
from litgrid.kernel.memory cimport Memory
from litgrid.kernel.probing cimport Prober
from litgrid.kernel.reasons cimport Reasons
from litgrid.kernel.trail cimport Trail

@cython.final
cdef class Lean:
    cdef readonly Trail trail
    cdef Prober prober
    cdef Reasons reasons
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
    cdef long long *used  # by variable, and behind these by rule: in which proof, or try of one
    cdef long long *sure  # by variable: when it was found to be needed
    cdef long long proof  # the last one that was found; 0 for none
    cdef long long begun
    cdef int reached  # where the trail ended that shows that something is needed; 0 for nowhere
    cdef bint refutes(self) noexcept nogil
    cdef void use(self, int reason, int forced, long long proof) noexcept nogil
    cdef bint rest(self, int leaving) noexcept nogil
    cdef void thin_rules(self) noexcept nogil
    cdef void thin_facts(self) noexcept nogil
