from __future__ import annotations

import uuid

from sluice import File

from .live import LiveCase


class Groups(LiveCase):
    """A walk through the groups of operations, to see that they reach the server as they are meant to."""

    def test_logs_and_audit_logs(self) -> None:
        run = self.api.execute(self.greet, {"name": "log"})
        (entry,) = self.logs_of(run["executionId"])
        self.assertEqual(entry["level"], "info")
        self.assertEqual(self.api.logs.get(entry["id"])["data"]["executionId"], run["executionId"])
        self.assertEqual(list(self.api.logs.list(workspace_id=self.workspace_id, workflow_ids=[str(uuid.uuid4())])), [])
        for record in self.api.audit_logs.list(workspace_id=self.workspace_id, limit=1):
            self.assertEqual(self.api.audit_logs.get(record["id"])["data"]["id"], record["id"])
            break

    def test_tables(self) -> None:
        name = f"t{uuid.uuid4().hex[:8]}"
        schema = {"columns": [{"name": "city", "type": "string"}, {"name": "size", "type": "number"}]}
        made = self.api.tables.create({"workspaceId": self.workspace_id, "name": name, "schema": schema})  # type: ignore[typeddict-item]
        table = made["data"]["table"]["id"]
        workspace = self.workspace_id
        self.api.table_rows.insert(table, {"workspaceId": workspace, "data": {"city": "Rome", "size": 3}})
        self.api.table_csv.import_(table, File("more.csv", "city,size\nOslo,1\n"), workspace_id=workspace)
        rows = list(self.api.table_rows.query(table, workspace_id=workspace, limit=1))
        self.assertEqual({row["data"]["city"] for row in rows}, {"Rome", "Oslo"})
        (change,) = self.api.row_history.list(table, rows[0]["id"], workspace_id=workspace)
        self.assertEqual(change["operation"], "insert")
        self.assertIn("Oslo", self.api.table_csv.export(table, workspace_id=workspace).text())
        self.api.tables.archive(table, workspace_id=workspace)

    def test_knowledge(self) -> None:
        made = self.api.knowledge_bases.create({"workspaceId": self.workspace_id, "name": f"k{uuid.uuid4().hex[:8]}"})
        base = made["data"]["knowledgeBase"]["id"]
        for name in ("a.txt", "b.txt", "c.txt"):
            self.api.knowledge_documents.upload(base, workspace_id=self.workspace_id, file=File(name, f"About {name}."))
        documents = self.api.knowledge_documents.list(base, workspace_id=self.workspace_id, limit=2)
        self.assertEqual(sorted(document["filename"] for document in documents), ["a.txt", "b.txt", "c.txt"])
        self.api.knowledge_bases.delete(base, workspace_id=self.workspace_id)

    def test_usage_and_limits(self) -> None:
        self.assertIn("data", self.api.usage.get(workspace_id=self.workspace_id))
        self.assertGreaterEqual(self.api.usage.limits()["usage"]["currentPeriodCost"], 0)

    def test_workflows(self) -> None:
        status = self.api.workflows.status(self.greet)
        self.assertTrue(status["isDeployed"])
        self.assertIn("state", self.api.workflows.export(self.greet)["data"])
