"""Damaged, strange and hostile files of every kind that the program reads, and what the program makes of each.

A seed makes one input: a good file of its kind that was cut, spliced or changed in its structure, or one that a person
wrote to do harm. The program runs in this process, so that thousands can be tried; whatever it does but end in time
with an exit code of its own and clean text is a complaint.
"""

from __future__ import annotations

import hashlib
import io
import json
import random
import re
import shutil
import signal
import time
import tomllib
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

from cryptography import x509
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import (
    BestAvailableEncryption,
    Encoding,
    NoEncryption,
    PrivateFormat,
    pkcs12,
)

from analyzer.change.locks import lock_text, make_lock
from analyzer.cli.main import main
from analyzer.documents import JsonDict
from analyzer.files import toml_value
from analyzer.game.file import parse_game_file
from analyzer.report.files import REPORT, SIGNATURE, SUMS, make_files
from analyzer.report.signing import fingerprint, public_pem
from analyzer.reports.document import file_bytes
from analyzer.run.jobs import Run
from tests.changing import tiny_game
from tests.mutations import mutated, toml_text
from tests.reporting import proof_document, report_of, sealed_anew, simulation_document

# Of the processor; far more of a clock that others share.
SECONDS, PATIENCE = 10, 120
CODES = (0, 1, 2)
_UNCLEAN = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069]")
JSON_JUNK: tuple[Any, ...] = (
    *(None, True, 0, -1, 3.5, 10**30, "", "x", "1/0", "-1/3", "1e9999", "NaN", [], {}, [[]], [{}], {"a": None}),
    *(
        "\x1b[2J",
        "\x07",
        "\u202e",
        "a\nb",
        "0" * 5000,
        "9" * 50_000,
        "é♠",
        "../../etc/passwd",
        "=cmd()",
        "[/nope]",
        "\ud800",
    ),
)
# What a person writes who wants a program to fall over, whatever the kind of the file.
HOSTILE: tuple[bytes, ...] = (
    b"",
    b"\x00",
    b"\xff\xfe\x00",
    b"\xef\xbb\xbf",
    b"[" * 300_000,
    b"{" * 300_000,
    b'{"a":' * 100_000,
    b"a" + b".a" * 200_000 + b" = 1",
    b"[" + b"a." * 20_000 + b"a]",
    b"a = " + b"[" * 100_000,
    b"a = 1e100000000",
    b"a = " + b"9" * 50_000,
    b"a = 0x" + b"f" * 50_000,
    b"a = 2026-02-31",
    b"a = 9999-12-31T23:59:60Z",
    b'a = "\\u001b[2J\\u202e"',
    b'a = "' + b"x" * 1_000_000 + b'"',
    b"a = 1\n" * 20_000,
    b"".join(b"k%d = 1\n" % number for number in range(20_000)),
    b'{"schema": NaN}',
    b'{"a": 1, "a": 2}',
    b'{"a": "\\ud800"}',
    b"[" + b"1," * 100_000 + b"1]",
    b"-----BEGIN PRIVATE KEY-----\n" + b"A" * 60_000,
    b"\x1b]0;owned\x07",
    "\u202e".encode() * 1000,
    b"# a\r\n" * 1000,
    b"*" * 100_000,
    b"[a](" * 20_000,
    b"> " * 20_000,
    b"|" * 50_000,
    b"`" * 50_000,
    b"<!--" * 20_000,
)


TOKENS = (
    b"\x1b",
    b"\x00",
    b"\x07",
    "\u202e".encode(),
    b"1/0",
    b"1e999999999",
    b'"',
    b"[",
    b"9" * 5000,
    b"\xff",
    b"\n",
    b".",
)


@dataclass(frozen=True)
class Kind:
    """A kind of file: good ones, how their structure is changed, and the commands that read one in a folder."""

    originals: tuple[bytes, ...]
    reshaped: Callable[[bytes, random.Random], bytes]
    commands: Callable[[Path, bytes], Iterator[list[str]]]


