"""From checked files to `runtime.core.tasks` data: values put where `{id}` stands, recordings joined with what files
say.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from benchmarks.clarity240.schema import (
    AnswerFile,
    CheckFile,
    IntentFile,
    PatternFile,
    Recording,
    References,
    SelectorFile,
    StepFile,
)
from benchmarks.clarity240.template import Words, fill, filled, termed
from runtime.core.actions import Action, Finish, Key, Launch, LongPress, Tap, Type
from runtime.core.tasks import (
    AnswerRules,
    Check,
    Intent,
    KeyStep,
    OptionGroup,
    Pattern,
    Phrasing,
    Reference,
    Requirement,
    Selector,
    Setup,
    StateChange,
)


def check(file: CheckFile | None, words: Words) -> Check | None:
    """The check with its values filled in."""
    return None if file is None else Check(fill(file.path, words), file.op, filled(file.value, words))


def pattern(file: PatternFile | None, words: Words) -> Pattern | None:
    """The pattern with its values filled in."""
    if file is None:
        return None

    def all_of(texts: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(fill(text, words) for text in texts)

    return Pattern(
        app=fill(file.app, words),
        page=fill(file.page, words),
        texts=all_of(file.texts),
        row=all_of(file.row),
        row_absent=all_of(file.row_absent),
        absent=all_of(file.absent),
    )


def selector(file: SelectorFile | None, words: Words) -> Selector | None:
    """The selector with its values filled in."""
    if file is None:
        return None
    data: dict[str, Any] = filled(file.model_dump(), words)
    return Selector(**data)


def phrases(step: StepFile, parameters: Collection[str], labels: Mapping[str, str]) -> tuple[str, ...]:
    """The words of a step in a Detailed instruction, with `{id}` in them: what its `say` has, else a verb and the name
    of what it touches. `parameters`: the requirements whose values are chosen. `labels`: the names of apps by package.
    """
    if step.say is not None:
        return step.say
    if step.launch is not None:
        return (f"open {labels.get(step.launch, step.launch)}",)
    if step.type is not None:
        return (f"write {step.type}",)
    if step.press is not None:
        return ("go back" if step.press == "BACK" else f"press {step.press}",)
    if step.finish is not None:
        return ("tell me what it says",)
    name = _name(step.element() or SelectorFile())
    chosen = name in {f"{{{identifier}}}" for identifier in parameters}
    return (f"{'hold down' if step.long_press else 'choose' if chosen else 'tap'} {name}",)


def _name(element: SelectorFile) -> str:
    """The words on an element, or those of its id (`add_to_order`), or what stands in its row."""
    identifier = " ".join(element.resource_id.rpartition("/")[2].replace("_", " ").split())
    name = element.text or element.desc or identifier[:1].upper() + identifier[1:]
    if name and element.within:
        return f"{name} beside {element.within}"
    return name or element.within or element.cls or "it"


def action(step: StepFile, words: Words, point: tuple[int, int] = (0, 0), label: str = "") -> Action:
    """The step as an action: on an element that has its centre at `point`, and shows `label`."""
    if step.launch is not None:
        return Launch(step.launch)
    if step.tap is not None:
        return Tap(*point)
    if step.long_press is not None:
        return LongPress(*point)
    if step.type is not None:
        return Type(fill(step.type, words))
    if step.press is not None:
        return Key(step.press)
    return Finish(label)


def reference(file: IntentFile, recording: Recording, scratch: Collection[str]) -> Reference:
    """The recorded reference. `scratch`: paths that it may change besides its effects."""
    words = file.words()
    targets = tuple(selector(step.target, {}) for step in recording.steps)
    return Reference(
        actions=tuple(step.action for step in recording.steps),
        key_steps=tuple(
            KeyStep(step.key, step.action, target, step.serves, step.commits)
            for step, target in zip(recording.steps, targets, strict=True)
            if step.key
        ),
        closing=check(file.reference.closing, words),
        closing_seen=pattern(file.reference.closing_seen, words),
        targets=targets,
        serves=tuple(step.serves for step in recording.steps),
        tail=recording.tail,
        incidental=tuple(sorted(scratch)),
        effects=tuple(StateChange(change.path, change.value, change.removed) for change in recording.effects),
    )


def answer_rules(file: AnswerFile, words: Words) -> AnswerRules:
    """The rules of the answer with values filled in."""
    grounds = {fill(item.value, words): tuple(fill(text, words) for text in item.seen) for item in file.grounds}
    return AnswerRules(file.asides, grounds, file.rivals)


def intent(file: IntentFile, recording: Recording, references: References) -> Intent:
    """The intent as frozen data. `references`: what else the recorder found out, about the apps."""
    words = file.words()
    requirements = tuple(
        Requirement(
            id=requirement.id,
            kind=requirement.kind,
            slot=requirement.slot,
            text=fill(requirement.text, words),
            value=requirement.value,
            default=requirement.default,
            aliases=requirement.aliases,
            evidence=requirement.evidence,
            seen=pattern(requirement.seen, words),
            truth=check(requirement.truth, words),
            options=requirement.options,
            listed=requirement.listed,
            words=requirement.words,
            groups=tuple(OptionGroup(group.names, group.options) for group in requirement.groups),
        )
        for requirement in file.requirements
    )
    checks = (check(condition, words) for condition in file.setup.must_be_false)
    false = tuple(condition for condition in checks if condition is not None)
    shell, teardown = (
        tuple(fill(line, words) for line in script) for script in (file.setup.shell, file.setup.teardown)
    )
    setup = Setup(file.setup.state, false, shell, teardown, file.setup.exclusive)
    # The places of values stay: what a level leaves out is decided when its words are derived.
    parameters = [requirement.id for requirement in file.requirements if requirement.kind != "anchor"]
    path = tuple(
        termed(phrase, words)
        for step in file.reference.steps
        for phrase in phrases(step, parameters, references.labels)
    )
    clauses = {name: termed(clause, words) for name, clause in file.phrasing.clauses.items()}
    phrasing = Phrasing(file.phrasing.goal, file.phrasing.vague, path, clauses, file.phrasing.open_clauses)
    return Intent(
        id=file.id,
        domain=file.domain,
        nature=file.nature,
        origin=file.origin,
        apps=file.apps,
        requirements=requirements,
        reference=reference(file, recording, references.scratch),
        setup=setup,
        phrasing=phrasing,
        answer=answer_rules(file.answer, words),
        tags=file.tags(),
    )
