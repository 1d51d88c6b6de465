from __future__ import annotations

import socket
import threading
from typing import Callable, Optional


class Cancelled(Exception):
    """The caller has left; nobody waits for what this was about."""


class Call:
    """One call of a program: it can be called off from another thread, wherever it stands."""

    def __init__(self, timeout: Optional[float] = None) -> None:
        self.timeout = timeout
        self._off = threading.Event()
        self._lock = threading.Lock()
        self._socket: Callable[[], Optional[socket.socket]] = _no_socket

    @property
    def cancelled(self) -> bool:
        return self._off.is_set()

    def uses(self, socket_in_use: Callable[[], Optional[socket.socket]]) -> None:
        """From now on, cancelling breaks the connection of this socket."""
        with self._lock:
            self._socket = socket_in_use
        if self.cancelled:
            raise Cancelled

    def leaves(self) -> None:
        """From now on, cancelling breaks no connection: another call may use it."""
        with self._lock:
            self._socket = _no_socket

    def pause(self, seconds: float) -> None:
        if self._off.wait(seconds):
            raise Cancelled

    def cancel(self) -> None:
        self._off.set()
        with self._lock:
            sock = self._socket()
            if sock is None:
                return
            try:
                # Closing alone would not wake the thread that reads.
                sock.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass


def _no_socket() -> Optional[socket.socket]:
    return None
