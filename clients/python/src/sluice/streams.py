from __future__ import annotations

import http.client
import json
import re
from contextlib import closing
from typing import Callable, Generator, Iterable, Iterator, List, Literal, NamedTuple, Optional, Union

from .call import Call, Cancelled
from .connections import Answer
from .errors import SluiceError
from .generated.types import StreamMessageChunk, StreamMessageError, StreamMessageFinal
from .transport import Request, Transport

#: A part of an output, the end of the run or its pause, or how it failed.
RunMessage = Union[StreamMessageChunk, StreamMessageFinal, StreamMessageError]

_MOST_RECONNECTS = 10
_LINE_END = re.compile(rb"\r\n|\n|\r")


class ServerEvent(NamedTuple):
    id: Optional[str]
    data: str


def server_events(chunks: Iterable[bytes], on_line: Callable[[], None] = lambda: None) -> Iterator[ServerEvent]:
    """The events of a stream, as the HTML standard reads them, as far as ids and data go. Ends where the stream ends.

    Events with a name are left out: ``reconnect`` precedes the end of a stream whose server stops. ``on_line`` is called for each line,
    also for those that only show that the server is there.
    """
    last_id: Optional[str] = None
    data: List[str] = []
    named = False
    for line in _lines_of(chunks):
        on_line()
        if line == "":
            if data and not named:
                yield ServerEvent(last_id, "\n".join(data))
            data, named = [], False
        elif line.startswith("event:"):
            named = True
        elif line.startswith("data:"):
            data.append(line[5:].removeprefix(" "))
        elif line.startswith("id:"):
            last_id = line[3:].removeprefix(" ")


def streamed_run(
    transport: Transport, start: Request, rest: Callable[[str, Optional[str]], Request], call: Call
) -> Generator[RunMessage, None, None]:
    """Starts a run and shows it, or the one that goes on under the same key.

    ``rest`` asks for the stream of an execution behind an event.
    """
    try:
        first = transport.open(start, call)
    except SluiceError as error:
        if error.code != "IDEMPOTENCY_KEY_IN_USE" or error.execution_id is None:
            raise
        first = transport.open(rest(error.execution_id, None), call)
    execution_id = first.headers.get("x-execution-id", "")
    try:
        yield from run_messages(first, lambda last: transport.open(rest(execution_id, last), call), call)
    except SluiceError as error:
        error.execution_id = error.execution_id or execution_id
        raise


def run_messages(first: Answer, again: Callable[[Optional[str]], Answer], call: Call) -> Generator[RunMessage, None, None]:
    """The messages of a run up to its end.

    ``again`` replaces a connection that is lost and takes the id of the last event; a 204 says that nothing is left. A server that is away or
    too busy for the moment counts as a lost connection.
    """
    answer: Optional[Answer] = first
    last: Optional[str] = None
    lost = 0

    def heard() -> None:
        # A server that sends heartbeats is there, however long the run says nothing.
        # A page of a proxy says nothing about the server, whatever its status.
        nonlocal lost
        if answer is not None and answer.headers.get("content-type", "").startswith("text/event-stream"):
            lost = 0

    while lost < _MOST_RECONNECTS:
        with closing(_until_lost(answer, heard, call)) as events:
            for event in events:
                last = event.id or last
                message = _message_in(event.data)
                if message == "[DONE]":
                    return
                yield message
        call.pause(min(5.0, 0.1 * 2**lost))
        lost += 1
        answer = _unless_away(again, last)
        if answer is not None and answer.status == 204:
            answer.close()
            return
    raise SluiceError(f"The stream was lost {_MOST_RECONNECTS} times in a row", kind="NETWORK")


def _until_lost(answer: Optional[Answer], on_line: Callable[[], None], call: Call) -> Generator[ServerEvent, None, None]:
    """The events of one connection; ends when it is lost."""
    if answer is None:
        return
    try:
        yield from server_events(answer.chunks(), on_line)
    except (OSError, http.client.HTTPException) as cause:
        if call.cancelled:
            raise Cancelled from cause
    finally:
        answer.close()


def _unless_away(again: Callable[[Optional[str]], Answer], last: Optional[str]) -> Optional[Answer]:
    """The next connection; None when the server is away or too busy for the moment."""
    try:
        return again(last)
    except SluiceError as error:
        if error.kind != "NETWORK" and error.status not in (429, 502, 503, 504):
            raise
        return None


def _message_in(data: str) -> Union[RunMessage, Literal["[DONE]"]]:
    try:
        message: Union[RunMessage, Literal["[DONE]"]] = json.loads(data)
        return message
    except ValueError as cause:
        raise SluiceError("A message of the stream is not JSON", kind="INVALID_JSON") from cause


def _lines_of(chunks: Iterable[bytes]) -> Iterator[str]:
    # The parts of the last line, which may not be whole yet: a long line is joined once.
    parts: List[bytes] = []
    held = b""
    for chunk in chunks:
        data = held + chunk
        # The second half of this line end may follow.
        held = b"\r" if data.endswith(b"\r") else b""
        first, *lines = _LINE_END.split(data[: len(data) - len(held)])
        parts.append(first)
        for line in lines:
            yield b"".join(parts).decode()
            parts = [line]
