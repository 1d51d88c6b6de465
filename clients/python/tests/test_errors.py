from __future__ import annotations

import io
import ssl
import tempfile
import threading
import unittest
from typing import Any, Callable, Iterator, List

from sluice import Client, File, SluiceError

from .live import API_KEY, HTTPX, LiveCase, client
from .scripted_server import Reply, ScriptedServer, refusal


def failure_of(work: Callable[[], Any]) -> SluiceError:
    try:
        work()
    except SluiceError as error:
        return error
    raise AssertionError("It did not fail")


class Errors(LiveCase):
    def test_tell_the_kind(self) -> None:
        with client(api_key="sk-sluice-wrong") as stranger:
            error = failure_of(lambda: stranger.execute(self.greet))
        self.assertEqual((error.kind, error.status), ("UNAUTHORIZED", 401))

    def test_tell_the_code_the_fields_and_the_request(self) -> None:
        error = failure_of(lambda: self.api.workflows.create({"workspaceId": self.workspace_id, "name": ""}))
        self.assertEqual((error.kind, error.code, error.status), ("OTHER", "VALIDATION_FAILED", 400))
        self.assertEqual(error.details[0]["path"], ["name"])
        self.assertIsNotNone(error.request_id)

    def test_are_read_where_they_are_objects(self) -> None:
        error = failure_of(lambda: self.api.runs_v2.get(self.greet, "nothing"))
        self.assertEqual((error.code, error.status), ("NOT_FOUND", 404))
        self.assertIn("not found", error.message)

    def test_are_of_the_network_when_nobody_answers(self) -> None:
        error = failure_of(lambda: client(base_url="http://127.0.0.1:1", max_retries=0).execute(self.greet))
        self.assertEqual(error.kind, "NETWORK")

    def test_tell_programmers_what_is_wrong_with_the_client(self) -> None:
        with self.assertRaisesRegex(ValueError, "api_key"):
            client(api_key="")
        with self.assertRaisesRegex(ValueError, "base_url"):
            client(base_url="localhost:3000")

    def test_do_not_show_a_key_that_cannot_be_sent(self) -> None:
        for key in ("sk-sluice-one\ntwo", "sk-sluice-\u20ac", " \n"):
            with self.assertRaises(ValueError) as raised:
                client(api_key=key)
            self.assertRegex(str(raised.exception), "^api_key (contains characters that API keys do not have|is required)$")

    def test_are_not_raised_for_a_key_with_the_line_break_at_the_end_of_its_file(self) -> None:
        with client(api_key=f"{API_KEY}\n") as api:
            self.assertTrue(api.execute(self.greet, {"name": "Ada"})["success"])

    def test_are_raised_when_a_context_for_tls_is_given_with_a_client_that_has_its_own(self) -> None:
        with self.assertRaisesRegex(ValueError, "verify of the httpx.Client"):
            client(ssl_context=ssl.create_default_context(), http_client=object())


