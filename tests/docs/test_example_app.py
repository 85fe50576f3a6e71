"""The app of the guide: its size, its screens, and the tasks that are played in it."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from adapters.phone.ui.app import App
from adapters.preview.rendering import Look, Place, load_app, render
from tests.support.pages import ROOT

FOLDER = ROOT / "examples" / "steepwell"
LINES = [{"tea": "Earl Grey", "size": "250 g", "quantity": 2}, {"tea": "Morning Sencha"}]
STATE = {"basket": LINES, "orders": [{"number": "2041", "lines": LINES, "placed": "2026-11-16T18:00"}]}
ARGUMENTS = {"tea": {"name": "Earl Grey"}, **{name: {"number": "2041"} for name in ("placed", "order", "cancel")}}


@pytest.fixture
def app(monkeypatch: pytest.MonkeyPatch) -> Iterator[App]:
    """The app, imported from its folder."""
    monkeypatch.syspath_prepend(FOLDER)
    yield load_app("steepwell:APP.spec")
    for name in [name for name in sys.modules if name.partition(".")[0] == "steepwell"]:
        del sys.modules[name]


def test_a_realistic_app_is_small(app: App) -> None:
    """Twelve screens with a checkout, in 350 lines of Python at most."""
    lines = sum(len(file.read_text(encoding="utf-8").splitlines()) for file in Path(FOLDER).rglob("*.py"))
    assert (len(app.activities), lines <= 350) == (12, True)


def test_every_screen_is_shown(app: App) -> None:
    """Each looks different from the others; with an empty state the lists say so."""
    pictures = {
        name: render(app, Place(name, ARGUMENTS.get(name, {}), STATE), Look(width=540, height=1200))
        for name in app.activities
    }
    assert len(set(pictures.values())) == 12
    for name in ("basket", "orders"):
        assert render(app, Place(name), Look(width=540, height=1200)) != pictures[name]
