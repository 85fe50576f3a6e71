"""The runtime inside another program: the example of the docs, and a phone that the caller drives."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import anyio
import anyio.to_thread
import pytest

from runtime.core.actions import Decision, Finish, Key
from runtime.engine import Runtime
from runtime.plugins import registry
from runtime.screen.tree import UiTree
from tests.support.pages import ROOT, marked_block

_DAY_MS = 86_400_000


@pytest.mark.parametrize("run", ["anyio.run(main)", "import asyncio\n\nasyncio.run(main())"], ids=["anyio", "asyncio"])
async def test_the_embedding_of_the_docs_runs(tmp_path: Path, run: str):
    """The embedding example of the docs runs in a new interpreter with anyio or asyncio and leaves no file."""
    text = await anyio.to_thread.run_sync(marked_block, ROOT / "docs/evaluate.md", "embedding")
    assert text.count("anyio.run(main)") == 1
    program = text.replace("anyio.run(main)", run)
    with anyio.fail_after(200):
        done = await anyio.run_process([sys.executable, "-W", "error", "-c", program], cwd=tmp_path, check=False)
    assert done.returncode == 0, done.stderr.decode()
    assert done.stderr == b""
    lines = done.stdout.decode().splitlines()
    assert len(lines) >= 6
    assert all(re.match(r"[\w.]+\.ambiguous \{", line) for line in lines)
    assert [path async for path in anyio.Path(tmp_path).iterdir()] == []


async def test_time_passes_between_steps_when_somebody_thinks():
    """Advancing the phone's clock by a day between steps costs no step, and has no effect after the end."""
    suite = await anyio.to_thread.run_sync(registry.suite, "clarity240")
    task = next(item for item in suite.tasks if item.level == "standard")
    async with Runtime(devices=["phone://1"], suite=suite) as runtime, runtime.session(task) as lease:
        session = lease.live
        before = await session.observe()
        used = session.used
        await session.elapse(_DAY_MS)
        assert session.used == used
        after = await session.step(Decision((Key("HOME"),)))
        assert before.tree is not None
        assert after.tree is not None
        assert (_date(before.tree), _date(after.tree)) == ("Tue, Nov 17", "Wed, Nov 18")
        await session.step(Decision((Finish(),)))
        await session.elapse(_DAY_MS)
        assert (await session.observe()).ended


def _date(tree: UiTree) -> str:
    """Return the date on the home screen."""
    return next(node.text for node in tree.walk() if node.text)
