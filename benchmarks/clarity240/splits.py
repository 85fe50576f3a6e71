"""Divides the suite into splits for training and for measuring. Pure.

Two partitions, each into train, dev and test:

- by intent (`train`, `dev`, `test`): what is wanted in `test` was never seen, the apps may have been;
- by app (`train-apps`, `dev-apps`, `test-apps`): no test app is in any intent of the other two, and no dev app in
  `train-apps`. An intent across apps goes with the strictest of them; the app that it crosses into may be known.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from typing import Literal, Protocol, get_args

from runtime.core.errors import UsageError

Split = Literal["train", "dev", "test", "train-apps", "dev-apps", "test-apps"]
SPLITS: tuple[Split, ...] = get_args(Split)

TEST_APPS = frozenset({"gallery", "larderly", "mapwren", "seatmint", "tunedrift"})
"""What whoever trains leaves alone.

Their intents were replaced three times, in versions 0.4.0, 0.5.0 and 0.6.0, each time by people who had not seen any
agent play. No agent of this project is made for them.
"""
DEV_APPS = frozenset({"clock", "drizzlecast", "reelbrook", "thriftloom", "tickmoss"})
"""One for each domain, among those that few intents share with other apps."""
_FIFTH = 5


class Sorted(Protocol):
    """The properties that decide an intent's split; an intent and its file both have them."""

    @property
    def id(self) -> str: ...
    @property
    def domain(self) -> str: ...
    @property
    def apps(self) -> tuple[str, ...]: ...


def members(intents: Iterable[Sorted]) -> dict[str, tuple[str, ...]]:
    """The ids of the intents in each split, in the order given.

    By intent, one fifth of every domain (rounded, at least one where there are three) is test and one fifth dev; a
    digest of the id decides which, so neither the order of the files nor anybody's result does.
    """
    intents = tuple(intents)
    places = _by_intent(intents)
    found: dict[str, list[str]] = {split: [] for split in SPLITS}
    for intent in intents:
        found[places[intent.id]].append(intent.id)
        found[_by_app(intent)].append(intent.id)
    return {split: tuple(ids) for split, ids in found.items()}


def chosen(intents: Iterable[Sorted], split: str) -> tuple[str, ...]:
    """The ids of the intents in the split of that name.

    Raises:
        UsageError: there is no such split.
    """
    for name, ids in members(intents).items():
        if name == split:
            return ids
    raise UsageError(f"there is no split {split!r}; there is: {', '.join(SPLITS)}")


def _by_intent(intents: tuple[Sorted, ...]) -> dict[str, Split]:
    places: dict[str, Split] = {}
    for domain in sorted({intent.domain for intent in intents}):
        ids = sorted((intent.id for intent in intents if intent.domain == domain), key=_lot)
        part = max(round(len(ids) / _FIFTH), int(len(ids) > 2))
        for number, identifier in enumerate(ids):
            places[identifier] = "test" if number < part else "dev" if number < 2 * part else "train"
    return places


def _lot(identifier: str) -> str:
    return hashlib.sha256(identifier.encode()).hexdigest()


def _by_app(item: Sorted) -> Split:
    if TEST_APPS.intersection(item.apps):
        return "test-apps"
    return "dev-apps" if DEV_APPS.intersection(item.apps) else "train-apps"
