"""Element search by selector, as the real library's older (UiSelector) and newer (BySelector) halves do it."""

from __future__ import annotations

import time
from contextlib import suppress

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from adapters.phone.accessibility.views import View
from adapters.phone.uiautomator.java_errors import PatternSyntaxError
from adapters.phone.uiautomator.selectors import FIELDS, Selector, fits_anywhere, parse_selector, pattern
from tests.support.demo import PACKAGE, Bench, Failure, selector


@pytest.fixture
def bench() -> Bench:
    """A phone with the demo app in front."""
    return Bench()


@pytest.mark.parametrize(
    ("wanted", "text"),
    [
        ({"text": "Save"}, "Save"),
        ({"textContains": "as"}, "Save as…"),
        ({"textStartsWith": "Nev"}, "Never"),
        ({"textMatches": "R.w 3"}, "Row 3"),
        ({"className": "android.widget.Button", "enabled": False}, "Never"),
        ({"classNameMatches": ".*Button", "instance": 1}, "Save as…"),
        ({"resourceId": f"{PACKAGE}:id/save"}, "Save"),
        ({"resourceIdMatches": ".*:id/gone"}, "Never"),
        ({"resourceId": f"{PACKAGE}:id/title", "instance": 4}, "Row 4"),
        ({"text": "Save", "packageName": PACKAGE, "clickable": True, "focusable": True, "selected": False}, "Save"),
        ({"packageNameMatches": "com.demo.*", "text": "Lists"}, "Lists"),
        ({"className": "android.widget.EditText", "focused": False}, "Your name"),
        ({"index": 1, "className": "android.widget.Button"}, "Save as…"),
        ({"longClickable": True, "className": "android.widget.Button"}, "Save"),
    ],
)
def test_every_condition_finds_its_element(bench: Bench, wanted: dict[str, object], text: str):
    """Each selector field finds its element, alone or combined with others."""
    assert bench("exist", selector(**wanted)) is True
    assert bench("getText", selector(**wanted)) == text
    assert bench("objInfo", selector(**wanted))["text"] == text


@pytest.mark.parametrize(
    ("wanted", "desc"),
    [
        ({"description": "Delete 2"}, "Delete 2"),
        ({"descriptionContains": "ete 1"}, "Delete 1"),
        ({"descriptionStartsWith": "Delete"}, "Delete 0"),
        ({"descriptionMatches": r"Delete \d"}, "Delete 0"),
        ({"checkable": True}, "Wi-Fi"),
        ({"checked": True}, "Wi-Fi"),
    ],
)
def test_descriptions_find_their_element(bench: Bench, wanted: dict[str, object], desc: str):
    """Fields about content descriptions and check states find their element."""
    assert bench("objInfo", selector(**wanted))["contentDescription"] == desc


def test_case_sensitivity_of_textcontains(bench: Bench):
    """Only the older API, used for counts and instances, ignores case in `textContains`."""
    assert not bench("waitForExists", selector(textContains="sAvE A"), 0)
    assert bench("count", selector(textContains="sAvE A")) == 1
    assert bench("exist", selector(textContains="sAvE A")) is False
    assert bench("objInfo", selector(textContains="sAvE A"))["text"] == "Save as…"  # the newer half found nothing


def test_the_newer_api_searches_all_windows(bench: Bench):
    """The status bar's clock can be waited for but is not counted."""
    assert bench("waitForExists", selector(text="09:24"), 0)
    assert bench("objInfo", selector(text="09:24"))["packageName"] == "com.android.systemui"
    assert bench("count", selector(text="09:24")) == 0


def test_relatives(bench: Bench):
    """Child and sibling selectors work with instances and in chains."""
    row = {"resourceId": f"{PACKAGE}:id/row"}
    button = {"className": "android.widget.ImageButton"}
    assert bench("objInfo", selector(("child", button), **row))["contentDescription"] == "Delete 0"
    third = selector(("child", {**button, "instance": 3}), resourceId=f"{PACKAGE}:id/rows")
    assert bench("objInfo", third)["contentDescription"] == "Delete 3"
    beside = selector(("sibling", button), text="Row 2")
    assert bench("objInfo", beside)["contentDescription"] == "Delete 2"
    assert bench("count", selector(("child", {"textStartsWith": "Tag"}), resourceId=f"{PACKAGE}:id/tags")) > 2
    both = selector(("sibling", button), ("sibling", {"textContains": "row"}), text="Row 5")
    assert bench("getText", both) == "Row 5"
    assert not bench("exist", selector(("child", {"text": "Save"}), **row))


