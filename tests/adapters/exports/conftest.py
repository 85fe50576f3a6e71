"""A played run to export."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.played_runs import play_run


@pytest.fixture(scope="session")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A finished run of two agents; tests that write into it must copy it."""
    return play_run(tmp_path_factory.mktemp("played") / "run")
