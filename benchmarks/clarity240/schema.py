"""The format of intent files, checked by pydantic; each mistake is reported with its line.

A value is written once, in its requirement; everywhere else `{id}` stands for it. In `phrasing.goal` alone `{id}`
stands for the whole clause of that requirement. `Recording` is what the recorder adds to a file's steps.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping
from dataclasses import asdict
from typing import Annotated, Any, Final, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, ValidationError, model_validator

from benchmarks.clarity240.findings import Finding, Mistakes, Place
from benchmarks.clarity240.template import marks
from benchmarks.clarity240.yaml_document import Document
from runtime.core.actions import Action
from runtime.core.tasks import Domain, Op, RequirementKind, Selector
from runtime.core.text import tokens


class _Model(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)


Texts = Annotated[tuple[str, ...], Field(strict=False)]


def _as_list(value: object) -> object:
    return [value] if isinstance(value, str) else value


_Phrase = Annotated[str, Field(min_length=1)]
Phrases = Annotated[
    tuple[_Phrase, ...],
    Field(strict=False),
    BeforeValidator(_as_list, json_schema_input_type=_Phrase | tuple[_Phrase, ...]),
]
"""One text, or a list of any number."""


class CheckFile(_Model):
    """See `runtime.core.tasks.Check`."""

    path: str = Field(pattern=r"^[^/].*[^/]$")
    op: Op
    value: Any = None


class PatternFile(_Model):
    """See `runtime.core.tasks.Pattern`."""

    app: str = ""
    page: str = ""
    texts: Texts = ()
    row: Texts = ()
    row_absent: Texts = ()
    absent: Texts = ()


class SelectorFile(_Model):
    """See `runtime.core.tasks.Selector`."""

    resource_id: str = ""
    text: str = ""
    desc: str = ""
    cls: str = ""
    within: str = ""
    nth: int = Field(default=0, ge=0)

    @classmethod
    def of(cls, selector: Selector) -> SelectorFile:
        """The selector as it stands in a file."""
        return cls.model_validate(asdict(selector))


class GroupFile(_Model):
    """See `runtime.core.tasks.OptionGroup`."""

    names: Annotated[tuple[str, ...], Field(strict=False, min_length=1)]
    options: Annotated[tuple[str, ...], Field(strict=False, min_length=1)]


class RequirementFile(_Model):
    """See `runtime.core.tasks.Requirement`."""

    id: str = Field(pattern=r"^[a-z_]+$")
    kind: RequirementKind
    slot: str = Field(default="", description="What a person calls this choice; left out, it is the id.")
    text: str
    value: str
    default: str = ""
    aliases: Texts = ()
    evidence: Literal["state", "answer"] = "state"
    seen: PatternFile | None = None
    truth: CheckFile | None = None
    options: Texts = ()
    listed: bool = Field(default=True, description="false: the app takes it in a field without listing the options.")
    groups: Annotated[tuple[GroupFile, ...], Field(strict=False)] = Field(
        default=(), description="Categories that some of the options fall into. They may overlap."
    )
    words: Texts = ()
    terms: dict[str, dict[str, str | int]] = Field(
        default_factory=dict,
        description="What goes with each option, by name: `{id.name}` stands for it, in every part of the file but the "
        "goal. Only options that have terms are drawn; free text is drawn from what has (empty) terms. A term called "
        "`said` is another name for the option.",
    )
    long_tail: bool = Field(default=False, description="A need that few people have; `validate` knows which that is.")

    @model_validator(mode="before")
    @classmethod
    def _slot_by_id(cls, data: Any) -> Any:
        return {"slot": str(data["id"]).replace("_", " "), **data} if isinstance(data, dict) and "id" in data else data


class FinishFile(_Model):
    """The end of an information task: the answer is what the element named by `read` shows."""

    read: SelectorFile


_OF_CLAUSES = {("phrasing", "goal"), ("phrasing", "vague")}

OPERATIONS = ("launch", "tap", "long_press", "type", "press", "finish")
"""What a step can do."""


class StepFile(_Model):
    """One step of the right way. Exactly one of the operations; `serves` names the requirements it is there for.

    `key` makes it a key step of that name; without `serves` it is there for the requirement of that name. `commits`
    marks what cannot be taken back. `into` is the field that `type` expects to be focused. `say` is what Detailed says
    of it: one phrase, several, or `[]` for none. Without it the phrase is made of the step: "tap Save".
    """

    model_config = ConfigDict(json_schema_extra={"oneOf": [{"required": [name]} for name in OPERATIONS]})

    launch: str | None = None
    tap: SelectorFile | None = None
    long_press: SelectorFile | None = None
    type: str | None = None
    into: SelectorFile | None = None
    press: str | None = None
    finish: FinishFile | None = None
    say: Phrases | None = None
    serves: Texts = ()
    key: str = ""
    commits: bool = False

    @model_validator(mode="before")
    @classmethod
    def _serves_by_key(cls, data: Any) -> Any:
        return {"serves": [data["key"]], **data} if isinstance(data, dict) and data.get("key") else data

    @model_validator(mode="after")
    def _one_operation(self) -> StepFile:
        given = [name for name in OPERATIONS if getattr(self, name) is not None]
        if len(given) != 1:
            raise ValueError(f"a step has exactly one of {', '.join(OPERATIONS)}, not {' and '.join(given) or 'none'}")
        if self.into is not None and self.type is None:
            raise ValueError("'into' names the field of a 'type' step")
        return self

    def element(self) -> SelectorFile | None:
        """The element that the step touches or reads."""
        return self.finish.read if self.finish is not None else self.tap or self.long_press or self.into


class ReferenceFile(_Model):
    """The right way in selectors; `closing` holds once the task's logic has closed."""

    steps: Annotated[tuple[StepFile, ...], Field(strict=False, min_length=1)]
    closing: CheckFile | None = None
    closing_seen: PatternFile | None = None


