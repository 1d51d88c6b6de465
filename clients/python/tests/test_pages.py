from __future__ import annotations

from typing import Any

from .live import LiveCase


class Lists(LiveCase):
    def test_give_all_members_when_iterated(self) -> None:
        for n in range(4):
            self.api.workflows.create({"workspaceId": self.workspace_id, "name": f"page {n}"})
        listed = self.api.workflows.list(workspace_id=self.workspace_id, limit=2)
        ids = [workflow["id"] for workflow in listed]
        self.assertGreaterEqual(len(ids), 6)
        self.assertEqual(len(set(ids)), len(ids))
        self.assertEqual(len(list(listed)), len(ids))

    def test_give_pages(self) -> None:
        listed = self.api.workflows.list(workspace_id=self.workspace_id, limit=1)
        first = listed.first()
        self.assertEqual(len(first["data"]), 1)
        self.assertIsNotNone(first["nextCursor"])
        self.assertEqual([len(page["data"]) for page in listed.pages()][:2], [1, 1])

    def test_begin_behind_a_cursor(self) -> None:
        first = self.api.workflows.list(workspace_id=self.workspace_id, limit=1).first()
        rest = self.api.workflows.list(workspace_id=self.workspace_id, cursor=first["nextCursor"])
        self.assertNotIn(first["data"][0]["id"], [workflow["id"] for workflow in rest])

    def test_skip_an_offset_once(self) -> None:
        schema: Any = {"columns": [{"name": "n", "type": "number"}]}
        made = self.api.tables.create({"workspaceId": self.workspace_id, "name": "skipped", "schema": schema})
        table = made["data"]["table"]["id"]
        self.api.table_rows.insert(table, {"workspaceId": self.workspace_id, "rows": [{"n": n} for n in range(5)]})
        rows = self.api.table_rows.query(table, workspace_id=self.workspace_id, limit=2, offset=1)
        self.assertEqual([row["data"]["n"] for row in rows], [1, 2, 3, 4])
