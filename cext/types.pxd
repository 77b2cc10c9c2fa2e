"""Fixed-width integers for every kernel: no kernel uses a C type whose width depends on the machine."""
from libc.stdint cimport int8_t, int16_t, int32_t, int64_t
from libc.stdint cimport uint8_t, uint16_t, uint32_t, uint64_t
