"""Every vector holds, as the lenient reader takes it and as the agent's own program does."""

from __future__ import annotations

import pytest

from adapters.agents.formats.registry import format_names
from tests.adapters.agents.formats.vector_files import FOLDER, Vector, vectors

_ALL = list(vectors())
_NAMES = [vector.name for vector in _ALL]


@pytest.mark.parametrize("mode", ["generic", "official"])
@pytest.mark.parametrize("vector", _ALL, ids=_NAMES)
def test_a_vector_reads_as_stated(vector: Vector, mode):
    """The reply means exactly the stated actions."""
    assert vector.holds(mode), vector.read(mode)


def test_every_format_has_vectors():
    """No format is registered without vectors, and none has vectors without being registered."""
    assert {path.stem for path in FOLDER.glob("*.json")} == set(format_names())


def test_vectors_are_told_apart():
    """No two vectors of a format have the same section and number."""
    assert len(set(_NAMES)) == len(_NAMES)


@pytest.mark.parametrize("section", ["1.7", "2.6", "3.7", "4.6", "5.6", "6.6", "7.5"])
def test_the_sections_of_vectors_are_whole(section):
    """Every section of vectors is here from its first to its last."""
    count = {"1.7": 12, "2.6": 11, "3.7": 7, "4.6": 8, "5.6": 7, "6.6": 6, "7.5": 6}[section]
    assert sorted(vector.row["number"] for vector in _ALL if vector.row["section"] == section) == list(
        range(1, count + 1)
    )
