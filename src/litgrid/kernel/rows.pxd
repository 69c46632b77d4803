cimport cython
from litgrid.kernel.memory cimport Memory

cdef long long slot_of(unsigned long long number, long long mask) noexcept nogil

@cython.final
cdef class Row:
    cdef Memory memory
    cdef long long *wrong
    cdef long long *after
    cdef long long *fillings
    cdef long long *picks
    cdef long long *pair  # by view: what a state becomes if all cells are false, and what true ones change of it
    cdef long long bits
    cdef long long chunks
    cdef long long values
    cdef long long views
    cdef long long count
    cdef long long become(self, long long word, long long ways, long long number, long long *made) noexcept nogil

@cython.final
cdef class Meeting:
    cdef Memory memory
    cdef long long *keys
    cdef long long *upper
    cdef long long *lower
    cdef long long *ways
    cdef long long *fits
    cdef long long split
    cdef long long size  # how many keys there are
    cdef long long key  # which is under way
    cdef long long entry  # and which of its upper entries
    cdef long long known  # the first part that was added up
    cdef long long first  # where the key's lower entries begin
    cdef long long count  # how many it has
    cdef long long *slots  # a hash table of the second parts
    cdef long long *parts  # the different second parts
    cdef long long *sums  # the ways of each
    cdef long long different  # how many there are
    cdef long long *seconds  # by lower entry of the key: the number of its second part
    cdef long long *after  # by lower entry: where the next first part begins
    cdef long long some(self, long long budget) noexcept nogil
    cdef void begin(self) noexcept nogil
    cdef void add_up(self) noexcept nogil