def test_counts_are_the_numbers_of_elements(bench: Bench):
    """A count equals the number of elements in the tree, and is at most 1 if an instance is given."""
    found = [node for node in bench.automator.windows()[0].walk() if node.cls == "android.widget.Button"]
    assert bench("count", selector(className="android.widget.Button")) == len(found) == 3
    assert bench("count", selector(className="android.widget.Button", instance=2)) == 1
    assert bench("count", selector(className="android.widget.Button", instance=3)) == 0
    infos = bench("objInfoOfAllInstances", selector(className="android.widget.Button"))
    assert [item["text"] for item in infos] == ["Save", "Save as…", "Never"]
    assert bench("objInfoOfAllInstances", selector(text="absent")) == []
    assert bench("count", selector()) == len(list(bench.automator.windows()[0].walk()))


def test_an_absent_element_raises_the_java_exception(bench: Bench):
    """The error has Java's exception name, which the client checks, and shows the selector."""
    with pytest.raises(Failure) as caught:
        bench("objInfo", selector(text="absent", clickable=True, instance=2))
    assert (caught.value.code, caught.value.message) == (
        -32001,
        "androidx.test.uiautomator.UiObjectNotFoundException",
    )
    assert caught.value.data == "UiSelector[TEXT=absent, INSTANCE=2, CLICKABLE=true]"
    with pytest.raises(Failure) as caught:
        bench("getText", selector(("child", {"text": "b"}), ("sibling", {"index": 1}), text="a"))
    assert caught.value.data == "UiSelector[TEXT=a, CHILD=UiSelector[TEXT=b, PARENT=UiSelector[INDEX=1]]]"


def test_two_conditions_on_one_field_are_refused(bench: Bench):
    """Two conditions on the text raise IllegalStateException, as in the real library."""
    with pytest.raises(Failure, match="IllegalStateException") as caught:
        bench("exist", selector(textContains="a", textStartsWith="S"))
    assert caught.value.data == "Text selector is already defined"


@pytest.mark.parametrize("text", ["(", "a" * 501, "(a+)+b", "(a|b)*", "[", "*a", ".*" * 20])
def test_invalid_or_expensive_patterns_are_refused(bench: Bench, text: str):
    """Such patterns raise Java's PatternSyntaxException."""
    with pytest.raises(PatternSyntaxError):
        pattern(text)
    with pytest.raises(Failure, match=r"java\.util\.regex\.PatternSyntaxException"):
        bench("exist", selector(textMatches=text))


@given(
    st.lists(st.sampled_from([".*", "a*", "a?", "a", "(a|b)", "[ab]+", "a{2,}", ".+?", "(?:a|aa)", "x"]), max_size=12),
    st.integers(0, 400),
)
@settings(max_examples=200)
def test_accepted_patterns_match_quickly(parts: list[str], length: int):
    """A pattern that is not refused is matched within 2 seconds of processor time, even on a bad text."""
    text = "".join(parts)
    view = View(0, "c", "p", (0, 0, 1, 1), text="a" * length + "!")
    before = time.process_time()
    with suppress(PatternSyntaxError):
        fits_anywhere(Selector((("textMatches", text),)), view)
    assert time.process_time() - before < 2


@pytest.mark.parametrize(
    "given_",
    [
        {"mask": 1, "text": 3},
        {"mask": "1"},
        {"mask": 0, "nonsense": 1},
        {"mask": 1, "text": "a", "childOrSibling": "child"},
        {"mask": 1, "text": "a", "childOrSibling": ["child"], "childOrSiblingSelector": [3]},
        {"mask": 0x800000, "index": True},
        None,
        [],
        7,
    ],
)
def test_an_invalid_selector_is_refused(bench: Bench, given_: object):
    """An argument that is not a valid selector gives an error of the expected code."""
    with pytest.raises(Failure) as caught:
        bench("exist", given_)
    assert caught.value.code in (-32602, -32001)


def test_too_deep_nesting_is_refused(bench: Bench):
    """A selector nested 40 levels deep is refused as an invalid argument."""
    deep: dict[str, object] = {"mask": 1, "text": "a"}
    for _ in range(40):
        deep = {"mask": 1, "text": "a", "childOrSibling": ["child"], "childOrSiblingSelector": [deep]}
    with pytest.raises(Failure) as caught:
        bench("exist", deep)
    assert caught.value.code == -32602


_VALUES = {str: st.text(max_size=8), bool: st.booleans(), int: st.integers(0, 50)}


@given(st.data())
def test_only_fields_in_the_mask_count(data: st.DataObject):
    """A selector field counts only if its bit is set in the mask."""
    values = {name: data.draw(_VALUES[kind], name) for name, (_, kind, _) in FIELDS.items()}
    chosen = data.draw(st.sets(st.sampled_from(sorted(FIELDS))))
    mask = sum(FIELDS[name][0] for name in chosen)
    made = parse_selector({"mask": mask, **values})
    assert dict(made.wanted) == {name: values[name] for name in chosen}
    assert parse_selector(selector(**{name: values[name] for name in chosen})) == made
