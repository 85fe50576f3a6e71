"""Every vector (a reply with its expected actions) holds in generic and in official mode."""

from __future__ import annotations

import pytest

from adapters.agents.formats.registry import format_names
from tests.adapters.agents.formats.vector_files import FOLDER, Vector, vectors

_ALL = list(vectors())
_NAMES = [vector.name for vector in _ALL]


@pytest.mark.parametrize("mode", ["generic", "official"])
@pytest.mark.parametrize("vector", _ALL, ids=_NAMES)
def test_a_vector_reads_as_stated(vector: Vector, mode):
    """The reply gives exactly the stated actions."""
    assert vector.holds(mode), vector.read(mode)


def test_every_format_has_vectors():
    """The formats with vectors are exactly the registered formats."""
    assert {path.stem for path in FOLDER.glob("*.json")} == set(format_names())


def test_vectors_are_told_apart():
    """No two vectors have the same name."""
    assert len(set(_NAMES)) == len(_NAMES)


@pytest.mark.parametrize("section", ["1.7", "2.6", "3.7", "4.6", "5.6", "6.6", "7.5"])
def test_the_sections_of_vectors_are_whole(section):
    """Every section of vectors has all its numbers, from 1 to the last."""
    count = {"1.7": 12, "2.6": 11, "3.7": 7, "4.6": 8, "5.6": 7, "6.6": 6, "7.5": 6}[section]
    assert sorted(vector.row["number"] for vector in _ALL if vector.row["section"] == section) == list(
        range(1, count + 1)
    )
