"""App states on the control connection, sent as deltas."""

from __future__ import annotations

import copy
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adapters.phone.workers.control.messages import ControlProtocolError, Message
from adapters.phone.workers.control.state_deltas import StateDeltaDecoder, StateDeltaEncoder

_VALUES = st.dictionaries(st.sampled_from("ab"), st.one_of(st.integers(0, 2), st.lists(st.text("xy", max_size=2))))
_STATES = st.dictionaries(st.sampled_from(["mail", "notes", "shop", "system"]), _VALUES, max_size=4)


@given(st.lists(st.tuples(_STATES, st.sampled_from(["same", "lost", "other", "restarted"])), min_size=1, max_size=8))
def test_what_is_heard_is_what_was_read(readings: list[tuple[dict[str, Any], str]]) -> None:
    """Whatever changes, whoever else listens, whatever answer is lost and whenever the process is another one."""
    telling, hearing, other = StateDeltaEncoder(), StateDeltaDecoder(), StateDeltaDecoder()
    for state, what in readings:
        if what == "restarted":
            telling = StateDeltaEncoder()
        if what == "other":
            assert other.take(telling.answer(copy.deepcopy(state), other.name)) == state
        if what == "lost":
            telling.answer(copy.deepcopy(state), hearing.name)
        assert hearing.take(telling.answer(copy.deepcopy(state), hearing.name)) == state


def test_what_did_not_change_is_neither_sent_nor_made_anew() -> None:
    """Only changed apps cross the wire, and the others stay the same objects for whoever compares."""
    telling, hearing = StateDeltaEncoder(), StateDeltaDecoder()
    mail = {"inbox": ["a"] * 50}
    first = hearing.take(telling.answer({"mail": mail, "notes": {"n": 1}}, ""))
    answer = telling.answer({"mail": mail, "notes": {"n": 2}}, hearing.name)
    assert answer.body == b'{"notes":{"n":2}}'
    second = hearing.take(answer)
    assert second["mail"] is first["mail"]
    assert second["notes"] == {"n": 2}


def test_the_hearer_may_change_the_mapping() -> None:
    """Taking an app out of what was heard does not take it out of the next reading."""
    telling, hearing = StateDeltaEncoder(), StateDeltaDecoder()
    hearing.take(telling.answer({"mail": {}, "system": {"happened": []}}, "")).pop("system")
    assert "system" in hearing.take(telling.answer({"mail": {}, "system": {"happened": []}}, hearing.name))


@pytest.mark.parametrize(
    "answer", [Message({}), Message({"whole": True, "gone": []}, b"{}"), Message({"whole": 1, "gone": 2}, b"[")]
)
def test_what_is_no_reading_is_refused(answer: Message) -> None:
    """A header or body that cannot be understood is told as such."""
    with pytest.raises(ControlProtocolError):
        StateDeltaDecoder().take(answer)
