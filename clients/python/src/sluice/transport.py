from __future__ import annotations

import http.client
import json
import random
import re
import ssl
import time
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime
from typing import TYPE_CHECKING, Any, Callable, Dict, Generator, Iterator, List, Mapping, Optional, TypeVar, Union, cast
from urllib.parse import quote, urlencode

from .call import Call, Cancelled
from .connections import Answer, Connections, Sender, Sending
from .errors import SluiceError, error_of, is_json
from .uploads import Form, Source, UnreadableUpload

if TYPE_CHECKING:
    import httpx

Result = TypeVar("Result")

#: Seconds that the server may be silent.
_LONGEST_SILENCE = 60.0
#: The same, while it runs a workflow.
_LONGEST_RUN = 600.0

_FIRST_PAUSE = 0.5
_LONGEST_PAUSE = 30.0

_HEADER_NAME = re.compile(r"[!#$%&'*+.^_`|~0-9A-Za-z-]+")
_HEADER_VALUE = re.compile(r"[\t\x20-\x7e\x80-\xff]*")


@dataclass(frozen=True)
class Request:
    method: str
    path: str
    query: Mapping[str, Any] = field(default_factory=lambda: {})
    #: Anything that JSON can say; None: no body.
    body: Any = None
    form: Optional[Mapping[str, Union[str, Source, None]]] = None
    content: Optional[Source] = None
    content_type: str = "application/octet-stream"
    accept: str = "application/json"
    headers: Mapping[str, str] = field(default_factory=lambda: {})
    #: Doing it twice is the same as doing it once. Default: of all but POST and PATCH.
    repeatable: Optional[bool] = None


@dataclass(frozen=True)
class RateLimit:
    """What limits the caller was told of last."""

    limit: int
    remaining: int
    reset_at: datetime


@dataclass(frozen=True)
class RawExecution:
    """The HTTP answer of a run."""

    status: int
    #: Names are in lower case.
    headers: Mapping[str, str]
    execution_id: str
    #: JSON, or a text if a Response block chose another media type.
    body: Any


@dataclass(frozen=True)
class _Payload:
    headers: Mapping[str, str]
    can_repeat: bool
    #: What is sent; parts are made anew at every call.
    body: Callable[[], Union[bytes, Iterator[bytes], None]]


class Transport:
    """Sends requests, and sends them again where that can do no harm. May be used by many threads."""

    def __init__(
        self,
        *,
        api_key: str,
        base_url: str,
        timeout: Optional[float],
        max_retries: int,
        headers: Optional[Mapping[str, str]],
        ssl_context: Optional[ssl.SSLContext],
        http_client: Optional[httpx.Client] = None,
    ) -> None:
        # Files often end with a line break.
        key = api_key.strip() if api_key else ""
        if not key:
            raise ValueError("api_key is required")
        # What refuses the header would show the key.
        if not re.fullmatch(r"[\x20-\x7e]+", key):
            raise ValueError("api_key contains characters that API keys do not have")
        if http_client is None:
            self._connections: Sender = Connections(base_url, ssl_context)
        elif ssl_context is None:
            from .httpx_connections import HttpxConnections

            self._connections = HttpxConnections(base_url, http_client)
        else:
            raise ValueError("ssl_context is not used with http_client: set verify of the httpx.Client")
        self._headers = {"X-API-Key": key, **(headers or {})}
        self._timeout = _LONGEST_SILENCE if timeout is None else timeout
        self._run_timeout = _LONGEST_RUN if timeout is None else timeout
        self._max_retries = max_retries
        self.rate_limit: Optional[RateLimit] = None

    def call_of_run(self, timeout: Optional[float]) -> Call:
        """A call that waits for a run."""
        return Call(self._run_timeout if timeout is None else timeout)

    @property
    def longest_silence(self) -> float:
        """Seconds that the server may be silent in calls that name no time of their own."""
        return self._timeout

    def json(self, request: Request, call: Call) -> Any:
        """The body of the answer; None when there is none. Raises SluiceError."""
        return self._repeatedly(request, call, _json_in)

    def raw(self, request: Request, call: Call) -> RawExecution:
        """The answer of a run, whatever status its workflow chose. Raises SluiceError when the run failed or none was started."""
        try:
            return self._repeatedly(request, call, _raw_in)
        except SluiceError as error:
            if error.status is None or not _is_chosen(error):
                raise
            return RawExecution(error.status, error.headers, _run_id(error.headers), error.body)

    def open(self, request: Request, call: Call) -> Answer:
        """The answer, once it is a success, with its body still to be read. Raises SluiceError."""
        return self._repeatedly(request, call, lambda answer: answer)

    def close(self) -> None:
        self._connections.close()

    def _repeatedly(self, request: Request, call: Call, read: Callable[[Answer], Result]) -> Result:
        payload = _payload_of(request)
        timeout = self._timeout if call.timeout is None else call.timeout
        give_up_at = time.monotonic() + timeout
        failures = 0
        while True:
            try:
                with told_as_sluice_error(call):
                    return read(self._attempt(request, payload, call))
            except SluiceError as error:
                # The first request with the key is still at work: its answer is what we wait for.
                # Whoever wants a stream need not wait for the end of the run: once it has a name it can be read.
                readable = request.accept == "text/event-stream" and error.execution_id is not None
                busy = error.code == "IDEMPOTENCY_KEY_IN_USE" and not readable
                following = failures > 0 and busy and time.monotonic() < give_up_at
                if not following and (failures >= self._max_retries or not _may_repeat(error, request, payload)):
                    raise
                pause = _backoff(failures) if error.retry_after is None else error.retry_after
                if pause > timeout:
                    raise
            call.pause(pause)
            # To wait for the first request is no failure of the next.
            if not following:
                failures += 1

    def _attempt(self, request: Request, payload: _Payload, call: Call) -> Answer:
        headers = _sendable({"Accept": request.accept, **payload.headers, **self._headers, **request.headers})
        path = f"{request.path}{_query_text(request.query)}"
        timeout = self._timeout if call.timeout is None else call.timeout
        answer = self._connections.send(Sending(request.method, path, headers, payload.body(), timeout), call)
        self.rate_limit = _rate_limit_in(answer.headers) or self.rate_limit
        if not 200 <= answer.status < 300:
            raise error_of(answer.status, answer.headers, answer.read())
        return answer


