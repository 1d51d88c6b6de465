from __future__ import annotations

import os
from typing import AsyncIterator, Awaitable, Callable, Iterator, Mapping, Optional, Union

from .call import Call
from .connections import Answer
from .transport import told_as_sluice_error


class Download:
    """Content that comes as it is read. Use it in a `with`, or read it to its end."""

    def __init__(self, answer: Answer, call: Call) -> None:
        self._answer = answer
        self._call = call
        self.status = answer.status
        #: Names are in lower case.
        self.headers: Mapping[str, str] = answer.headers

    def __iter__(self) -> Iterator[bytes]:
        with told_as_sluice_error(self._call):
            yield from self._answer.chunks()

    def read(self) -> bytes:
        """All of it, in memory."""
        return b"".join(self)

    def text(self) -> str:
        """All of it, as UTF-8."""
        return self.read().decode()

    def save(self, path: Union[str, "os.PathLike[str]"]) -> None:
        """Writes it to a file, part after part."""
        with open(path, "wb") as file:
            for chunk in self:
                file.write(chunk)

    def close(self) -> None:
        self._answer.close()

    def __enter__(self) -> Download:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


class AsyncDownload:
    """Content that comes as it is read. Use it in an `async with`, or read it to its end."""

    def __init__(self, download: Download, run: Callable[..., Awaitable[Optional[bytes]]]) -> None:
        self._download = download
        self._run = run
        self.status = download.status
        #: Names are in lower case.
        self.headers: Mapping[str, str] = download.headers

    async def __aiter__(self) -> AsyncIterator[bytes]:
        chunks = iter(self._download)
        while (chunk := await self._run(next, chunks, None)) is not None:
            yield chunk

    async def read(self) -> bytes:
        """All of it, in memory."""
        return b"".join([chunk async for chunk in self])

    async def text(self) -> str:
        """All of it, as UTF-8."""
        return (await self.read()).decode()

    async def save(self, path: Union[str, "os.PathLike[str]"]) -> None:
        """Writes it to a file, part after part."""
        await self._run(self._download.save, path)

    async def close(self) -> None:
        self._download.close()

    async def __aenter__(self) -> AsyncDownload:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()