class SetupFile(_Model):
    """See `runtime.core.tasks.Setup`."""

    state: dict[str, Any] = Field(default_factory=dict)
    must_be_false: Annotated[tuple[CheckFile, ...], Field(strict=False)] = ()
    shell: Texts = ()
    teardown: Texts = ()
    exclusive: Texts = ()


class GroundFile(_Model):
    """A value that follows from any of the texts in `seen`, once one of them was visible."""

    value: str
    seen: Annotated[tuple[str, ...], Field(strict=False, min_length=1)]


class AnswerFile(_Model):
    """See `runtime.core.tasks.AnswerRules`."""

    asides: Texts = ()
    grounds: Annotated[tuple[GroundFile, ...], Field(strict=False)] = ()
    rivals: Texts = ()


class PhrasingFile(_Model):
    """The words that instructions are made of. `goal` states everything in one request, in which `{id}` stands for the
    clause of that requirement; `vague` names neither the anchor nor any parameter. A requirement that has none among
    the `clauses` is stated by its value.
    """

    goal: str
    vague: str
    clauses: dict[str, str] = Field(default_factory=dict)
    open_clauses: dict[str, str] = Field(
        default_factory=dict,
        description="What Incomplete says in the place of a clause, where it would otherwise sound complete.",
    )


class IntentFile(_Model):
    """One file of `intents/`.

    `real`: its apps are package names on real phones; nothing reads their state (GUIDE.md).
    """

    id: str = Field(pattern=r"^[a-z]+\.[a-z]+$")
    domain: Domain
    nature: Literal["functional", "value-laden"]
    origin: Literal["prior", "posterior"]
    apps: Annotated[tuple[str, ...], Field(strict=False, min_length=1)]
    requirements: Annotated[tuple[RequirementFile, ...], Field(strict=False, min_length=1)]
    reference: ReferenceFile
    setup: SetupFile = SetupFile()
    phrasing: PhrasingFile
    answer: AnswerFile = AnswerFile()
    cluster: str = Field(default="", pattern=r"^[a-z0-9-]*$")
    twins: Texts = ()
    real: bool = False

    def tags(self) -> tuple[str, ...]:
        """See `runtime.core.tasks.Intent`."""
        cluster = (f"cluster:{self.cluster}",) if self.cluster else ()
        tails = tuple(f"long-tail:{requirement.id}" for requirement in self.requirements if requirement.long_tail)
        return (*cluster, *(f"twin:{twin}" for twin in self.twins), *tails, *(("real",) if self.real else ()))

    def values(self) -> dict[str, str]:
        return {requirement.id: requirement.value for requirement in self.requirements}

    def words(self) -> dict[str, str | int]:
        """The values of `{id}` and `{id.name}`."""
        terms: dict[str, str | int] = {
            f"{requirement.id}.{name}": term
            for requirement in self.requirements
            for name, term in requirement.terms.get(requirement.value, {}).items()
        }
        return {**self.values(), **terms}

    def fingerprint(self) -> str:
        """Changes whenever a recording of this intent's steps would have to be made again."""
        unplayed: dict[str, Any] = {"setup": {"teardown", "exclusive"}, "reference": {"steps": {"__all__": {"say"}}}}
        part = self.model_dump(include={"apps", "reference", "setup"}, exclude=unplayed)
        text = json.dumps([part, self.words()], sort_keys=True, ensure_ascii=False)
        return hashlib.sha256(text.encode()).hexdigest()[:16]


