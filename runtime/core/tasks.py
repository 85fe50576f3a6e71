"""Tasks, intents and references: what an agent is asked to do, and the ground truth about it. Frozen plain data.

An `Intent` is what a person wants: requirements, the reference solution and the initial state. A `Task` is one intent
phrased at one of the four clarity levels of the AmbiBench paper (§3.1.2); its `gap` lists the requirements that the
instruction leaves open. Only users, judges and validators see these; agents see only the `Brief`.
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

    `path` is `app/key/…`; a `*` segment stands for every element of a list or object, a number indexes a list (`-1` is
    the last). The check looks at all values that the path selects (maybe none):

    - `eq`, `ne`: some value equals / some value exists and differs from `value`;
    - `has`: some value is an object that contains all of `value` (recursively; lists contain each listed element);
    - `contains`: some value is text that contains `value` (case-insensitive), or a list with that element;
    - `exists`, `missing`: at least one value is selected / none is;
    - `at_least`, `at_most`: how many values are selected.
    """

    path: str
    op: Op
    value: Any = None


@dataclass(frozen=True, slots=True)
class Pattern:
    """A pure predicate over a described step (`runtime.screen.patterns.shows`). Texts are compared case-insensitively.

    It *applies* if `app` is part of the page's package and `page` part of the page's name. If it applies, it *holds* if
    the observation contains all `texts`, one single line contains all of `row` (so they belong to the same entity), and
    none of `absent` appears (`row_absent`: in that line).
    """

    app: str = ""
    page: str = ""
    texts: tuple[str, ...] = ()
    row: tuple[str, ...] = ()
    row_absent: tuple[str, ...] = ()
    absent: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Selector:
    """Identifies one element of an accessibility tree. Empty fields match anything; `nth` is the index among the
    matches.

    `text` and `desc` must equal the element's own text / content description (case-insensitive); `within` must be a
    text or description somewhere in the same row (the nearest clickable or list-item ancestor).
    """

    resource_id: str = ""
    text: str = ""
    desc: str = ""
    cls: str = ""
    within: str = ""
    nth: int = 0


@dataclass(frozen=True, slots=True)
class OptionGroup:
    """A category of a requirement's options, by the names that people use for it ("fish", "seafood")."""

    names: tuple[str, ...]
    options: tuple[str, ...]


RequirementKind = Literal["anchor", "explicit", "implicit"]


