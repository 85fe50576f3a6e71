"""Long hostile replies take time in proportion to their length.

Times are of CPU and the bounds many times what is needed: a reader that is quadratic in anything takes minutes.
`python -m benchmarks.acceptance formats` does the same with a megabyte of each pattern.
"""

from __future__ import annotations

import time
from contextlib import suppress

import pytest

from adapters.agents.formats.grammar.errors import FormatError
from adapters.agents.formats.grammar.format import Mode
from adapters.agents.formats.registry import format_names, load_format
from tests.adapters.agents.formats.vector_files import SCREEN
from tests.support.hostile import hostile, medley

_FORMS = {name: load_format(name) for name in format_names()}


def _seconds(name: str, mode: Mode, text: str) -> float:
    form = _FORMS[name]
    surface = form.surface(SCREEN, marks={1: (0, 0, 1, 1)} if form.numbered else None, mode=mode)
    began = time.thread_time()
    with suppress(FormatError):
        form.read(text, surface, mode)
    return time.thread_time() - began


@pytest.mark.parametrize("mode", ["generic", "official"])
@pytest.mark.parametrize("name", _FORMS)
def test_a_pattern_without_end_costs_its_length(name, mode):
    """16 KiB of any repeated pattern, alone or after a valid beginning, are parsed or refused within a second."""
    slow = {what: took for what, text in hostile(name, 1 << 14) if (took := _seconds(name, mode, text)) > 1}
    assert slow == {}


@pytest.mark.parametrize("mode", ["generic", "official"])
@pytest.mark.parametrize("name", _FORMS)
def test_a_megabyte_costs_its_length(name, mode):
    """A megabyte of all patterns is parsed or refused within eight seconds of CPU time."""
    text = medley(name, 1 << 20)
    assert len(text) > 900_000
    assert _seconds(name, mode, text) < 8
