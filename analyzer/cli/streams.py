"""Standard output and error that never decide how a command ends.

A reader that has seen enough (`| head`) closes the pipe: what is left is dropped, the command goes on and ends with its
own exit code, so a failed check stays a failure. A stream that was closed before the start takes everything and keeps
nothing.
"""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, TextIO

from analyzer.cli.encoding import make_output_safe

if TYPE_CHECKING:
    from _typeshed import ReadableBuffer


class OutputError(OSError):
    """Standard output or error that cannot be written: a full disk, for instance."""


class _Piped(io.FileIO):
    """A stream of the process whose reader may go away."""

    def write(self, content: ReadableBuffer, /) -> int:
        try:
            return super().write(content) or 0
        except BrokenPipeError:
            _turn_away(self.fileno())
            return memoryview(content).nbytes
        except OSError as error:
            _turn_away(self.fileno())  # so that the interpreter, on its way out, does not try again
            raise OutputError(error.errno, error.strerror) from None


def _turn_away(handle: int) -> None:
    """Whatever is written from here on goes nowhere."""
    with open(os.devnull, "wb") as nowhere:
        os.dup2(nowhere.fileno(), handle)


@contextmanager
def safe_streams() -> Iterator[None]:
    """While this lasts, neither a closed pipe nor a character that the terminal lacks is an error."""
    before = sys.stdout, sys.stderr
    sys.stdout, sys.stderr = (_safe(stream) for stream in before)
    make_output_safe()
    try:
        yield
    finally:
        for stream in (sys.stdout, sys.stderr):
            with suppress(OSError, ValueError):
                stream.flush()
        sys.stdout, sys.stderr = before


def _safe(stream: TextIO | None) -> TextIO:
    if stream is None:  # closed before the start
        return open(os.devnull, "w", encoding="utf-8")
    buffer = getattr(stream, "buffer", None)
    raw = getattr(buffer, "raw", buffer)  # without a buffer of its own under PYTHONUNBUFFERED
    if not isinstance(stream, io.TextIOWrapper) or not isinstance(raw, io.FileIO):
        return stream  # of a test or of a notebook: no file of the system
    stream.flush()
    # A text stream over a buffer, as the interpreter makes them; line by line where people may be reading.
    piped = io.BufferedWriter(_Piped(raw.fileno(), "wb", closefd=False))
    by_line = stream.line_buffering or stream.write_through
    return io.TextIOWrapper(piped, stream.encoding, stream.errors, line_buffering=by_line)
