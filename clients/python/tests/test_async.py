from __future__ import annotations

import asyncio
import tempfile
import threading
import unittest
import uuid
from pathlib import Path
from typing import List

from sluice import File, SluiceError

from .cutting_proxy import CuttingProxy
from .live import HTTPX, URL, LiveCase, a_paused_run, async_client
from .scripted_server import Reply, ScriptedServer, refusal


class TheAsynchronousClient(LiveCase, unittest.IsolatedAsyncioTestCase):
    async def test_runs_workflows_side_by_side(self) -> None:
        async with async_client() as api:
            runs = await asyncio.gather(*(api.execute(self.greet, {"name": str(n)}) for n in range(5)))
        self.assertEqual([run["output"]["result"] for run in runs], [f"hello {n}" for n in range(5)])

    async def test_waits_for_jobs(self) -> None:
        seen: List[str] = []
        async with async_client() as api:
            job = await api.start(self.greet, {"name": "later"})
            done = await job.wait(interval=0.01, on_progress=lambda look: seen.append(look["status"]))
            self.assertEqual(done["output"]["result"], "hello later")  # type: ignore[index, call-overload]
            self.assertEqual(seen[-1], "completed")
            with self.assertRaises(SluiceError) as failed:
                await (await api.start(self.failing)).wait(interval=0.01)
            self.assertEqual(failed.exception.kind, "EXECUTION_ERROR")

    async def test_takes_up_a_stream_where_it_was_cut(self) -> None:
        proxy = CuttingProxy(URL)
        self.addCleanup(proxy.close)
        own = f"cut-{uuid.uuid4()}"
        proxy.cut_after(500, 500, 500)
        async with async_client(base_url=proxy.url) as api:
            stream = api.stream(self.greet, {"name": "wire"}, selected_outputs=["greet.result"], execution_id=own)
            messages = [message async for message in stream]
        self.assertEqual([message.get("chunk") for message in messages], ["hello wire", None])
        self.assertEqual(self.runs_of(own), 1)

    async def test_lists_uploads_and_downloads(self) -> None:
        async with async_client() as api:
            listed = api.workflows.list(workspace_id=self.workspace_id, limit=1)
            self.assertEqual(len((await listed)["data"]), 1)
            self.assertGreater(len([workflow["id"] async for workflow in listed]), 1)
            upload = File(f"{uuid.uuid4()}.txt", "content")
            file = (await api.files.upload(workspace_id=self.workspace_id, file=upload))["data"]["file"]
            with tempfile.TemporaryDirectory() as folder:
                async with await api.file_content.get(file["id"], workspace_id=self.workspace_id) as download:
                    await download.save(Path(folder) / "copy")
                self.assertEqual((Path(folder) / "copy").read_text(), "content")
            again = await api.file_content.get(file["id"], workspace_id=self.workspace_id)
            self.assertEqual(await again.text(), "content")

    async def test_answers_questions(self) -> None:
        asking, execution_id, context_id = a_paused_run(self.api, self.workspace_id)
        async with async_client() as api:
            resumed = await api.resume(asking, execution_id, context_id, {"ok": True})
        self.assertEqual(resumed["status"], "completed")

    async def test_leaves_a_stream_early(self) -> None:
        async with async_client() as api:
            stream = api.stream(self.greet, {"name": "wire"}, selected_outputs=["greet.result"])
            async for message in stream:
                self.assertIn("chunk", message)
                break
            await stream.aclose()
            self.assertTrue((await api.execute(self.greet))["success"])


class AServerThatIsNotWell(unittest.IsolatedAsyncioTestCase):
    def setUp(self) -> None:
        self.server = ScriptedServer()
        self.addCleanup(self.server.close)

    async def test_is_asked_again(self) -> None:
        self.server.replies = [refusal(429, "RATE_LIMIT_EXCEEDED", Retry_After="0"), Reply(hangs_up=True)]
        async with async_client(base_url=self.server.url) as api:
            self.assertTrue((await api.execute("x"))["success"])
        self.assertEqual(len({seen.headers["Idempotency-Key"] for seen in self.server.seen}), 1)

    async def test_has_the_time_limit_of_the_client_also_while_it_runs_a_workflow(self) -> None:
        after = threading.Event()
        self.addCleanup(after.set)
        async with async_client(base_url=self.server.url, timeout=0.05) as api:
            for call in (
                lambda: api.execute("x"),
                lambda: api.execute_raw("x"),
                lambda: api.resume("x", "e", "c"),
                lambda: api.replay("x", "e", {"mode": "recorded"}),
            ):
                self.server.replies = [Reply(after=after)]
                with self.assertRaises(SluiceError) as raised:
                    await call()
                self.assertEqual(raised.exception.kind, "TIMEOUT")

    async def test_is_waited_for_until_the_limit_of_the_wait_for_a_job(self) -> None:
        after = threading.Event()
        self.addCleanup(after.set)
        async with async_client(base_url=self.server.url) as api:
            for reply in (Reply(after=after), refusal(503, "UNAVAILABLE", Retry_After="30")):
                self.server.replies = [reply]
                with self.assertRaises(SluiceError) as raised:
                    await api.job("j").wait(timeout=0.1)
                self.assertEqual((raised.exception.kind, raised.exception.status), ("TIMEOUT", None))

    @unittest.skipIf(HTTPX, "httpx does not tell the connection of a request before the answer begins")
    async def test_is_left_at_once_by_a_task_that_is_cancelled(self) -> None:
        after = threading.Event()
        self.addCleanup(after.set)
        self.server.replies = [Reply(after=after)]
        # With one thread, the second call shows that the first one has left it.
        async with async_client(base_url=self.server.url, max_connections=1) as api:
            with self.assertRaises(asyncio.TimeoutError):
                await asyncio.wait_for(api.execute("x"), 0.2)
            self.assertTrue((await api.execute("y"))["success"])
            self.assertEqual([seen.path.split("/")[3] for seen in self.server.seen], ["x", "y"])
