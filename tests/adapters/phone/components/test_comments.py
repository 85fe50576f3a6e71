"""Comments with the answers to them: their order, the bar in which one is written, and what is turned by a tap."""

from __future__ import annotations

from dataclasses import dataclass

from adapters.phone.components.bottom_sheets import sheet_option
from adapters.phone.components.buttons import reaction
from adapters.phone.components.choices import confirmed_choice
from adapters.phone.components.comments import comment_bar, comment_row, in_threads, replying_to
from adapters.phone.components.settings_rows import fact, switch_row
from adapters.phone.framework.actions import toast
from adapters.phone.framework.state_paths import bind
from adapters.phone.ui import widgets
from adapters.phone.ui.node import ev
from tests.adapters.phone.components.test_components import State, taps
from tests.support.touching import walk


@dataclass(frozen=True, slots=True)
class Remark:
    """A comment, with what it answers."""

    id: str
    answers: str = ""


@dataclass(frozen=True, slots=True)
class Switch:
    """A state with one switch."""

    on: bool = False


COMMENTS = (Remark("a"), Remark("b", "a"), Remark("c"), Remark("d", "a"), Remark("e", "b"), Remark("f", "removed"))


def parent(comment: Remark) -> str:
    """What a comment answers."""
    return comment.answers


def test_answers_stand_below_what_they_answer() -> None:
    """In the order in which they were written; what answers a comment that is gone stands by itself."""
    found = [(comment.id, depth) for comment, depth in in_threads(COMMENTS, parent)]
    assert found == [("a", 0), ("b", 1), ("e", 2), ("d", 1), ("c", 0), ("f", 0)]


def test_comments_that_answer_the_same_can_have_another_order() -> None:
    """The answers of a folded one are left out, it is not."""
    found = [
        comment.id for comment, _ in in_threads(COMMENTS, parent, order=lambda same: same[::-1], folded={"b", "c"})
    ]
    assert found == ["f", "c", "a", "d", "b"]


def test_a_comment_is_written_below_whom_it_answers() -> None:
    """The line above the field says so, and stops it."""
    above = replying_to("Noor", toast("stopped"))
    bar = comment_bar(widgets.text("field"), above=above, pad=(14, 0))
    assert [item.text for item in walk(bar) if item.text] == ["Replying to Noor", "field"]
    assert taps(bar, "stop_reply") == [toast("stopped")]
    row = comment_row(widgets.avatar(1), widgets.text("Well"), inset=14, end=4)
    assert (row.id, [item.text for item in walk(row) if item.text]) == ("row_comment", ["Well"])


def test_a_reaction_shows_what_a_tap_turns() -> None:
    """Icon, words and colour are those of the state that it is in."""
    on = ev("like")
    shown = [
        reaction(active, ("favorite", "favorite_border"), ("Unlike", "Like"), on, rid="like", tint="error")
        for active in (True, False)
    ]
    assert [(item.icon, item.desc, item.look.color) for item in shown] == [
        ("favorite", "Unlike", "error"),
        ("favorite_border", "Like", "on_surface_variant"),
    ]
    assert all(item.event("tap") == on for item in shown)


def test_a_choice_is_done_with_by_its_button() -> None:
    """A tap on an option only picks it."""
    window = confirmed_choice("Mute?", bind(State(), "size"), ("Small", "Large"), "Mute", toast("Muted"))
    assert [event and event.get("value") for event in taps(window, "choice")] == ["Small", "Large"]
    assert taps(window, "android:id/button1") == [toast("Muted")]


def test_rows_of_sheets_and_forms_say_what_they_do() -> None:
    """What cannot be undone easily is red; a fact has a name and a value."""
    danger = sheet_option("block", "Block", toast("Blocked"), rid="block", danger=True)
    assert {item.look.color for item in walk(danger) if item.text or item.icon} == {"error"}
    assert danger.event("tap") == toast("Blocked")
    texts = [item.text for item in walk(fact("Story", "Yes")) if item.text]
    assert texts == ["Story", "Yes"]
    switch = bind(Switch(), "on")
    row = switch_row("Story", "Gone after a day", switch, rid="row_story", icon_name="add")
    assert row.event("tap") == switch.toggled
