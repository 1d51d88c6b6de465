from __future__ import annotations

import json
import threading
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Dict, List, Optional


@dataclass
class Reply:
    status: int = 200
    body: str = '{"success": true}'
    headers: Dict[str, str] = field(default_factory=dict)
    #: Hangs up instead.
    hangs_up: bool = False
    #: Answers when this is set.
    after: Optional[threading.Event] = None


def refusal(status: int, code: str, **headers: str) -> Reply:
    body = json.dumps({"error": "not now", "code": code})
    return Reply(status, body, {name.replace("_", "-"): value for name, value in headers.items()})


@dataclass
class Seen:
    path: str
    headers: Dict[str, str]
    body: bytes
    connection: int


class _SilentServer(ThreadingHTTPServer):
    daemon_threads = True

    def handle_error(self, *_: object) -> None:
        """Clients that leave early are no news."""


class ScriptedServer:
    """A server that answers as it is told, in turn, and then with success."""

    def __init__(self) -> None:
        self.replies: List[Reply] = []
        self.seen: List[Seen] = []
        script = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def answer(self) -> None:
                script.seen.append(Seen(self.path, dict(self.headers), self.content(), self.client_address[1]))
                reply = script.replies.pop(0) if script.replies else Reply()
                if reply.after is not None:
                    reply.after.wait()
                if reply.hangs_up:
                    self.close_connection = True
                    return
                data = reply.body.encode()
                self.send_response(reply.status)
                for name, value in {"Content-Length": str(len(data)), **reply.headers}.items():
                    self.send_header(name, value)
                self.end_headers()
                self.wfile.write(data)

            do_GET = do_POST = do_PUT = do_DELETE = answer

            def content(self) -> bytes:
                if self.headers.get("Transfer-Encoding") != "chunked":
                    return self.rfile.read(int(self.headers.get("Content-Length", "0")))
                parts = []
                while size := int(self.rfile.readline(), 16):
                    parts.append(self.rfile.read(size))
                    self.rfile.readline()
                self.rfile.readline()
                return b"".join(parts)

            def log_message(self, format: str, *args: object) -> None:
                """Silent."""

        self._server = _SilentServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self._server.server_port}"
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    def close(self) -> None:
        self._server.shutdown()
        self._server.server_close()
