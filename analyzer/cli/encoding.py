"""Output for terminals that cannot show every character: what they lack is replaced, never an error."""

from __future__ import annotations

import codecs
import io
import sys
import unicodedata

HANDLER = "exactodds"
REPLACED = {
    "×": "x",
    "–": "-",
    "—": "-",
    "−": "-",
    "→": "->",
    "≥": ">=",
    "≤": "<=",
    "≠": "!=",
    "…": "...",
    "·": "*",
    "±": "+-",
    "’": "'",
    "‘": "'",
    "“": '"',
    "”": '"',
    "♠": "s",
    "♥": "h",
    "♦": "d",
    "♣": "c",
    "χ": "chi",
    "²": "^2",
    "\u00a0": " ",
}


def _replacement(character: str) -> str:
    """Something to read in ASCII; a letter without its accent, or the number of the character.

    >>> [_replacement(character) for character in "×é→─│┏中"]
    ['x', 'e', '->', '-', '|', '+', '\\\\u4e2d']
    """
    if character in REPLACED:
        return REPLACED[character]
    name = unicodedata.name(character, "")
    if name.startswith("BOX DRAWINGS"):
        return "-" if name.endswith("HORIZONTAL") else "|" if name.endswith("VERTICAL") and " AND " not in name else "+"
    plain = unicodedata.normalize("NFKD", character).encode("ascii", "ignore").decode()
    return plain or character.encode("ascii", "backslashreplace").decode()


def _replace(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    return "".join(_replacement(character) for character in error.object[error.start : error.end]), error.end


codecs.register_error(HANDLER, _replace)


def sayable(text: str, encoding: str) -> str:
    """The text as the output will have it, so that it can be measured.

    >>> sayable("5 → 6 × 7", "latin-1"), sayable("5 → 6 × 7", "utf-8")
    ('5 -> 6 × 7', '5 → 6 × 7')
    """
    return text if encoding.startswith("utf") or text.isascii() else text.encode(encoding, HANDLER).decode(encoding)


def make_output_safe() -> None:
    """No character that the terminal lacks is an error from here on."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper) and not stream.encoding.lower().startswith("utf"):
            stream.reconfigure(errors=HANDLER)