# --- one input -------------------------------------------------------------------------------------------------------


def damaged(kind: Kind, rng: random.Random) -> bytes:
    """An input: mostly a good file with a changed structure, which gets deepest into the program."""
    original = rng.choice(kind.originals)
    how = rng.random()
    if how < 0.55:
        return kind.reshaped(original, rng)
    if how < 0.9:
        return _scratched(original, rng)
    return rng.choice(HOSTILE)


def _scratched(content: bytes, rng: random.Random) -> bytes:
    """Bytes or lines changed, cut, doubled, moved or put in."""
    for _ in range(rng.randint(1, 5)):
        content = _scratched_once(content, rng)
    return content


def _scratched_once(content: bytes, rng: random.Random) -> bytes:
    here, there = sorted((rng.randrange(len(content) + 1), rng.randrange(len(content) + 1)))
    there = min(there, here + 200)
    lines = content.splitlines(keepends=True)
    changes: tuple[Callable[[], bytes], ...] = (
        lambda: content[:here] + content[there:],
        lambda: content[:there] + content[here:],
        lambda: content[:here] + rng.choice(TOKENS) + content[here:],
        lambda: content[:here] + rng.randbytes(rng.randint(1, 4)) + content[here + 1 :],
        lambda: content[:here],
        lambda: b"".join(rng.sample(lines, len(lines))),
        lambda: b"".join(line for line in lines if rng.random() < 0.9),
    )
    return rng.choice(changes)()


def _reshaped_toml(content: bytes, rng: random.Random) -> bytes:
    return toml_text(mutated(tomllib.loads(content.decode()), rng)).encode("utf-8", "surrogatepass")


def _reshaped_lock(content: bytes, rng: random.Random) -> bytes:
    """Also one whose own digest was made to fit."""
    changed = _reshaped_toml(content, rng)
    try:
        data = tomllib.loads(changed.decode())
        data.pop("sha256", None)
        digest = hashlib.sha256(json.dumps(data, sort_keys=True).encode()).hexdigest()
    except (ValueError, TypeError):
        return changed
    return toml_text(data | {"sha256": digest}).encode()


def _reshaped_json(content: bytes, rng: random.Random) -> bytes:
    data = json.loads(content)
    for _ in range(rng.randint(1, 3)):
        parent, key = rng.choice(list(_places(data)))
        if rng.random() < 0.2:
            del parent[key]
        else:
            parent[key] = rng.choice(JSON_JUNK)
        if not data:
            break
    return json.dumps(data, indent=1).encode()


def _reshaped_any(content: bytes, rng: random.Random) -> bytes:
    return (_reshaped_json if content.startswith(b"{") else _reshaped_lock)(content, rng)


def _reshaped_trust(content: bytes, rng: random.Random) -> bytes:
    """Line by line: dates are no values of JSON, and what writes TOML for the other kinds does not know them."""
    lines = content.decode().splitlines()
    for _ in range(rng.randint(1, 3)):
        place = rng.randrange(len(lines))
        key, equals, _ = lines[place].partition(" = ")
        junk = rng.choice([value for value in JSON_JUNK if value is not None])
        lines[place] = f"{key}{equals}{toml_value(junk)}" if rng.random() < 0.7 else rng.choice(lines)
    return "\n".join(lines).encode("utf-8", "surrogatepass")


def _reshaped_report(content: bytes, rng: random.Random) -> bytes:
    """As the program writes one, or its bytes alone would tell."""
    return file_bytes(json.loads(_reshaped_json(content, rng)))


def _places(value: Any) -> Iterator[tuple[Any, Any]]:
    pairs = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, item in list(pairs):
        yield value, key
        yield from _places(item)


# --- the kinds -------------------------------------------------------------------------------------------------------


def _put(folder: Path, name: str, content: bytes, mode: int = 0o644) -> str:
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content)
    path.chmod(mode)
    return str(path)


