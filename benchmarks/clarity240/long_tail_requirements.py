"""Finds long-tail requirements: needs that few people ever have, met deep in menus (AmbiBench §3.2.2). Pure.

The paper sorts by hand what it finds on walks through each app's functions; here the walk decides (`app_exploration`,
kept in `functions.json`). A requirement is settled on the deepest of the pages on which its key steps touch something;
one that is met by an answer, also on the page that the answer is read from. It is *long-tail* if that page

- lies behind at least three touches that do nothing but open something: menus within menus, not a form or a basket
  that is being filled; and
- only one touch on the app's first screen leads there so soon: what every row of a list leads to is no side door.

Everything else is *core*, also what a walk does not come to. `long_tail: true` of a requirement must say the same.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from importlib.resources import files
from typing import Final

from pydantic import TypeAdapter, ValidationError

from adapters.phone.kernel.phone import Phone
from benchmarks.clarity240.alternative_paths import Step
from benchmarks.clarity240.app_exploration import Page, place
from benchmarks.clarity240.findings import Finding, error
from runtime.core.errors import UsageError
from runtime.core.tasks import Intent, Requirement

FILE: Final = "functions.json"
TAG: Final = "long-tail"
_NESTED: Final = 3
"""Touches that only open something, before it is a long tail."""

Trees = Mapping[str, Mapping[str, Page]]
"""Pages by app and name."""
_TREES: TypeAdapter[dict[str, dict[str, Page]]] = TypeAdapter(dict[str, dict[str, Page]])


@cache
def trees() -> Trees:
    """The recorded results of exploring the apps.

    Raises:
        UsageError: the file is missing or damaged.
    """
    try:
        return _TREES.validate_json(files("benchmarks.clarity240").joinpath(FILE).read_bytes())
    except (OSError, ValidationError) as failure:
        why = failure.errors(include_url=False)[0]["msg"] if isinstance(failure, ValidationError) else failure
        raise UsageError(f"{FILE}: {why}; make it again by `python -m runtime.bench record --functions`") from failure


def buried(page: Page) -> bool:
    """Whether what is done on the page is long-tail."""
    return page.opens == page.depth >= _NESTED and page.ways == 1


def tag(requirement: str) -> str:
    """The tag of an intent for a long-tail requirement."""
    return f"{TAG}:{requirement}"


def settled(
    intent: Intent, requirement: Requirement, way: Sequence[Step], phone: Phone, known: Trees
) -> tuple[str, Page] | None:
    """The page on which the requirement is settled, and its name with its app's; None: no walk comes there."""
    steps = intent.reference.key_steps
    states = [
        step.state
        for step in way
        if any(
            (key.action, key.target) == (step.action, step.target) and requirement.id in key.requirements
            for key in steps
        )
    ]
    if requirement.evidence == "answer" and way:
        states.append(way[-1].after)
    names = {app.package: app.name for app in phone.apps}
    found: list[tuple[str, Page]] = []
    for state in states:
        phone.restore(state)
        app, page = names[state.top.package], place(phone)
        found.extend(_entries(app, page, (app, *intent.apps), known))
    return max(found, key=lambda entry: entry[1].depth, default=None)


def _entries(app: str, page: str, through: Sequence[str], known: Trees) -> Iterator[tuple[str, Page]]:
    """The page in its own app's tree; else where another app of the intent leads to it."""
    if page in known.get(app, {}):
        yield f"{app}/{page}", known[app][page]
        return
    others = [(f"{other}/{app}:{page}", known[other][f"{app}:{page}"]) for other in through
              if f"{app}:{page}" in known.get(other, {})]  # fmt: skip
    if others:
        yield min(others, key=lambda entry: entry[1].depth)


def check_way(intent: Intent, way: Sequence[Step], phone: Phone, known: Trees) -> Iterator[Finding]:
    """Every requirement is tagged as its place in the function tree says."""
    for requirement in intent.requirements:
        entry = settled(intent, requirement, way, phone, known)
        tagged = tag(requirement.id) in intent.tags
        if entry is None:
            if tagged:
                what, fix = "no walk through the app comes to where it is settled", "take `long_tail` away"
                yield error(f"{intent.id}/{requirement.id}", what, fix, rule=TAG, at=("long_tail",))
            continue
        name, page = entry
        if tagged != buried(page):
            there = f"{page.depth} touches deep, {page.opens} of which only open, {page.ways} ways begin"
            what = f"it is tagged {TAG if tagged else 'core'}, but {name} is {'core' if tagged else TAG}: {there}"
            fix = "take `long_tail` away" if tagged else "say `long_tail: true`"
            yield error(f"{intent.id}/{requirement.id}", what, fix, rule=TAG, at=("long_tail",))
