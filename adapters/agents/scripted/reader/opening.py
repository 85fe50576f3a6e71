"""Rules that open something: an app, what is named, a search, what may have to do with it, other pages. Pure."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from adapters.agents.scripted.reader.candidates import does_other, is_search_field, may_be_opened
from adapters.agents.scripted.reader.moves import Move, decision, swipe_up, touch
from adapters.agents.scripted.reader.screen import Control, ScreenView
from adapters.agents.scripted.reader.state import Scrolled, Searched, State, WentBack
from runtime.core.actions import Key, Tap, Type
from runtime.core.text import mentions
from runtime.language.instructions.lexicon import lexicon
from runtime.language.instructions.likeness import content_of, words_of
from runtime.language.instructions.wishes import button_kind
from runtime.language.text import stem

_RELATED: Final = 0.3
"""The share of a label's words that have to be wanted for a control to have to do with the wish."""
_SEARCHES: Final = 2
"""Texts that are searched for at most."""
_SCROLLS: Final = 4
"""How often a page is scrolled at most."""
_BACKS: Final = 2
"""How often Back is pressed on a page at most: a first press may only close the keyboard."""
_SEARCH_WORDS: Final = 2
"""Words that are searched for where nothing is named."""


def open_app(state: State, view: ScreenView) -> Move | None:
    """On the home screen: the app that is named first, else all apps, else the one that keeps such things."""
    if not view.is_launcher:
        return None
    fresh = [item for item in view.controls if item.role == "row" and state.fresh(view, item)]
    named = [item for item in fresh if state.open_names(item.label)]
    if named:
        first = min(named, key=lambda item: state.wish.text.find(item.label))
        return touch(view, first, "The instruction names this app.")
    keeper = _keeper(state, fresh)
    has_field = any(item.role == "field" for item in view.controls)
    is_all = has_field or view.look in [item.look for item in state.scrolled]
    if not is_all and (keeper is None or state.wish.names):
        return Move(decision("The app may be further down.", swipe_up(view.window)), (Scrolled(view),))
    return touch(view, keeper, "This app keeps such things.") if keeper is not None else None


def _keeper(state: State, apps: Iterable[Control]) -> Control | None:
    """The app of Android that keeps what the instruction speaks of."""
    wanted = set(map(stem, state.wish.words))
    keepers = {item.label.casefold(): item for item in apps}
    found = {name: len(lexicon().apps[name] & wanted) for name in lexicon().apps if name in keepers}
    best = max(found, key=lambda name: found[name], default="")
    return keepers[best] if found.get(best) else None


def begin(state: State, view: ScreenView) -> Move | None:
    """What makes something new of the kind that is wanted ("New list", "Add task")."""
    makes = lexicon().making_verbs
    if not makes & state.wish.verbs or state.begun or (state.things and not state.wish.texts):
        return None
    for item in view.controls:
        first, *rest = (*words_of(item.label), "")
        if first in makes and rest[0] and state.fresh(view, item) and state.wish.wants(" ".join(rest)):
            return touch(view, item, "Something new is wanted.")
    return None


def open_named(state: State, view: ScreenView) -> Move | None:
    """A row or button that holds a name which was not dealt with, or whose words are all wanted."""
    items = may_be_opened(state, view)
    for item in items:
        if any(state.open_names(text) for text in (item.label, *item.texts)):
            return touch(view, item, "This is named in the instruction.")
    for item in items:
        wanted = state.wish.wants(item.label, exactly=item.role == "button") and item.label not in state.dealt
        if wanted and (item.role != "button" or _belongs(state, view, item)):
            return touch(view, item, "These words are in the instruction.")
    return None


def _belongs(state: State, view: ScreenView, button: Control) -> bool:
    """Whether a button is about what is named: it stands beside a name, or is the only such button once one is open."""
    if not state.things or any(set(state.things) & state.wish.names_in(text) for text in button.near):
        return True
    return state.found and sum(item.label == button.label for item in view.controls) == 1


def search(state: State, view: ScreenView) -> Move | None:
    """What is wanted and nowhere on the page is searched for, until something was found."""
    if not _search_texts(state, view):
        return None
    openers = [item for item in view.controls if "search" in words_of(item.label) and state.fresh(view, item)]
    return touch(view, openers[0], "It may be found by its name.") if openers else None


def type_search(state: State, view: ScreenView) -> Move | None:
    """A name, else the words for what is wanted, in the field of a search."""
    texts = _search_texts(state, view)
    opened = state.last is not None and "search" in words_of(" ".join(state.last.control.key))
    fields = [item for item in view.controls if is_search_field(item) or (opened and item.role == "field")]
    if not texts or not fields or any(state.open_names(item.label) for item in view.controls if item.role != "field"):
        return None
    typing = (Tap(*fields[0].center), Type(texts[0], clear=bool(state.searched)))
    return Move(decision("It may be found by its name.", *typing), (Searched(texts[0]),))


def _search_texts(state: State, view: ScreenView) -> list[str]:
    """What may be searched for, the likeliest first; nothing if it is left open or something was found."""
    if view.is_launcher or state.found or state.begun or len(state.searched) >= _SEARCHES:
        return []
    lists = lexicon()
    objects = [word for word in state.own_wish.words if word not in lists.verbs | lists.kinds]
    texts = state.things or (() if state.wish.vague else (" ".join(objects[:_SEARCH_WORDS]),))
    return [text for text in texts if text and text not in state.searched]


def look_further(state: State, view: ScreenView) -> Move | None:
    """Further down, once for each position of the page, unless it was left by a button already."""
    before = [item for item in state.scrolled if item.page == view.page]
    if view.page in state.known or view.window is None or len(before) >= _SCROLLS:
        return None
    if view.look in [item.look for item in before]:
        return None
    return Move(decision("There may be more further down.", swipe_up(view.window)), (Scrolled(view),))


def open_related(state: State, view: ScreenView) -> Move | None:
    """The control whose label shares most words with the instruction, besides words for kinds of things."""
    kinds = lexicon().kinds
    switches = [item for item in view.controls if item.role == "switch" and state.fresh(view, item)]
    best, found = _RELATED, None
    for item in (*may_be_opened(state, view), *switches):
        words = [word for word in content_of(item.label) if word not in kinds]
        share = state.wish.label_share(" ".join(words)) if words and item.label not in state.dealt else 0.0
        if share > best:
            best, found = share, item
    return touch(view, found, "It has to do with what is wanted.") if found is not None else None


def explore(state: State, view: ScreenView) -> Move | None:
    """What names the thing that is open, menus, and other parts of the app: there may be more behind it."""
    if view.is_launcher:
        return None
    items = [item for item in view.controls if item.role in ("row", "button", "tab")]
    fresh = [item for item in items if state.fresh(view, item) and not does_other(state, item)]
    about = [item for item in fresh if item.role != "tab" and state.wish.names_in(item.label) & state.dealt]
    menus = [item for item in fresh if any(mentions(item.label, menu) for menu in lexicon().menus)]
    parts = [item for item in fresh if item.fixed and not button_kind(item.label)]
    found = next(iter((*about, *menus, *parts)), None)
    return touch(view, found, "There may be more behind it.") if found is not None else None


def go_back(state: State, view: ScreenView) -> Move | None:
    """Back to an earlier page, or to the home screen."""
    if view.is_launcher or state.backs(view.page) >= _BACKS:
        return None
    return Move(decision("What is wanted is not here.", Key("BACK")), (WentBack(view),))
