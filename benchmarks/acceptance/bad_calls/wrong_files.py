"""Writes files and folders of the wrong kind, one of each, for commands that are asked to read them."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Final

_DEPTH: Final = 20_000
_DEEP: Final = b"[" * _DEPTH + b"]" * _DEPTH
_LOOP: Final = b"a: &a\n  b: *a\n"
_BOMB: Final = b"a: &a [x, x, x, x, x, x, x, x, x]\n" + b"".join(
    b"%c: &%c [%s]\n" % (name + 1, name + 1, b", ".join([b"*%c" % name] * 9)) for name in b"abcdefghi"
)
"""Nine levels of aliases, which stand for 9 to the power of 10 values."""

CONTENTS: Final[Mapping[str, bytes]] = {
    "binary": bytes(range(256)) * 16,
    "empty": b"",
    "nul": b"id: a\x00b\n",
    "latin": "id: é\n".encode("latin-1"),
    "deep": _DEEP,
    "loop": _LOOP,
    "bomb": _BOMB,
    "text": b"just words, [/red] and \x1b[31m an escape\n",
    "list": b"[1, 2, 3]\n",
    "number": b"7\n",
    "keys": b'{"\\u001b[31m[/red]": {"' + b"k" * 5_000 + b'": NaN}}\n',
}
"""Contents that no command can use, by a short name; each is written under every extension."""
EXTENSIONS: Final = ("yaml", "json", "jsonl", "txt")


def write_wrong_files(folder: Path) -> None:
    """Fill a new folder: the contents above, and what is no file at all."""
    folder.mkdir()
    for extension in EXTENSIONS:
        for name, content in CONTENTS.items():
            (folder / f"{name}.{extension}").write_bytes(content)
        (folder / f"folder.{extension}").mkdir()
        (folder / f"circle.{extension}").symlink_to(f"circle.{extension}")
        os.mkfifo(folder / f"pipe.{extension}")
        # Reading it fails for everybody, while root may read files without permissions.
        (folder / f"unreadable.{extension}").symlink_to("/proc/self/mem")
        (folder / f"endless.{extension}").symlink_to("/dev/zero")
    (folder / "void").mkdir()
    (folder / "full").mkdir()
    (folder / "full" / "notes.txt").write_bytes(b"mine\n")
    for name, content in CONTENTS.items():
        for file in (
            "run.json",
            "sample.json",
            "result.json",
            "intents/a.yaml",
            "user_reply.txt",
            "trajectories.jsonl",
        ):
            path = folder / f"{name}-inside" / file
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content)
