"""Counts of states of a contest: what they are worth, and what becomes of them.

A state has counts of events: of results (win, tie, loss) by the dealer's kind, one row; its player's kind says which
row of amounts prices them.
"""
import numpy as np
from libc.stdint cimport int64_t, uint8_t, uint32_t

ctypedef fused Counts:
    const uint32_t
    const int64_t


def worth(Counts[:, ::1] counts, const uint8_t[::1] kinds, const int64_t[:, ::1] amounts):
    """[state]: the sum of counts times amounts[player's kind]; the caller has made sure that 64 bits hold it."""
    cdef Py_ssize_t state, states = counts.shape[0]
    cdef int event, events = <int>counts.shape[1]
    cdef int64_t total
    cdef const int64_t* row
    if kinds.shape[0] != states or amounts.shape[1] != events:
        raise ValueError("every state needs a kind, and every event an amount")
    out = np.empty(states, dtype=np.int64)
    cdef int64_t[::1] values = out
    with nogil:
        for state in range(states):
            row = &amounts[kinds[state], 0]
            total = 0
            for event in range(events):
                total += row[event] * <int64_t>counts[state, event]
            values[state] = total
    return out


def tally(
    Counts[:, ::1] counts, const uint8_t[::1] kinds, const int64_t[::1] weights, const uint8_t[::1] chosen,
    int choices, int player_kinds
):
    """[choice, player's kind, event]: counts times weights of the states in which the choice is made.

    The caller has made sure that 64 bits hold all of them together.
    """
    cdef Py_ssize_t state, states = counts.shape[0]
    cdef int event, events = <int>counts.shape[1]
    cdef int64_t* row
    if kinds.shape[0] != states or weights.shape[0] != states or chosen.shape[0] != states:
        raise ValueError("every state needs a kind, a weight and a choice")
    out = np.zeros((choices, player_kinds, events), dtype=np.int64)
    cdef int64_t[:, :, ::1] sums = out
    with nogil:
        for state in range(states):
            if weights[state] == 0:
                continue
            row = &sums[chosen[state], kinds[state], 0]
            for event in range(events):
                row[event] += weights[state] * <int64_t>counts[state, event]
    return out


def add_to_groups(
    Counts[:, ::1] counts, const int64_t[::1] weights, const int64_t[::1] groups, Py_ssize_t size
):
    """[group, event]: counts times weights of the states of each group; within 64 bits, as the caller has made sure."""
    cdef Py_ssize_t state, states = counts.shape[0]
    cdef int event, events = <int>counts.shape[1]
    if weights.shape[0] != states or groups.shape[0] != states:
        raise ValueError("every state needs a weight and a group")
    out = np.zeros((size, events), dtype=np.int64)
    cdef int64_t[:, ::1] sums = out
    with nogil:
        for state in range(states):
            for event in range(events):
                sums[groups[state], event] += weights[state] * <int64_t>counts[state, event]
    return out
