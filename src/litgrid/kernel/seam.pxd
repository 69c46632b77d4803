cimport cython
from litgrid.kernel.memory cimport Memory

cdef long long slot_of(unsigned long long code, unsigned long long key, long long mask) noexcept nogil
cdef long long ones(long long word) noexcept nogil

@cython.final
cdef class Half:
    cdef Memory memory
    cdef Memory task
    cdef Memory table
    cdef object found
    cdef long long *shifts
    cdef long long *tables
    cdef long long *starts
    cdef long long *items
    cdef long long *words
    cdef long long *stack  # by step: next item, last item, equal columns, a word for each chunk of columns
    cdef long long *chosen  # the rows so far, those of the seam first
    cdef long long *keys_of  # what the words of a chunk's columns ask of the other side; EMPTY: not possible
    cdef long long *leaves  # which pairs of columns each filling leaves equal
    cdef long long *codes
    cdef long long *keys
    cdef long long *equal
    cdef long long *ways
    cdef long long *slots  # a hash table of the entries
    cdef long long steps
    cdef long long chunks
    cdef long long fillings
    cdef long long key_size
    cdef long long bits  # of the number of a filling
    cdef bint distinct
    cdef long long depth
    cdef long long made  # so many entries
    cdef long long room
    cdef long long mask
    cdef void follow(self) noexcept nogil
    cdef bint walk(self) noexcept nogil
    cdef bint is_used(self, long long filling) noexcept nogil
    cdef bint enter(self, long long here) noexcept nogil
    cdef long long rows(self) noexcept nogil
    cdef long long slot(self, long long code, long long key) noexcept nogil

@cython.final
cdef class Joining:
    cdef Memory memory
    cdef long long *starts
    cdef long long *codes
    cdef long long *equal
    cdef long long *ways
    cdef long long *second_starts
    cdef long long *second_codes
    cdef long long *second_equal
    cdef long long *second_ways
    cdef long long rows
    cdef long long second_rows
    cdef long long bits
    cdef long long pairs  # the line of the first pair of columns
    cdef long long width  # of a line, in words
    cdef long long words  # of the group under way
    cdef long long *marked  # by line and word; all 0 between groups
    cdef long long *unused  # by word: its bits without an entry
    cdef long long *weights  # by word: the ways of its entries
    cdef long long *hits  # by word
    cdef void mark(self, long long group) noexcept nogil
    cdef void put(self, long long entry, long long word, long long bit) noexcept nogil
    cdef void clear(self, long long group) noexcept nogil
    cdef long long fitting(self, long long entry) noexcept nogil
    cdef void hit(self, long long line) noexcept nogil
