"""The app of the guide: its size, its screens, and the tasks that are played in it."""

from __future__ import annotations

import json
import os
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

import anyio
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


@pytest.mark.parametrize("name", ["tea", "placed", "order", "cancel"])
def test_a_place_that_nothing_leads_to_is_shown(app: App, name: str) -> None:
    """With a name or number that does not exist, or without any, a page is shown."""
    look = Look(width=540, height=1200)
    argument = "name" if name == "tea" else "number"
    assert render(app, Place(name, {argument: "9999"}, STATE), look)
    assert render(app, Place(name), look)


def installed(folder: Path) -> Path:
    """A folder that makes the app's entry point known, as installing its package does."""
    project = tomllib.loads((FOLDER / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    metadata = folder / f"{project['name']}-{project['version']}.dist-info"
    metadata.mkdir()
    named = f"Metadata-Version: 2.1\nName: {project['name']}\nVersion: {project['version']}\n"
    (metadata / "METADATA").write_text(named)
    groups = (
        f"[{group}]\n" + "".join(f"{name} = {target}\n" for name, target in entries.items())
        for group, entries in project["entry-points"].items()
    )
    (metadata / "entry_points.txt").write_text("\n".join(groups))
    return folder


async def test_its_tasks_are_played_to_the_end(tmp_path: Path) -> None:
    """Three intents at all levels, by their references: every requirement is met."""
    paths = (str(await anyio.to_thread.run_sync(installed, tmp_path)), str(FOLDER))
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join((*paths, os.environ.get("PYTHONPATH", "")))}
    intents, out = str(FOLDER / "intents"), tmp_path / "run"
    bench = (sys.executable, "-W", "error", "-m", "runtime.bench")
    played = await anyio.run_process(
        [*bench, "--suite", intents, "--agent", "oracle", "--device", "phone://2", "--no-progress", "--out", str(out)],
        check=False, env=environment,
    )  # fmt: skip
    assert played.returncode == 0, played.stderr.decode()
    metrics = json.loads(await anyio.Path(out / "metrics.json").read_bytes())
    assert metrics["agents"]["oracle"]["overall"]["TSR"] | {"low": 0, "high": 0} == {
        "value": 1.0, "n": 11, "low": 0, "high": 0, "clean": 1.0, "clean_n": 11,
    }  # fmt: skip
