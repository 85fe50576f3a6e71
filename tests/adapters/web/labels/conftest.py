"""Two recorded runs, played once: with pictures, and without."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.support.recorded import TASKS, record


@pytest.fixture(scope="session")
def pictured(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A run on virtual phones with screens. Not to be changed."""
    return record(tmp_path_factory.mktemp("pictured") / "run", "phone://1", TASKS[:1])


@pytest.fixture(scope="session")
def plain(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The same run on phones without pixels: trees only. Read-only."""
    return record(tmp_path_factory.mktemp("plain") / "run", "headless://1")


@pytest.fixture
def run(plain: Path, tmp_path: Path) -> Path:
    """A copy of the run without pictures, to be labelled."""
    return shutil.copytree(plain, tmp_path / "run")
