from __future__ import annotations

import asyncio
import ssl
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import TYPE_CHECKING, Any, AsyncGenerator, Callable, Mapping, Optional, Sequence, TypeVar

from .call import Call
from .downloads import AsyncDownload, Download
from .generated.async_operations import AsyncOperations
from .generated.types import Execution, ReplayExecutionRequest, Resumed
from .jobs import AsyncStartedJob
from .runs import execute_request, follow_request, input_body, replay_request, resume_request, stream_body
from .streams import RunMessage, streamed_run
from .transport import RateLimit, RawExecution, Request, Transport

if TYPE_CHECKING:
    import httpx

Result = TypeVar("Result")


class AsyncTransport:
    """Calls in threads of its own. A task that is cancelled breaks the connection of its call, which ends the thread's work."""

    def __init__(self, transport: Transport, threads: int) -> None:
        self.transport = transport
        self._threads = ThreadPoolExecutor(threads, thread_name_prefix="sluice")

    async def run(self, call: Call, work: Callable[..., Result], *arguments: Any) -> Result:
        try:
            return await asyncio.get_running_loop().run_in_executor(self._threads, work, *arguments)
        except asyncio.CancelledError:
            call.cancel()
            raise

    async def json(self, request: Request, timeout: Optional[float]) -> Any:
        call = Call(timeout)
        return await self.run(call, self.transport.json, request, call)

    async def json_of_run(self, request: Request, timeout: Optional[float]) -> Any:
        call = self.transport.call_of_run(timeout)
        return await self.run(call, self.transport.json, request, call)

    async def download(self, request: Request, timeout: Optional[float]) -> AsyncDownload:
        call = Call(timeout)
        answer = await self.run(call, self.transport.open, request, call)
        return AsyncDownload(Download(answer, call), partial(self.run, call))

    def close(self) -> None:
        self.transport.close()
        self._threads.shutdown(wait=False, cancel_futures=True)


class AsyncClient(AsyncOperations):
    """Calls a Sluice server from asyncio. The surface of Client, with `await`.

    At most ``max_connections`` calls are under way at once; more wait for their turn. ``http_client`` is a synchronous client of httpx,
    which threads share; a task that is cancelled before the answer begins leaves its request to end by itself.
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
        max_connections: int = 64,
    ) -> None:
        transport = Transport(
            api_key=api_key,
            base_url=base_url,
            timeout=timeout,
            max_retries=max_retries,
            headers=headers,
            ssl_context=ssl_context,
            http_client=http_client,
        )
        self._transport = AsyncTransport(transport, max_connections)
        super().__init__(self._transport)

    @property
    def rate_limit(self) -> Optional[RateLimit]:
        """What the last limited answer told about the limits."""
        return self._transport.transport.rate_limit

    async def execute(
        self,
        workflow_id: str,
        input: Any = None,
        *,
        idempotency_key: Optional[str] = None,
        execution_id: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> Execution:
        """Runs a workflow and waits for what it comes to. As Client.execute."""
        request = execute_request(workflow_id, input_body(input), idempotency_key=idempotency_key, execution_id=execution_id)
        execution: Execution = await self._transport.json_of_run(request, timeout)
        return execution

    async def execute_raw(
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
        call = self._transport.transport.call_of_run(timeout)
        return await self._transport.run(call, self._transport.transport.raw, request, call)

    async def start(
        self,
        workflow_id: str,
        input: Any = None,
        *,
        idempotency_key: Optional[str] = None,
        execution_id: Optional[str] = None,
        execution_timeout_seconds: Optional[float] = None,
        timeout: Optional[float] = None,
    ) -> AsyncStartedJob:
        """Starts a workflow as a job, and answers at once."""
        request = execute_request(
            workflow_id,
            {**input_body(input), "async": True},
            idempotency_key=idempotency_key,
            execution_id=execution_id,
            execution_timeout_seconds=execution_timeout_seconds,
        )
        started = await self._transport.json(request, timeout)
        return AsyncStartedJob(self.jobs.get, started["jobId"], started["executionId"])

    async def stream(
        self,
        workflow_id: str,
        input: Any = None,
        *,
        selected_outputs: Optional[Sequence[str]] = None,
        idempotency_key: Optional[str] = None,
        execution_id: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> AsyncGenerator[RunMessage, None]:
        """What a run shows while it goes on. As Client.stream."""
        call = Call(timeout)
        messages = streamed_run(
            self._transport.transport,
            execute_request(
                workflow_id,
                stream_body(input, selected_outputs),
                idempotency_key=idempotency_key,
                execution_id=execution_id,
                accept="text/event-stream",
            ),
            lambda own, last: follow_request(workflow_id, own, last, selected_outputs),
            call,
        )
        try:
            while (message := await self._transport.run(call, lambda: next(messages, None))) is not None:
                yield message
        finally:
            call.cancel()

    async def resume(
        self, workflow_id: str, execution_id: str, context_id: str, input: Any = None, *, timeout: Optional[float] = None
    ) -> Resumed:
        """Answers what a run asks. As Client.resume."""
        request = resume_request(workflow_id, execution_id, context_id, input)
        resumed: Resumed = await self._transport.json_of_run(request, timeout)
        return resumed

    async def replay(
        self,
        workflow_id: str,
        execution_id: str,
        how: ReplayExecutionRequest,
        *,
        idempotency_key: Optional[str] = None,
        new_execution_id: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> Execution:
        """Runs a run again as one of its own. As Client.replay."""
        request = replay_request(workflow_id, execution_id, how, idempotency_key=idempotency_key, own_id=new_execution_id)
        execution: Execution = await self._transport.json_of_run(request, timeout)
        return execution

    async def start_replay(
        self,
        workflow_id: str,
        execution_id: str,
        how: ReplayExecutionRequest,
        *,
        idempotency_key: Optional[str] = None,
        new_execution_id: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> AsyncStartedJob:
        """Replays a run as a job, and answers at once. As Client.start_replay."""
        as_job: ReplayExecutionRequest = {**how, "async": True}
        request = replay_request(workflow_id, execution_id, as_job, idempotency_key=idempotency_key, own_id=new_execution_id)
        started = await self._transport.json(request, timeout)
        return AsyncStartedJob(self.jobs.get, started["jobId"], started["executionId"])

    def job(self, job_id: str) -> AsyncStartedJob:
        """A job that was started before, perhaps by another program. Nothing is asked yet."""
        return AsyncStartedJob(self.jobs.get, job_id)

    async def close(self) -> None:
        """Ends the connections that are kept."""
        self._transport.close()

    async def __aenter__(self) -> AsyncClient:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()