class AServerThatIsNotWell(unittest.TestCase):
    def setUp(self) -> None:
        self.server = ScriptedServer()
        self.addCleanup(self.server.close)

    def caller(self, **options: Any) -> Client:
        api = client(**{"base_url": self.server.url, **options})
        self.addCleanup(api.close)
        return api

    def test_is_asked_again_after_the_time_that_it_names_with_the_same_key(self) -> None:
        self.server.replies = [refusal(429, "RATE_LIMIT_EXCEEDED", Retry_After="0"), refusal(503, "UNAVAILABLE", Retry_After="0")]
        self.assertTrue(self.caller().execute("x")["success"])
        self.assertEqual(len(self.server.seen), 3)
        self.assertEqual(len({seen.headers["Idempotency-Key"] for seen in self.server.seen}), 1)

    def test_is_not_asked_again_to_do_what_may_have_been_done(self) -> None:
        self.server.replies = [refusal(503, "UNAVAILABLE", Retry_After="0")]
        error = failure_of(lambda: self.caller().workflows.create({"workspaceId": "w", "name": "n"}))
        self.assertEqual((error.status, error.retry_after, len(self.server.seen)), (503, 0, 1))

    def test_is_not_asked_again_to_change_what_a_second_request_changes_once_more(self) -> None:
        api = self.caller()
        rows: Any = {"workspaceId": "w", "filter": {"s": "open"}, "limit": 1}
        calls: List[Callable[[], Any]] = [
            lambda: api.table_rows.update_matching("t", {**rows, "data": {"s": "taken"}}),
            lambda: api.table_rows.delete_matching("t", rows),
            lambda: api.webhooks.get("hook"),
            lambda: api.webhooks.put("hook"),
            lambda: api.webhooks.delete("hook"),
            lambda: api.webhooks.get_test_event("hook"),
            lambda: api.user_sessions.change_password({"password": "old", "newPassword": "new"}),
        ]
        for call in calls:
            self.server.replies = [Reply(hangs_up=True)]
            self.assertEqual(failure_of(call).kind, "NETWORK")
        self.assertEqual(len(self.server.seen), len(calls))

    def test_is_given_up_after_some_tries(self) -> None:
        self.server.replies = [refusal(429, "RATE_LIMIT_EXCEEDED", Retry_After="0") for _ in range(5)]
        error = failure_of(lambda: self.caller(max_retries=2).execute("x"))
        self.assertEqual((error.kind, len(self.server.seen)), ("RATE_LIMIT_EXCEEDED", 3))

    def test_is_not_waited_for_longer_than_the_call_may_take(self) -> None:
        self.server.replies = [refusal(429, "RATE_LIMIT_EXCEEDED", Retry_After="3600")]
        error = failure_of(lambda: self.caller().execute("x"))
        self.assertEqual((error.retry_after, len(self.server.seen)), (3600, 1))

    def test_is_waited_for_while_it_works_on_the_same_request(self) -> None:
        busy = refusal(409, "IDEMPOTENCY_KEY_IN_USE", Retry_After="0")
        self.server.replies = [Reply(hangs_up=True), busy, busy, busy, busy]
        self.assertTrue(self.caller(max_retries=1).execute("x")["success"])

    def test_is_sent_again_when_the_connection_is_lost_once_more_after_a_long_wait(self) -> None:
        busy = refusal(409, "IDEMPOTENCY_KEY_IN_USE", Retry_After="0")
        self.server.replies = [Reply(hangs_up=True), busy, busy, busy, Reply(hangs_up=True)]
        self.assertTrue(self.caller(max_retries=2).execute("x")["success"])

    def test_shows_the_run_that_it_works_on_to_whoever_starts_its_stream_again(self) -> None:
        busy = refusal(409, "IDEMPOTENCY_KEY_IN_USE", Retry_After="0", X_Execution_Id="e1")
        events = 'id: 1-0\ndata: {"blockId":"b","chunk":"c"}\n\nid: 2-0\ndata: "[DONE]"\n\n'
        self.server.replies = [Reply(hangs_up=True), busy, Reply(body=events)]
        self.assertEqual(list(self.caller().stream("x")), [{"blockId": "b", "chunk": "c"}])
        self.assertEqual(self.server.seen[-1].path, "/api/workflows/x/executions/e1/stream")

    def test_may_say_that_the_account_is_used_up(self) -> None:
        self.server.replies = [refusal(402, "USAGE_LIMIT_EXCEEDED")]
        self.assertEqual(failure_of(lambda: self.caller().execute("x")).kind, "USAGE_LIMIT_EXCEEDED")

    def test_may_say_that_a_budget_forbade_the_first_call_of_a_model(self) -> None:
        self.server.replies = [refusal(402, "BUDGET_EXCEEDED")]
        error = failure_of(lambda: self.caller().execute("x"))
        self.assertEqual((error.kind, error.code, error.status), ("USAGE_LIMIT_EXCEEDED", "BUDGET_EXCEEDED", 402))

    def test_may_say_that_a_run_took_too_long(self) -> None:
        self.server.replies = [refusal(408, "TIMEOUT")]
        error = failure_of(lambda: self.caller().execute("x"))
        self.assertEqual((error.kind, error.status), ("TIMEOUT", 408))

    def test_has_a_time_limit(self) -> None:
        after = threading.Event()
        self.addCleanup(after.set)
        self.server.replies = [Reply(after=after)]
        error = failure_of(lambda: self.caller().execute("x", timeout=0.05))
        self.assertEqual((error.kind, error.status), ("TIMEOUT", None))

    def test_has_the_time_limit_of_the_client_also_while_it_runs_a_workflow(self) -> None:
        after = threading.Event()
        self.addCleanup(after.set)
        hasty = self.caller(timeout=0.05)
        calls: List[Callable[[], Any]] = [
            lambda: hasty.execute("x"),
            lambda: hasty.execute_raw("x"),
            lambda: hasty.resume("x", "e", "c"),
            lambda: hasty.replay("x", "e", {"mode": "recorded"}),
        ]
        for call in calls:
            self.server.replies = [Reply(after=after)]
            self.assertEqual(failure_of(call).kind, "TIMEOUT")

    def test_has_ten_minutes_for_a_run_and_one_for_anything_else(self) -> None:
        transport = self.caller()._transport
        self.assertEqual((transport.call_of_run(None).timeout, transport.call_of_run(5).timeout, transport._timeout), (600, 5, 60))

    def test_may_answer_with_something_that_is_not_json(self) -> None:
        self.server.replies = [Reply(body="<html>")]
        self.assertEqual(failure_of(lambda: self.caller().execute("x")).kind, "INVALID_JSON")
        self.server.replies = [refusal(500, "x"), Reply(502, "<html>")]
        self.assertEqual(failure_of(lambda: self.caller().workflows.get("x")).message, "not now")
        self.assertEqual(failure_of(lambda: self.caller(max_retries=0).workflows.get("x")).message, "HTTP 502")

    def test_may_leave_out_the_cursor_of_the_last_page(self) -> None:
        self.server.replies = [Reply(body='{"data": [{"id": "1"}], "nextCursor": "c"}'), Reply(body='{"data": [{"id": "2"}]}')]
        self.assertEqual([each["id"] for each in self.caller().workflows.list(workspace_id="w")], ["1", "2"])

    def test_is_waited_for_until_the_limit_of_the_wait_for_a_job(self) -> None:
        after = threading.Event()
        self.addCleanup(after.set)
        for reply in (Reply(after=after), refusal(503, "UNAVAILABLE", Retry_After="30")):
            self.server.replies = [reply]
            error = failure_of(lambda: self.caller().job("j").wait(timeout=0.1))
            self.assertEqual((error.kind, error.status), ("TIMEOUT", None))

    def test_is_not_blamed_for_an_upload_that_cannot_be_read(self) -> None:
        def broken() -> Iterator[bytes]:
            yield b"1"
            raise BrokenPipeError("the pipe of the caller")

        with self.assertRaises(IsADirectoryError):
            self.caller().files.upload(workspace_id="w", file=tempfile.gettempdir())
        with self.assertRaisesRegex(BrokenPipeError, "the pipe of the caller"):
            self.caller().files.upload(workspace_id="w", file=File("a", broken()))

    def test_gets_no_header_that_cannot_be_sent_and_its_value_is_not_shown(self) -> None:
        for headers in ({"X-Mine": "price in \u20ac"}, {"X-Mine": "one\ntwo"}, {"X Mine": "1"}):
            with self.assertRaisesRegex(ValueError, "^The header 'X.Mine' contains characters that headers do not have$"):
                self.caller(headers=headers).workflows.get("x")
        self.assertEqual(self.server.seen, [])

    def test_gets_the_content_of_an_event(self) -> None:
        api = self.caller()
        for send in (api.webhooks.post, api.webhooks.put):
            send("hook", {"order": 7}).close()
        self.assertEqual([seen.body for seen in self.server.seen], [b'{"order":7}'] * 2)

    def test_may_answer_with_the_text_of_a_response_block(self) -> None:
        headers = {"Content-Type": "text/plain", "X-Execution-Id": "e1", "X-Request-Id": "r1"}
        for status in (200, 404):
            self.server.replies = [Reply(status, "12", headers)]
            raw = self.caller().execute_raw("x")
            self.assertEqual((raw.status, raw.body, raw.execution_id), (status, "12", "e1"))
        self.server.replies = [Reply(200, "plain", headers), Reply(200, "<html>", {"Content-Type": "text/html"})]
        error = failure_of(lambda: self.caller().execute("x"))
        self.assertEqual((error.kind, error.body, error.execution_id, error.request_id), ("INVALID_JSON", "plain", "e1", "r1"))
        self.assertEqual(failure_of(lambda: self.caller().execute_raw("x")).kind, "INVALID_JSON")

    def test_gets_an_upload_again_from_its_beginning(self) -> None:
        content = io.BytesIO(b"12345")
        content.read(1)
        self.server.replies = [refusal(429, "RATE_LIMIT_EXCEEDED", Retry_After="0")]
        self.caller().files.upload(workspace_id="w", file=File("a", content))
        self.assertEqual([b"\r\n\r\n2345\r\n" in seen.body for seen in self.server.seen], [True, True])

    def test_does_not_get_parts_again_that_are_gone(self) -> None:
        self.server.replies = [refusal(429, "RATE_LIMIT_EXCEEDED", Retry_After="0")]
        error = failure_of(lambda: self.caller().files.upload(workspace_id="w", file=File("a", iter([b"1"]))))
        self.assertEqual((error.status, len(self.server.seen)), (429, 1))

    def test_is_asked_over_one_connection(self) -> None:
        api = self.caller()
        for _ in range(3):
            api.workflows.get("x")
        self.assertEqual(len({seen.connection for seen in self.server.seen}), 1)

    @unittest.skipIf(HTTPX, "httpx closes idle connections by its own limits")
    def test_is_connected_to_anew_when_it_has_hung_up_in_between(self) -> None:
        api = self.caller()
        self.server.replies = [Reply(headers={"Keep-Alive": "timeout=1"})]
        for _ in range(2):
            api.workflows.create({"workspaceId": "w", "name": "n"})
        self.assertEqual(len({seen.connection for seen in self.server.seen}), 2)

    def test_is_found_below_a_path(self) -> None:
        self.caller(base_url=f"{self.server.url}/below/").workflows.get("a/b")
        self.assertEqual(self.server.seen[0].path, "/below/api/v1/workflows/a%2Fb")
