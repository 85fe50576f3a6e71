"""Selectors of uiautomator2 requests and their matching rules for one node.

The UI Automator library has two halves with different rules. The newer one (`fits_anywhere`) searches all windows and
is case-sensitive. The older one (`fits`) supports position and instance, searches the active window, and ignores case
in "contains" and "starts with". Each server method documents which half it uses.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any, Final, Literal

from adapters.phone.accessibility.views import View
from adapters.phone.uiautomator.java_errors import IllegalStateError, PatternSyntaxError

Relation = Literal["child", "sibling"]
FIELDS: Final[Mapping[str, tuple[int, type, str]]] = {
    "text": (0x01, str, "TEXT"),
    "textContains": (0x02, str, "CONTAINS_TEXT"),
    "textMatches": (0x04, str, "TEXT_REGEX"),
    "textStartsWith": (0x08, str, "START_TEXT"),
    "className": (0x10, str, "CLASS"),
    "classNameMatches": (0x20, str, "CLASS_REGEX"),
    "description": (0x40, str, "DESCRIPTION"),
    "descriptionContains": (0x80, str, "CONTAINS_DESCRIPTION"),
    "descriptionMatches": (0x0100, str, "DESCRIPTION_REGEX"),
    "descriptionStartsWith": (0x0200, str, "START_DESCRIPTION"),
    "checkable": (0x0400, bool, "CHECKABLE"),
    "checked": (0x0800, bool, "CHECKED"),
    "clickable": (0x1000, bool, "CLICKABLE"),
    "longClickable": (0x2000, bool, "LONG_CLICKABLE"),
    "scrollable": (0x4000, bool, "SCROLLABLE"),
    "enabled": (0x8000, bool, "ENABLED"),
    "focusable": (0x010000, bool, "FOCUSABLE"),
    "focused": (0x020000, bool, "FOCUSED"),
    "selected": (0x040000, bool, "SELECTED"),
    "packageName": (0x080000, str, "PACKAGE_NAME"),
    "packageNameMatches": (0x100000, str, "PACKAGE_NAME_REGEX"),
    "resourceId": (0x200000, str, "RESOURCE_ID"),
    "resourceIdMatches": (0x400000, str, "RESOURCE_ID_REGEX"),
    "index": (0x800000, int, "INDEX"),
    "instance": (0x01000000, int, "INSTANCE"),
}
"""Name in a request, bit of the mask that says it counts, its type, and Java's name of it."""
_PRINTED: Final = (
    "TEXT", "START_TEXT", "CONTAINS_TEXT", "CLASS", "DESCRIPTION", "START_DESCRIPTION", "CONTAINS_DESCRIPTION", "INDEX",
    "INSTANCE", "ENABLED", "FOCUSED", "FOCUSABLE", "SCROLLABLE", "CLICKABLE", "CHECKED", "SELECTED", "PACKAGE_NAME",
    "CHILD", "PARENT", "LONG_CLICKABLE", "TEXT_REGEX", "CLASS_REGEX", "DESCRIPTION_REGEX", "PACKAGE_NAME_REGEX",
    "RESOURCE_ID", "CHECKABLE", "RESOURCE_ID_REGEX",
)  # fmt: skip
"""The order in which Java prints the parts of a selector."""
_FLAGS: Final = {
    "checkable": "checkable", "checked": "checked", "clickable": "clickable", "longClickable": "long_clickable",
    "scrollable": "scrollable", "enabled": "enabled", "focusable": "focusable", "focused": "focused",
    "selected": "selected",
}  # fmt: skip
_WORDS: Final = {"text": "text", "description": "desc", "className": "cls", "packageName": "package",
                 "resourceId": "id"}  # fmt: skip
_ONCE: Final = {
    "Checkable": ("checkable", "checked"),
    "Class": ("className", "classNameMatches"),
    "Text": ("text", "textContains", "textStartsWith", "textMatches"),
    "Description": ("description", "descriptionContains", "descriptionStartsWith", "descriptionMatches"),
    "Package": ("packageName", "packageNameMatches"),
    "Resource name": ("resourceId", "resourceIdMatches"),
}
"""What the newer half takes only once. It reads `check_simple` beside `checkable` as a second `checkable`."""
_RELATED: Final = {"child": "CHILD", "sibling": "PARENT"}
_LONGEST: Final = 500
_NESTED: Final = re.compile(r"\((?:[^()\\]|\\.)*[*+{|](?:[^()\\]|\\.)*\)[*+{]", re.DOTALL)
_REPEATS: Final = re.compile(r"[*+{]|(?<![(*+?}])\?|\([^()]*\|")
_REACH: Final = (20_000, 20_000, 5_000, 1_000, 200, 80, 50, 36, 30)
"""How much of a text is looked at by a pattern with so many repeats and choices; one with more is not tried."""
_DEEPEST: Final = 20


