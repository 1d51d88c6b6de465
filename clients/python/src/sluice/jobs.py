from __future__ import annotations

import asyncio
import time
from typing import Awaitable, Callable, Optional, Protocol

from .errors import SluiceError
from .generated.types import Job

_LONGEST_INTERVAL = 5.0
_SHORTEST_POLL = 1.0
Progress = Callable[[Job], object]


class Look(Protocol):
    """Asks for a job. ``timeout`` is None for that of the client."""

    def __call__(self, job_id: str, *, timeout: Optional[float] = None) -> Job: ...


class _Started:
    def __init__(self, job_id: str, execution_id: Optional[str] = None) -> None:
        self.job_id = job_id
        #: None for a job that this program did not start.
        self.execution_id = execution_id

    def _outcome(self, job: Job, timeout: Optional[float], waited: float) -> Optional[Job]:
        """The job if it is over, None if there is time to look again."""
        status = job["status"]
        if status == "completed":
            return job
        if status in ("failed", "cancelled"):
            message = job.get("error") or f"The run was {status}"
            raise SluiceError(message, kind="EXECUTION_ERROR", execution_id=self.execution_id)
        if timeout is not None and waited > timeout:
            raise SluiceError(f"Job {self.job_id} is still {status}", kind="TIMEOUT", execution_id=self.execution_id)
        return None

    def _silent(self) -> SluiceError:
        return SluiceError(f"The server does not say how job {self.job_id} is", kind="TIMEOUT", execution_id=self.execution_id)


class StartedJob(_Started):
    """A run that goes on without its caller."""

    def __init__(self, look: Look, longest_silence: float, job_id: str, execution_id: Optional[str] = None) -> None:
        super().__init__(job_id, execution_id)
        self._look = look
        self._longest_silence = longest_silence

    def status(self) -> Job:
        """How it stands now."""
        return self._look(self.job_id)

    def wait(self, *, timeout: Optional[float] = None, interval: float = 0.2, on_progress: Optional[Progress] = None) -> Job:
        """What the job came to once it is over.

        ``timeout`` is how long to wait in all (a poll may take a second in any case), ``interval`` how long between two looks at first (it grows to 5), in seconds;
        ``on_progress`` is told of every look. Raises SluiceError: EXECUTION_ERROR when the run failed or was cancelled, TIMEOUT.
        """
        began = time.monotonic()
        while True:
            job = self._poll(timeout, began)
            if on_progress is not None:
                on_progress(job)
            over = self._outcome(job, timeout, time.monotonic() + interval - began)
            if over is not None:
                return over
            time.sleep(interval)
            interval = min(_LONGEST_INTERVAL, interval * 1.5)

    def _poll(self, timeout: Optional[float], began: float) -> Job:
        """The job, if the server answers within the rest of the wait."""
        if timeout is None:
            return self.status()
        rest = max(_SHORTEST_POLL, began + timeout - time.monotonic())
        try:
            return self._look(self.job_id, timeout=min(rest, self._longest_silence))
        except SluiceError as error:
            asked_for_more = error.retry_after is not None and error.retry_after > rest
            if asked_for_more or (error.kind == "TIMEOUT" and rest <= self._longest_silence):
                raise self._silent() from error
            raise


class AsyncStartedJob(_Started):
    """A run that goes on without its caller."""

    def __init__(self, look: Callable[[str], Awaitable[Job]], job_id: str, execution_id: Optional[str] = None) -> None:
        super().__init__(job_id, execution_id)
        self._look = look

    async def status(self) -> Job:
        """How it stands now."""
        return await self._look(self.job_id)

    async def wait(self, *, timeout: Optional[float] = None, interval: float = 0.2, on_progress: Optional[Progress] = None) -> Job:
        """What the job came to once it is over. As StartedJob.wait."""
        began = time.monotonic()
        while True:
            job = await self._poll(timeout, began)
            if on_progress is not None:
                on_progress(job)
            over = self._outcome(job, timeout, time.monotonic() + interval - began)
            if over is not None:
                return over
            await asyncio.sleep(interval)
            interval = min(_LONGEST_INTERVAL, interval * 1.5)

    async def _poll(self, timeout: Optional[float], began: float) -> Job:
        """The job, if the server answers within the rest of the wait."""
        if timeout is None:
            return await self.status()
        try:
            return await asyncio.wait_for(self.status(), max(_SHORTEST_POLL, began + timeout - time.monotonic()))
        except asyncio.TimeoutError as cause:
            raise self._silent() from cause