def segment(text: str) -> str:
    """A part of a path."""
    return quote(text, safe="")


@contextmanager
def told_as_sluice_error(call: Call) -> Generator[None, None, None]:
    """What the machinery below fails with, in the words of this library."""
    try:
        yield
    except UnreadableUpload as unreadable:
        raise unreadable.fault
    except (OSError, http.client.HTTPException) as cause:
        if call.cancelled:
            raise Cancelled from cause
        if isinstance(cause, TimeoutError):
            raise SluiceError("The server took too long to answer", kind="TIMEOUT") from cause
        raise SluiceError(f"The server cannot be reached: {cause or type(cause).__name__}", kind="NETWORK") from cause


def _sendable(headers: Mapping[str, str]) -> Mapping[str, str]:
    """Raises ValueError that does not show the value, which may be a secret."""
    for name, value in headers.items():
        if not _HEADER_NAME.fullmatch(name) or not _HEADER_VALUE.fullmatch(str(value)):
            raise ValueError(f"The header {name!r} contains characters that headers do not have")
    return headers


def _json_in(answer: Answer) -> Any:
    body = answer.read()
    if not body:
        return None
    try:
        return json.loads(body)
    except ValueError as cause:
        raise SluiceError(
            "The response of the server is not JSON",
            kind="INVALID_JSON",
            status=answer.status,
            execution_id=answer.headers.get("x-execution-id"),
            request_id=answer.headers.get("x-request-id"),
            body=body.decode(errors="replace"),
            headers=answer.headers,
        ) from cause


def _raw_in(answer: Answer) -> RawExecution:
    run = _run_id(answer.headers)
    # A page of a proxy belongs to no run.
    text = run != "" and not is_json(answer.headers)
    body = answer.read().decode(errors="replace") if text else _json_in(answer)
    return RawExecution(answer.status, answer.headers, run, body)


def _run_id(headers: Mapping[str, str]) -> str:
    return headers.get("x-execution-id", "")


def _is_chosen(error: SluiceError) -> bool:
    """Whether a Response block chose the status. Errors of the server have the fields `error` and `code`."""
    fields = cast(Mapping[str, Any], error.body) if isinstance(error.body, dict) else {}
    refused = isinstance(fields.get("error"), str) and isinstance(fields.get("code"), str)
    return _run_id(error.headers) != "" and not refused


def _payload_of(request: Request) -> _Payload:
    if request.form is not None:
        form = Form(request.form)
        return _Payload({"Content-Type": form.type}, form.repeatable, form.parts)
    if request.content is not None:
        return _Payload({"Content-Type": request.content_type}, request.content.repeatable, request.content.parts)
    if request.body is None:
        return _Payload({}, True, lambda: None)
    text = json.dumps(request.body, ensure_ascii=False, separators=(",", ":"), allow_nan=False).encode()
    return _Payload({"Content-Type": "application/json"}, True, lambda: text)


def _may_repeat(error: SluiceError, request: Request, payload: _Payload) -> bool:
    """What was refused for the moment was not done; what may have been done is sent again only when that changes nothing."""
    if not payload.can_repeat:
        return False
    if error.status == 429:
        return True
    harmless = request.method not in ("POST", "PATCH") if request.repeatable is None else request.repeatable
    return harmless and (error.status in (502, 503, 504) or error.kind == "NETWORK")


def _backoff(failures: int) -> float:
    """Longer each time, and never the same for two callers."""
    return min(_LONGEST_PAUSE, _FIRST_PAUSE * 2.0**failures) * (0.5 + random.random() / 2)


def _query_text(query: Mapping[str, Any]) -> str:
    given: Dict[str, str] = {name: _query_value(value) for name, value in query.items() if value is not None}
    return f"?{urlencode(given)}" if given else ""


def _query_value(value: Any) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    return ",".join(map(str, cast(List[Any], value))) if isinstance(value, (list, tuple)) else str(value)


def _rate_limit_in(headers: Mapping[str, str]) -> Optional[RateLimit]:
    try:
        return RateLimit(
            int(headers["x-ratelimit-limit"]),
            int(headers["x-ratelimit-remaining"]),
            # Before 3.11 the Z of UTC is not understood.
            datetime.fromisoformat(headers["x-ratelimit-reset"].replace("Z", "+00:00")),
        )
    except (KeyError, ValueError):
        return None
