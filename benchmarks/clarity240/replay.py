"""Replays intents on a virtual phone without sockets, pixels or waiting."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from adapters.phone.kernel.performing import perform as perform
from adapters.phone.kernel.phone import Phone
from adapters.phone.ui.app import App
from adapters.phone.workers.registry import registered, with_launcher
from runtime.core.actions import Action
from runtime.core.tasks import Intent, State
from runtime.screen.tree import UiTree, parse


def installed() -> tuple[App, ...]:
    """Every app that is registered, by name."""
    return registered()


def phone() -> Phone:
    """A phone with every registered app on it."""
    return Phone(with_launcher(installed()))


def look(phone: Phone) -> UiTree:
    """The accessibility tree of the screen."""
    return _parsed(phone.dump())


@lru_cache(maxsize=256)
def _parsed(dump: bytes) -> UiTree:
    """The tree of a dump. Most screens of a suite are seen several times."""
    return parse(dump)


def prepared(phone: Phone, intent: Intent, seed: int = 0) -> State:
    """Put the phone into the state that the intent starts from; returns that state."""
    phone.reset(intent.setup.state, seed)
    return phone.read()


def states(phone: Phone, intent: Intent, actions: Iterable[Action], seed: int = 0) -> list[State]:
    """The app states before the first action and after each one."""
    found = [prepared(phone, intent, seed)]
    for action in actions:
        perform(phone, action)
        found.append(phone.read())
    return found
