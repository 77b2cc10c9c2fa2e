"""Reading and writing files: what is refused, in which words, and that nobody ever sees half a file."""

from __future__ import annotations

import os
import stat
import tomllib
from pathlib import Path

import pytest

from analyzer.errors import FileError, GameFileError
from analyzer.files import (
    UNFINISHED_PREFIX,
    FileKind,
    parse_json,
    parse_toml,
    read_bytes,
    read_json,
    read_page,
    read_text,
    replacing,
    toml_key,
    toml_value,
    write_bytes,
    write_text,
)
from analyzer.numbers import NotExact

NOTE = FileKind("a note", 100, max_depth=3)
GAME = FileKind("a game", 100, GameFileError, max_depth=3)


# --- reading ---------------------------------------------------------------------------------------------------------


def test_a_file_may_have_as_many_bytes_as_its_kind_and_no_more(tmp_path: Path) -> None:
    path = tmp_path / "note"
    path.write_bytes(b"x" * 100)
    assert read_bytes(path, NOTE) == b"x" * 100
    path.write_bytes(b"x" * 101)
    with pytest.raises(FileError, match=r"note: is larger than 100 bytes, the limit for a note$"):
        read_bytes(path, NOTE)


def test_the_error_is_that_of_the_kind(tmp_path: Path) -> None:
    with pytest.raises(GameFileError, match="cannot be read: No such file") as error:
        read_text(tmp_path / "none.toml", GAME)
    assert error.value.faults == ("cannot be read: No such file or directory",)


def test_only_regular_files_are_read(tmp_path: Path) -> None:
    """A pipe to which nobody writes would be waited for without end."""
    os.mkfifo(tmp_path / "pipe")
    for path in (tmp_path / "pipe", Path("/dev/zero")):
        with pytest.raises(FileError, match="cannot be read: it is not a regular file"):
            read_bytes(path, NOTE)
    with pytest.raises(FileError, match="cannot be read: "):
        read_bytes(tmp_path, NOTE)


def test_links_are_not_followed(tmp_path: Path) -> None:
    (tmp_path / "note").write_text("secret")
    (tmp_path / "link").symlink_to("note")
    (tmp_path / "endless").symlink_to("/dev/zero")
    (tmp_path / "nowhere").symlink_to("none")
    for name in ("link", "endless", "nowhere"):
        with pytest.raises(FileError, match=f"{name}: cannot be read: it is a link, and links are not followed"):
            read_bytes(tmp_path / name, NOTE)
        with pytest.raises(FileError, match=f"{name}: cannot be written: it is a link"):
            write_text(tmp_path / name, "new")
    assert (tmp_path / "note").read_text() == "secret"
    assert not (tmp_path / "none").exists()


def test_the_program_itself_may_be_installed_as_links(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "note").write_text("ours")
    (tmp_path / "program").mkdir()
    (tmp_path / "program" / "link").symlink_to(tmp_path / "note")
    (tmp_path / "link").symlink_to(tmp_path / "note")
    monkeypatch.setattr("analyzer.files._PROGRAM", tmp_path / "program")
    assert read_bytes(tmp_path / "program" / "link", NOTE) == b"ours"
    for path in (tmp_path / "link", tmp_path / "program" / ".." / "link"):
        with pytest.raises(FileError, match="links are not followed"):
            read_bytes(path, NOTE)


def test_a_name_that_no_file_can_have() -> None:
    with pytest.raises(FileError, match=r"cannot be read: .*null"):
        read_bytes("a\0b", NOTE)
    with pytest.raises(FileError, match=r"cannot be written: .*null"):
        write_bytes("a\0b", b"")


def test_text_is_utf_8(tmp_path: Path) -> None:
    path = tmp_path / "note"
    path.write_bytes("naïve".encode("latin-1"))
    with pytest.raises(FileError, match=r"note: byte 2: is not UTF-8 text"):
        read_text(path, NOTE)


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"a = ", "is not TOML"),
        (b"a = 2020-13-45", "is not TOML"),
        (b"a = '" + b"x" * 100 + b"'", "is larger than 100 bytes"),
        (b"a = [[[1]]]", "is nested too deeply to be a note"),
        (b"\xff = 1", "byte 0: is not UTF-8 text"),
    ],
)
def test_what_is_not_toml_of_its_kind(content: bytes, said: str) -> None:
    with pytest.raises(FileError, match=said):
        parse_toml(content, "x", NOTE)


@pytest.mark.parametrize(
    "content",
    [
        b"a." * 501 + b"a = 1",
        b"[" + b"a." * 21 + b"a]\n",
        b"".join(b"k%d." % number + b"a." * 400 + b"a = 1\n" for number in range(100)),
        b"a." * 200_000 + b"a = 1",
    ],
)
def test_lines_of_dots_are_refused_before_they_are_read(content: bytes) -> None:
    """Python's reader needs minutes for them."""
    with pytest.raises(FileError, match=r"has a line with \d+ dots, too many for a long note"):
        parse_toml(content, "x", FileKind("a long note", 1_000_000))


