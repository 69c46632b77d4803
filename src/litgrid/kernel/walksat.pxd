cimport cython
from litgrid.kernel.memory cimport Memory

@cython.final
cdef class Walk:
    cdef Memory memory
    cdef object now  # the values of the variables, and ``flipped``
    cdef unsigned int *literals
    cdef unsigned int *starts
    cdef unsigned int *occurrences
    cdef unsigned int *occurrence_starts
    cdef double *weights
    cdef double *chances
    cdef unsigned char *solved
    cdef long long *all_flips
    cdef long long *restarts
    cdef unsigned char *model
    cdef long long *seeds
    cdef long long *random  # the four words of the generator
    cdef unsigned char *values  # by variable: 1 where it is true
    cdef long long *words  # by clause: number and exclusive or of true variables
    cdef unsigned int *breaks  # by variable, and as far as their exclusive ors go: clauses in which it alone is true
    cdef long long *flipped  # by variable: how often in this try
    cdef unsigned int *false  # the clauses that are false, in the first ``left`` places
    cdef unsigned int *places  # by clause: where in ``false``
    cdef unsigned int *tied  # as many as the longest clause has literals
    cdef long long *trace
    cdef long long variables
    cdef long long clauses
    cdef long long executions
    cdef int heuristic
    cdef long long noise
    cdef long long max_flips
    cdef long long tries
    cdef long long every
    cdef long long execution  # which is under way
    cdef long long tried  # its tries before this one
    cdef long long flips  # of this try
    cdef long long left  # clauses that are false
    cdef bint started  # whether this try has begun
    cdef bint found  # whether any execution found a model
    cdef long long traced  # entries of the trace that are written
    cdef long long until_trace  # flips until the next one
    cdef void go_on(self, long long budget) noexcept nogil
    cdef long long next_word(self) noexcept nogil
    cdef long long below(self, long long number) noexcept nogil
    cdef void begin(self) noexcept nogil
    cdef void end(self) noexcept nogil
    cdef long long walk(self, long long flips) noexcept nogil
    cdef void flip(self, unsigned int variable) noexcept nogil
    cdef unsigned int first_false(self) noexcept nogil
    cdef unsigned int least_break(self, unsigned int first, unsigned int end) noexcept nogil
    cdef unsigned int by_chance(self, unsigned int first, unsigned int end) noexcept nogil
    cdef double chance(self, unsigned int literal) noexcept nogil
    cdef unsigned int heaviest(self, unsigned int first, unsigned int end) noexcept nogil
    cdef unsigned int least_modified(self, unsigned int first, unsigned int end) noexcept nogil
    cdef unsigned int best_score(self, unsigned int first, unsigned int end) noexcept nogil
    cdef long long score(self, unsigned int literal) noexcept nogil