class RecordedStep(_Model):
    """One action of a recording, joined with what the file says of it."""

    action: Action
    target: SelectorFile | None = None
    serves: Texts = ()
    key: str = ""
    commits: bool = False


class RecordedChange(_Model):
    """See `runtime.core.tasks.StateChange`."""

    path: Annotated[tuple[str | int, ...], Field(strict=False)]
    value: Any = None
    removed: bool = False


class Recording(_Model):
    """The recorder's results for one intent."""

    fingerprint: str
    steps: Annotated[tuple[RecordedStep, ...], Field(strict=False)]
    effects: Annotated[tuple[RecordedChange, ...], Field(strict=False)] = ()
    """What it changed beside scratch paths."""
    tail: int = 0
    """How many of its last actions come after its closing holds."""


class References(_Model):
    """What the recorder writes: `scratch` are the paths that any episode may change, whatever its intent; `labels` the
    names of the apps on the phone, by package.
    """

    scratch: Texts
    labels: dict[str, str]
    intents: dict[str, Recording]


NOTHING_RECORDED: Final = References(scratch=(), labels={}, intents={})


def understand(document: Document) -> IntentFile:
    """Check one file.

    Raises:
        Mistakes: all mistakes in it, with their lines.
    """
    if not isinstance(document.data, dict):
        what, fix = "an intent is a mapping of keys", "begin the file with `id: domain.name`"
        raise Mistakes([document.mistake("yaml", (), what, fix)])
    try:
        file = IntentFile.model_validate(document.data)
    except ValidationError as error:
        raise Mistakes(_translated(item, document) for item in error.errors(include_url=False)) from error
    if wrong := list(_names_meet(file, document)):
        raise Mistakes(wrong)
    return file


def _translated(error: Mapping[str, Any], document: Document) -> Finding:
    place, kind = error["loc"], error["type"]
    if kind == "missing":
        return document.mistake("key", place[:-1], f"the key {place[-1]!r} is missing", "add it")
    if kind == "extra_forbidden":
        return document.mistake("key", place, "there is no such key", "correct its spelling or take it out")
    if kind == "too_short":
        return document.mistake("value", place, f"{place[-1]!r} is empty", "list at least one")
    problem = str(error["msg"]).removeprefix("Value error, ")
    what = problem[:1].lower() + problem[1:]
    if kind == "value_error":
        return document.mistake("step", place, what, "correct this part")
    fix = "put it in quotes" if kind == "string_type" else "correct it"
    what = f"{what}, not {json.dumps(error['input'], ensure_ascii=False, default=str)}"
    return document.mistake("value", place, what, fix)