@dataclass(frozen=True, slots=True)
class Selector:
    """Conditions by their names in requests, and the child or sibling selectors that follow."""

    wanted: tuple[tuple[str, Any], ...] = ()
    then: tuple[tuple[Relation, Selector], ...] = ()

    def get(self, name: str) -> Any:
        """Return the value of a condition, None if it is not set."""
        return next((value for key, value in self.wanted if key == name), None)

    def having(self, **changes: Any) -> Selector:
        """Return the selector with additional conditions."""
        remaining = tuple(pair for pair in self.wanted if pair[0] not in changes)
        return replace(self, wanted=(*remaining, *changes.items()))

    @property
    def deepest(self) -> Selector:
        """Return the last selector of the chain, which determines the element."""
        return self.then[-1][1] if self.then else self

    def at(self, instance: int) -> Selector:
        """Return the selector with an instance number set on its deepest part."""
        if not self.then:
            return self.having(instance=instance)
        relation, last = self.then[-1]
        return replace(self, then=(*self.then[:-1], (relation, last.having(instance=instance))))

    def chain(self) -> tuple[tuple[Relation, Selector], ...]:
        """Return all parts in order, each with its relation to the previous one; the first relation is unused."""
        rest = tuple(
            (relation if at == 0 else part[0], part[1])
            for relation, inner in self.then
            for at, part in enumerate(inner.chain())
        )
        return (("child", replace(self, then=())), *rest)

    @property
    def simple(self) -> bool:
        """Return whether the newer half supports it: no relatives, no position, at least one condition."""
        names = {name for name, _ in self.wanted}
        return bool(names) and not self.then and not names & {"index", "instance"}

    def __str__(self) -> str:
        """Return the selector as Java prints it."""
        printed, after = "", "child"
        for relation, selector in reversed(self.chain()):
            parts = {FIELDS[name][2]: _java(value) for name, value in selector.wanted}
            if printed:
                parts[_RELATED[after]] = printed
            printed = f"UiSelector[{', '.join(f'{name}={parts[name]}' for name in _PRINTED if name in parts)}]"
            after = relation
        return printed


def parse_selector(given: Mapping[str, Any], depth: int = 0) -> Selector:
    """Parse the selector of a request.

    Raises:
        ValueError: it has an unknown field or a value of a wrong type, or is nested too deeply.
    """
    mask = given.get("mask", 0)
    relations = given.get("childOrSibling") or []
    inner = given.get("childOrSiblingSelector") or []
    if depth > _DEEPEST or not isinstance(mask, int) or not isinstance(relations, list) or not isinstance(inner, list):
        raise ValueError("no selector")
    if unknown := given.keys() - FIELDS.keys() - {"mask", "childOrSibling", "childOrSiblingSelector"}:
        raise ValueError(f"unrecognized field {min(unknown)!r}")
    wanted = []
    for name, (bit, kind, _) in FIELDS.items():
        if mask & bit:
            value = given.get(name, kind())
            if kind is int and isinstance(value, float):
                value = int(value)
            if not isinstance(value, kind) or (kind is int and isinstance(value, bool)):
                raise ValueError(f"{name} is not of its type")
            wanted.append((name, value))
    then: list[tuple[Relation, Selector]] = []
    for relation, selector in zip(relations, inner, strict=False):
        if not isinstance(relation, str) or not isinstance(selector, dict):
            raise ValueError("no relative")
        if relation.lower() in ("child", "sibling"):
            then.append(("child" if relation.lower() == "child" else "sibling", parse_selector(selector, depth + 1)))
    return Selector(tuple(wanted), tuple(then))


def check_simple(selector: Selector) -> Selector:
    """Return the selector if the newer half accepts it.

    Raises:
        IllegalStateError: it has two conditions of the same type.
    """
    names = {name for name, _ in selector.wanted}
    for what, group in _ONCE.items():
        if len(names & set(group)) > 1:
            raise IllegalStateError(f"{what} selector is already defined")
    return selector


def fits_anywhere(selector: Selector, view: View) -> bool:
    """Return whether a node matches by the rules of the newer half."""
    return all(_fits(name, value, view, folded=False) for name, value in selector.wanted)


def fits(selector: Selector, view: View) -> bool:
    """Return whether a node matches by the rules of the older half, except its instance, which the search counts."""
    return all(
        view.index == value if name == "index" else _fits(name, value, view, folded=True)
        for name, value in selector.wanted
        if name != "instance"
    )


def _fits(name: str, value: Any, view: View, *, folded: bool) -> bool:
    if name in _FLAGS:
        return bool(getattr(view, _FLAGS[name]) == value)
    for word, attribute in _WORDS.items():
        if name.startswith(word):
            return _text_matches(name[len(word) :], value, getattr(view, attribute), folded=folded)
    return False


def _text_matches(how: str, value: str, text: str | None, *, folded: bool) -> bool:
    if text is None:
        if folded:
            return False
        text = ""
    if how == "Matches":
        made = pattern(value)
        return made.fullmatch(text[: _REACH[_repeats(value)]]) is not None
    if how and folded:
        value, text = value.lower(), text.lower()
    if how == "Contains":
        return value in text
    return text.startswith(value) if how == "StartsWith" else text == value


@lru_cache(maxsize=256)
def pattern(text: str) -> re.Pattern[str]:
    """Compile a regular expression that must match a complete text.

    Expressions with nested or very many repetitions are rejected, and with several repetitions only the beginning of a
    long text is matched: otherwise one expression could block all phones of a process.

    Raises:
        PatternSyntaxError: it is invalid or too long.
    """
    if len(text) > _LONGEST or _NESTED.search(text) or _repeats(text) >= len(_REACH):
        raise PatternSyntaxError(f"too costly near index 0\n{text[:_LONGEST]}\n^")
    try:
        return re.compile(text)
    except (re.error, RecursionError, OverflowError) as error:
        at = getattr(error, "pos", None) or 0
        raise PatternSyntaxError(f"{error} near index {at}\n{text}\n{' ' * at}^") from error


@lru_cache(maxsize=256)
def _repeats(text: str) -> int:
    return len(_REPEATS.findall(text))


def _java(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)
