"""Python in README, docs and examples imports what users may import; marked programs run; .ci/run checks types."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import anyio
import pytest

from tests.support.pages import PAGES, ROOT, blocks, marked_block

BLOCKS = [block for page in PAGES for block in blocks(page)]


@pytest.mark.parametrize("block", BLOCKS, ids=lambda block: f"{block.page.stem}-{block.line}")
def test_blocks_import_the_public_api_only(block):
    """Users import from three packages; all other modules of this project may change."""
    ours = re.findall(r"^\s*(?:from|import) ((?:runtime|adapters|judges|benchmarks)[\w.]*)", block.text, re.MULTILINE)
    assert set(ours) <= {"runtime", "runtime.plugins", "runtime.testing"}


async def test_the_program_of_the_readme_runs(tmp_path: Path):
    """It runs in a new interpreter with warnings as errors, and prints a line for each of its eight rollouts."""
    program = await anyio.to_thread.run_sync(marked_block, ROOT / "README.md", "training")
    command = [sys.executable, "-W", "error", "-c", program]
    done = await anyio.run_process(command, cwd=tmp_path, check=False)
    assert done.returncode == 0, done.stderr.decode()
    assert len(re.findall(rb"^[\w.]+ -?\d[\d.]*$", done.stdout, re.MULTILINE)) == 8


@pytest.mark.parametrize(
    ("page", "number"),
    [(block.page, number) for page in PAGES for number, block in enumerate(blocks(page)) if block.page.stem in (
        "in-process", "plugins", "training")],
    ids=lambda value: value.stem if isinstance(value, Path) else str(value),
)  # fmt: skip
async def test_the_programs_of_the_agent_pages_run(page, number, tmp_path):
    """They are complete: programs that play end by themselves, and programs with definitions only raise nothing."""
    block = list(blocks(page))[number]
    done = await anyio.run_process([sys.executable, "-W", "error", "-c", block.text], cwd=tmp_path, check=False)
    assert done.returncode == 0, done.stderr.decode()
