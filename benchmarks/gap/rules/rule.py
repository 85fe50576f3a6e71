"""A matching rule as a named, versioned, frozen value, and the parser of its label. Pure.

The label ("agentcpm/1?empty_text=refuse&wait=own") states everything that its results depend on. Two rules are equal if
and only if their labels are equal. Results under different labels must never be joined.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any, Final, Protocol

from benchmarks.gap.records import Match, Predicted, Step
from runtime.core.errors import UsageError

UNREADABLE: Final = Match(format_hit=False, kind=None, type_match=False, exact=False)
"""Result of an unreadable prediction where the correct action has no point."""
UNGROUNDED: Final = Match(format_hit=False, kind=None, type_match=False, exact=False, grounded=False)
"""Result of an unreadable prediction where the correct action has a point."""

Settings = Mapping[str, str]
Record = Callable[[Mapping[str, Any]], tuple[Step, Predicted | None]]


class Matcher(Protocol):
    """The comparison of a rule with its options set."""

    def wants_point(self, step: Step) -> bool:
        """Whether the correct action has a point."""
        ...

    def match(self, step: Step, predicted: Predicted) -> Match:
        """Compare the prediction with the step; never raises, whatever the fields hold."""
        ...


@dataclass(frozen=True, slots=True)
class Option:
    """One option: the published behaviour, and the alternatives, each with a description of the difference."""

    name: str
    published: str
    others: Mapping[str, str]

    @property
    def values(self) -> tuple[str, ...]:
        """All settings, the published one first."""
        return self.published, *self.others


@dataclass(frozen=True, slots=True)
class Rule:
    """Compares a predicted action with the correct action of a step."""

    name: str
    version: int
    label: str
    """Name, version and every option that differs from the published behaviour, sorted."""
    about: str = field(compare=False)
    """Origin of the rule, which parts were run or only read, and what it leaves out."""
    quirks: Mapping[str, str] = field(compare=False)
    """For each option (as written after the `?`): what the published rule does and the option turns off."""
    reads: str = field(compare=False)
    """The format of a record of its public harness, as `record` parses it."""
    _matcher: Matcher = field(compare=False, repr=False)
    _record: Record = field(compare=False, repr=False)

    def match(self, step: Step, predicted: Predicted | None) -> Match:
        """Compare a prediction with a step; None is an unreadable prediction."""
        if predicted is None:
            return UNGROUNDED if self._matcher.wants_point(step) else UNREADABLE
        return self._matcher.match(step, predicted)

    def record(self, mapping: Mapping[str, Any]) -> tuple[Step, Predicted | None]:
        """Parse a record of this rule's public harness (`gt`, `pred`); None if the prediction is unreadable.

        Raises:
            ValueError: `gt` is missing or malformed.
        """
        return self._record(mapping)


@dataclass(frozen=True, slots=True)
class Family:
    """A published rule with all its options, from which `named` makes rules."""

    name: str
    version: int
    about: str
    reads: str
    options: tuple[Option, ...]
    matcher: Callable[[Settings], Matcher]
    record: Record

    def rule(self, chosen: Settings) -> Rule:
        """The rule with these options; all others are as published.

        Raises:
            UsageError: an option or value is unknown.
        """
        known = {option.name: option for option in self.options}
        for name, value in chosen.items():
            if name not in known:
                raise UsageError(
                    f"rule {self.name} has no option {name}; there are {', '.join(sorted(known)) or 'none'}"
                )
            if value not in known[name].values:
                raise UsageError(f"rule {self.name}: {name} is one of {', '.join(known[name].values)}, not {value!r}")
        settings = {name: chosen.get(name, option.published) for name, option in known.items()}
        changed = sorted(f"{name}={value}" for name, value in settings.items() if value != known[name].published)
        quirks = {f"{option.name}={value}": why for option in self.options for value, why in option.others.items()}
        return Rule(
            self.name,
            self.version,
            "?".join(filter(None, (f"{self.name}/{self.version}", "&".join(changed)))),
            self.about,
            MappingProxyType(quirks),
            self.reads,
            self.matcher(MappingProxyType(settings)),
            self.record,
        )


def parse_label(text: str) -> tuple[str, str, dict[str, str]]:
    """Name, version (empty if not stated) and options of a rule's label or of what a user typed.

    Raises:
        UsageError: an option has no value, or occurs twice.
    """
    full_text, _, query = text.strip().partition("?")
    name, _, version = full_text.partition("/")
    chosen: dict[str, str] = {}
    for part in filter(None, query.split("&")):
        option, equals, value = part.partition("=")
        if not equals or option in chosen:
            raise UsageError(f"rule {text!r}: {part!r} should be option=value, once")
        chosen[option] = value
    return name, version, chosen
