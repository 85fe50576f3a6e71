"""Compares the choice points that apps declare with requirements, and values a guess. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from adapters.phone.ui.app import App, Choice
from benchmarks.clarity240.findings import Finding, error
from runtime.core.tasks import Intent, Requirement
from runtime.core.text import tokens

_TELLING = 3
"""With fewer options (`On`, `Off`) only its name tells one choice from others."""
_NOTHING = frozenset({"no", "none", "nothing", "nobody"})


def check_choices(intent: Intent, apps: Iterable[App]) -> Iterator[Finding]:
    """Check that parameters of a declared choice point agree with the app about its default."""
    declared = [choice for app in apps if app.name in intent.apps for choice in app.choices]
    for requirement in intent.requirements:
        if requirement.kind == "anchor" or requirement.evidence != "state":
            continue
        points = [choice for choice in declared if _pins(requirement, choice)]
        if _holds(intent.setup.state, requirement.default):
            # The setup chose before anybody could: a form half filled in, what was taken last time.
            continue
        if points and not any(_same(requirement.default, choice.default) for choice in points):
            there = " or ".join(f"{choice.default!r} ({choice.id})" for choice in points)
            what = f"its default is {requirement.default!r}, the app's is {there}"
            yield error(f"{intent.id}/{requirement.id}", what, "say what the app does", rule="choice", at=("default",))


def _pins(requirement: Requirement, choice: Choice) -> bool:
    """Whether the requirement is about that choice point: the same options, whatever silence is called, and so many
    that it can be no other, or else the same name.
    """
    mine, theirs = ({_plain(option) for option in options} for options in (requirement.options, choice.options))
    if _plain(requirement.value) not in theirs or not mine ^ theirs <= {
        _plain(requirement.default),
        _plain(choice.default),
    }:
        return False
    names = {tokens(name) for name in (requirement.id, requirement.slot, *requirement.words)}
    return len(mine) >= _TELLING or any(tokens(part) in names for part in choice.id.split(".")[1:])


def _plain(option: str) -> tuple[str, ...]:
    """The option in a form that compares; everything that says "nothing" is one."""
    words = tokens(option)
    return ("no",) if words and words[0] in _NOTHING else words


def _same(text: str, other: str) -> bool:
    return _plain(text) == _plain(other)


def check_origin(intent: Intent) -> Iterator[Finding]:
    """Only what a user can know and say beforehand, or what the setup settles beforehand, can be judged."""
    if intent.origin != "posterior":
        return
    if intent.nature == "value-laden":
        what = "a matter of taste that only shows on the way has no right answer"
        yield error(
            intent.id, what, "want something functional, or something known before", rule="origin", at=("nature",)
        )
    elif not any(
        _holds(intent.setup.state, name)
        for requirement in intent.requirements
        for name in (requirement.value, *requirement.aliases)
    ):
        what = "what is found out on the way is not preset"
        yield error(intent.id, what, "put the answer into `setup.state`", rule="origin", at=("origin",))


def _holds(data: object, name: str) -> bool:
    match data:
        case str():
            return tokens(name) == tokens(data)
        case dict():
            return any(_holds(part, name) for part in (*data, *data.values()))
        case list() | tuple():
            return any(_holds(part, name) for part in data)
        case _:
            return False
