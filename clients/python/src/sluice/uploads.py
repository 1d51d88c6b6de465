from __future__ import annotations

import mimetypes
import os
import uuid
from dataclasses import dataclass
from typing import Any, BinaryIO, Iterable, Iterator, List, Mapping, Optional, Tuple, Union, cast

_CHUNK = 256 * 1024


@dataclass(frozen=True)
class File:
    """Content with a name. Content that comes in parts is sent as it comes, and nothing of it is kept."""

    name: str
    content: Union[bytes, str, BinaryIO, Iterable[bytes]]
    #: Its media type. Default: by its name.
    type: Optional[str] = None


#: A file to send: its path, an open binary file, or content with a name.
Upload = Union[str, "os.PathLike[str]", BinaryIO, File]


class UnreadableUpload(Exception):
    """What the content of an upload has raised. httpx does not keep the cause of an exception that passes through it."""

    def __init__(self, fault: Exception) -> None:
        super().__init__(str(fault))
        self.fault = fault


class Source:
    """An upload, ready to be sent; more than once if its content allows."""

    def __init__(self, upload: Upload) -> None:
        file = _named(upload)
        self.name = file.name
        self.type = file.type or mimetypes.guess_type(file.name)[0] or "application/octet-stream"
        content: Any = file.content.encode() if isinstance(file.content, str) else file.content
        self._content = content
        self._start: Optional[int] = content.tell() if _is_seekable(content) else None
        self.repeatable = isinstance(self._content, (bytes, _Path)) or self._start is not None

    def parts(self) -> Iterator[bytes]:
        try:
            yield from self._parts()
        except Exception as cause:
            raise UnreadableUpload(cause) from cause

    def _parts(self) -> Iterator[bytes]:
        content = self._content
        if isinstance(content, bytes):
            yield content
        elif isinstance(content, _Path):
            with open(content.path, "rb") as opened:
                yield from _read(opened)
        elif hasattr(content, "read"):
            if self._start is not None:
                content.seek(self._start)
            yield from _read(content)
        else:
            yield from content


class Form:
    """A form with files, written while it is sent: memory does not grow with them."""

    def __init__(self, fields: Mapping[str, Union[str, Source, None]]) -> None:
        given = [(name, value) for name, value in fields.items() if value is not None]
        # Words first: a server can refuse a file by what it is told before the bytes.
        self._fields: List[Tuple[str, Union[str, Source]]] = sorted(given, key=lambda field: isinstance(field[1], Source))
        self._boundary = f"sluice-{uuid.uuid4()}"
        self.type = f"multipart/form-data; boundary={self._boundary}"
        self.repeatable = all(value.repeatable for _, value in self._fields if isinstance(value, Source))

    def parts(self) -> Iterator[bytes]:
        for name, value in self._fields:
            head = f'--{self._boundary}\r\nContent-Disposition: form-data; name="{_quoted(name)}"'
            if isinstance(value, str):
                yield f"{head}\r\n\r\n{value}\r\n".encode()
                continue
            yield f'{head}; filename="{_quoted(value.name)}"\r\nContent-Type: {value.type}\r\n\r\n'.encode()
            yield from value.parts()
            yield b"\r\n"
        yield f"--{self._boundary}--\r\n".encode()


class _Path(Iterable[bytes]):
    """A file that is opened when it is sent."""

    def __init__(self, path: str) -> None:
        self.path = path

    def __iter__(self) -> Iterator[bytes]:
        raise TypeError("A path is opened, not iterated")


def _named(upload: Upload) -> File:
    if isinstance(upload, File):
        return upload
    if isinstance(upload, (str, os.PathLike)):
        path = os.fspath(upload)
        # Fails here and not in the middle of a request.
        os.stat(path)
        return File(os.path.basename(path), _Path(path))
    name = getattr(upload, "name", None)
    if not isinstance(name, str):
        raise TypeError("An upload without a name: pass File(name, content)")
    return File(os.path.basename(name), upload)


def _is_seekable(content: object) -> bool:
    seekable = getattr(content, "seekable", None)
    return seekable is not None and bool(seekable())


def _read(opened: BinaryIO) -> Iterator[bytes]:
    while chunk := cast(Any, opened.read(_CHUNK)):
        if not isinstance(chunk, bytes):
            raise TypeError("Open the file in binary mode")
        yield chunk


def _quoted(name: str) -> str:
    """As browsers write names in forms."""
    return name.replace('"', "%22").replace("\r", "%0D").replace("\n", "%0A")
