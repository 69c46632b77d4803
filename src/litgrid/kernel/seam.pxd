cimport cython
from litgrid.kernel.memory cimport Memory

cdef long long slot_of(unsigned long long number, long long mask) noexcept nogil
cdef long long free(long long *words, long long begin, long long end) noexcept nogil

@cython.final
cdef class Half:
    cdef Memory memory
    cdef Memory task
    cdef Memory table
    cdef object known  # the keys, as an array
    cdef object numbers  # and the places
    cdef object found  # and the codes, and the ways
    cdef long long *fillings
    cdef long long *shifts
    cdef long long *tables
    cdef long long *starts
    cdef long long *items
    cdef long long *chosen  # the rows so far, those of the seam first
    cdef long long *used  # whether a filling is one of them, where that is of account
    cdef long long *words  # by step and chunk: the columns so far
    cdef long long *spread  # by cells of a chunk: their bits in its word
    cdef long long *parts  # by chunk and its cells in the last row: what the columns ask of the other side
    cdef long long *asks  # by chunk and word; EMPTY: not possible
    cdef long long *keys  # a hash table of what halves ask for
    cdef long long *places  # by key: how many halves have it; or where the next is written, EMPTY for nowhere
    cdef long long *codes
    cdef long long *ways
    cdef long long steps
    cdef long long chunks
    cdef long long size  # how many fillings
    cdef long long chunk
    cdef long long asked  # how many words a chunk has
    cdef long long bits  # of the number of a filling
    cdef bint distinct
    cdef bint writing
    cdef long long free  # so many keys have room still
    cdef long long mask
    cdef void follow(self, long long depth, long long code) noexcept nogil
    cdef void parts_of(self, long long depth, long long shift) noexcept nogil
    cdef long long key(self, long long bits) noexcept nogil
    cdef long long joined(self, long long count, long long code, long long filling) noexcept nogil
    cdef void enter(self, long long key, long long code) noexcept nogil

@cython.final
cdef class Joining:
    cdef Memory memory
    cdef Memory task
    cdef long long *leaves
    cdef bint distinct
    cdef long long bits  # of the number of a filling
    cdef long long equal  # all pairs
    cdef long long *line_of  # by the bit of a pair modulo 67, which is another for each power of two
    cdef long long *own  # the lines of a half
    cdef long long count  # of lines
    cdef long long width  # of a line, in words
    cdef long long words  # of the group under way
    # By line and word: a bit for each half that has the line; in the last line one for no half; all 0 between groups.
    cdef long long *marked
    cdef long long *ends  # by ways: where the words of halves with so many end
    cdef long long most  # ways
    cdef long long *hits  # by word
    cdef void mark(self, long long *codes, long long *ways, long long begin, long long end) noexcept nogil
    cdef long long lines(self, long long code) noexcept nogil
    cdef long long fitting(self, long long code) noexcept nogil
