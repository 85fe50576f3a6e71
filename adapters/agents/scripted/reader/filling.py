"""Rules that write, choose, and press what carries it out; and those that end the episode. Pure."""

from __future__ import annotations

from adapters.agents.scripted.reader.answering import asked_kind, find_answer
from adapters.agents.scripted.reader.candidates import is_search_field, may_be_pressed
from adapters.agents.scripted.reader.moves import Move, decision, swipe_down, touch
from adapters.agents.scripted.reader.screen import ScreenView
from adapters.agents.scripted.reader.state import State, Wrote
from runtime.core.actions import Finish, Tap, Type
from runtime.language.instructions.likeness import content_of, label_likeness, share_found, words_of
from runtime.language.instructions.wishes import button_kind


def finish(state: State, view: ScreenView) -> Move | None:
    """Something was carried out: its button is gone, and the page is an earlier one or has nothing more to fill in."""
    touched = state.last
    if touched is None or not state.carries_out(touched) or view.is_launcher:
        return None
    if any((view.page, item.key) == (touched.view.page, touched.control.key) for item in view.controls):
        return None
    is_form = view.groups or any(item.role == "field" for item in view.controls)
    if (is_form and view.page not in state.known) or may_be_pressed(state, view):
        return None
    return Move(decision("It is done.", Finish(f"Done: {view.title}")))


def write(state: State, view: ScreenView) -> Move | None:
    """A text that is quoted goes into the field that the words before it name, else into the first one."""
    fields = [item for item in view.controls if item.role == "field" and state.fresh(view, item)]
    fields = [item for item in fields if not is_search_field(item)]
    for text in state.wish.texts:
        if text in state.dealt or any(label_likeness(text, item.label) for item in view.controls):
            continue
        hint = words_of(state.wish.hint(text))
        field = max(fields, key=lambda item: share_found(content_of(item.label), hint), default=None)
        if field is not None:
            typing = (Tap(*field.center), Type(text))
            return Move(decision("The text belongs here.", *typing), (Wrote(view, field, text),))
    return None


def choose(state: State, view: ScreenView) -> Move | None:
    """An option or switch that is wanted and not chosen yet; of the options of one choice that with most words."""
    single = [group.options for group in view.groups if group.single]
    grouped = {item.center for options in single for item in options}
    others = [(item,) for item in view.controls if item.role in ("option", "switch") and item.center not in grouped]
    for options in (*single, *others):
        wanted = [item for item in options if state.wish.wants(item.label)]
        best = max(wanted, key=lambda item: len(words_of(item.label)), default=None)
        if best is not None and best.on == (state.wish.off and best.role == "switch") and state.fresh(view, best):
            return touch(view, best, "This option is wanted.")
    return None


def answer(state: State, view: ScreenView) -> Move | None:
    """The answer to an instruction that asks for one, once all that is named was opened or stands here."""
    if not state.wish.informational or view.is_launcher:
        return None
    if asked_kind(state.wish.text) == "name" and not state.found:
        return None
    shown = " ".join(text for line in view.texts for text in line)
    missing = [name for name in state.wish.names if name not in state.dealt and not label_likeness(name, shown)]
    if missing or any(state.open_names(item.label) for item in view.controls):
        return None
    found = find_answer(state.wish.text, state.dealt, view)
    return Move(decision("This is what was asked for.", Finish(found))) if found else None


def press(state: State, view: ScreenView) -> Move | None:
    """The lowest button that leads on or carries out what was begun."""
    if not state.begun and not state.found:
        return None
    ready = [item for item in may_be_pressed(state, view) if state.begun or button_kind(item.label) == "onward"]
    if ready:
        lowest = max(ready, key=lambda item: item.center[::-1])
        return touch(view, lowest, "All that is wanted here is chosen.")
    if state.is_button_above(view):
        return Move(decision("The button is further up.", swipe_down(view.window)))
    return None


def stop(state: State, view: ScreenView) -> Move:
    """Nothing is left to do."""
    if state.begun:
        return Move(decision("Nothing is left to do.", Finish(f"Done: {view.title}")))
    return Move(decision("What is wanted is nowhere.", Finish("I could not find it.", "infeasible")))
