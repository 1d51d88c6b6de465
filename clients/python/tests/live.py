"""The running server, and workflows in it."""

from __future__ import annotations

import os
import time
import unittest
from typing import Any, Dict, List, Tuple

from sluice import AsyncClient, Client
from sluice.generated.types import LogEntry

URL = os.environ["SLUICE_URL"]
API_KEY = os.environ["SLUICE_API_KEY"]


#: Set: every client of the tests sends its requests with httpx.
HTTPX = "SLUICE_TEST_HTTPX" in os.environ


def _sender() -> Dict[str, Any]:
    if not HTTPX:
        return {}
    import httpx

    return {"http_client": httpx.Client(limits=httpx.Limits(max_connections=None))}


def client(**options: Any) -> Client:
    return Client(**{"base_url": URL, "api_key": API_KEY, **_sender(), **options})


def async_client(**options: Any) -> AsyncClient:
    return AsyncClient(**{"base_url": URL, "api_key": API_KEY, **_sender(), **options})


def block(id: str, type: str, **fields: str) -> Dict[str, Any]:
    sub_blocks = {field: {"id": field, "type": "short-input", "value": value} for field, value in fields.items()}
    return {"id": id, "type": type, "name": id, "position": {"x": 0, "y": 0}, "subBlocks": sub_blocks}


def code(id: str, text: str) -> Dict[str, Any]:
    return block(id, "function", language="javascript", code=text)


def deploy(api: Client, workspace_id: str, *blocks: Dict[str, Any]) -> str:
    """A deployed workflow of blocks one after the other; its id."""
    row = [block("start", "start_trigger"), *blocks]
    edges = [
        {"id": f"{a['id']}>{b['id']}", "source": a["id"], "target": b["id"], "sourceHandle": "source", "targetHandle": "target"}
        for a, b in zip(row, row[1:])
    ]
    state: Any = {"blocks": {each["id"]: each for each in row}, "edges": edges, "metadata": {"name": "Work"}}
    made = api.workflows.import_({"workspaceId": workspace_id, "workflow": {"version": "1.0", "state": state}})
    api.workflows.deploy(made["data"]["id"])
    return made["data"]["id"]


def a_paused_run(api: Client, workspace_id: str) -> Tuple[str, str, str]:
    """Ids of a workflow, of a run of it that asks, and of the question."""
    asking = deploy(api, workspace_id, block("ask", "human_in_the_loop"), code("after", 'return "done"'))
    paused = api.execute(asking)
    detail = api.pauses.execution(asking, paused["executionId"])
    return asking, paused["executionId"], detail["pausePoints"][0]["contextId"]


class LiveCase(unittest.TestCase):
    """Tests that share a client, a workspace of their own, and two workflows: one that greets, one that fails."""

    api: Client
    workspace_id: str
    greet: str
    failing: str

    @classmethod
    def setUpClass(cls) -> None:
        cls.api = client()
        cls.workspace_id = cls.api.workspaces.create({"name": cls.__name__})["data"]["id"]
        cls.greet = deploy(cls.api, cls.workspace_id, code("greet", 'return "hello " + <start.name>'))
        cls.failing = deploy(cls.api, cls.workspace_id, code("broken", 'throw new Error("no luck")'))

    @classmethod
    def tearDownClass(cls) -> None:
        cls.api.workspaces.delete(cls.workspace_id)
        cls.api.close()

    def runs_of(self, execution_id: str) -> int:
        """How many runs there are with this id."""
        return len(self.logs_of(execution_id))

    def logs_of(self, execution_id: str) -> List[LogEntry]:
        """What is logged of a run that is over. The log follows runs; on a busy machine it may be a moment behind."""
        give_up_at = time.monotonic() + 30
        while True:
            entries = list(self.api.logs.list(workspace_id=self.workspace_id, execution_id=execution_id))
            if entries or time.monotonic() > give_up_at:
                return entries
            time.sleep(0.05)
