from __future__ import annotations

import uuid
from typing import Any, Dict, Optional, Sequence

from .generated.types import ReplayExecutionRequest
from .transport import Request, segment


def execute_request(
    workflow_id: str,
    body: Dict[str, Any],
    *,
    idempotency_key: Optional[str],
    execution_id: Optional[str],
    execution_timeout_seconds: Optional[float] = None,
    accept: str = "application/json",
) -> Request:
    headers = {} if execution_timeout_seconds is None else {"X-Execution-Timeout-Seconds": f"{execution_timeout_seconds:g}"}
    headers.update(_once(idempotency_key, execution_id))
    path = f"/api/workflows/{segment(workflow_id)}/execute"
    return Request("POST", path, body=body, headers=headers, accept=accept, repeatable=True)


def input_body(input: Any) -> Dict[str, Any]:
    return {"input": {} if input is None else input}


def stream_body(input: Any, selected_outputs: Optional[Sequence[str]]) -> Dict[str, Any]:
    selected = {} if selected_outputs is None else {"selectedOutputs": list(selected_outputs)}
    return {**input_body(input), "stream": True, **selected}


def follow_request(workflow_id: str, execution_id: str, last: Optional[str], selected_outputs: Optional[Sequence[str]]) -> Request:
    """The rest of a stream, behind the event with the id `last`."""
    path = f"/api/workflows/{segment(workflow_id)}/executions/{segment(execution_id)}/stream"
    query = {"selectedOutputs": None if selected_outputs is None else list(selected_outputs)}
    headers = {} if last is None else {"Last-Event-ID": last}
    return Request("GET", path, query=query, headers=headers, accept="text/event-stream")


def resume_request(workflow_id: str, execution_id: str, context_id: str, input: Any) -> Request:
    path = f"/api/resume/{segment(workflow_id)}/{segment(execution_id)}/{segment(context_id)}"
    return Request("POST", path, body=input_body(input))


def replay_request(
    workflow_id: str, execution_id: str, how: ReplayExecutionRequest, *, idempotency_key: Optional[str], own_id: Optional[str]
) -> Request:
    path = f"/api/workflows/{segment(workflow_id)}/executions/{segment(execution_id)}/replay"
    return Request("POST", path, body=how, headers=_once(idempotency_key, own_id), repeatable=True)


def _once(idempotency_key: Optional[str], execution_id: Optional[str]) -> Dict[str, str]:
    """A start that may be sent again: the server runs one key once."""
    own = {} if execution_id is None else {"X-Execution-Id": execution_id}
    return {"Idempotency-Key": idempotency_key or str(uuid.uuid4()), **own}
