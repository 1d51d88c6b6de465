from __future__ import annotations

import io
import tempfile
import uuid
from pathlib import Path
from typing import Iterator

from sluice import File, SluiceError, Upload

from .live import LiveCase

MIB = 1024 * 1024


class Files(LiveCase):
    folder: Path

    def setUp(self) -> None:
        opened = tempfile.TemporaryDirectory()
        self.addCleanup(opened.cleanup)
        self.folder = Path(opened.name)

    def round_trip(self, upload: Upload) -> str:
        file = self.api.files.upload(workspace_id=self.workspace_id, file=upload)["data"]["file"]
        self.assertIn(file["name"], [each["name"] for each in self.files()])
        return self.api.file_content.get(file["id"], workspace_id=self.workspace_id).text()

    def files(self) -> list:  # type: ignore[type-arg]
        return list(self.api.files.list(workspace_id=self.workspace_id))

    def new_name(self) -> str:
        return f"{uuid.uuid4()}.txt"

    def test_are_sent_from_a_path(self) -> None:
        path = self.folder / self.new_name()
        path.write_text("from disk")
        self.assertEqual(self.round_trip(path), "from disk")

    def test_are_sent_from_an_open_file(self) -> None:
        path = self.folder / self.new_name()
        path.write_text("opened")
        with path.open("rb") as opened:
            self.assertEqual(self.round_trip(opened), "opened")

    def test_are_sent_from_bytes_text_and_parts(self) -> None:
        for content in (b"some", "some", io.BytesIO(b"some"), iter([b"so", b"me"])):
            self.assertEqual(self.round_trip(File(self.new_name(), content)), "some")

    def test_keep_names_that_are_not_ascii(self) -> None:
        name = f"Grüße {uuid.uuid4()}.txt"
        self.round_trip(File(name, "x"))
        self.assertIn(name, [each["name"] for each in self.files()])

    def test_are_streamed_and_saved_part_after_part(self) -> None:
        def parts() -> Iterator[bytes]:
            for n in range(20):
                yield bytes([n]) * MIB

        file = self.api.files.upload(workspace_id=self.workspace_id, file=File(f"{uuid.uuid4()}.bin", parts()))["data"]["file"]
        with self.api.file_content.get(file["id"], workspace_id=self.workspace_id) as download:
            download.save(self.folder / "copy")
        self.assertEqual((self.folder / "copy").read_bytes(), b"".join(parts()))

    def test_are_refused_with_what_the_server_says(self) -> None:
        name = self.new_name()
        self.round_trip(File(name, "x"))
        with self.assertRaises(SluiceError) as failed:
            self.round_trip(File(name, b"x" * 5 * MIB))
        self.assertEqual(failed.exception.status, 409)

    def test_need_a_name(self) -> None:
        with self.assertRaisesRegex(TypeError, "without a name"):
            self.api.files.upload(workspace_id=self.workspace_id, file=io.BytesIO(b"x"))
