from __future__ import annotations

from contextlib import contextmanager
from typing import Generator, Iterator, Mapping

import httpx

from .call import Call
from .connections import Answer, Sending, server_address


class HttpxConnections:
    """Sends requests with the client of a program, which configures and closes it. Retries are those of this library."""

    def __init__(self, base_url: str, client: httpx.Client) -> None:
        server_address(base_url)
        self._base_url = base_url.rstrip("/")
        self._client = client

    def send(self, sending: Sending, call: Call) -> Answer:
        with told_as_os_error():
            request = self._client.build_request(
                sending.method,
                f"{self._base_url}{sending.path}",
                headers=dict(sending.headers),
                content=sending.body,
                timeout=sending.timeout,
            )
            response = self._client.send(request, stream=True, follow_redirects=False)
        stream = response.extensions.get("network_stream")
        try:
            call.uses(lambda: None if stream is None else stream.get_extra_info("socket"))
        except BaseException:
            call.leaves()
            response.close()
            raise
        return HttpxAnswer(response, call)

    def close(self) -> None:
        """The client belongs to the program."""


class HttpxAnswer:
    """An answer of httpx."""

    def __init__(self, response: httpx.Response, call: Call) -> None:
        self._call = call
        self._response = response
        self.status = response.status_code
        self.headers: Mapping[str, str] = {name.lower(): value for name, value in response.headers.items()}

    def chunks(self) -> Iterator[bytes]:
        with told_as_os_error():
            try:
                yield from self._response.iter_bytes()
            finally:
                self.close()

    def read(self) -> bytes:
        return b"".join(self.chunks())

    def close(self) -> None:
        self._call.leaves()
        self._response.close()


@contextmanager
def told_as_os_error() -> Generator[None, None, None]:
    """The errors of httpx as those of the standard library, which the rest of this library handles."""
    try:
        yield
    except httpx.TimeoutException as cause:
        raise TimeoutError(str(cause)) from cause
    except (httpx.TransportError, httpx.StreamError) as cause:
        raise ConnectionError(str(cause) or type(cause).__name__) from cause
