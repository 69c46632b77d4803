cimport cython
from cpython.buffer cimport PyBUF_C_CONTIGUOUS, PyBuffer_Release, PyObject_GetBuffer

cdef inline size_t address(object array) except? 0:
    """Return where an array is: ``ctypes.data`` of it takes fifty times as long."""
    cdef Py_buffer view
    PyObject_GetBuffer(array, &view, PyBUF_C_CONTIGUOUS)
    cdef size_t place = <size_t> view.buf
    PyBuffer_Release(&view)
    return place

@cython.final
cdef class Memory:
    cdef list arrays
    cdef size_t hold(self, object array, object kind) except? 0
    cdef int *ints(self, object array) except? NULL
    cdef long long *longs(self, object array) except? NULL
    cdef unsigned int *uints(self, object array) except? NULL
    cdef unsigned long long *ulongs(self, object array) except? NULL
    cdef unsigned char *uchars(self, object array) except? NULL
    cdef double *doubles(self, object array) except? NULL
    cdef int *copy(self, object array) except? NULL
    cdef int *zeros(self, long long size) except? NULL
