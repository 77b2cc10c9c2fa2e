"""Text that can be shown: what may stand in a name, a title or a page, and what would mislead whoever reads it.

Control characters move the cursor, colour or hide what a terminal shows, and start commands in the logs of CI systems;
bidirectional overrides show a line in another order than it has. They are refused where text enters the program.
"""

from __future__ import annotations

import re
import unicodedata

# Control characters, surrogates, what orders text anew, what breaks lines, and what is never seen.
_NEVER = (
    "\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f"
    "\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069"
    "\ud800-\udfff"
    "\ufeff\ufff9-\ufffb\ufffe\uffff"
    "\U000e0000-\U000e007f"
)
_IN_A_LINE = re.compile(f"[\t\n\r{_NEVER}]")
_ON_A_PAGE = re.compile(f"\r(?!\n)|[{_NEVER}]")


def fault_of_line(text: str) -> str | None:
    """What is wrong with text that must fit on one line; None if nothing is.

    >>> fault_of_line("Ante ♠"), fault_of_line("a\\x1b[2Jb"), fault_of_line("one\\ntwo")
    (None, 'has the control character U+001B', 'has the control character U+000A')
    """
    return _fault(_IN_A_LINE.search(text))


def fault_of_page(text: str) -> str | None:
    """The same for text of several lines.

    >>> fault_of_page("one\\n\\ttwo\\r\\n"), fault_of_page("a\\u202eb")
    (None, 'has the character U+202E (RIGHT-TO-LEFT OVERRIDE)')
    """
    return _fault(_ON_A_PAGE.search(text))


def _fault(match: re.Match[str] | None) -> str | None:
    if match is None:
        return None
    code = f"U+{ord(match[0]):04X}"
    name = unicodedata.name(match[0], "")
    return f"has the character {code} ({name})" if name else f"has the control character {code}"


def shown_safely(text: str) -> str:
    """The text with whatever may not be shown written as a number, for names of files and other words of others.

    >>> print(shown_safely("a\\x1bb"), shown_safely("plain é"))
    a\\x1bb plain é
    """
    return _IN_A_LINE.sub(_number, text)


def page_shown_safely(text: str) -> str:
    """The same for text of several lines.

    >>> print(page_shown_safely("one\\n  two\\x1b"))
    one
      two\\x1b
    """
    return _ON_A_PAGE.sub(_number, text)


def _number(match: re.Match[str]) -> str:
    return match[0].encode("unicode_escape").decode()
