"""Which controls of a screen may be touched for what: opened, pressed, typed into. Pure."""

from __future__ import annotations

from typing import Final

from adapters.agents.scripted.reader.screen import Control, ScreenView
from adapters.agents.scripted.reader.state import PRESSED, State
from runtime.language.instructions.lexicon import lexicon
from runtime.language.instructions.likeness import words_of
from runtime.language.instructions.wishes import button_kind

_BUTTON_WORDS: Final = 3
"""Words of the longest button that is pressed though not all of them are wanted."""


def may_be_opened(state: State, view: ScreenView) -> list[Control]:
    """Rows, tabs and buttons that were not touched yet, and that neither carry out nor drop anything."""
    return [
        item
        for item in view.controls
        if item.role in ("row", "tab", "button")
        and state.fresh(view, item)
        and not (item.role == "tab" and item.on)
        and (button_kind(item.label) == "" or state.open_names(item.label))
        and not does_other(state, item)
    ]


def may_be_pressed(state: State, view: ScreenView) -> list[Control]:
    """Buttons that were not touched yet, and that lead on or carry out something that is wanted."""
    items = [item for item in view.controls if item.role in ("button", "row") and state.fresh(view, item)]
    short = [item for item in items if len(words_of(item.label)) <= _BUTTON_WORDS or state.wish.wants(item.label)]
    return [item for item in short if button_kind(item.label) in PRESSED or state.is_deed(item)]


def does_other(state: State, control: Control) -> bool:
    """Whether a label begins with a verb for something that was not asked for."""
    first = words_of(control.label)[:1]
    other = bool(first) and first[0] in lexicon().verbs - state.wish.verbs
    return other and not state.wish.wants(control.label) and not state.open_names(control.label)


def is_search_field(control: Control) -> bool:
    """Whether a control is a field for searching."""
    named = words_of(" ".join((control.label, control.id.replace("_", " "))))
    return control.role == "field" and "search" in named
