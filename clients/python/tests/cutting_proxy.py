from __future__ import annotations

import contextlib
import socket
import threading
from typing import List, Optional, Tuple
from urllib.parse import urlsplit


class CuttingProxy:
    """Stands between a client and a server, and breaks connections."""

    def __init__(self, target: str) -> None:
        url = urlsplit(target)
        self._target: Tuple[str, int] = (url.hostname or "", url.port or 80)
        self._cuts: List[int] = []
        self.connections = 0
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.url = f"http://127.0.0.1:{self._listener.getsockname()[1]}"
        threading.Thread(target=self._accept, daemon=True).start()

    def cut_after(self, *sizes: int) -> None:
        """The next connections break off after so many bytes of answers, in turn; those after them hold."""
        self._cuts.extend(sizes)

    def close(self) -> None:
        self._listener.close()

    def _accept(self) -> None:
        with contextlib.suppress(OSError):
            while True:
                near, _ = self._listener.accept()
                self.connections += 1
                limit = self._cuts.pop(0) if self._cuts else None
                far = socket.create_connection(self._target)
                threading.Thread(target=_pass, args=(near, far, None), daemon=True).start()
                threading.Thread(target=_pass, args=(far, near, limit), daemon=True).start()


def _pass(source: socket.socket, sink: socket.socket, limit: Optional[int]) -> None:
    with contextlib.suppress(OSError):
        while part := source.recv(65536):
            sink.sendall(part if limit is None else part[:limit])
            if limit is not None:
                limit -= len(part)
                if limit <= 0:
                    break
    for each in (source, sink):
        with contextlib.suppress(OSError):
            each.shutdown(socket.SHUT_RDWR)
        each.close()
