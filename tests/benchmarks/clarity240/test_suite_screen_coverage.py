"""Which screens of the apps the intents of a suite need, and what `validate` shows of it."""

from __future__ import annotations

import json
import shutil
from dataclasses import replace
from pathlib import Path

import pytest

from adapters.phone.kernel.phone import Phone
from adapters.phone.workers.registry import with_launcher
from benchmarks.clarity240 import alternative_paths, coverage, replay
from benchmarks.clarity240 import suite as files
from benchmarks.clarity240.screen_coverage import screens
from runtime.bench.cli import main
from runtime.core.actions import Launch, Tap
from runtime.core.tasks import Intent, Suite

MUTE = Path(str(files.home())) / "intents" / "social.mute.yaml"


@pytest.fixture(scope="module")
def mute(suite: Suite) -> Intent:
    """An intent on four screens of the app `parlowe`."""
    return next(intent for intent in suite.intents if intent.id == "social.mute")


def test_a_screen_of_an_app_is_visited_a_distractor_or_unserved(suite, pure_phone):
    """Each declared screen of each app of the suite is in exactly one of the three lists."""
    apps = {app.name: app for app in pure_phone.apps}
    rows = {row.app: row for row in screens(suite.intents[:12], pure_phone)}
    assert rows.keys() == {name for intent in suite.intents[:12] for name in intent.apps}
    for name, row in rows.items():
        assert sorted((*row.visited, *row.distractors, *row.unserved)) == sorted(apps[name].activities)
        assert row.visited


def test_the_screens_of_a_way_are_those_that_it_passes(mute, pure_phone):
    """Visited are the places of the recorded way, from the first screen to the last."""
    (row,) = screens([mute], pure_phone)
    way = alternative_paths.walk(mute, pure_phone)
    passed = {step.state.top.route.name for step in way[1:]} | {way[-1].after.top.route.name}
    assert set(row.visited) == passed == {"chats", "chat", "info", "mute"}


def test_a_declared_distractor_is_none_where_a_way_leads_to_it(mute):
    """A declared distractor is listed as one, unless a reference visits it."""
    declared = {"new": "looks like the chats", "mute": "declared, though the way leads there"}
    apps = [replace(app, distractors=declared) if app.name == "parlowe" else app for app in replay.installed()]
    (row,) = screens([mute], Phone(with_launcher(apps)))
    assert row.distractors == ("new",)
    assert "mute" in row.visited
    assert "new" not in row.unserved


def test_an_intent_that_cannot_be_played_visits_nothing(mute, pure_phone):
    """A broken recording or setup is no error here: its app is listed, with nothing visited."""
    actions = mute.reference.actions
    lost = replace(mute, reference=replace(mute.reference, actions=(Launch("nowhere"), *actions[1:])))
    odd = replace(mute, setup=replace(mute.setup, state={"parlowe": {"chats": 7}}))
    for broken in (lost, odd):
        (row,) = screens([broken], pure_phone)
        assert row.visited == ()
        assert row.unserved


def test_a_way_is_gone_by_what_it_touches(mute, pure_phone):
    """A recording whose coordinates no longer fit visits the same screens."""
    moved = tuple(replace(action, x=1, y=1) if isinstance(action, Tap) else action for action in mute.reference.actions)
    (row,) = screens([replace(mute, reference=replace(mute.reference, actions=moved))], pure_phone)
    assert set(row.visited) == {"chats", "chat", "info", "mute"}


def test_intents_for_real_phones_are_left_out(mute):
    """Nothing is played or listed for intents for real phones."""
    assert coverage(Suite("own", "1", ())) == []
    real = replace(mute, tags=("real",))
    assert list(screens([real], replay.phone())) == []


def test_validate_shows_the_screens_of_own_intents(tmp_path, capsys):
    """`validate` on a user's file prints a line for each of its apps, and has the same in its JSON."""
    shutil.copy(MUTE, tmp_path)
    assert main(["validate", "--json", str(tmp_path)]) == 0
    (row,) = json.loads(capsys.readouterr().out)["coverage"]
    assert row["app"] == "parlowe"
    assert sorted(row["visited"]) == ["chat", "chats", "info", "mute"]
    assert main(["validate", str(tmp_path)]) == 0
    shown = capsys.readouterr().out
    assert "unserved screens" in shown
    (line,) = [line for line in shown.splitlines() if line.split()[:1] == ["parlowe"]]
    assert line.split()[1:4] == ["4", str(len(row["distractors"])), f"{len(row['unserved'])}:"]
