from __future__ import annotations

import threading
import time
import unittest
from typing import List

from sluice.call import Call
from sluice.connections import Connections, Sending

from .scripted_server import Reply, ScriptedServer


class AConnection(unittest.TestCase):
    def test_has_the_port_of_its_scheme_unless_the_address_names_one(self) -> None:
        for address, host, port in (
            ("http://[2001:db8::5]/below", "2001:db8::5", 80),
            ("https://[::1]", "::1", 443),
            ("http://[::1]:3000", "::1", 3000),
            ("http://localhost", "localhost", 80),
        ):
            connection = Connections(address).take(1.0)
            self.assertEqual((connection.host, connection.port), (host, port))

    def test_is_not_broken_by_a_call_that_has_left_it(self) -> None:
        server = ScriptedServer()
        self.addCleanup(server.close)
        after = threading.Event()
        self.addCleanup(after.set)
        server.replies = [Reply(), Reply(body="second", after=after)]
        connections = Connections(server.url)
        self.addCleanup(connections.close)
        first = Call()
        connections.send(Sending("GET", "/first", {}, None, 10.0), first).read()
        read: List[bytes] = []
        second = threading.Thread(target=lambda: read.append(connections.send(Sending("GET", "/second", {}, None, 10.0), Call()).read()))
        second.start()
        while len(server.seen) < 2:
            time.sleep(0.01)
        first.cancel()
        after.set()
        second.join()
        self.assertEqual(read, [b"second"])
        self.assertEqual(server.seen[0].connection, server.seen[1].connection)