def _report(folder: Path, *arguments: str, formats: str = "json") -> list[str]:
    game = _put(folder, "tiny.toml", tiny_game().encode())
    return ["report", game, "-o", str(folder / "made"), "--format", formats, *arguments]


def _read_game(folder: Path, content: bytes) -> Iterator[list[str]]:
    path = _put(folder, "fuzzed.toml", content)
    yield ["games", path]
    if b'id = "tiny"' in content:
        yield ["analyze", path, "--json", "--jobs", "1"]


def _read_lock(folder: Path, content: bytes) -> Iterator[list[str]]:
    game, path = _put(folder, "tiny.toml", tiny_game().encode()), _put(folder, "fuzzed.toml", content)
    yield ["check", game, "--lock", path]
    yield ["diff", path, game]


def _read_limits(folder: Path, content: bytes) -> Iterator[list[str]]:
    game = _put(folder, "tiny.toml", tiny_game().encode())
    _put(folder, "locks/tiny.toml", good_lock())
    yield ["check", game, "--limits", _put(folder, "fuzzed.toml", content)]


def _read_strategy(folder: Path, content: bytes) -> Iterator[list[str]]:
    yield ["strategy", "three-card-poker-6-card-bonus", "--rules", _put(folder, "fuzzed.toml", content)]


def _read_filing(folder: Path, content: bytes) -> Iterator[list[str]]:
    yield _report(folder, "--filing", _put(folder, "filing.toml", content))


def _read_proof(folder: Path, content: bytes) -> Iterator[list[str]]:
    yield _report(folder, "--proof", _put(folder, "proof.json", content))


def _read_simulation(folder: Path, content: bytes) -> Iterator[list[str]]:
    yield _report(folder, "--simulation", _put(folder, "simulation.json", content))


def _read_previous(folder: Path, content: bytes) -> Iterator[list[str]]:
    path = _put(folder, "previous.json", content)
    yield _report(folder, "--previous", path)
    yield ["diff", path, str(folder / "tiny.toml")]


def _read_page(folder: Path, content: bytes) -> Iterator[list[str]]:
    _put(folder, "rules/tiny.md", content)
    command = _report(folder)
    command[command.index("json")] = "json,html"
    yield command


def _read_report(folder: Path, content: bytes) -> Iterator[list[str]]:
    _put(folder, f"report/{REPORT}", content)
    sealed_anew(folder / "report")
    yield ["verify", str(folder / "report"), "--jobs", "1"]


def _read_part_of_report(name: str) -> Callable[[Path, bytes], Iterator[list[str]]]:
    def read(folder: Path, content: bytes) -> Iterator[list[str]]:
        for other, good in signed_files().items():
            _put(folder, f"report/{other}", good)
        _put(folder, f"report/{name}", content)
        yield ["verify", str(folder / "report"), "--files-only"]

    return read


def _read_public_key(folder: Path, content: bytes) -> Iterator[list[str]]:
    for name, good in signed_files().items():
        _put(folder, f"report/{name}", good)
    yield ["verify", str(folder / "report"), "--files-only", "--pubkey", _put(folder, "key.pem", content)]


def _read_private_key(folder: Path, content: bytes) -> Iterator[list[str]]:
    words = _put(folder, "words", b"secret\n", 0o600)
    yield _report(folder, "--sign", _put(folder, "key.pem", content, 0o600), "--passphrase-file", words)


def _read_certificate(folder: Path, content: bytes) -> Iterator[list[str]]:
    words = _put(folder, "words", b"secret\n", 0o600)
    path = _put(folder, "certificate.p12", content, 0o600)
    yield _report(folder, "--certificate", path, "--certificate-passphrase-file", words, formats="json,pdf")


def _read_trust(folder: Path, content: bytes) -> Iterator[list[str]]:
    for name, good in signed_files().items():
        _put(folder, f"report/{name}", good)
    yield ["verify", str(folder / "report"), "--files-only", "--trust", _put(folder, "trust.toml", content)]


# --- good files ------------------------------------------------------------------------------------------------------


