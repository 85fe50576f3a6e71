"""A short crawl through every app: real inputs, each new state checked, nothing found that is not known."""

from __future__ import annotations

import pytest

from adapters.phone.kernel.phone import Phone
from adapters.phone.state.factory_state import FactoryState
from adapters.phone.ui.app import App
from adapters.phone.workers.registry import installed_apps
from benchmarks.acceptance.atlas.crawler import Crawl
from benchmarks.acceptance.atlas.differences import Differences, Replay
from benchmarks.acceptance.atlas.known import is_known
from benchmarks.acceptance.atlas.starts import Start, starts_of

INPUTS = 50
SEED = 7


@pytest.fixture(scope="module")
def factory() -> FactoryState:
    """The factory state, computed once."""
    return FactoryState(installed_apps())


@pytest.mark.parametrize("app", installed_apps(), ids=lambda app: app.name)
def test_a_short_crawl_finds_nothing_that_is_not_known(app: App, factory: FactoryState) -> None:
    """No crash, dead control, stray touch, illegible text or other fault; every path leads to the same state again."""
    starts: tuple[Start, ...] = starts_of(app.name)[:2]
    crawl = Crawl(Phone(factory.apps, factory=factory), app, starts, SEED)
    crawl.run(INPUTS)
    found = [(key, found.example, found.path) for key, found in crawl.findings.rows.items() if not is_known(key)]
    assert found == []
    assert len(crawl.first_seen) >= 5
    replay = Replay(Phone(factory.apps, factory=factory), app, starts)
    assert replay.run(crawl.visits, crawl.edges) == Differences()
