from __future__ import annotations

import http.client
import socket
import threading
from typing import Optional


class Cancelled(Exception):
    """The caller has left; nobody waits for what this was about."""


class Call:
    """One call of a program: it can be called off from another thread, wherever it stands."""

    def __init__(self, timeout: Optional[float] = None) -> None:
        self.timeout = timeout
        self._off = threading.Event()
        self._connection: Optional[http.client.HTTPConnection] = None

    @property
    def cancelled(self) -> bool:
        return self._off.is_set()

    def uses(self, connection: http.client.HTTPConnection) -> None:
        """From now on, calling off breaks this connection."""
        self._connection = connection
        if self.cancelled:
            raise Cancelled

    def pause(self, seconds: float) -> None:
        if self._off.wait(seconds):
            raise Cancelled

    def cancel(self) -> None:
        self._off.set()
        sock = None if self._connection is None else self._connection.sock
        if sock is None:
            return
        try:
            # Closing alone would not wake the thread that reads.
            sock.shutdown(socket.SHUT_RDWR)
        except OSError:
            pass
