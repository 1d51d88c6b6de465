from __future__ import annotations

import json
from typing import Any, List, Literal, Mapping, Optional, TypedDict, cast

ErrorKind = Literal[
    "UNAUTHORIZED",
    "TIMEOUT",
    "RATE_LIMIT_EXCEEDED",
    "USAGE_LIMIT_EXCEEDED",
    "EXECUTION_ERROR",
    "INVALID_JSON",
    "NETWORK",
    "OTHER",
]

_TOLD_BY_CODE: Mapping[str, ErrorKind] = {
    "UNAUTHORIZED": "UNAUTHORIZED",
    "TIMEOUT": "TIMEOUT",
    "RATE_LIMIT_EXCEEDED": "RATE_LIMIT_EXCEEDED",
    "USAGE_LIMIT_EXCEEDED": "USAGE_LIMIT_EXCEEDED",
    "BUDGET_EXCEEDED": "USAGE_LIMIT_EXCEEDED",
    "EXECUTION_ERROR": "EXECUTION_ERROR",
    "INVALID_JSON": "INVALID_JSON",
}


class ErrorDetail(TypedDict):
    """One field that was wrong."""

    path: List[Any]
    message: str
    code: str


class SluiceError(Exception):
    """Everything that a call may fail with.

    ``kind`` is what a program may ask; for ``OTHER`` the ``code`` of the answer says more.
    """

    def __init__(
        self,
        message: str,
        *,
        kind: ErrorKind,
        code: Optional[str] = None,
        status: Optional[int] = None,
        details: Optional[List[ErrorDetail]] = None,
        request_id: Optional[str] = None,
        retry_after: Optional[float] = None,
        execution_id: Optional[str] = None,
        body: Any = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> None:
        super().__init__(message)
        self.message = message
        self.kind: ErrorKind = kind
        #: Of the answer, such as ``NOT_FOUND``; the kind when there was none.
        self.code: str = code or kind
        #: Of the HTTP answer; None when there was none.
        self.status = status
        #: Which fields were wrong; with every 400.
        self.details: List[ErrorDetail] = details or []
        #: Tells the operator of the server which request it was.
        self.request_id = request_id
        #: Seconds.
        self.retry_after = retry_after
        #: Of a run that failed, or that goes on under the same Idempotency-Key.
        self.execution_id = execution_id
        #: The body of the HTTP answer: its JSON, or its text; None when there was none.
        self.body: Any = body
        #: Of the HTTP answer, with names in lower case.
        self.headers: Mapping[str, str] = headers or {}


def error_of(status: int, headers: Mapping[str, str], body: bytes) -> SluiceError:
    """The error that an answer stands for."""
    fields = _fields_in(body)
    if isinstance(fields.get("error"), dict):
        # Routes of the second generation refuse with an object.
        fields = {**fields["error"], "error": fields["error"].get("message")}
    code = fields.get("code") if isinstance(fields.get("code"), str) else None
    message = fields.get("error")
    kind = _TOLD_BY_CODE.get(code or "", "RATE_LIMIT_EXCEEDED" if status == 429 else "OTHER")
    return SluiceError(
        message if isinstance(message, str) else f"HTTP {status}",
        kind=kind,
        code=code,
        status=status,
        details=fields.get("details"),
        request_id=headers.get("x-request-id"),
        retry_after=_seconds_in(headers.get("retry-after")),
        execution_id=fields.get("executionId") or headers.get("x-execution-id"),
        body=body_of(body, headers),
        headers=headers,
    )


def is_json(headers: Mapping[str, str]) -> bool:
    """Whether a body may be JSON: by its media type, or because it has none."""
    return "json" in headers.get("content-type", "json").lower()


def body_of(body: bytes, headers: Mapping[str, str]) -> Any:
    """The JSON of a body, or its text; None when it is empty and may be JSON."""
    if not is_json(headers):
        return body.decode(errors="replace")
    try:
        return json.loads(body) if body else None
    except ValueError:
        return body.decode(errors="replace")


def _fields_in(body: bytes) -> Mapping[str, Any]:
    try:
        value: Any = json.loads(body)
    except ValueError:
        return {}
    return cast(Mapping[str, Any], value) if isinstance(value, dict) else {}


def _seconds_in(text: Optional[str]) -> Optional[float]:
    try:
        return None if text is None else max(0.0, float(text))
    except ValueError:
        return None
