"""Who may ask: only a page that this server gave to a browser on this machine.

A server on 127.0.0.1 can be reached by every page that is open in a browser. So a request must carry the token that
only the terminal showed, in its path; it must name this machine and this port as its host, or another name would have
been pointed here; and a browser must not say that it comes from another origin.
"""

from __future__ import annotations

import hmac
import secrets
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from wsgiref.types import WSGIEnvironment

HOSTS = ("127.0.0.1", "localhost")
TOKEN_BYTES = 24
MAX_BODY = 2 << 20
# Nothing is loaded from elsewhere, nothing is embedded elsewhere, no address is passed on, nothing is kept.
HEADERS = (
    (
        "Content-Security-Policy",
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
        "form-action 'none'; base-uri 'none'; frame-ancestors 'none'",
    ),
    ("Cross-Origin-Opener-Policy", "same-origin"),
    ("Cross-Origin-Resource-Policy", "same-origin"),
    ("Referrer-Policy", "no-referrer"),
    ("X-Content-Type-Options", "nosniff"),
    ("Cache-Control", "no-store"),
)


class RefusedError(Exception):
    """A request that is not answered: its status, and why."""

    def __init__(self, status: str, why: str) -> None:
        super().__init__(why)
        self.status = status


def new_token() -> str:
    return secrets.token_urlsafe(TOKEN_BYTES)


@dataclass(frozen=True)
class Gate:
    """Lets requests in, and says which part of the page they ask for."""

    port: int
    token: str = field(default_factory=new_token, repr=False)

    @property
    def address(self) -> str:
        return f"http://{HOSTS[0]}:{self.port}/{self.token}/"

    def part(self, environ: WSGIEnvironment) -> str:
        """What comes after the token in the path of a request that may be answered."""
        if environ.get("HTTP_HOST") not in self._names():
            raise RefusedError("421 Misdirected Request", "this server answers as 127.0.0.1 and localhost only")
        if environ.get("REQUEST_METHOD") not in ("GET", "POST"):
            raise RefusedError("405 Method Not Allowed", "only GET and POST are answered")
        self._check_origin(environ)
        token, _, part = str(environ.get("PATH_INFO", "")).removeprefix("/").partition("/")
        # Bytes that are no text of ours compare as different, and equal ones take as long as others.
        if not hmac.compare_digest(token.encode("utf-8", "surrogateescape"), self.token.encode()):
            raise RefusedError("404 Not Found", "there is nothing here; open the address that the terminal shows")
        return part

    def _names(self) -> tuple[str, ...]:
        return tuple(f"{host}:{self.port}" for host in HOSTS)

    def _check_origin(self, environ: WSGIEnvironment) -> None:
        own = tuple(f"http://{name}" for name in self._names())
        origin, site = environ.get("HTTP_ORIGIN"), environ.get("HTTP_SEC_FETCH_SITE")
        is_post = environ.get("REQUEST_METHOD") == "POST"
        if origin not in own and (origin is not None or is_post):
            raise RefusedError("403 Forbidden", "requests from another page are not answered")
        if site not in (None, "same-origin", *(() if is_post else ("none",))):
            raise RefusedError("403 Forbidden", "requests from another page are not answered")


def body_of(environ: WSGIEnvironment) -> bytes:
    """The body of a request with JSON, if it is not too long."""
    if str(environ.get("CONTENT_TYPE", "")).partition(";")[0].strip() != "application/json":
        raise RefusedError("415 Unsupported Media Type", "requests are JSON")
    length = str(environ.get("CONTENT_LENGTH") or "")
    if not (length.isascii() and length.isdecimal()) or int(length) > MAX_BODY:
        raise RefusedError("413 Content Too Large", f"a request has at most {MAX_BODY:,} bytes, and says how many")
    body: bytes = environ["wsgi.input"].read(int(length))
    return body