@cache
def good_lock() -> bytes:
    return lock_text(make_lock([parse_game_file(tiny_game().encode(), "tiny.toml")], Run(jobs=1))).encode()


@cache
def signing_key() -> Ed25519PrivateKey:
    return Ed25519PrivateKey.from_private_bytes(bytes(range(32)))


@cache
def signed_files() -> Mapping[str, bytes]:
    from analyzer.report.certification import Signing

    signing = Signing(fingerprint(signing_key().public_key()), None, None)
    return make_files(report_of(tiny_game(), signing=signing), [], signing_key())


def _private_keys() -> tuple[bytes, ...]:
    """Plain and protected, as this program, OpenSSL and OpenSSH write them; hashed once, or a run would take a day."""
    key = signing_key()
    once = PrivateFormat.OpenSSH.encryption_builder().kdf_rounds(1).build(b"secret")
    return (
        key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()),
        key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, BestAvailableEncryption(b"secret")),
        key.private_bytes(Encoding.PEM, PrivateFormat.OpenSSH, NoEncryption()),
        key.private_bytes(Encoding.PEM, PrivateFormat.OpenSSH, once),
    )


def _certificates() -> tuple[bytes, ...]:
    """With a certificate that its owner signed himself, and without one."""
    day = datetime(2026, 1, 1, tzinfo=UTC)
    owner = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "A. Mathematician")])
    made = (
        x509.CertificateBuilder(owner, owner, signing_key().public_key(), 7, day, day.replace(year=2099))
        .add_extension(x509.KeyUsage(True, True, *[False] * 7), critical=True)
        .sign(signing_key(), None)
    )
    protections = (BestAvailableEncryption(b"secret"), NoEncryption())
    return tuple(
        pkcs12.serialize_key_and_certificates(b"lab", signing_key(), certificate, None, protection)
        for certificate in (made, None)
        for protection in protections
    )


def _shipped(folder: str, ending: str) -> tuple[bytes, ...]:
    folder_of_files = files("analyzer.tables").joinpath(folder)
    return tuple(path.read_bytes() for path in sorted(folder_of_files.iterdir(), key=str) if path.name.endswith(ending))


LIMITS = b"""schema = "exactodds/limits/1"
[all]
minimum_house_edge = "-200 %"
[games.tiny.wagers.w]
maximum_top_award = 100
minimum_hit_frequency = "1/100"
maximum_payout = 1000
stake = 5
[jurisdictions.here.all]
maximum_house_edge = "0.5"
"""
PAGE = b"""# Tiny

Five cards are dealt. **Flush** pays `6`, see [the table](#pays).

| hand | pays |
|---|---|
| flush | 6 |

1. one
   - two
> quoted
"""
FILING = b"""schema = "exactodds/filing/1"
title = "Tiny"
signatory = "A. Person"
date = "2026-03-31"
profiles = ["washington"]
[applicant]
posted_rules = "on the layout"
[operation]
rounds_per_hour = 40
average_bet = "25/2"
drop_per_hour = 1000
[payout_limits]
w = 50000
[[revisions]]
number = "1"
date = "2026-03-31"
what = "first"
"""


def _trust() -> bytes:
    mark = fingerprint(signing_key().public_key())
    return f"""schema = "exactodds/trust/1"
[keys.lab]
name = "Laboratory"
fingerprint = "{mark}"
valid_from = 2026-01-01
valid_until = 2099-12-31
[keys.old]
name = "Old"
fingerprint = "{"0" * 64}"
revoked = "lost"
""".encode()


def _dumped(document: Any) -> bytes:
    return json.dumps(document, indent=1).encode()


