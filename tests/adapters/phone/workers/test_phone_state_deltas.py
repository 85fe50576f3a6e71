"""App states on the control connection: only the apps that changed are sent."""

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
def test_decoded_states_equal_the_read_states(readings: list[tuple[dict[str, Any], str]]) -> None:
    """States are decoded correctly despite lost answers, other clients and restarts of the encoder."""
    telling, hearing, other = StateDeltaEncoder(), StateDeltaDecoder(), StateDeltaDecoder()
    for state, what in readings:
        if what == "restarted":
            telling = StateDeltaEncoder()
        if what == "other":
            assert other.take(telling.answer(copy.deepcopy(state), other.name)) == state
        if what == "lost":
            telling.answer(copy.deepcopy(state), hearing.name)
        assert hearing.take(telling.answer(copy.deepcopy(state), hearing.name)) == state


def test_unchanged_apps_are_neither_sent_nor_rebuilt() -> None:
    """Only changed apps are in the message; the decoder returns the same objects for the others."""
    telling, hearing = StateDeltaEncoder(), StateDeltaDecoder()
    mail = {"inbox": ["a"] * 50}
    first = hearing.take(telling.answer({"mail": mail, "notes": {"n": 1}}, ""))
    answer = telling.answer({"mail": mail, "notes": {"n": 2}}, hearing.name)
    assert answer.body == b'{"notes":{"n":2}}'
    second = hearing.take(answer)
    assert second["mail"] is first["mail"]
    assert second["notes"] == {"n": 2}


def test_a_decoded_mapping_may_be_modified() -> None:
    """Removing an app from a decoded state does not remove it from the next one."""
    telling, hearing = StateDeltaEncoder(), StateDeltaDecoder()
    hearing.take(telling.answer({"mail": {}, "system": {"happened": []}}, "")).pop("system")
    assert "system" in hearing.take(telling.answer({"mail": {}, "system": {"happened": []}}, hearing.name))


@pytest.mark.parametrize(
    "answer", [Message({}), Message({"whole": True, "gone": []}, b"{}"), Message({"whole": 1, "gone": 2}, b"[")]
)
def test_an_invalid_delta_is_refused(answer: Message) -> None:
    """A message with an invalid header or body raises ControlProtocolError."""
    with pytest.raises(ControlProtocolError):
        StateDeltaDecoder().take(answer)
