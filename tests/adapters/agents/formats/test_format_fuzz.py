"""No text makes a parser of replies raise anything but FormatError, and parsed actions can be written as JSON."""

from __future__ import annotations

import json
from contextlib import suppress
from itertools import islice

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from adapters.agents.formats.grammar.action_json import written
from adapters.agents.formats.grammar.coordinates import Screen
from adapters.agents.formats.grammar.errors import FormatError
from adapters.agents.formats.grammar.format import Format
from adapters.agents.formats.registry import format_names, load_format
from benchmarks.acceptance.mutations import mutations, restructured
from runtime.core.actions import Finish, ParseError
from tests.adapters.agents.formats.vector_files import SCREEN, vectors

_FORMS: dict[str, Format] = {name: load_format(name) for name in format_names()}
_MARKS = {number: (number, number, number + 40, number + 20) for number in range(30)}
_TEXTS = [vector.text for vector in vectors()]

_replies = st.one_of(
    st.text(),
    st.text(st.sampled_from("{}[]()'\"\\,:=<>/# \n\t.0123456789e-+tapclickdofinishAction")),
    st.integers(0, 2**32).map(lambda seed: next(mutations(_TEXTS, _TEXTS, seed))),
    st.builds("".join, st.lists(st.sampled_from(_TEXTS), max_size=3)),
)
_half = st.characters(categories=["Cs"])
_screens = st.builds(Screen, st.integers(1, 3000), st.integers(1, 3000))


@pytest.mark.parametrize("mode", ["generic", "official"])
@pytest.mark.parametrize("name", _FORMS)
@given(text=_replies, half=_half, screen=_screens, data=st.data())
@settings(max_examples=40)
def test_a_reply_is_read_or_refused(name, mode, text, half, screen, data):
    """Any reply gives actions that can be written as JSON, or a FormatError, for any screen, scheme and marks."""
    form = _FORMS[name]
    scheme = data.draw(st.sampled_from(sorted(form.schemes)))
    marks = data.draw(st.sampled_from([None, {}, _MARKS])) if form.numbered else None
    surface = form.surface(screen, scheme, marks, mode)
    for item in (text, text + half):
        with suppress(FormatError):
            json.dumps(written(form.read(item, surface, mode)), ensure_ascii=False).encode()


@pytest.mark.parametrize("name", _FORMS)
@given(text=_replies, screen=_screens)
@settings(max_examples=40)
def test_deciding_never_fails_and_stays_on_the_screen(name, text, screen):
    """In generic mode every touched place is a pixel of the screen, whatever the reply."""
    form = _FORMS[name]
    for line in written(form.decide(text, form.surface(screen, marks=_MARKS))):
        assert all(0 <= line[key] < screen.width for key in ("x", "x1", "x2") if key in line)
        assert all(0 <= line[key] < screen.height for key in ("y", "y1", "y2") if key in line)


@pytest.mark.parametrize("name", _FORMS)
def test_what_becomes_of_an_unreadable_reply(name):
    """An unreadable reply gives a parse error; in official mode also what the agent's own program does then."""
    form = _FORMS[name]
    text = "### Action ###\n{" if form.malformed == "count" or name == "mobile-agent-v2" else "I give up."
    if name == "mobile-agent-v2":
        text = "### Action ###\nTap here"
    (counted,) = form.decide(text, form.surface(SCREEN)).actions
    assert isinstance(counted, ParseError)
    assert counted.raw == text
    error, *then = form.decide(text, form.surface(SCREEN, mode="official"), "official").actions
    assert isinstance(error, ParseError)
    expected = {"count": [], "stop": [Finish(status="infeasible")], "finish": [Finish(text)]}
    assert then == expected[form.malformed]


@pytest.mark.parametrize("mode", ["generic", "official"])
@pytest.mark.parametrize("name", _FORMS)
def test_objects_with_missing_and_odd_fields_are_read_or_refused(name, mode):
    """Replies with missing or unexpected fields are parsed or raise a FormatError."""
    form = _FORMS[name]
    surface = form.surface(SCREEN, marks=_MARKS if form.numbered else None, mode=mode)
    for vector in vectors():
        for text in restructured(vector.text) if vector.format is form else ():
            with suppress(FormatError):
                json.dumps(written(form.read(text, surface, mode)), ensure_ascii=False).encode()


def test_mutations_are_drawn_from_their_seed():
    """The same seed gives the same mutated replies; another seed gives others."""
    first, again, other = (list(islice(mutations(_TEXTS, _TEXTS, seed), 50)) for seed in (1, 1, 2))
    assert first == again != other
    assert sum(text in _TEXTS for text in first) < 10
