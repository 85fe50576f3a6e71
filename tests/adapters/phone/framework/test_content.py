"""Content of apps in YAML files: what is read, and what is refused with file and line."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from adapters.phone.framework.content import ContentError, Picture, content, find_by_words, read_content
from adapters.phone.ui.node import Art


@content
class Dish:
    """A dish with a picture."""

    name: str
    cents: int = 0
    art: Picture = Art("food:soup", 1)


@content
class Card:
    """A menu card."""

    title: str
    dishes: tuple[Dish, ...]


@pytest.fixture
def written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], Card]:
    """Return a function that reads a text as the content of a package."""
    package = tmp_path / "some_app_content"
    package.mkdir()
    (package / "__init__.py").touch()
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delitem(sys.modules, "some_app_content", raising=False)

    def read(text: str) -> Card:
        (package / "card.yaml").write_text(text, encoding="utf-8")
        return read_content("some_app_content", "card.yaml", Card)

    return read


def test_content_becomes_frozen_records(written: Callable[[str], Card]) -> None:
    """Lists become tuples, pictures are written as kind and seed, defaults are filled in."""
    card = written("title: Lunch\ndishes:\n  - name: Soup\n  - {name: Pie, cents: 420, art: 'food:pie 7'}\n")
    assert card == Card("Lunch", (Dish("Soup", 0, Art("food:soup", 1)), Dish("Pie", 420, Art("food:pie", 7))))
    assert hash(card) == hash(card)


@pytest.mark.parametrize(
    ("text", "line", "words"),
    [
        ("title: Lunch\ndishes:\n  - name: Soup\n  - name: Pie\n    cents: many\n", 5, "dishes.1.cents"),
        ("title: Lunch\ndishes:\n  - name: Soup\n    cent: 1\n", 4, "dishes.0.cent"),
        ("title: Lunch\ndishes:\n  - cents: 4\n", 3, "dishes.0.name"),
        ("title: Lunch\n", 1, "dishes"),
        ("title: Lunch\ndishes: [\n", 3, "not YAML"),
        ("title: Lunch\ndishes:\n  - {name: Pie, art: 'food:pie x'}\n", 3, "dishes.0.art"),
    ],
)
def test_content_that_breaks_its_schema_is_refused(
    written: Callable[[str], Card], text: str, line: int, words: str
) -> None:
    """The error names the file, the line, the field and what is wrong."""
    with pytest.raises(ContentError, match=rf"card\.yaml:{line}: {words}"):
        written(text)


@pytest.mark.parametrize(
    ("query", "found"),
    [("PIE", ("Apple pie", "Cherry pie")), ("pie ch", ("Cherry pie",)), ("soup pie", ()), (" ", ())],
)
def test_items_are_found_by_every_word_of_a_query(query: str, found: tuple[str, ...]) -> None:
    """Words count in any order and case, and as parts of words; no words find nothing."""
    assert find_by_words(("Apple pie", "Soup", "Cherry pie"), query, str) == found