ESCAPE, OVERRIDE, SURROGATE = "\\u001b[2J", "\\u202e", "\\ud800"


@pytest.mark.parametrize("text", [ESCAPE, OVERRIDE, "\\n::error::", "\\u0085"])
def test_text_that_may_not_be_shown_is_refused(text: str) -> None:
    for content in (f'a = "x{text}"', f'b = [["{text}"]]', f'"{text}" = 1'):
        with pytest.raises(FileError, match=r'the text ".*" has the .* U\+\w+.*, which may not stand in a note'):
            parse_toml(content.encode(), "x", NOTE)


@pytest.mark.parametrize("text", [ESCAPE, OVERRIDE, SURROGATE])
def test_text_of_json_may_have_lines_and_nothing_worse(text: str) -> None:
    assert parse_json('{"a": "one\\ntwo"}', "x", NOTE) == {"a": "one\ntwo"}
    for content in (f'{{"a": "x{text}"}}', f'{{"{text}": 1}}', '{"a\\n": 1}'):
        with pytest.raises(FileError, match="may not stand in a note"):
            parse_json(content, "x", NOTE)


def test_a_file_is_named_without_what_would_hide_the_rest(tmp_path: Path) -> None:
    with pytest.raises(FileError) as error:
        read_bytes(tmp_path / "a\x1b[2Jb", NOTE)
    assert "a\\x1b[2Jb: cannot be read" in str(error.value)


def test_a_page_may_have_lines_and_nothing_worse(tmp_path: Path) -> None:
    (tmp_path / "page").write_text("# One\n\ttwo\r\n")
    assert read_page(tmp_path / "page", NOTE) == "# One\n\ttwo\r\n"
    (tmp_path / "page").write_text("# One\x1b")
    with pytest.raises(FileError, match=r"has the control character U\+001B, which may not stand in a note"):
        read_page(tmp_path / "page", NOTE)


def test_a_decimal_number_stays_text() -> None:
    assert isinstance(parse_toml(b"a = 0.1", "x", NOTE)["a"], NotExact)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("{", "is not JSON"),
        ("[" * 100_000, "nested too deeply"),
        ("[[[[1]]]]", "nested too deeply to be a note"),
        ('{"a": 1, "b": 2, "a": 1}', "is not JSON: the key 'a' is there twice"),
        ("[NaN]", "is not JSON: NaN is not a number"),
        ("[-Infinity]", "is not JSON: -Infinity is not a number"),
        (f"[{'1' * 5000}]", "is not JSON"),
    ],
)
def test_what_is_not_json_of_its_kind(text: str, said: str) -> None:
    with pytest.raises(FileError, match=said):
        parse_json(text, "x", NOTE)


def test_json_is_read(tmp_path: Path) -> None:
    (tmp_path / "x.json").write_text('{"a": [1]}')
    assert read_json(tmp_path / "x.json", NOTE) == {"a": [1]}


# --- writing ---------------------------------------------------------------------------------------------------------


def test_a_file_is_replaced_as_a_whole(tmp_path: Path) -> None:
    path = tmp_path / "new" / "folder" / "note"
    write_text(path, "first")
    path.chmod(0o640)
    with path.open("rb") as before:
        write_text(path, "second")
        assert before.read() == b"first"
    assert path.read_text() == "second"
    assert stat.S_IMODE(path.stat().st_mode) == 0o640
    assert os.listdir(path.parent) == ["note"]


def fail_while_writing(path: Path) -> None:
    with replacing(path) as stream:
        stream.write(b"new")
        assert [name for name in os.listdir(path.parent) if name.startswith(UNFINISHED_PREFIX)]
        raise RuntimeError("killed")


def test_what_fails_leaves_the_old_file_and_nothing_beside_it(tmp_path: Path) -> None:
    path = tmp_path / "note"
    path.write_text("old")
    with pytest.raises(RuntimeError, match="killed"):
        fail_while_writing(path)
    assert path.read_text() == "old"
    assert os.listdir(tmp_path) == ["note"]


def test_a_device_stays_a_device() -> None:
    write_text("/dev/null", "new")
    assert stat.S_ISCHR(os.stat("/dev/null").st_mode)


def test_where_nothing_can_be_written(tmp_path: Path) -> None:
    for path in (tmp_path, Path("/dev/null/x")):
        with pytest.raises(FileError, match=f"{path}: cannot be written: "):
            write_text(path, "x")


# --- TOML as text ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("text", ["", "a b", 'say "x"', "back\\slash", "é☃𝄞"])
def test_any_text_reads_back_as_key_and_as_value(text: str) -> None:
    kind = FileKind("a note", 1000)
    written = f"{toml_key(text)} = {toml_value([text, 3, True, {'a': text}])}\n"
    assert parse_toml(written.encode(), "x", kind) == {text: [text, 3, True, {"a": text}]}


def test_what_may_not_be_shown_is_still_toml_when_it_is_written() -> None:
    text = "tab\tand\nline\x00\x1f\x7f"
    assert tomllib.loads(f"{toml_key(text)} = {toml_value(text)}\n") == {text: text}
