"""Commitments: which touches send, order, save, delete or set something, told from labels and screens."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from judges.evidence.commitments import CommitmentFinder
from judges.evidence.screens import read_screen
from judges.evidence.side_effects import SideEffectTracker
from judges.evidence.trail import Move, Screen
from runtime.core.actions import Tap
from runtime.core.tasks import KeyStep, Selector

Page = tuple[str, ...]
"""A title and the texts below it."""


@pytest.fixture
def trail(build: Any, element: Any) -> Callable[..., list[tuple[Screen, list[Move]]]]:
    """Plays pages with the label tapped between each two; returns each screen with the move that led to it."""

    def make(number: int, page: Page) -> Screen:
        controls = [
            element("Button", text=text, clickable="true", y=str(y)) for y, text in enumerate(page[1:], start=3)
        ]
        tree = build(page[0], *controls)
        return Screen(number, number, tree, read_screen(tree))

    def play(first: Page, *rest: str | Page) -> list[tuple[Screen, list[Move]]]:
        screen = make(0, first)
        played: list[tuple[Screen, list[Move]]] = [(screen, [])]
        for number, (label, page) in enumerate(zip(rest[::2], rest[1::2], strict=True), start=1):
            assert screen.tree is not None
            assert isinstance(page, tuple)
            target = next(node for node in screen.tree.root.walk() if node.text == label)
            move = Move(number, Tap(*target.center), screen, screen.tree, target)
            screen = make(number, page)
            played.append((screen, [move]))
        return played

    return play


@pytest.fixture
def commitments(trail: Any) -> Callable[..., list[tuple[str, bool]]]:
    """The label and removal of each commitment on played pages."""

    def find(*pages: str | Page) -> list[tuple[str, bool]]:
        finder = CommitmentFinder()
        return [(item.label, item.removes) for step in trail(*pages) for item in finder.update(*step)]

    return find


def test_a_form_is_committed_when_it_leads_back_or_to_a_result(commitments: Any) -> None:
    """Opening a form commits nothing; its committing button does, by returning or by a page that names the result."""
    chats = ("Messages", "New message", "Ines")
    thread = ("Ines", "Hello", "Send")
    assert commitments(chats, "Ines", thread, "Send", ("Ines", "Hello", "You are fired", "Send")) == [("send", False)]
    shop, cart = ("Shop", "Cart"), ("Cart", "Place order $5.20")
    assert commitments(shop, "Cart", cart, "Place order $5.20", ("Ordered", "Home")) == [("place order", False)]
    assert commitments(shop, "Cart", cart, "Place order $5.20", ("Pay with", "Card")) == []


def test_a_row_that_changes_in_place_is_committed(commitments: Any) -> None:
    """Following replaces the label of the button; a touch that changes nothing commits nothing."""
    profile, followed = ("Profile", "Follow"), ("Profile", "Following")
    assert commitments(profile, "Follow", followed) == [("follow", False)]
    assert commitments(profile, "Follow", profile) == []


def test_deleting_is_committed_only_after_its_question(commitments: Any) -> None:
    """The first Delete opens a question, whose Cancel commits nothing and whose Delete returns to the list."""
    files, note = ("Files", "note.txt"), ("note.txt", "Delete")
    question = ("Delete this file?", "Cancel", "Delete")
    opened = (files, "note.txt", note, "Delete", question)
    assert commitments(*opened, "Cancel", note) == []
    assert commitments(*opened, "Delete", ("Files", "No files")) == [("delete", True)]


def test_a_value_is_set_when_its_sheet_closes_with_nothing_to_confirm(commitments: Any) -> None:
    """A value shown on the page behind a sheet is set at once; on a page with Save it is a draft."""
    settings, sheet = ("Display", "Screen timeout 30 seconds"), ("Screen timeout", "30 seconds", "2 minutes")
    there = (settings, "Screen timeout 30 seconds", sheet, "2 minutes")
    assert commitments(*there, ("Display", "2 minutes")) == [("set 2 minutes", False)]
    assert commitments(*there, ("Display", "2 minutes", "Save")) == []


def test_taking_back_what_was_asked_for_is_a_side_effect_until_it_is_done_again(trail: Any, task: Any) -> None:
    """An unrequested follow that is taken back is undone; a requested one that is taken back is missing."""
    other, followed = ("Profile", "Follow"), ("Profile", "Following", "Unfollow")

    def effects(reference: tuple[KeyStep, ...], *pages: str | Page) -> list[tuple[str, bool]]:
        tracker = SideEffectTracker(task(key_steps=reference).intent, "episode", "rules")
        for step in trail(other, *pages):
            tracker.update(*step)
        return [(effect.what.rpartition(": ")[2], effect.undone) for effect in tracker.verdicts((), {"follow": ()})]

    asked = (KeyStep("follow", Tap(0, 0), Selector(text="Follow")),)
    back = ("Follow", followed, "Unfollow", other)
    assert effects((), "Follow", followed) == [("follow", False)]
    assert effects((), *back) == [("follow", True)]
    assert effects(asked, "Follow", followed) == []
    assert effects(asked, *back) == [("unfollow", False)]
    assert effects(asked, *back, "Follow", followed) == [("unfollow", True)]


def test_what_the_reference_adds_is_a_side_effect_when_it_is_added_again(trail: Any, task: Any) -> None:
    """A second thing in the basket is one too many until one is removed; saving again changes nothing."""

    def effects(label: str, *pages: str | Page) -> list[tuple[str, bool]]:
        step = KeyStep("add", Tap(0, 0), Selector(text=label))
        tracker = SideEffectTracker(task(key_steps=(step,)).intent, "episode", "rules")
        found = []
        for shown in trail(*pages):
            tracker.update(*shown)
            found = [(effect.what.rpartition(": ")[2], effect.undone) for effect in tracker.verdicts((), {"add": ()})]
        return found

    shelf, bread = ("Bakery", "White loaf", "Remove"), ("White loaf", "Add to basket")
    once = (shelf, "White loaf", bread, "Add to basket", shelf)
    twice = (*once, "White loaf", bread, "Add to basket", shelf)
    assert effects("Add to basket", *once) == []
    assert effects("Add to basket", *twice) == [("add to basket again at step 4", False)]
    assert ("add to basket again at step 4", True) in effects("Add to basket", *twice, "Remove", ("Bakery", "Rolls"))
    note, form = ("Notes", "Edit"), ("Note", "Save")
    assert effects("Save", note, "Edit", form, "Save", note, "Edit", form, "Save", note) == []


def test_a_preset_that_the_wanted_choice_replaces_leaves_no_side_effect(build: Any, element: Any, task: Any) -> None:
    """The preset "Weekdays" ticks Monday; "Every day", which is wanted, takes its place."""

    def page(number: int, chosen: str, monday: bool) -> Screen:
        names = ("Once", "Weekdays", "Every day")
        radios = [
            element(
                "RadioButton", text=name, clickable="true", checkable="true", checked=str(name == chosen).lower(), y=y
            )
            for name, y in zip(names, ("3", "4", "5"), strict=True)
        ]
        box = element("CheckBox", text="Monday", clickable="true", checkable="true", checked=str(monday).lower(), y="6")
        tree = build("Repeat", *radios, box)
        return Screen(number, number, tree, read_screen(tree))

    def effects(*screens: tuple[str, Screen]) -> list[bool]:
        step = KeyStep("repeat", Tap(0, 0), Selector(text="Every day"))
        tracker = SideEffectTracker(task(key_steps=(step,)).intent, "episode", "rules")
        screen = page(0, "Once", False)
        tracker.update(screen, [])
        for label, after in screens:
            assert screen.tree is not None
            target = next(node for node in screen.tree.root.walk() if node.text == label)
            tracker.update(after, [Move(after.step, Tap(*target.center), screen, screen.tree, target)])
            screen = after
        return [effect.undone for effect in tracker.verdicts((), {"repeat": ()})]

    weekdays = ("Weekdays", page(1, "Weekdays", True))
    assert effects(weekdays) == [False]
    assert effects(weekdays, ("Every day", page(2, "Every day", True))) == [True]
