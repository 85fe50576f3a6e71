"""When a judge that is not to be fooled takes a screen for evidence."""

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
def test_words_count_only_whole(line: str, says: bool) -> None:
    """A text that goes on as another word says something else."""
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
def test_a_name_that_somebody_made_up_counts_only_as_a_whole(line: str, says: bool) -> None:
    """A similar name is another entity."""
    assert pattern_holds(Pattern(texts=("Family roast",)), PAGE, line, WHOLE) is says
    assert pattern_holds(Pattern(row=("Family roast",)), PAGE, line, WHOLE) is says


def test_a_page_named_almost_the_same_is_another_page() -> None:
    """The pattern does not apply there, so there is no verdict on the requirement."""
    pattern = Pattern(page="Family roast", texts=("Saved",))
    assert pattern_holds(pattern, "com.x/Family roast", "Saved", WHOLE) is True
    assert pattern_holds(pattern, "com.x/Family roast 2", "Saved", WHOLE) is None


@pytest.mark.parametrize(
    ("page", "says"), [("Trip", False), ("Trip to Salt Pier", False), ("Planned trips", None), ("My Tripod", None)]
)
def test_a_page_is_known_by_whole_words(page: str, says: bool | None) -> None:
    """A list of trips is not the page of a trip, so what it leaves out says nothing."""
    assert pattern_holds(Pattern(page="Trip", texts=("Planned on",)), f"com.x/{page}", "To Salt Pier") is says


def test_the_page_of_a_thing_is_called_so_and_no_more() -> None:
    """A sheet over it, which has its name in a title of its own, is another page; so is one of a longer name."""
    pattern, choices = Pattern(page="The Kiln", row=("Saved in",)), frozenset({"the kiln"})
    assert pattern_holds(pattern, "com.x/The Kiln", "Favourites | Saved in", choices=choices) is True
    assert pattern_holds(pattern, "com.x/The Kiln", "Save", choices=choices) is False
    assert pattern_holds(pattern, "com.x/Save The Kiln", "Favourites | 3 saved", choices=choices) is None
    assert pattern_holds(pattern, "com.x/Save The Kiln", "Favourites | 3 saved") is False


def test_ideographs_are_words_without_spaces() -> None:
    """In a script without spaces a name may stand directly beside other words."""
    assert pattern_holds(Pattern(texts=("林晓雨",)), PAGE, "给林晓雨的消息") is True


def test_strict_reading_never_sees_more_than_the_pattern_says() -> None:
    """If `shows` is false or does not apply, so it is for the judge."""
    pattern = Pattern(app="parlowe", row=("one", "two"), absent=("gone",), row_absent=("three",))
    for line in ("one two", "one two three", "one two\ngone", "one\ntwo", ""):
        loose = shows(pattern, PAGE, line)
        strict = pattern_holds(pattern, PAGE, line)
        assert strict == loose
    assert pattern_holds(pattern, "com.other/Page", "one two") is None
