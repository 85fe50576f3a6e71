"""The progress display of a run."""

from __future__ import annotations

import io
from dataclasses import replace

import pytest
from rich.console import Console

from runtime.bench.progress import make_view
from runtime.bench.table import beside_lines, fault_lines, metrics_table
from runtime.bench.terminal import show
from runtime.core.config import RunConfig
from runtime.core.events import Score
from runtime.core.tasks import Suite
from runtime.metrics.report import metrics_document
from runtime.storage.run_directory import EpisodeKey
from tests.support.scripted import Lamp

SCORE = Score(
    episode="reader/lamp.standard/0",
    judge="rules",
    task="lamp.standard",
    agent="reader",
    intent="lamp",
    level="standard",
    domain="device",
    difficulty="simple",
    apps=("lamp",),
    ending="finished",
    requirements=1,
    key_steps=1,
    met={"on": (True, True)},
    hits={"press": True},
    termination="normal",
)


def _console(*, terminal: bool, height: int = 24) -> Console:
    environment = {"TERM": "xterm"}  # not that of whoever runs the tests, which may be able to do less
    return Console(
        file=io.StringIO(),
        force_terminal=terminal,
        width=100,
        height=height,
        color_system=None,
        _environ=environment,
    )


def _shown(console: Console) -> str:
    assert isinstance(console.file, io.StringIO)
    return console.file.getvalue()


@pytest.mark.parametrize("live", [True, False])
def test_a_view_follows_a_run_from_start_to_end(live: bool) -> None:
    """With and without a live terminal, the view shows its headline and messages, and no callback raises."""
    console = _console(terminal=live)
    view = make_view(console, live=live)
    with view:
        view.begin(1, RunConfig(), Suite("lamps", "1", ()))
        view.phones([Lamp("phone-0"), Lamp("phone-1")])
        key = EpisodeKey("reader", "lamp.standard", 0)
        for item in (view.watch.started, view.watch.finished):
            if item is not None:
                item("phone-0", key)
        assert view.watch.message is not None
        view.watch.message("no device answers [2 lost]")
        if view.watch.stepped is not None:
            view.watch.stepped("phone-1", key, 3)
        view.done(SCORE)
    assert "lamps 1: 1 episode," in _shown(console)
    assert "no device answers [2 lost]" in _shown(console)


def test_a_live_view_has_a_line_for_each_device_and_a_bar() -> None:
    """A busy device shows its episode and step; devices that do not fit are counted."""
    console = _console(terminal=True, height=8)
    view = make_view(console, live=True)
    with view:
        view.begin(9, RunConfig(), Suite("lamps", "1", ()))
        view.phones([Lamp(f"phone-{number}") for number in range(9)])
        assert view.watch.stepped is not None
        view.watch.stepped("phone-8", EpisodeKey("reader", "lamp.standard", 0), 3)
    shown = _shown(console)
    assert "reader · lamp.standard · step 3" in shown
    assert "0/9" in shown
    assert "… and 6 more" in shown


def test_a_live_view_counts_outcomes_and_shows_the_metrics_so_far() -> None:
    """Solved, failed and lost episodes are counted apart; a metric has no value before an episode counts for it."""
    console = _console(terminal=True)
    view = make_view(console, live=True)
    with view:
        view.begin(4, RunConfig(), Suite("lamps", "1", ()))
        view.phones([Lamp("phone-0")])
        for score in (SCORE, replace(SCORE, met={"on": (True, False)}), replace(SCORE, cause="device", ending="fault")):
            view.done(score)
        assert view.watch.started is not None
        view.watch.started("phone-0", EpisodeKey("reader", "lamp.standard", 0))
    assert "1 solved · 1 failed · 1 lost · 1 playing · TSR_final 0.33 · RCR 0.67" in _shown(console)


def test_a_plain_view_says_how_each_episode_ended() -> None:
    """Each finished episode has one line with its number in the run."""
    console = _console(terminal=False)
    view = make_view(console, live=False)
    view.begin(1, RunConfig(), Suite("lamps", "1", ()))
    view.done(SCORE)
    assert "1/1 reader lamp.standard #0: 1/1 met, 0 steps, 0 turns, finished" in _shown(console)


