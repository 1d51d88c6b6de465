from __future__ import annotations

import uuid
from typing import List

from sluice import SluiceError

from .cutting_proxy import CuttingProxy
from .live import URL, LiveCase, a_paused_run, block, client, code, deploy


class RunningAWorkflow(LiveCase):
    def test_gives_what_it_came_to(self) -> None:
        run = self.api.execute(self.greet, {"name": "Ada"})
        self.assertEqual((run["success"], run["output"]["result"]), (True, "hello Ada"))

    def test_gives_status_headers_and_body_when_it_is_asked_for_the_raw_answer(self) -> None:
        missing = deploy(self.api, self.workspace_id, block("done", "response", status="404", data='{"reason": "no such order"}'))
        raw = self.api.execute_raw(missing)
        self.assertEqual((raw.status, raw.body), (404, {"reason": "no such order"}))
        self.assertEqual(raw.headers["x-execution-id"], raw.execution_id)
        self.assertEqual(self.api.execute_raw(self.greet, {"name": "Ada"}).status, 200)

    def test_raises_an_error_with_the_body_of_the_answer_when_a_response_block_chose_an_error_status(self) -> None:
        missing = deploy(self.api, self.workspace_id, block("done", "response", status="404", data='{"reason": "no such order"}'))
        with self.assertRaises(SluiceError) as failed:
            self.api.execute(missing)
        self.assertEqual((failed.exception.status, failed.exception.body), (404, {"reason": "no such order"}))

    def test_raises_when_the_raw_answer_is_a_failure_of_the_run(self) -> None:
        with self.assertRaisesRegex(SluiceError, "no luck"):
            self.api.execute_raw(self.failing)

    def test_takes_an_input_that_is_not_an_object(self) -> None:
        echo = deploy(self.api, self.workspace_id, code("echo", "return <start.input>"))
        self.assertEqual(self.api.execute(echo, [1, 2])["output"]["result"], [1, 2])

    def test_raises_what_a_failed_run_says_with_its_id(self) -> None:
        with self.assertRaisesRegex(SluiceError, "no luck") as failed:
            self.api.execute(self.failing)
        error = failed.exception
        self.assertEqual((error.kind, error.code, error.status), ("EXECUTION_ERROR", "EXECUTION_ERROR", 500))
        self.assertIsNotNone(error.execution_id)

    def test_happens_once_when_the_answer_is_lost(self) -> None:
        proxy = CuttingProxy(URL)
        self.addCleanup(proxy.close)
        for size in (10, 300):
            own = f"lost-{uuid.uuid4()}"
            proxy.cut_after(size)
            with client(base_url=proxy.url) as api:
                run = api.execute(self.greet, {"name": "Once"}, execution_id=own)
            self.assertEqual(run["output"]["result"], "hello Once")
            self.assertEqual(self.runs_of(own), 1)
        self.assertEqual(proxy.connections, 4)

    def test_happens_once_with_one_key(self) -> None:
        key = str(uuid.uuid4())
        first, second = (self.api.execute(self.greet, {"name": "Key"}, idempotency_key=key) for _ in range(2))
        self.assertEqual(first["executionId"], second["executionId"])
        self.assertNotEqual(self.api.execute(self.greet, {"name": "Key"})["executionId"], first["executionId"])

    def test_tells_the_limits(self) -> None:
        self.api.execute(self.greet)
        limit = self.api.rate_limit
        assert limit is not None
        self.assertLess(limit.remaining, limit.limit)
        self.assertIsNotNone(limit.reset_at.tzinfo)

    def test_can_be_repeated(self) -> None:
        run = self.api.execute(self.greet, {"name": "again"})
        replay = self.api.replay(self.greet, run["executionId"], {"mode": "recorded"})
        self.assertEqual(replay["output"], run["output"])
        self.assertNotEqual(replay["executionId"], run["executionId"])
        job = self.api.start_replay(self.greet, run["executionId"], {"mode": "recorded"})
        self.assertEqual(job.wait(interval=0.01)["output"]["result"], "hello again")  # type: ignore[index, call-overload]


class AJob(LiveCase):
    def test_is_waited_for_with_word_of_how_it_goes(self) -> None:
        seen: List[str] = []
        job = self.api.start(self.greet, {"name": "later"}, execution_timeout_seconds=60)
        done = job.wait(interval=0.01, on_progress=lambda look: seen.append(look["status"]))
        self.assertEqual(done["output"]["result"], "hello later")  # type: ignore[index, call-overload]
        self.assertEqual(seen[-1], "completed")
        self.assertEqual(self.api.job(job.job_id).wait()["status"], "completed")

    def test_raises_when_the_run_fails(self) -> None:
        with self.assertRaises(SluiceError) as failed:
            self.api.start(self.failing).wait(interval=0.01)
        self.assertEqual(failed.exception.kind, "EXECUTION_ERROR")

    def test_is_given_up_after_the_time_that_its_caller_names_and_goes_on(self) -> None:
        waiting = deploy(self.api, self.workspace_id, block("pause", "wait", timeValue="1", timeUnit="minutes"))
        job = self.api.start(waiting)
        with self.assertRaises(SluiceError) as failed:
            job.wait(interval=0.01, timeout=0.03)
        self.assertEqual(failed.exception.kind, "TIMEOUT")
        self.assertTrue(self.api.executions.cancel(waiting, job.execution_id or "")["success"])


class ARunThatAsks(LiveCase):
    def test_goes_on_with_the_answer(self) -> None:
        asking, execution_id, context_id = a_paused_run(self.api, self.workspace_id)
        resumed = self.api.resume(asking, execution_id, context_id, {"ok": True})
        self.assertEqual((resumed["status"], resumed["output"]["result"]), ("completed", "done"))  # type: ignore[typeddict-item]

    def test_goes_on_with_the_answer_when_it_was_started_as_a_stream(self) -> None:
        asking = deploy(self.api, self.workspace_id, block("ask", "human_in_the_loop"), code("after", 'return "done"'))
        own = f"streamed-{uuid.uuid4()}"
        (paused,) = self.api.stream(asking, execution_id=own)
        self.assertEqual(paused["data"]["status"], "paused")  # type: ignore[typeddict-item]
        context_id = self.api.pauses.execution(asking, own)["pausePoints"][0]["contextId"]
        resumed = self.api.resume(asking, own, context_id, {"ok": True})
        self.assertEqual((resumed["status"], resumed["output"]["result"]), ("completed", "done"))  # type: ignore[typeddict-item]
