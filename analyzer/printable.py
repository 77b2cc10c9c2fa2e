"""Text that can be shown: what may stand in a name, a title or a page, and what would mislead whoever reads it.

Control characters move the cursor, colour or hide what a terminal shows, and start commands in the logs of CI systems;
bidirectional overrides show a line in another order than it has; what cannot be seen makes two names of one; piles of
marks paint over the lines beside. They are refused where text enters the program.
"""

from __future__ import annotations

import re
import unicodedata

# Control characters, surrogates, what orders text anew, what breaks lines; then what is never seen, or means nothing
# but to one font: two names that look the same would not be the same.
_NEVER = (
    "\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f"
    "\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069"
    "\ud800-\udfff"
    "\xad\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200d\u2060-\u2065\u206a-\u206f\u2800\u3164"
    "\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb\ufffe\uffff"
    "\ue000-\uf8ff"
    "\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U0010ffff"
)
# Marks above and below letters: enough of them reach the lines beside. Some strike out what they stand on.
_MARKS = "\u0300-\u036f\u0483-\u0489\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f"
_STRIKES = "\u0334-\u0338\u0488\u0489\u20d0-\u20ff"
MAX_MARKS = 3
_PILES = f"[{_STRIKES}]|[{_MARKS}]{{{MAX_MARKS + 1},}}"
_IN_A_LINE = re.compile(f"[\t\n\r{_NEVER}]|{_PILES}")
_ON_A_PAGE = re.compile(f"\r(?!\n)|[{_NEVER}]|{_PILES}")


def as_written(text: str) -> str:
    """What was written, where the system took its UTF-8 for bytes that mean nothing: under LC_ALL=C, for instance.

    >>> as_written("J\\udce2\\udc99\\udca0"), as_written("J♠"), as_written("\\udcff") == "\\udcff"
    ('J♠', 'J♠', True)
    """
    if text.isascii():
        return text
    try:
        return text.encode(errors="surrogateescape").decode()
    except UnicodeError:
        return text


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


def fault_of_name(text: str) -> str | None:
    """The same for what a person, a place or a thing is called: something of it must be seen.

    >>> fault_of_name("A. Signatory"), fault_of_name(" "), fault_of_name("a\\tb")
    (None, 'is blank', 'has the control character U+0009')
    """
    is_seen = any(unicodedata.category(letter)[0] in "LNPS" for letter in text)
    return fault_of_line(text) or (None if is_seen else "is blank")


def _fault(match: re.Match[str] | None) -> str | None:
    if match is None:
        return None
    if len(match[0]) > MAX_MARKS:
        return f"has {len(match[0])} marks on one letter"
    code = f"U+{ord(match[0]):04X}"
    name = unicodedata.name(match[0], "")
    if name:
        return f"has the character {code} ({name})"
    is_control = unicodedata.category(match[0]) == "Cc"
    return f"has the {'control ' if is_control else ''}character {code}"


def shown_safely(text: str) -> str:
    """The text with whatever may not be shown written as a number, for names of files and other words of others.

    >>> print(shown_safely("a\\x1bb"), shown_safely("plain é"))
    a\\x1bb plain é
    """
    return _IN_A_LINE.sub(_number, as_written(text))


def page_shown_safely(text: str) -> str:
    """The same for text of several lines.

    >>> print(page_shown_safely("one\\n  two\\x1b"))
    one
      two\\x1b
    """
    return _ON_A_PAGE.sub(_number, as_written(text))


def _number(match: re.Match[str]) -> str:
    return match[0].encode("unicode_escape").decode()
