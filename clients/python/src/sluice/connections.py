from __future__ import annotations

import http.client
import io
import re
import socket
import selectors
import ssl
import threading
import time
from dataclasses import dataclass
from typing import Any, Iterator, List, Mapping, Optional, Protocol, Tuple, Union
from urllib.parse import SplitResult, urlsplit

from .call import Call

_CHUNK = 64 * 1024
# What Node servers grant when they say nothing.
_DEFAULT_IDLE_SECONDS = 5.0


@dataclass(frozen=True)
class Sending:
    """A request as it is sent."""

    method: str
    #: With its query.
    path: str
    headers: Mapping[str, str]
    body: Union[bytes, Iterator[bytes], None]
    #: Seconds that the server may be silent.
    timeout: Optional[float]


class Answer(Protocol):
    """An answer whose body is still to be read."""

    status: int
    #: Names are in lower case.
    headers: Mapping[str, str]

    def chunks(self) -> Iterator[bytes]:
        """The body as it comes. Raises OSError or HTTPException when the connection is lost."""
        ...

    def read(self) -> bytes: ...

    def close(self) -> None:
        """Ends the connection, unless the whole body was read."""
        ...


class Sender(Protocol):
    """Sends requests to one server. Raises OSError or HTTPException when it cannot be reached."""

    def send(self, sending: Sending, call: Call) -> Answer: ...

    def close(self) -> None: ...


def server_address(base_url: str) -> SplitResult:
    """The parts of the address of a server. Raises ValueError."""
    url = urlsplit(base_url)
    if url.scheme not in ("http", "https") or not url.hostname:
        raise ValueError(f"base_url must be an http or https address, not {base_url!r}")
    return url


class Connections:
    """Connections to one server. Those that are not in use are kept as long as the server keeps them."""

    def __init__(self, base_url: str, ssl_context: Optional[ssl.SSLContext] = None) -> None:
        url = server_address(base_url)
        self._secure = url.scheme == "https"
        # Without a port, http.client takes the last part of an IPv6 address for one.
        self._host, self._port = url.hostname or "", url.port or (443 if self._secure else 80)
        self._ssl_context = ssl_context
        self._lock = threading.Lock()
        self._idle: List[Tuple[http.client.HTTPConnection, float]] = []
        self._closed = False
        self._prefix = url.path.rstrip("/")

    def send(self, sending: Sending, call: Call) -> Answer:
        connection = self.take(sending.timeout)
        try:
            call.uses(lambda: connection.sock)
            response = self._exchange(connection, sending)
        except BaseException:
            call.leaves()
            connection.close()
            raise
        return HttpAnswer(self, connection, response, call)

    def _exchange(self, connection: http.client.HTTPConnection, sending: Sending) -> http.client.HTTPResponse:
        body = sending.body
        chunked = body is not None and not isinstance(body, bytes)
        headers = {**sending.headers, "Transfer-Encoding": "chunked"} if chunked else sending.headers
        try:
            connection.request(sending.method, f"{self._prefix}{sending.path}", body=body, headers=headers, encode_chunked=chunked)
        except (BrokenPipeError, ConnectionResetError):
            # A server that refuses a large body answers before it has all of it.
            if not chunked:
                raise
            response = connection.getresponse()
            response.will_close = True
            return response
        return connection.getresponse()

    def take(self, timeout: Optional[float]) -> http.client.HTTPConnection:
        for connection in self._idle_ones():
            if connection.sock is not None and not _was_closed(connection):
                connection.timeout = timeout
                connection.sock.settimeout(timeout)
                return connection
            connection.close()
        connection = (
            http.client.HTTPSConnection(self._host, self._port, timeout=timeout, context=self._ssl_context)
            if self._secure
            else http.client.HTTPConnection(self._host, self._port, timeout=timeout)
        )
        connection.response_class = _WholeResponse
        return connection

    def give_back(self, connection: http.client.HTTPConnection, headers: Mapping[str, str]) -> None:
        until = time.monotonic() + _idle_seconds(headers)
        with self._lock:
            if not self._closed and connection.sock is not None:
                self._idle.append((connection, until))
                return
        connection.close()

    def close(self) -> None:
        with self._lock:
            self._closed = True
            idle, self._idle = self._idle, []
        for connection, _ in idle:
            connection.close()

    def _idle_ones(self) -> Iterator[http.client.HTTPConnection]:
        while True:
            with self._lock:
                if not self._idle:
                    return
                connection, until = self._idle.pop()
            if time.monotonic() < until:
                yield connection
            else:
                connection.close()


class HttpAnswer:
    """An answer of the standard library."""

    def __init__(
        self, connections: Connections, connection: http.client.HTTPConnection, response: http.client.HTTPResponse, call: Call
    ) -> None:
        self._call = call
        self._connections = connections
        self._connection = connection
        self._response = response
        self.status = response.status
        self.headers: Mapping[str, str] = {name.lower(): value for name, value in response.getheaders()}

    def chunks(self) -> Iterator[bytes]:
        try:
            while chunk := self._response.read1(_CHUNK):
                yield chunk
            if self._response.length:
                raise http.client.IncompleteRead(b"", self._response.length)
        except BaseException:
            self.close()
            raise
        self._done()

    def read(self) -> bytes:
        return b"".join(self.chunks())

    def close(self) -> None:
        if self._connection is not None:
            connection, self._connection = self._connection, None  # type: ignore[assignment]
            self._call.leaves()
            self._response.close()
            connection.close()

    def _done(self) -> None:
        if self._connection is None:
            return
        connection, self._connection = self._connection, None  # type: ignore[assignment]
        self._call.leaves()
        self._response.close()
        if self._response.will_close:
            connection.close()
        else:
            self._connections.give_back(connection, self.headers)


class _WholeLines(io.BufferedReader):
    def readline(self, size: Any = -1) -> bytes:
        line = super().readline(size)
        if not line.endswith(b"\n"):
            raise http.client.IncompleteRead(line)
        return line


class _WholeResponse(http.client.HTTPResponse):
    """Takes no head that breaks off for a whole one, as its parent does: what is missing may say how long the body is."""

    def __init__(self, sock: socket.socket, *arguments: Any, **options: Any) -> None:
        super().__init__(sock, *arguments, **options)
        self.fp: Any = _WholeLines(self.fp.detach())


def _was_closed(connection: http.client.HTTPConnection) -> bool:
    """Nothing may come on a connection that is not in use: if something does, it is the end."""
    with selectors.DefaultSelector() as selector:
        selector.register(connection.sock, selectors.EVENT_READ)
        return bool(selector.select(0))


def _idle_seconds(headers: Mapping[str, str]) -> float:
    named = re.search(r"timeout=(\d+)", headers.get("keep-alive", ""))
    # A second less, lest the server closes it while a request is under way.
    return (float(named[1]) if named else _DEFAULT_IDLE_SECONDS) - 1
