"""Integers of 128 bits: sums of net results over all deals, beyond what 64 bits hold.

In arrays of numpy an integer is two numbers of 64 bits, the low one first (analyzer/engines/rounds/wide.py).
"""

cdef extern from *:
    """
    typedef __int128 exactodds_int128;
    #define exactodds_divided(a, b) ((a) / (b))
    """
    # Cython thinks that it is a long long: it must never be turned into a Python object.
    ctypedef long long int128 "exactodds_int128"
    # Of numbers that divide without a rest; the operator of a checked build would take it for a long long.
    int128 divided "exactodds_divided"(int128 number, int128 by) noexcept nogil
