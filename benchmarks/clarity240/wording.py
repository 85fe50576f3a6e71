"""The rules that words must keep: the ladder of the four levels and the shape of requirements. Pure."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

from benchmarks.clarity240 import instruction_levels, real_phone_intents, suite_statistics
from benchmarks.clarity240.findings import Finding, error, warning
from benchmarks.clarity240.template import fill
from judges.evidence.answers import answer_slot
from runtime.core.actions import DEVICE_ACTIONS, FREE_ACTIONS
from runtime.core.checks import paths_outside
from runtime.core.config import T_MAX
from runtime.core.tasks import Check, Intent, Requirement, Suite, Task
from runtime.core.text import mentions
from runtime.language.answering import same_value

_INTERFACE = re.compile(
    r"\b(?:tap|tapp?ing|click|clicking|press|pressing|swipe|swiping|scroll|scrolling|toggle|toggling|long-press"
    r"|checkbox|button|buttons|icon|tab|screen|menu bar|navigate|navigating)\b",
    re.IGNORECASE,
)
"""Words of the interface, which a goal has no use for."""


def names(requirement: Requirement) -> tuple[str, ...]:
    """The words that give the requirement away.

    What is to be found out is stated by the option that its text names, never by the value: that is the answer.
    """
    if requirement.evidence == "answer":
        return tuple(option for option in requirement.options if mentions(requirement.text, option))
    return (requirement.value, *requirement.aliases)


def states(instruction: str, requirement: Requirement) -> bool:
    """Whether the instruction says the requirement."""
    return any(mentions(instruction, name) for name in names(requirement))


def check_counts(suite: Suite) -> Iterator[Finding]:
    """The counts that the paper publishes, and what it promises without a number."""
    for row in suite_statistics.rows(suite):
        if not row.holds:
            wanted = f" instead of {row.published}" if row.published else ""
            fix = "add, change or remove intents"
            yield error(suite.name, f"{row.what}: {row.here or 'none'}{wanted}", fix, rule="count")


def check_suite(suite: Suite) -> Iterator[Finding]:
    """Check names over the whole suite."""
    for name, count in Counter(task.id for task in suite.tasks).items():
        if count > 1:
            yield error(name, f"{count} tasks have this id", "give every intent an id of its own", rule="id")
    for name, count in Counter(task.instruction for task in suite.tasks).items():
        if count > 1:
            yield error(suite.name, f"{count} tasks say {name!r}", "word one of them differently", rule="unique")


def check_intent(intent: Intent) -> Iterator[Finding]:
    """Requirements, key steps and phrasing of one intent."""
    if not any(requirement.kind == "anchor" for requirement in intent.requirements):
        yield error(
            intent.id,
            "no requirement is an anchor",
            "mark the one that the task cannot exist without",
            rule="anchor",
            at=("requirements",),
        )
    for requirement in intent.requirements:
        yield from _check_requirement(
            f"{intent.id}/{requirement.id}", requirement, on_real=real_phone_intents.is_real(intent)
        )
    yield from _check_answer(intent)
    yield from _check_incidental(intent)
    placed = instruction_levels.placeholders(intent)
    for requirement in intent.requirements:
        if requirement.id not in placed and requirement.evidence == "state":
            yield error(
                f"{intent.id}/{requirement.id}",
                "the goal has no place for it",
                f"write {{{requirement.id}}} into the goal",
                rule="goal",
            )
    yield from _check_key_steps(intent)
    steps = sum(not isinstance(action, FREE_ACTIONS) for action in intent.reference.actions)
    if steps + len(intent.requirements) > T_MAX:
        what = f"{steps} steps and a question for each requirement are more than {T_MAX}"
        yield error(intent.id, what, "shorten the reference", rule="budget", at=("reference", "steps"))


def _check_answer(intent: Intent) -> Iterator[Finding]:
    """Asides, grounds and rivals are for an answer that the intent asks for; each ground is one of a value that it
    accepts, and no rival is one.
    """
    accepted = [text for texts in answer_slot(intent).accepted.values() for text in texts]
    if not accepted and (intent.answer.asides or intent.answer.grounds or intent.answer.rivals):
        what, fix = "it has rules for an answer that no requirement asks for", "take them out, or ask for an answer"
        yield error(intent.id, what, fix, rule="answer", at=("answer",))
        return
    for value in intent.answer.grounds:
        if not any(same_value(value, text) for text in accepted):
            what, fix = f"{value!r} has grounds and meets no requirement", "name a value or an alias"
            yield error(intent.id, what, fix, rule="answer", at=("answer", "grounds"))
    for rival in intent.answer.rivals:
        if any(same_value(rival, text) for text in accepted):
            what, fix = f"{rival!r} is a rival and meets a requirement", "take it out"
            yield error(intent.id, what, fix, rule="answer", at=("answer", "rivals"))


def _check_incidental(intent: Intent) -> Iterator[Finding]:
    """What any episode may change proves nothing."""
    checks: list[tuple[str, tuple[str, ...], Check | None]] = [
        (f"{intent.id}/{item.id}", ("truth",), item.truth) for item in intent.requirements
    ]
    for where, at, check in (*checks, (intent.id, ("reference", "closing"), intent.reference.closing)):
        if check is not None and not paths_outside([check.path], intent.reference.incidental):
            what = f"{check.path} is a path that any episode may change"
            yield error(where, what, "check what the task changes", rule="incidental", at=at)


def _check_requirement(where: str, requirement: Requirement, *, on_real: bool) -> Iterator[Finding]:
    stated = names(requirement)
    if not stated or not any(mentions(requirement.text, name) for name in stated):
        yield error(
            where,
            "its text does not say what is wanted",
            "name the value (or the option) in `text`",
            rule="text",
            at=("text",),
        )
    if requirement.text.endswith((".", ",", "!", "?")):
        yield error(
            where,
            f"its text {requirement.text!r} is a sentence",
            "write a clause that can stand within one",
            rule="text",
            at=("text",),
        )
    if requirement.evidence == "answer" and len(stated) > 1:
        yield error(
            where, f"its text names several options: {', '.join(stated)}", "name one", rule="text", at=("text",)
        )
    wanted = stated[0] if requirement.evidence == "answer" and stated else requirement.value
    if requirement.kind != "anchor":
        if not requirement.default:
            yield error(where, "it has no default", "say what the app does when nobody chooses", rule="default")
        if mentions(wanted, requirement.default) and mentions(requirement.default, wanted):
            yield error(
                where,
                f"{wanted!r} is also the default",
                "want something that silence does not give",
                rule="default",
                at=("default",),
            )
    if requirement.options:
        for role, value in (("value", wanted), ("default", requirement.default)):
            if value and value not in requirement.options:
                yield error(
                    where,
                    f"the {role} {value!r} is not among the options",
                    "list what the app offers",
                    rule="option",
                    at=(role,),
                )
        if len(requirement.options) < 2:
            yield error(
                where,
                "there is only one option",
                "list what the app offers, or none for free text",
                rule="option",
                at=("options",),
            )
    if requirement.evidence == "state" and requirement.truth is None and not on_real:
        yield error(where, "nothing in app state proves it", "give it a `truth`", rule="evidence")
    if requirement.evidence == "state" and requirement.seen is None and not on_real:
        yield error(where, "nothing on a screen proves it", "give it a `seen`", rule="evidence")


def _check_key_steps(intent: Intent) -> Iterator[Finding]:
    steps = intent.reference.key_steps
    for identifier, count in Counter(step.id for step in steps).items():
        if count > 1:
            yield error(
                intent.id,
                f"{count} key steps are called {identifier!r}",
                "give each a name of its own",
                rule="key-step",
                at=("reference", "steps"),
            )
    for step in steps:
        if not isinstance(step.action, DEVICE_ACTIONS):
            yield error(
                f"{intent.id}/{step.id}",
                "a key step that does not reach the phone",
                "take its key away",
                rule="key-step",
                at=("key",),
            )
    served = {identifier for step in steps for identifier in step.requirements}
    for requirement in intent.requirements:
        if requirement.id not in served:
            yield error(
                f"{intent.id}/{requirement.id}",
                "no key step serves it",
                "mark the step that settles it as key",
                rule="key-step",
            )


def check_task(task: Task) -> Iterator[Finding]:
    """One instruction against its level."""
    intent, level, text = task.intent, task.level, task.instruction
    if level not in instruction_levels.levels(intent):
        yield error(task.id, f"{intent.id} has no {level} level", "derive the tasks again", rule="derived")
        return
    if task.id != f"{intent.id}.{level}" or task.gap != instruction_levels.gap(intent, level):
        yield error(
            task.id, "id or gap are not the derived ones", "derive the tasks again, never edit them", rule="derived"
        )
    if text != instruction_levels.instruction(intent, level):
        yield error(
            task.id,
            "the instruction is not the derived one",
            "change the phrasing of the intent instead",
            rule="derived",
        )
    yield from _check_shape(task)
    for requirement in intent.requirements:
        if requirement.id in task.gap:
            for name in (*names(requirement), requirement.value, *requirement.aliases):
                if mentions(text, name):
                    yield error(
                        task.id,
                        f"it gives away {requirement.id}: {name!r}",
                        "take it out of what this level says",
                        rule="masked",
                    )
            for option in set(requirement.options).difference(names(requirement)):
                if mentions(text, option):
                    yield error(
                        task.id,
                        f"it hints at {requirement.id}: {option!r}",
                        "leave it open which one is wanted",
                        rule="masked",
                    )
        elif not states(text, requirement):
            yield error(
                task.id,
                f"it does not say {requirement.id}: {requirement.text}",
                "put its value or an alias into its clause",
                rule="stated",
            )
        if requirement.evidence == "answer" and any(
            mentions(text, answer) for answer in (requirement.value, *requirement.aliases)
        ):
            yield error(
                task.id, f"it contains the answer to {requirement.id}", "ask for it without saying it", rule="answer"
            )
    if level == "detailed":
        yield from _check_path(task)
    elif found := _INTERFACE.search(text):
        yield error(
            task.id,
            f"{found[0]!r} is a word of the interface",
            "say what is wanted, not where to touch",
            rule="interface",
        )


def _check_shape(task: Task) -> Iterator[Finding]:
    text = task.instruction
    if not text or not text[0].isupper() or text[-1] not in ".?!":
        yield error(
            task.id, "it is not a sentence", "begin with a capital letter and end with a full stop", rule="sentence"
        )
    if "{" in text or "  " in text or re.search(r" [,.?!]|[,.?!]{2}", text):
        yield error(
            task.id, f"masking left marks behind: {text!r}", "move punctuation into the clauses", rule="sentence"
        )


def _check_path(task: Task) -> Iterator[Finding]:
    intent = task.intent
    values = {requirement.id: requirement.value for requirement in intent.requirements}
    for clause in intent.phrasing.path:
        if fill(clause, values) not in task.instruction and fill(clause, values)[1:] not in task.instruction:
            yield error(task.id, f"it leaves out {clause!r}", "derive the tasks again", rule="path")
    if len(intent.phrasing.path) < len(intent.reference.key_steps):
        yield error(task.id, "its path is shorter than the list of key steps", "spell out every key step", rule="path")
    for step in intent.reference.key_steps:
        label = step.target.text or step.target.desc if step.target is not None else ""
        if label and not mentions(task.instruction, label):
            yield warning(
                task.id, f"its path does not name {label!r}", f"name what key step {step.id!r} touches", rule="path"
            )
