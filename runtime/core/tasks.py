"""What is asked of an agent, and what is known only to user, judges and validators. Frozen plain data.

An `Intent` is what a person wants (requirements, the recorded right way, the state it starts from). A `Task` is one
intent put into words at one of the four clarity levels of the AmbiBench paper (§3.1.2); its `gap` lists the
requirements that the words leave open. Agents see only the `Brief`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, Literal

from runtime.core.actions import Action

Level = Literal["detailed", "standard", "incomplete", "ambiguous"]
LEVELS: tuple[Level, ...] = ("detailed", "standard", "incomplete", "ambiguous")
Domain = Literal["e-commerce", "social", "productivity", "device", "information"]
DOMAINS: tuple[Domain, ...] = ("e-commerce", "social", "productivity", "device", "information")
Difficulty = Literal["simple", "medium", "hard"]
DIFFICULTIES: tuple[Difficulty, ...] = ("simple", "medium", "hard")

State = dict[str, Any]
"""Application state by app name: `{app: JSON}`."""

Op = Literal["eq", "ne", "has", "contains", "exists", "missing", "at_least", "at_most"]


@dataclass(frozen=True, slots=True)
class Check:
    """A pure predicate over `State`.

    `path` is `app/key/…`; a `*` segment stands for every element of a list or object, a number indexes a list (`-1`
    is the last). The check looks at all values that the path selects (maybe none):

    - `eq`, `ne`: some value equals / some value exists and differs from `value`;
    - `has`: some value is an object that contains all of `value` (recursively; lists contain each listed element);
    - `contains`: some value is text that contains `value` (case-blind), or a list with that element;
    - `exists`, `missing`: at least one value is selected / none is;
    - `at_least`, `at_most`: how many values are selected.
    """

    path: str
    op: Op
    value: Any = None


@dataclass(frozen=True, slots=True)
class Pattern:
    """A pure predicate over what a described step shows (`runtime.screen.patterns.shows`). All texts are case-blind.

    It *applies* where `app` is part of the page's package and `page` part of the page's name. Where it applies it
    *holds* if every one of `texts` is somewhere in the observation, every one of `row` is in one single line of it
    (so they belong to the same entity), and none of `absent` appears (`row_absent`: in that line).
    """

    app: str = ""
    page: str = ""
    texts: tuple[str, ...] = ()
    row: tuple[str, ...] = ()
    row_absent: tuple[str, ...] = ()
    absent: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Selector:
    """Names one element of an accessibility tree. Empty parts match anything; `nth` counts the matches.

    `text` and `desc` must equal the element's own text / content description (case-blind); `within` must be a text or
    description somewhere in the same row (the nearest clickable or list-item ancestor).
    """

    resource_id: str = ""
    text: str = ""
    desc: str = ""
    cls: str = ""
    within: str = ""
    nth: int = 0


RequirementKind = Literal["anchor", "explicit", "implicit"]


@dataclass(frozen=True, slots=True)
class Requirement:
    """One atomic requirement of an intent (AmbiBench §3.1.1).

    `slot` is what a person would call the open choice ("size"); `words` are other names for it; `options` are the
    candidates that the app offers (empty: free text). `value` is what the user wants, `default` what the app does when
    nobody chooses; they must differ. `text` says the requirement in a clause. `seen` is its evidence on screen for
    rule judges, `truth` its evidence in app state (None on real apps); with `evidence="answer"` it is met by the text
    of the agent's answer, which must contain `value` or one of `aliases`.
    """

    id: str
    kind: RequirementKind
    slot: str
    text: str
    value: str
    default: str
    aliases: tuple[str, ...] = ()
    evidence: Literal["state", "answer"] = "state"
    seen: Pattern | None = None
    truth: Check | None = None
    options: tuple[str, ...] = ()
    words: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class KeyStep:
    """A step of the reference that matters: matched by operation class, hit target and text argument."""

    id: str
    action: Action
    target: Selector | None
    requirements: tuple[str, ...] = ()
    commits: bool = False
    """True where the operation cannot be taken back (placing an order, sending a message)."""


@dataclass(frozen=True, slots=True)
class Reference:
    """The recorded right way.

    `actions` replay on a phone prepared by the intent's `Setup`; `targets` and `serves` run parallel to them: the
    element each acts on, and the requirements it is there for. `closing` holds once the task's logic has closed (None:
    closed by answering); `closing_seen` is the same for rule judges. `writes` lists the state paths that the reference
    changes: a change elsewhere is a side effect. `tail` counts the actions after `closing` holds: what a person does
    to leave a form or to see that it is done, which is no acting beyond the goal.
    """

    actions: tuple[Action, ...]
    key_steps: tuple[KeyStep, ...]
    closing: Check | None
    closing_seen: Pattern | None = None
    targets: tuple[Selector | None, ...] = ()
    serves: tuple[tuple[str, ...], ...] = ()
    writes: tuple[str, ...] = ()
    tail: int = 0


@dataclass(frozen=True, slots=True)
class Setup:
    """The state that an episode starts from: merged over the apps' defaults of a virtual phone.

    A real phone is prepared by the commands of `shell`, one after the other, and put in order after the episode by
    those of `teardown`. Each must exit with 0, so a command may as well be a check (`test`, `grep -q`).
    """

    state: State = field(default_factory=dict)
    must_be_false: tuple[Check, ...] = ()
    shell: tuple[str, ...] = ()
    teardown: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Phrasing:
    """What the four instructions are derived from; `{slot}` marks a requirement's value.

    `goal` says everything in one request; `vague` names neither the anchor nor any parameter. `path` has one clause
    for each reference action that a Detailed instruction spells out. `clauses` maps a requirement id to the words
    that state it; a clause is left out when its requirement is masked.
    """

    goal: str
    vague: str
    path: tuple[str, ...]
    clauses: dict[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Intent:
    """What a person wants, once; tasks are derived from it."""

    id: str
    domain: Domain
    nature: Literal["functional", "value-laden"]
    origin: Literal["prior", "posterior"]
    apps: tuple[str, ...]
    requirements: tuple[Requirement, ...]
    reference: Reference
    setup: Setup
    phrasing: Phrasing
    tags: tuple[str, ...] = ()
    """`cluster:NAME`: wants the same as others of that name, in another app; `twin:ID`: easily taken for that intent;
    `long-tail:REQUIREMENT`: that one needs a function that few people ever find; `real`: in apps on real phones, whose
    state nobody can read."""

    @property
    def difficulty(self) -> Difficulty:
        """1–2 requirements simple, 3–4 medium, 5 and more hard (AmbiBench §3.2)."""
        count = len(self.requirements)
        return "simple" if count <= 2 else "medium" if count <= 4 else "hard"

    @property
    def parametric(self) -> bool:
        """True where something beside the anchor can be left open; else there is no Incomplete level."""
        return any(requirement.kind != "anchor" for requirement in self.requirements)


@dataclass(frozen=True, slots=True)
class Task:
    """One intent in words at one clarity level; `gap` holds the ids of the requirements left unsaid."""

    id: str
    intent: Intent
    level: Level
    instruction: str
    gap: tuple[str, ...]

    @property
    def chance(self) -> Fraction:
        """How likely a guess fills the whole gap: each option alike, free text never. 1 where nothing is open."""
        product = Fraction(1)
        for identifier in self.gap:
            options = self.requirement(identifier).options
            product *= Fraction(1, len(options)) if options else 0
        return product

    def requirement(self, identifier: str) -> Requirement:
        """The requirement with that id; KeyError if the intent has none."""
        for requirement in self.intent.requirements:
            if requirement.id == identifier:
                return requirement
        raise KeyError(identifier)


@dataclass(frozen=True, slots=True)
class Brief:
    """All that an agent is told. `screen` is width and height in pixels."""

    instruction: str
    screen: tuple[int, int]
    max_steps: int
    can_ask: bool


@dataclass(frozen=True, slots=True)
class Suite:
    """A named, versioned set of tasks. `splits` names parts of it by the ids of their intents (train, test, …)."""

    name: str
    version: str
    tasks: tuple[Task, ...]
    splits: Mapping[str, tuple[str, ...]] = field(default_factory=dict)

    @property
    def intents(self) -> tuple[Intent, ...]:
        """Each intent once, in the order of its first task."""
        seen: dict[str, Intent] = {}
        for task in self.tasks:
            seen.setdefault(task.intent.id, task.intent)
        return tuple(seen.values())
