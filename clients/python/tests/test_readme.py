from __future__ import annotations

import contextlib
import io
import os
import re
import tempfile
from pathlib import Path
from typing import Iterator

from .live import URL, LiveCase, code, deploy

README = Path(__file__).parent.parent / "README.md"


class TheReadme(LiveCase):
    def test_has_examples_that_work_as_printed(self) -> None:
        examples = re.findall(r"^```python\n(.*?)^```", README.read_text(), re.DOTALL | re.MULTILINE)
        self.assertGreater(len(examples), 1)
        workflow_id = deploy(self.api, self.workspace_id, code("agent", 'return { content: "hello " + <start.name> }'))
        names = {"workspace_id": self.workspace_id, "workflow_id": workflow_id, "__name__": "readme"}
        printed = io.StringIO()
        with tempfile.TemporaryDirectory() as folder, _inside(folder):
            Path("report.pdf").write_bytes(b"%PDF-1.4")
            with contextlib.redirect_stdout(printed):
                for example in examples:
                    exec(compile(example.replace("http://localhost:3000", URL), str(README), "exec"), names)
        self.assertIn("hello Ada", printed.getvalue())
        self.assertIn("completed", printed.getvalue())


@contextlib.contextmanager
def _inside(folder: str) -> Iterator[None]:
    # contextlib.chdir came with 3.11.
    before = os.getcwd()
    os.chdir(folder)
    try:
        yield
    finally:
        os.chdir(before)