def _names_meet(file: IntentFile, document: Document) -> Iterator[Finding]:
    """Every id that is used is that of a requirement, and requirement ids are unique."""
    known = [requirement.id for requirement in file.requirements]
    there = f"use one of {', '.join(known)}"
    twice = [index for index, identifier in enumerate(known) if identifier in known[:index]]
    for index in twice:
        place: Place = ("requirements", index, "id")
        yield document.mistake("id", place, f"the id {known[index]!r} is used twice", "choose another")
    if twice:
        # Names that lead nowhere would only say the same again.
        return
    for index, step in enumerate(file.reference.steps):
        for number, identifier in enumerate(step.serves):
            if identifier not in known:
                place = ("reference", "steps", index, "serves", number)
                place = place if place in document.lines else (*place[:3], "key")
                yield document.mistake("name", place, f"there is no requirement {identifier!r}", there)
    yield from _clauses_meet(file, document)
    yield from _terms_meet(file, document)
    yield from _groups_meet(file, document)
    words = file.words()
    for place in document.lines:
        value = _at(document.data, place)
        if isinstance(value, str) and place[:2] != ("setup", "state"):
            # In the goal `{id}` stands for a clause, and there is none of a term.
            there_are = known if place in _OF_CLAUSES else words
            for identifier in marks(value):
                if identifier not in there_are:
                    yield document.mistake("name", place, f"{{{identifier}}} stands for no requirement", there)


def _clauses_meet(file: IntentFile, document: Document) -> Iterator[Finding]:
    """Clauses are those of requirements, and only a parameter is ever left open in the goal."""
    kinds = {requirement.id: requirement.kind for requirement in file.requirements}
    there = f"use one of {', '.join(kinds)}"
    for part, identifiers in (("clauses", file.phrasing.clauses), ("open_clauses", file.phrasing.open_clauses)):
        for identifier in identifiers:
            place: Place = ("phrasing", part, identifier)
            if identifier not in kinds:
                yield document.mistake("name", place, "there is no requirement of that id", there)
            elif part == "open_clauses" and kinds[identifier] == "anchor":
                yield document.mistake("name", place, "an anchor is never left out of the goal", "use `vague` for it")


def _terms_meet(file: IntentFile, document: Document) -> Iterator[Finding]:
    """Terms are those of options, and each option that has some has all."""
    for index, requirement in enumerate(file.requirements):
        wanted = requirement.terms.get(requirement.value, {}).keys()
        if requirement.terms and requirement.value not in requirement.terms:
            what = f"{requirement.value!r} has no terms, though other options have"
            yield document.mistake("terms", ("requirements", index, "terms"), what, "give it some too")
            continue
        for option, terms in requirement.terms.items():
            place = ("requirements", index, "terms", option)
            if requirement.options and option not in requirement.options:
                yield document.mistake("terms", place, f"there is no option {option!r}", "add it to the options")
            elif terms.keys() != wanted:
                fix = f"name {', '.join(sorted(wanted)) or 'none'}"
                yield document.mistake("terms", place, f"its terms are not those of {requirement.value!r}", fix)


def _groups_meet(file: IntentFile, document: Document) -> Iterator[Finding]:
    """Each group holds some options but not all, and a name of it means nothing else in its requirement."""
    for index, requirement in enumerate(file.requirements):
        place: Place = ("requirements", index, "groups")
        if requirement.groups and not requirement.options:
            what = f"{requirement.id!r} has groups but no options"
            yield document.mistake("groups", place, what, "list the options or take the groups out")
            continue
        meanings = {tokens(option): f"the option {option!r}" for option in requirement.options}
        meanings[tokens(requirement.slot)] = "the slot"
        for number, group in enumerate(requirement.groups):
            here = (*place, number)
            for position, option in enumerate(group.options):
                if option not in requirement.options:
                    what, fix = f"there is no option {option!r}", "correct its spelling or add it to the options"
                    yield document.mistake("groups", (*here, "options", position), what, fix)
            if set(requirement.options) <= set(group.options):
                fix = "take out what is not in this category"
                yield document.mistake("groups", (*here, "options"), "the group holds all options", fix)
            for position, name in enumerate(group.names):
                known = meanings.get(tokens(name)) if tokens(name) else "nothing: it has no words"
                if known is not None:
                    what, fix = f"the group name {name!r} stands for {known}", "choose another or take it out"
                    yield document.mistake("groups", (*here, "names", position), what, fix)
            meanings.update(dict.fromkeys(map(tokens, group.names), f"group {number + 1} of {requirement.id!r}"))


def _at(data: Any, place: tuple[str | int, ...]) -> Any:
    for part in place:
        try:
            data = data[part]
        except (KeyError, IndexError, TypeError):
            return None
    return data
