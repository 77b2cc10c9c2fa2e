"""Starting the page: a small server on 127.0.0.1, until it is stopped."""

from __future__ import annotations

import logging
import socket
from collections.abc import Callable, Sequence
from dataclasses import replace

from analyzer.errors import SelectionError
from analyzer.game.file import GameFile
from analyzer.run.jobs import Run
from analyzer.serve.answers import Answers
from analyzer.serve.gate import HOSTS, MAX_BODY, Gate
from analyzer.serve.page import Page

THREADS = 4


def serve(own: Sequence[GameFile], run: Run, port: int, ready: Callable[[str], None]) -> None:
    """Answer until interrupted; `ready` gets the address once it can be opened. Port 0 takes any that is free."""
    from waitress.server import create_server

    # A request that waits for a moment is nothing to tell on the terminal.
    logging.getLogger("waitress.queue").setLevel(logging.ERROR)
    # The socket is made here, so that the port is known before anything is answered.
    listening = _listening(port)
    gate = Gate(listening.getsockname()[1])
    answers = Answers(run, {file.id: file for file in own})
    page = Page(gate, answers)
    answers.run = replace(run, progress=page.told)
    server = create_server(
        page,
        sockets=[listening],
        threads=THREADS,
        max_request_body_size=MAX_BODY,
        clear_untrusted_proxy_headers=True,
        ident=None,
    )
    ready(gate.address)
    try:
        server.run()
    finally:
        server.close()


def _listening(port: int) -> socket.socket:
    listening = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((HOSTS[0], port))
    except OSError as error:
        listening.close()
        raise SelectionError(
            f"port {port} of {HOSTS[0]} cannot be used: {error.strerror}; choose another one"
        ) from None
    return listening
