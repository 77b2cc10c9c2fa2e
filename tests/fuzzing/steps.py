"""A group of a random game file shown in two steps, with no decision between them."""

from __future__ import annotations

import re
from random import Random

SHARE = 0.15  # of the files


def some_in_steps(text: str, group: str, cards: int) -> str:
    """Drawn by itself, so that the other files of a kind stay as they are."""
    return in_steps(text, group, cards) if cards > 1 and Random(f"steps {text}").random() < SHARE else text


def in_steps(text: str, group: str, cards: int) -> str:
    """The group, which the first stage sees, in two groups: the first is seen at a stage of its own before.

    Tests that name the group name a hand of both.

    >>> print(in_steps('[deal]\\nown = 3\\n[hands]\\nplayer = ["own"]\\n[[round]]\\nsees = "own"', "own", 3))
    [deal]
    own-1 = 1
    own-2 = 2
    [hands]
    player = ['own-1', 'own-2']
    [[round]]
    sees = 'own-1'
    [[round]]
    sees = ['own-2']
    """
    first, rest = f"'{group}-1'", f"'{group}-2'"

    def changed(row: str) -> str:
        if row.startswith("sees = "):
            seen = re.findall(r"[\w-]+", row.partition("=")[2])
            return f"sees = [{', '.join(rest if name == group else repr(name) for name in seen)}]"
        return re.sub(rf"(?<=\[)(['\"]){group}\1", f"{first}, {rest}", row)

    dealt = text.replace(f"\n{group} = {cards}\n", f"\n{group}-1 = 1\n{group}-2 = {cards - 1}\n", 1)
    shown = "\n".join(map(changed, dealt.split("\n")))
    if f'of = "{group}"' in text:
        shown = shown.replace("[hands]\n", f"[hands]\n{group} = [{first}, {rest}]\n", 1)
    return shown.replace("[[round]]\n", f"[[round]]\nsees = {first}\n[[round]]\n", 1)
