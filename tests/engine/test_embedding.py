"""The ten lines of the README run as they are printed there."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import anyio
import pytest

README = Path(__file__).parents[2] / "README.md"


@pytest.mark.timeout(120)
@pytest.mark.parametrize("run", ["anyio.run(main)", "import asyncio\n\nasyncio.run(main())"], ids=["anyio", "asyncio"])
async def test_the_embedding_of_the_readme_runs(tmp_path: Path, run: str):
    """The marked block, in a fresh interpreter and on any loop: it ends by itself, with a score for each task."""
    text = await anyio.Path(README).read_text()
    found = re.search(r"<!-- embedding:[^>]*-->\n```python\n(.*?)```", text, re.DOTALL)
    assert found is not None
    assert found[1].count("anyio.run(main)") == 1
    program = found[1].replace("anyio.run(main)", run)
    with anyio.fail_after(110):
        done = await anyio.run_process([sys.executable, "-W", "error", "-c", program], cwd=tmp_path, check=False)
    assert done.returncode == 0, done.stderr.decode()
    assert done.stderr == b""
    lines = done.stdout.decode().splitlines()
    assert len(lines) >= 6
    assert all(re.match(r"[\w.]+\.ambiguous \{", line) for line in lines)
    assert [path async for path in anyio.Path(tmp_path).iterdir()] == []
