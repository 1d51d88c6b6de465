from __future__ import annotations

import time
import unittest
import uuid
from typing import List, Optional, Tuple

from sluice import SluiceError
from sluice.streams import server_events

from .cutting_proxy import CuttingProxy
from .live import URL, LiveCase, client
from .scripted_server import Reply, ScriptedServer, refusal


class AStream(LiveCase):
    name = {"name": "wire"}
    selected = ["greet.result"]

    def test_shows_outputs_while_the_run_goes_on_and_its_end(self) -> None:
        chunk, final = self.api.stream(self.greet, self.name, selected_outputs=self.selected)
        self.assertEqual(chunk.get("chunk"), "hello wire")
        self.assertEqual(final, {"event": "final", "data": {"success": True, "output": {}}})

    def test_is_taken_up_where_it_was_cut_without_a_second_run(self) -> None:
        plain = list(self.api.stream(self.greet, self.name, selected_outputs=self.selected))
        proxy = CuttingProxy(URL)
        self.addCleanup(proxy.close)
        for size in (200, 400, 500, 600, 700):
            own = f"cut-{uuid.uuid4()}"
            proxy.cut_after(size, size, size)
            with client(base_url=proxy.url) as api:
                messages = list(api.stream(self.greet, self.name, selected_outputs=self.selected, execution_id=own))
            self.assertEqual(messages, plain)
            self.assertEqual(self.runs_of(own), 1)
            proxy.cut_after()
        self.assertGreater(proxy.connections, 10)

    def test_tells_of_a_run_that_fails_as_the_last_message(self) -> None:
        (message,) = self.api.stream(self.failing)
        self.assertEqual(message.get("event"), "error")

    def test_may_be_left_early(self) -> None:
        stream = self.api.stream(self.greet, self.name, selected_outputs=self.selected)
        self.assertIn("chunk", next(stream))
        stream.close()
        self.assertTrue(self.api.execute(self.greet, self.name)["success"])


class AStreamOfASilentRun(unittest.TestCase):
    def test_is_read_over_any_number_of_connections(self) -> None:
        server = ScriptedServer()
        self.addCleanup(server.close)
        headers = {"Content-Type": "text/event-stream", "X-Execution-Id": "e1"}
        end = Reply(body='id: 1\ndata: "[DONE]"\n\n', headers=headers)
        server.replies = [*(Reply(body=": heartbeat\n\n", headers=headers) for _ in range(12)), end]
        with client(base_url=server.url) as api:
            self.assertEqual(list(api.stream("x")), [])
        self.assertEqual(len(server.seen), 13)

    def test_is_read_on_when_the_server_was_away_or_busy_for_some_attempts(self) -> None:
        server = ScriptedServer()
        self.addCleanup(server.close)
        headers = {"Content-Type": "text/event-stream", "X-Execution-Id": "e1"}
        begin = Reply(body='id: 1-0\ndata: {"blockId":"b","chunk":"c"}\n\n', headers=headers)
        away = Reply(hangs_up=True)
        busy = [refusal(status, "UNAVAILABLE", Retry_After="0") for status in (503, 429)]
        server.replies = [begin, away, away, *busy, Reply(body='id: 2-0\ndata: "[DONE]"\n\n', headers=headers)]
        with client(base_url=server.url, max_retries=0) as api:
            self.assertEqual(list(api.stream("x")), [{"blockId": "b", "chunk": "c"}])
        self.assertEqual(len(server.seen), 6)

    def test_names_its_run_when_it_cannot_be_read_on(self) -> None:
        server = ScriptedServer()
        self.addCleanup(server.close)
        headers = {"Content-Type": "text/event-stream", "X-Execution-Id": "e1"}
        server.replies = [Reply(headers=headers), refusal(404, "NOT_FOUND")]
        with client(base_url=server.url) as api, self.assertRaises(SluiceError) as failed:
            list(api.stream("x"))
        self.assertEqual((failed.exception.code, failed.exception.execution_id), ("NOT_FOUND", "e1"))

    def test_is_read_ever_more_slowly_while_a_proxy_answers_with_a_page_instead(self) -> None:
        server = ScriptedServer()
        self.addCleanup(server.close)
        page = Reply(body="<html>\nOut of order\n</html>\n", headers={"Content-Type": "text/html", "X-Execution-Id": "e1"})
        end = Reply(body='id: 1\ndata: "[DONE]"\n\n', headers={"Content-Type": "text/event-stream"})
        server.replies = [page, page, page, page, end]
        begin = time.monotonic()
        with client(base_url=server.url) as api:
            self.assertEqual(list(api.stream("x")), [])
        self.assertGreater(time.monotonic() - begin, 1.4)


class EventsOfAStream(unittest.TestCase):
    def read(self, *chunks: bytes) -> List[Tuple[Optional[str], str]]:
        return [tuple(event) for event in server_events(chunks)]  # type: ignore[misc]

    def test_are_read_wherever_chunks_end(self) -> None:
        whole = ": hello\r\n\r\nid: 1\r\ndata: a\r\ndata: ü\r\n\r\nid:2\ndata:b\n\n".encode()
        for size in range(1, len(whole)):
            chunks = [whole[at : at + size] for at in range(0, len(whole), size)]
            self.assertEqual(self.read(*chunks), [("1", "a\nü"), ("2", "b")])

    def test_may_be_long(self) -> None:
        events = self.read(b"data: ", *[b"x" * 65_536] * 320, b"\n\n")
        self.assertEqual([len(data) for _, data in events], [320 * 65_536])

    def test_are_left_out_when_they_have_a_name(self) -> None:
        events = self.read(b'id: 1\ndata: a\n\nevent: reconnect\nretry: 1000\ndata: {}\n\nid: 2\ndata: b\n\n')
        self.assertEqual(events, [("1", "a"), ("2", "b")])

    def test_are_left_when_they_are_not_whole(self) -> None:
        self.assertEqual(self.read(b"id: 1\ndata: a\n"), [])