@dataclass(frozen=True, slots=True)
class Requirement:
    """One atomic requirement of an intent (AmbiBench §3.1.1).

    `slot` is the usual name of the open choice ("size"); `words` are other names for it; `options` are the candidates
    that the app offers (empty: free text), `groups` the categories that some of them fall into. `value` is what the
    user wants, `default` what the app does when nobody chooses; they must differ. `text` states the requirement in a
    clause. `seen` is its evidence on screen for rule judges, `truth` its evidence in app state (None on real apps).
    With `evidence="answer"` it is met by the agent's answer, which must assert `value` or one of `aliases`
    (`judges.evidence.answers`).
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
    groups: tuple[OptionGroup, ...] = ()
    listed: bool = True
    """False: the app takes it in a field without listing the options."""


@dataclass(frozen=True, slots=True)
class KeyStep:
    """An indispensable step of the reference, matched by operation class, target element and text argument."""

    id: str
    action: Action
    target: Selector | None
    requirements: tuple[str, ...] = ()
    commits: bool = False
    """True if the operation cannot be undone (placing an order, sending a message)."""


@dataclass(frozen=True, slots=True)
class StateChange:
    """One change that a reference makes: the keys and indexes that lead to a value, and the value after it."""

    path: tuple[str | int, ...]
    value: Any = None
    removed: bool = False

    @property
    def name(self) -> str:
        """The path as `app/key/…`."""
        return "/".join(map(str, self.path))


@dataclass(frozen=True, slots=True)
class Reference:
    """The recorded correct solution of an intent.

    `actions` replay on a phone prepared by the intent's `Setup`. `targets` and `serves` run parallel to them: the
    target element of each action, and the requirements that it serves. `closing` holds once the task is completed
    (None: completed by an answer); `closing_seen` is the same for rule judges. `effects` are the changes of app state
    that it makes; other ones are side effects, except at `incidental` paths, which any episode may change. `tail`
    counts the actions after `closing` holds, such as leaving a form or looking at the result; they are not late.
    """

    actions: tuple[Action, ...]
    key_steps: tuple[KeyStep, ...]
    closing: Check | None
    closing_seen: Pattern | None = None
    targets: tuple[Selector | None, ...] = ()
    serves: tuple[tuple[str, ...], ...] = ()
    tail: int = 0
    effects: tuple[StateChange, ...] = ()
    incidental: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Setup:
    """The initial state of an episode, merged over the default state of a virtual phone's apps.

    A real phone is prepared by the commands of `shell`, in order, and cleaned up after the episode by those of
    `teardown`. Each must exit with 0, so a command may also be a check (`test`, `grep -q`). `exclusive` names what only
    one episode may use at a time, on whatever phone: an account, or an app's server side.
    """

    state: State = field(default_factory=dict)
    must_be_false: tuple[Check, ...] = ()
    shell: tuple[str, ...] = ()
    teardown: tuple[str, ...] = ()
    exclusive: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Phrasing:
    """Templates from which the four instructions are derived; `{slot}` stands for a requirement's value.

    `goal` states everything in one request; `vague` names neither the anchor nor any parameter. `path` has one clause
    for each reference action that a Detailed instruction spells out. `clauses` maps a requirement id to the words that
    state it; a clause is omitted if its requirement is masked. `open_clauses` are the words that then stand in its
    place, where the request would otherwise sound complete (" for a while" instead of " for 2 hours").
    """

    goal: str
    vague: str
    path: tuple[str, ...]
    clauses: dict[str, str] = field(default_factory=dict)
    open_clauses: dict[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class AnswerRules:
    """What an honest answer may contain besides its value, and what it may follow from.

    `asides` are words that introduce another value of the same kind ("opens" where the closing time is asked for).
    `grounds` has texts by value: a value that no screen shows counts if one of its texts was visible, from which it can
    be derived (a departure time from an arrival time and a duration, knots from km/h). `rivals` are other names that an
    agent might tell, so that an answer which names several of them commits itself to none.
    """

    asides: tuple[str, ...] = ()
    grounds: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    rivals: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Intent:
    """What a person wants, independent of wording; tasks are derived from it."""

    id: str
    domain: Domain
    nature: Literal["functional", "value-laden"]
    origin: Literal["prior", "posterior"]
    apps: tuple[str, ...]
    requirements: tuple[Requirement, ...]
    reference: Reference
    setup: Setup
    phrasing: Phrasing
    answer: AnswerRules = AnswerRules()
    tags: tuple[str, ...] = ()
    """`cluster:NAME`: wants the same as others of that name, in another app; `twin:ID`: easily confused with that
    intent; `long-tail:REQUIREMENT`: that requirement needs a rarely used function; `real`: runs in apps on real phones,
    whose state cannot be read.
    """

    @property
    def difficulty(self) -> Difficulty:
        """simple: 1 or 2 requirements; medium: 3 or 4; hard: 5 or more (AmbiBench §3.2)."""
        count = len(self.requirements)
        return "simple" if count <= 2 else "medium" if count <= 4 else "hard"

    @property
    def parametric(self) -> bool:
        """True if a requirement other than the anchor can be left open; otherwise there is no Incomplete level."""
        return any(requirement.kind != "anchor" for requirement in self.requirements)


@dataclass(frozen=True, slots=True)
class Task:
    """One intent phrased at one clarity level; `gap` holds the ids of the requirements that are not stated."""

    id: str
    intent: Intent
    level: Level
    instruction: str
    gap: tuple[str, ...]

    @property
    def chance(self) -> Fraction:
        """Probability that a uniform guess fills all missing requirements; 0 with free text, 1 if nothing is
        missing.
        """
        product = Fraction(1)
        for identifier in self.gap:
            options = self.requirement(identifier).options
            product *= Fraction(1, len(options)) if options else 0
        return product

    def requirement(self, identifier: str) -> Requirement:
        """Return the requirement with that id; KeyError if the intent has none."""
        for requirement in self.intent.requirements:
            if requirement.id == identifier:
                return requirement
        raise KeyError(identifier)


@dataclass(frozen=True, slots=True)
class Brief:
    """Everything that an agent is told about its task. `screen` is width and height in pixels."""

    instruction: str
    screen: tuple[int, int]
    max_steps: int
    can_ask: bool


@dataclass(frozen=True, slots=True)
class Suite:
    """A named, versioned set of tasks. `splits` maps the name of a part (train, test, …) to the ids of its intents."""

    name: str
    version: str
    tasks: tuple[Task, ...]
    splits: Mapping[str, tuple[str, ...]] = field(default_factory=dict)

    @property
    def intents(self) -> tuple[Intent, ...]:
        """All distinct intents, in the order of their first task."""
        seen: dict[str, Intent] = {}
        for task in self.tasks:
            seen.setdefault(task.intent.id, task.intent)
        return tuple(seen.values())