@pytest.mark.parametrize("width", [80, 160])
def test_the_table_shows_every_metric_uncut(width: int) -> None:
    """On a usual terminal no metric's name or value is cut off."""
    console = Console(file=io.StringIO(), width=width, color_system=None)
    for renderable in metrics_table(metrics_document([SCORE]), "rules", width):
        console.print(renderable)
    shown = _shown(console)
    for name in ("RCR", "TSR_final", "ETR_E", "IGR", "overall", "standard", "1.000 n=1"):
        assert name in shown
    assert "…" not in shown


def test_the_table_counts_episodes_with_bypasses() -> None:
    """A note says how many episodes changed state by shell commands; without any, nothing is said or stored."""
    document = metrics_document([replace(SCORE, bypasses={"settings/global/wifi_on": True})])
    assert document["agents"]["reader"]["episodes"]["bypasses"] == 1
    console = Console(file=io.StringIO(), width=160, color_system=None)
    for renderable in metrics_table(document, "rules", 160):
        console.print(renderable)
    assert "1 episodes changed state by shell commands" in _shown(console)
    assert "bypasses" not in metrics_document([SCORE])["agents"]["reader"]["episodes"]


def test_faults_are_told_with_their_reason_and_counted() -> None:
    """Equal faults share one line, the most frequent first, and faults beyond the limit are counted."""
    lost = [replace(SCORE, episode=f"reader/t/{n}", cause="device", error="phone-0 is gone") for n in range(3)]
    odd = [replace(SCORE, episode=f"reader/o/{n}", cause="task", error=f"reason {n}") for n in range(6)]
    lines = list(fault_lines([SCORE, *odd, *lost]))
    assert lines[0] == "3 × device: phone-0 is gone"
    assert lines[1] == "1 × task: reason 0"
    assert lines[-1].startswith("… and 2 other faults")
    assert list(fault_lines([SCORE])) == []


def test_problems_that_change_no_number_are_listed():
    """Unparsable replies, traffic and unknown commands are counted with their episodes, and notes are quoted."""
    odd = [
        replace(SCORE, malformed=2, unknown_commands={"awk": 11}),
        replace(SCORE, malformed=1, unread=4, unknown_commands={"awk": 1, "sort -V": 1}),
        replace(SCORE, error="contaminated: x"),
    ]
    assert list(beside_lines([SCORE, *odd, replace(SCORE, cause="device", error="lost")])) == [
        "3 model replies that could not be parsed, in 2 episodes",
        "4 pieces of program traffic that could not be decoded as actions, in 1 episodes",
        "the phones' shell did not know: awk (12 times, 2 episodes), sort -V (1 time, 1 episode)",
        "1 × noted: contaminated: x",
    ]
    assert list(beside_lines([SCORE])) == []


HOSTILE = "[/red] [bold]x[/INST] \x1b[31m\x1b]0;title\x07 \u202eabc :smile:"


@pytest.mark.parametrize("live", [True, False])
def test_text_of_programs_is_neither_markup_nor_an_escape_sequence(live: bool) -> None:
    """Names, messages and faults are shown letter by letter, and what controls a terminal as its escape."""
    console = _console(terminal=live)
    view = make_view(console, live=live)
    key = EpisodeKey(HOSTILE, "lamp.standard", 0)
    with view:
        view.begin(2, RunConfig(agents=(HOSTILE,)), Suite("lamps", "1", ()))
        view.phones([Lamp()])
        view.watch.started("lamp", key)
        view.watch.stepped("lamp", key, 1)
        view.watch.message(HOSTILE)
        view.done(replace(SCORE, agent=HOSTILE, cause="agent", error=HOSTILE))
    document = metrics_document([replace(SCORE, agent=HOSTILE)])
    for renderable in metrics_table(document, HOSTILE):
        console.print(renderable)
    show(
        console,
        *fault_lines([replace(SCORE, cause="agent", error=HOSTILE)]),
        *beside_lines([replace(SCORE, error=HOSTILE)]),
    )
    shown = _shown(console)
    assert "[/red] [bold]x[/INST] \\x1b[31m\\x1b]0;title\\x07 \\u202eabc :smile:" in shown
    assert "\x1b]0" not in shown
    assert "\x07" not in shown
    assert "\u202e" not in shown
