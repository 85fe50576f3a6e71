"""Rules that settle a choice which the instruction leaves open: by a question to the user, or by a sweep. Pure.

A question is about one choice and names the candidates that are on the screen. It is asked once, and never where the
instruction settles a choice of the page by itself.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from adapters.agents.scripted.reader.candidates import may_be_pressed
from adapters.agents.scripted.reader.moves import Move, decision, touch
from adapters.agents.scripted.reader.screen import Control, ScreenView
from adapters.agents.scripted.reader.state import Asked, State, Touched
from runtime.core.actions import AskUser, Tap
from runtime.language.instructions.wishes import button_kind

_CANDIDATES: Final = 8
"""Candidates that a question names at most: more a person does not listen to."""
_CANDIDATE_WORDS: Final = 5
"""Words of the longest candidate."""
_VALUE_TEXTS: Final = 2
"""Texts of a row that shows a value: what it is, and the value."""
_LOOKED_AT: Final = 6
"""Rows that are opened at most only to see what there is to choose from."""


def ask_option(state: State, view: ScreenView) -> Move | None:
    """Which option of a form or dialog is wanted, if the instruction settles none of this page."""
    is_dialog = any(button_kind(item.label) == "drops" for item in view.controls if item.role == "button")
    if not state.settles or not (state.found or state.begun) or not (is_dialog or may_be_pressed(state, view)):
        return None
    if any(state.own_wish.wants(item.label) for group in view.groups for item in group.options):
        return None
    headings = [group.heading for group in view.groups]
    for number, group in enumerate(view.groups):
        topic = f"{view.title}/{group.heading}/{group.options[0].label}"
        if topic not in state.asked and not any(state.wish.wants(item.label) for item in group.options):
            is_named = group.heading not in ("", view.title, *headings[:number])
            return _settle(state, view, topic, group.heading.casefold() if is_named else "one", group.options)
    return None


def ask_row(state: State, view: ScreenView) -> Move | None:
    """Which row of the longest list is meant, if nothing that is named was found and the instruction is vague."""
    topic = f"{view.title}/rows"
    if not state.settles or not state.wish.vague or state.found or topic in state.asked or view.is_launcher:
        return None
    for rows in sorted(view.lists, key=len, reverse=True):
        if not any(state.wish.wants(row.label) for row in rows):
            return _settle(state, view, topic, "one", rows)
    return None


def look_behind(state: State, view: ScreenView) -> Move | None:
    """A row of a form that shows a value is opened, because there may be a choice behind it."""
    if not state.settles or not (state.found or state.begun) or not may_be_pressed(state, view):
        return None
    listed = {item.key for rows in view.lists if len(rows) > 1 and rows[0].id for item in rows}
    rows = [item for item in view.controls if item.role == "row" and not item.fixed and item.key not in listed]
    rows = [item for item in rows if len(item.texts) == _VALUE_TEXTS and state.dealt.isdisjoint(item.texts)]
    row = next((item for item in rows if item.label not in state.looked_at), None)
    if row is None or len(state.looked_at) >= _LOOKED_AT:
        return None
    return touch(view, row, "There may be a choice behind it.", looking=True)


def _settle(state: State, view: ScreenView, topic: str, name: str, items: Sequence[Control]) -> Move | None:
    """Ask which of several controls is meant; a sweep touches the next one that is not the default instead."""
    if state.sweep is not None:
        others = [item for item in items if not item.on] or items
        chosen = others[state.sweep % len(others)]
        reason = f"Nobody says which {name}; this is number {state.sweep + 1} of the sweep."
        return Move(decision(reason, Tap(*chosen.center)), (Asked(topic), Touched(view, chosen)))
    labels = [item.label for item in items if len(item.label.split()) <= _CANDIDATE_WORDS]
    candidates = list(dict.fromkeys(labels))[:_CANDIDATES]
    if len(candidates) < 2:
        return None
    question = f"Which {name} would you like: {', '.join(candidates[:-1])} or {candidates[-1]}?"
    return Move(decision("The instruction leaves this open.", AskUser(question)), (Asked(topic),))
