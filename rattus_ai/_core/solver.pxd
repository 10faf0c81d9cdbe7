from rattus_ai._core.any_game cimport StopFlag


cdef class Solver:
    cdef StopFlag flag
