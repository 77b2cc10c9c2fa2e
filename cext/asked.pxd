"""What a line asks of all the cards and of the suits of the best hand, for kernels that value hands by themselves."""
from cext.cards cimport colours_of
from cext.groups cimport has_groups
from cext.hand cimport JOKER_BUG, Ranking
from cext.line cimport Cards, Line, cards_fit
from cext.lines cimport best_is_suited, is_whole


cdef inline bint cards_pass(
    const Cards* self, const Cards* printed, const Ranking* R, const Line* line, int size
) noexcept nogil:
    """What the line asks of the cards, and of the suits of the hand; `printed` has the wild ranks as they are."""
    if not line.jokers >> printed.jokers & 1:
        return False
    if line.colour and not line.colour & colours_of(self.suits):
        return False
    if not cards_fit(self, printed, line):
        return False
    if line.suited and not best_is_suited(self, R, line, size):
        return False
    if line.groups[0] and not has_groups(self, R.joker == JOKER_BUG, line.groups, line.ranks, line.natural):
        return False
    if line.whole and not is_whole(self, R, line):
        return False
    return not (line.without & self.held or line.without_natural & self.held_natural)
