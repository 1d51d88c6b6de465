from __future__ import annotations

import ssl
from typing import TYPE_CHECKING, Any, Generator, Mapping, Optional, Sequence

from .call import Call
from .downloads import Download
from .generated.operations import Operations
from .generated.types import Execution, ReplayExecutionRequest, Resumed
from .jobs import StartedJob
from .runs import execute_request, follow_request, input_body, replay_request, resume_request, stream_body
from .streams import RunMessage, streamed_run
from .transport import RateLimit, RawExecution, Request, Transport

if TYPE_CHECKING:
    import httpx


class SyncTransport:
    """What the operations call."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def json(self, request: Request, timeout: Optional[float]) -> Any:
        return self._transport.json(request, Call(timeout))

    def download(self, request: Request, timeout: Optional[float]) -> Download:
        call = Call(timeout)
        return Download(self._transport.open(request, call), call)


class Client(Operations):
    """Calls a Sluice server. May be used by many threads.

    The front door is `execute`, `start`, `stream` and `resume`; everything else is in groups, such as ``client.workflows``,
    ``client.logs`` and ``client.tables``. Every method raises SluiceError when it fails. Times are in seconds; a ``timeout`` is how
    long the server may be silent: 60 by default, 600 for calls that wait for a run. ``http_client`` sends the requests with a client of
    httpx, which you close yourself.
    """

    def __init__(
        self,
        *,
        api_key: str,
        base_url: str = "http://localhost:3000",
        timeout: Optional[float] = None,
        max_retries: int = 3,
        headers: Optional[Mapping[str, str]] = None,
        ssl_context: Optional[ssl.SSLContext] = None,
        http_client: Optional[httpx.Client] = None,
    ) -> None:
        self._transport = Transport(
            api_key=api_key,
            base_url=base_url,
            timeout=timeout,
            max_retries=max_retries,
            headers=headers,
            ssl_context=ssl_context,
            http_client=http_client,
        )
        super().__init__(SyncTransport(self._transport))

    @property
    def rate_limit(self) -> Optional[RateLimit]:
        """What the last limited answer told about the limits."""
        return self._transport.rate_limit

    def execute(
        self,
        workflow_id: str,
        input: Any = None,
        *,
        idempotency_key: Optional[str] = None,
        execution_id: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> Execution:
        """Runs a workflow and waits for what it comes to: its outcome, or that it is paused.

        The same ``idempotency_key`` runs once, however often it is sent (default: a new one); ``execution_id`` is an id of your own.
        Raises SluiceError: EXECUTION_ERROR when the run fails.
        """
        request = execute_request(workflow_id, input_body(input), idempotency_key=idempotency_key, execution_id=execution_id)
        execution: Execution = self._transport.json(request, self._transport.call_of_run(timeout))
        return execution

    def execute_raw(
        self,
        workflow_id: str,
        input: Any = None,
        *,
        idempotency_key: Optional[str] = None,
        execution_id: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> RawExecution:
        """Runs a workflow and returns status, headers and body of its answer, whatever status a Response block chose.

        Raises SluiceError when the run fails, or when no run was started.
        """
        request = execute_request(workflow_id, input_body(input), idempotency_key=idempotency_key, execution_id=execution_id)
        return self._transport.raw(request, self._transport.call_of_run(timeout))

    def start(
        self,
        workflow_id: str,
        input: Any = None,
        *,
        idempotency_key: Optional[str] = None,
        execution_id: Optional[str] = None,
        execution_timeout_seconds: Optional[float] = None,
        timeout: Optional[float] = None,
    ) -> StartedJob:
        """Starts a workflow as a job, and answers at once."""
        request = execute_request(
            workflow_id,
            {**input_body(input), "async": True},
            idempotency_key=idempotency_key,
            execution_id=execution_id,
            execution_timeout_seconds=execution_timeout_seconds,
        )
        started = self._transport.json(request, Call(timeout))
        return self._started(started["jobId"], started["executionId"])

    def stream(
        self,
        workflow_id: str,
        input: Any = None,
        *,
        selected_outputs: Optional[Sequence[str]] = None,
        idempotency_key: Optional[str] = None,
        execution_id: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> Generator[RunMessage, None, None]:
        """What a run shows while it goes on. It begins when the first message is asked for.

        ``selected_outputs`` are those to show, such as ``agent.content``. When the connection is lost it is taken up again where it
        was; the run does not notice.
        """
        return streamed_run(
            self._transport,
            execute_request(
                workflow_id,
                stream_body(input, selected_outputs),
                idempotency_key=idempotency_key,
                execution_id=execution_id,
                accept="text/event-stream",
            ),
            lambda own, last: follow_request(workflow_id, own, last, selected_outputs),
            Call(timeout),
        )

    def resume(
        self, workflow_id: str, execution_id: str, context_id: str, input: Any = None, *, timeout: Optional[float] = None
    ) -> Resumed:
        """Answers what a run asks. The answer is what the run came to then, that it waits on, or a job."""
        request = resume_request(workflow_id, execution_id, context_id, input)
        resumed: Resumed = self._transport.json(request, self._transport.call_of_run(timeout))
        return resumed

    def replay(
        self,
        workflow_id: str,
        execution_id: str,
        how: ReplayExecutionRequest,
        *,
        idempotency_key: Optional[str] = None,
        new_execution_id: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> Execution:
        """Runs a run again as one of its own: from the beginning, or from one of its blocks."""
        request = replay_request(workflow_id, execution_id, how, idempotency_key=idempotency_key, own_id=new_execution_id)
        execution: Execution = self._transport.json(request, self._transport.call_of_run(timeout))
        return execution

    def start_replay(
        self,
        workflow_id: str,
        execution_id: str,
        how: ReplayExecutionRequest,
        *,
        idempotency_key: Optional[str] = None,
        new_execution_id: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> StartedJob:
        """Replays a run as a job, and answers at once."""
        as_job: ReplayExecutionRequest = {**how, "async": True}
        request = replay_request(workflow_id, execution_id, as_job, idempotency_key=idempotency_key, own_id=new_execution_id)
        started = self._transport.json(request, Call(timeout))
        return self._started(started["jobId"], started["executionId"])

    def job(self, job_id: str) -> StartedJob:
        """A job that was started before, perhaps by another program. Nothing is asked yet."""
        return self._started(job_id)

    def _started(self, job_id: str, execution_id: Optional[str] = None) -> StartedJob:
        return StartedJob(self.jobs.get, self._transport.longest_silence, job_id, execution_id)

    def close(self) -> None:
        """Ends the connections that are kept."""
        self._transport.close()

    def __enter__(self) -> Client:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
