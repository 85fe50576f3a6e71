"""Clients in Node, in a folder that the environment names: each runs a program of the tests and prints what it got."""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import anyio
import pytest

from tests.adapters.adb.hosts.hosts import WAIT, Host, environment

FOLDER = "NODE_CLIENTS_OF_TESTS"
"""Environment variable: the folder in which `npm install` put the clients."""
_PRINT_RESULTS = Path(__file__).with_name("print_results.mjs")
_OLDEST = 20
"""The oldest release of Node on which they run."""


async def run_client(package: str, program: Path, host: Host, *words: str, **variables: str) -> Mapping[str, Any]:
    """What a program got from each of its `calls`; an error is `{"error": message}`.

    Skips the test without Node or package.
    """
    folder = os.environ.get(FOLDER, "")
    if not folder or not await anyio.Path(folder, "node_modules", package).is_dir():
        pytest.skip(f"{package} is not installed: npm install --prefix FOLDER {package}, and name FOLDER in {FOLDER}")
    node = shutil.which("node")
    version = (await anyio.run_process([node, "--version"])).stdout if node else b"v0"
    if node is None or int(version.lstrip(b"v").partition(b".")[0]) < _OLDEST:
        pytest.skip(f"there is no Node {_OLDEST} or later on this machine")
    # A program on standard input finds its packages in the current folder.
    command = [node, "--input-type=module", "-", str(host.port), *words]
    code = await anyio.Path(program).read_bytes() + await anyio.Path(_PRINT_RESULTS).read_bytes()
    with anyio.fail_after(4 * WAIT):
        done = await anyio.run_process(
            command, input=code, cwd=folder, env=environment(host.home) | variables, check=False
        )
    lines = done.stdout.splitlines()
    assert lines, done.stderr.decode()
    results: Mapping[str, Any] = json.loads(lines[-1])
    return results
