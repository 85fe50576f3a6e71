"""The state machine of legal events."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from runtime.core.actions import Decision, Tap
from runtime.core.events import AnyEvent, Decided, Ended, Faulted, Observed, Performed, Replied, Started
from runtime.episode.legal_events import LEGAL, EpisodeState, IllegalEvent, advance

BASE: dict[str, Any] = {"episode": "e", "attempt": 0, "seq": 0, "t": 0.0}
EVENTS: dict[str, AnyEvent] = {
    "started": Started(**BASE, task="t", agent="a", device="d", seed=1),
    "observed": Observed(**BASE, step=0, frame=None, tree=None),
    "decided": Decided(**BASE, step=1, decision=Decision([Tap(1, 1)])),
    "performed": Performed(**BASE, step=1, action=Tap(1, 1)),
    "replied": Replied(**BASE, step=1, question="?", text="!"),
    "faulted": Faulted(**BASE, boundary="device", error="gone"),
    "ended": Ended(**BASE, ending="finished"),
}


@pytest.mark.parametrize(
    ("state", "event", "after"),
    [
        ("fresh", "started", "ready"),
        ("ready", "observed", "ready"),
        ("ready", "decided", "acting"),
        ("acting", "performed", "acting"),
        ("acting", "replied", "acting"),
        ("acting", "observed", "acting"),
        ("acting", "decided", "acting"),
        ("acting", "faulted", "acting"),
        ("ready", "ended", "over"),
        ("acting", "ended", "over"),
    ],
)
def test_what_the_table_allows(state: EpisodeState, event: str, after: EpisodeState) -> None:
    """Each legal event leads to the expected state."""
    assert advance(state, EVENTS[event]) == after


@pytest.mark.parametrize(
    ("state", "event"),
    [
        ("fresh", "observed"),
        ("fresh", "ended"),
        ("ready", "started"),
        ("ready", "performed"),
        ("ready", "replied"),
        ("over", "observed"),
        ("over", "ended"),
    ],
)
def test_what_the_table_forbids_says_what_was_legal(state: EpisodeState, event: str) -> None:
    """An illegal event raises IllegalEvent with its name."""
    with pytest.raises(IllegalEvent, match=type(EVENTS[event]).__name__):
        advance(state, EVENTS[event])


@given(st.lists(st.sampled_from(sorted(EVENTS)), max_size=30))
def test_an_episode_ends_once_and_starts_once(names: list[str]) -> None:
    """Each legal sequence begins with its only start and has at most one end, at the end."""
    state: EpisodeState = "fresh"
    taken = []
    for name in names:
        if type(EVENTS[name]) in LEGAL[state]:
            state = advance(state, EVENTS[name])
            taken.append(name)
    assert taken.count("started") == (1 if taken else 0)
    assert taken[:1] in ([], ["started"])
    assert "ended" not in taken[:-1]