@cache
def kinds() -> Mapping[str, Kind]:
    result = json.loads(file_bytes(report_of(tiny_game())))["games"][0]["result"]
    games = (tiny_game().encode(), *_shipped("", ".toml"), *_shipped("library", ".toml"))
    return {
        "game": Kind((*(tiny_game().encode(),) * len(games), *games), _reshaped_toml, _read_game),
        "lock": Kind((good_lock(),), _reshaped_lock, _read_lock),
        "limits": Kind((LIMITS,), _reshaped_toml, _read_limits),
        "strategy": Kind(_shipped("strategies", ".toml")[:1], _reshaped_toml, _read_strategy),
        "report": Kind((signed_files()[REPORT],), _reshaped_report, _read_report),
        "proof": Kind((_dumped(proof_document("tiny")),), _reshaped_json, _read_proof),
        "simulation": Kind((_dumped(simulation_document("tiny", "w")),), _reshaped_json, _read_simulation),
        "previous": Kind((_dumped(result), good_lock()), _reshaped_any, _read_previous),
        "page": Kind((PAGE,), _scratched, _read_page),
        "filing": Kind((FILING,), _reshaped_toml, _read_filing),
        "public key": Kind((public_pem(signing_key().public_key()),), _scratched, _read_public_key),
        "private key": Kind(_private_keys(), _scratched, _read_private_key),
        "certificate": Kind(_certificates(), _scratched, _read_certificate),
        "trust": Kind((_trust(),), _reshaped_trust, _read_trust),
        "digests": Kind((signed_files()[SUMS],), _scratched, _read_part_of_report(SUMS)),
        "signature": Kind((signed_files()[SIGNATURE],), _scratched, _read_part_of_report(SIGNATURE)),
    }


# --- trying one ------------------------------------------------------------------------------------------------------


class TooSlowError(BaseException):
    """Nothing may catch it."""


@contextmanager
def _within(seconds: float) -> Iterator[None]:
    def stop(*_: object) -> None:
        raise TooSlowError

    before = signal.signal(signal.SIGALRM, stop)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


@dataclass
class Tried:
    """What became of all inputs: how often each exit code, the slowest, and what was wrong."""

    codes: dict[int, int]
    complaints: list[str]
    slowest: float = 0.0

    def document(self) -> JsonDict:
        return {"codes": self.codes, "slowest": round(self.slowest, 2), "complaints": self.complaints}


def tried(name: str, seeds: range, folder: Path, store: Path) -> Tried:
    """The inputs of these seeds of one kind, each in a folder of its own, which stays if there is a complaint."""
    done = Tried({}, [])
    for seed in seeds:
        before = len(done.complaints)
        content = damaged(kinds()[name], random.Random(f"{name} {seed}"))
        inner = folder / f"{seed}"
        inner.mkdir(parents=True)
        for command in kinds()[name].commands(inner, content):
            _try(done, f"{name} {seed}", [*command, *_store_of(command, store)])
        if len(done.complaints) == before:
            shutil.rmtree(inner)
    return done


def _store_of(command: list[str], store: Path) -> list[str]:
    """Counts of the good games are made once: what is tried is reading."""
    return [] if command[0] == "games" else ["--cache", str(store)]


def _try(done: Tried, what: str, command: list[str]) -> None:
    said = io.StringIO()
    start = time.process_time()
    code: int | None = None
    try:
        with _within(PATIENCE), redirect_stdout(said), redirect_stderr(said):
            code = main(command)
    except TooSlowError:
        done.complaints.append(f"{what}: {command[0]}: no end within {PATIENCE} s")
    except BaseException as error:  # whatever passes the last handler
        done.complaints.append(f"{what}: {command[0]}: {error!r}")
    seconds = time.process_time() - start
    done.slowest = max(done.slowest, seconds)
    if seconds > SECONDS:
        done.complaints.append(f"{what}: {command[0]}: {seconds:.1f} s")
    if code is None:
        return
    done.codes[code] = done.codes.get(code, 0) + 1
    if code not in CODES:
        done.complaints.append(f"{what}: {command[0]}: exit code {code}: {said.getvalue()[-300:]}")
    unclean = _UNCLEAN.search(said.getvalue())
    if unclean is not None:
        done.complaints.append(f"{what}: {command[0]}: prints U+{ord(unclean[0]):04X}")
