"""Which screens the strict pattern matcher of the judges accepts as evidence."""

from __future__ import annotations

import pytest

from judges.evidence.requirements import pattern_holds
from runtime.core.tasks import Pattern
from runtime.screen.patterns import shows

PAGE = "com.parlowe.chat/Noor Haddad"
WHOLE = frozenset({"family roast"})


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("Order BW-1042 | Read", True),
        ("Order BW-1042 | Ready: 13:00", False),
        ("Order BW-10425 | Read", False),
        ("order bw-1042, read", True),
    ],
)
def test_texts_match_complete_words_only(line: str, says: bool) -> None:
    """A text that continues a word is not a match."""
    assert pattern_holds(Pattern(app="parlowe", row=("BW-1042", "Read")), PAGE, line) is says


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("Family roast", True),
        ("Sun, 22 Nov | Family roast | 13:00", True),
        ("Done: Family roast [checked]", True),
        ("“Family roast” was saved", True),
        ("Family roast 2", False),
        ("New Family roast", False),
        ("Family roast too | 13:00", False),
        ("Family roasts", False),
    ],
)
def test_names_match_completely_only(line: str, says: bool) -> None:
    """A name that only resembles the wanted one belongs to another entity."""
    assert pattern_holds(Pattern(texts=("Family roast",)), PAGE, line, WHOLE) is says
    assert pattern_holds(Pattern(row=("Family roast",)), PAGE, line, WHOLE) is says


def test_a_page_named_almost_the_same_is_another_page() -> None:
    """A pattern for a page does not apply to a page with a longer name, so that page is no evidence."""
    pattern = Pattern(page="Family roast", texts=("Saved",))
    assert pattern_holds(pattern, "com.x/Family roast", "Saved", WHOLE) is True
    assert pattern_holds(pattern, "com.x/Family roast 2", "Saved", WHOLE) is None


@pytest.mark.parametrize(
    ("page", "says"), [("Trip", False), ("Trip to Salt Pier", False), ("Planned trips", None), ("My Tripod", None)]
)
def test_a_page_is_known_by_whole_words(page: str, says: bool | None) -> None:
    """A list of trips is not the page of a trip, so missing rows on it are no counter-evidence."""
    assert pattern_holds(Pattern(page="Trip", texts=("Planned on",)), f"com.x/{page}", "To Salt Pier") is says


def test_the_page_of_an_entity_has_exactly_its_name() -> None:
    """A sheet over it with the name in its own title is another page; so is a page with a longer name."""
    pattern, choices = Pattern(page="The Kiln", row=("Saved in",)), frozenset({"the kiln"})
    assert pattern_holds(pattern, "com.x/The Kiln", "Favourites | Saved in", choices=choices) is True
    assert pattern_holds(pattern, "com.x/The Kiln", "Save", choices=choices) is False
    assert pattern_holds(pattern, "com.x/Save The Kiln", "Favourites | 3 saved", choices=choices) is None
    assert pattern_holds(pattern, "com.x/Save The Kiln", "Favourites | 3 saved") is False


def test_ideographs_are_words_without_spaces() -> None:
    """In a script without spaces a name may stand directly beside other words."""
    assert pattern_holds(Pattern(texts=("林晓雨",)), PAGE, "给林晓雨的消息") is True


def test_the_strict_matcher_accepts_no_more_than_the_pattern() -> None:
    """If `shows` rejects the screen, or does not apply, the judge's matcher does the same."""
    pattern = Pattern(app="parlowe", row=("one", "two"), absent=("gone",), row_absent=("three",))
    for line in ("one two", "one two three", "one two\ngone", "one\ntwo", ""):
        loose = shows(pattern, PAGE, line)
        strict = pattern_holds(pattern, PAGE, line)
        assert strict == loose
    assert pattern_holds(pattern, "com.other/Page", "one two") is None
