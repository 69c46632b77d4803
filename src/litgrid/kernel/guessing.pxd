cimport cython
from litgrid.kernel.memory cimport Memory
from litgrid.kernel.rivals cimport NearRivals
from litgrid.kernel.trail cimport Trail

@cython.final
cdef class Guesses:
    cdef Trail trail
    cdef NearRivals rivals
    cdef Memory memory
    cdef object answer  # the last one that was found, by variable
    cdef int *cells
    cdef int *counts
    cdef int first  # the variables of the board that is looked at are from here on
    cdef int last  # to before here
    cdef int facts  # where what was guessed begins on the trail
    cdef int guesses  # so many more are made
    cdef int tries  # so many more cells are tried
    cdef bint possible  # whether nothing that is known breaks a rule
    cdef object taken(self)
    cdef int one(self, int board) noexcept nogil
    cdef bint probe(self) noexcept nogil
    cdef bint refuted(self, int literal) noexcept nogil
    cdef int another(self) noexcept nogil
