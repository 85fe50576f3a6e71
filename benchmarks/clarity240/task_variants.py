"""Other tasks of the same kind: an intent with other items, people, places and times, recorded and proven again.

What can vary is a requirement whose options are the app's own and whose value stands in the file as `{id}` throughout:
in what proves it in app state and on a screen, in the steps and in its clause; `{id.name}` does as well, where the file
tells what goes with each option (`terms`). Its values are its options without the first one, without the default and
without what nobody would say (`blocked_values`). Words follow from the values, the reference is recorded anew on a
phone in the pure world, and a draw that breaks a rule of the suite (`fast_checks`) is thrown away.

    for task in draw(seed=1, n=64, split="train"):
        ...  # a runtime.core.tasks.Task with its own intent, reference and checks; phrasings.phrasing(task, 3) words
        it anew

An endless training loop keeps one `Draws` and takes from `tasks(seed)` as it goes, with another seed for each pass.
"""

from __future__ import annotations

import hashlib
import json
import math
import random
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice

from adapters.phone.kernel.phone import Phone
from benchmarks.clarity240 import build, instruction_levels, record, replay, splits, suite, template, wording
from benchmarks.clarity240.blocked_values import BLOCKED_VALUES
from benchmarks.clarity240.fast_checks import DRAWN, Prover, origin
from benchmarks.clarity240.schema import NOTHING_RECORDED, IntentFile, Recording, RequirementFile
from runtime.core.checks import holds
from runtime.core.errors import UsageError
from runtime.core.tasks import Task

_ARTICLE = re.compile(r"\b([Aa])n? (?=\{([a-z_]+)(?:!l)?\})")
_DIGEST = 8
_MOST_BEGUN = 2000
_PATIENCE = 16
"""Played draws of an intent in a row that may break a rule before no more of it are tried."""


def variants(source: IntentFile) -> dict[str, tuple[str, ...]]:
    """The values that each requirement of an intent can be given, its own among them; one value if it is fixed."""
    return {requirement.id: _values(source, requirement) for requirement in source.requirements}


def _values(source: IntentFile, file: RequirementFile) -> tuple[str, ...]:
    steps = [step.model_dump(exclude={"say"}) for step in source.reference.steps]
    clause = source.phrasing.clauses.get(file.id, f"{{{file.id}}}")
    row = (file.truth and file.truth.model_dump(), file.seen and file.seen.model_dump(), steps, clause)
    if file.evidence != "state" or not all(file.id in _marked(part) for part in row):
        return (file.value,)
    blocked = (file.default, *BLOCKED_VALUES.get(f"{source.id}/{file.id}", ()))
    # Free text has no options; what it can be besides is what the file has terms for.
    there = (
        tuple(option for option in file.options[1:] if not file.terms or option in file.terms)
        if file.options
        else file.terms
    )
    return tuple(option for option in there if option not in blocked) or (file.value,)


def _marked(data: object) -> tuple[str, ...]:
    """The requirements whose value, or what goes with it, the data marks."""
    return tuple(mark.partition(".")[0] for mark in template.marks(json.dumps(data, ensure_ascii=False)))


def count(source: IntentFile) -> int:
    """The maximum number of variants of this intent, itself excluded; some of them will break a rule."""
    ways = variants(source)
    return math.prod(map(len, ways.values())) - all(
        requirement.value in ways[requirement.id] for requirement in source.requirements
    )


def varied(source: IntentFile, values: Mapping[str, str]) -> IntentFile:
    """The intent with other values, under an id that is the same for the same values.

    What it was called by besides (`aliases`) is dropped where the value is another, and articles follow the value.
    """
    text = json.dumps([values[requirement.id] for requirement in source.requirements], ensure_ascii=False)
    digest = hashlib.sha256(text.encode()).hexdigest()[:_DIGEST]
    phrasing = source.phrasing.model_copy(
        update={
            "goal": _articled(source.phrasing.goal, values, source.phrasing.clauses),
            "clauses": {name: _articled(clause, values) for name, clause in source.phrasing.clauses.items()},
        }
    )
    requirements = tuple(_revalued(requirement, values) for requirement in source.requirements)
    steps = tuple(
        step.model_copy(update={"say": step.say and tuple(_articled(phrase, values) for phrase in step.say)})
        for step in source.reference.steps
    )
    reference = source.reference.model_copy(update={"steps": steps})
    identifier = f"{source.id}{DRAWN}{digest}"
    changes = {"id": identifier, "requirements": requirements, "reference": reference, "phrasing": phrasing}
    return source.model_copy(update=changes)


def _revalued(file: RequirementFile, values: Mapping[str, str]) -> RequirementFile:
    if values[file.id] == file.value:
        return file
    # The text of a requirement is prose: its value stands there as it is.
    text = re.sub(rf"(?<!\w){re.escape(file.value)}(?!\w)", f"{{{file.id}}}", file.text, flags=re.IGNORECASE)
    term_text = file.terms.get(values[file.id], {}).get("said")
    aliases = () if term_text is None else (str(term_text),)
    return file.model_copy(update={"text": _articled(text, values), "value": values[file.id], "aliases": aliases})


def _articled(text: str, values: Mapping[str, str], clauses: Mapping[str, str] | None = None) -> str:
    """`a`, `an` or no article as the value behind it wants; where a clause begins with other words nothing is done."""

    def put(found: re.Match[str]) -> str:
        name = found[2]
        clause = (clauses or {}).get(name, f"{{{name}}}")
        if name not in values or not clause.startswith("{"):
            return found[0]
        if re.search(r"[^su]s$", values[name]):
            return ""
        return f"{found[1]}{'n' if values[name][:1].lower() in tuple('aeio') else ''} "

    return _ARTICLE.sub(put, text)


class Draws:
    """Draws tasks on one phone in the pure world; what was proven of an intent serves its later draws.

    `sources`: the intents to draw from, the committed ones by default. `rejected` counts the draws thrown away.
    """

    def __init__(self, sources: Iterable[IntentFile] | None = None, phone: Phone | None = None) -> None:
        self._sources = tuple(suite.sources() if sources is None else sources)
        self._phone = phone or replay.phone()
        self._prover = Prover(self._phone)
        self._references = record.references({})
        self._begun: dict[str, record.Beginnings] = {}
        self.rejected = 0

    def tasks(self, seed: int, split: str = "") -> Iterator[Task]:
        """Distinct tasks, all levels of one drawn intent after the other, until nothing is left to draw.

        Intents take turns in an order that the seed draws. The suite's own tasks are never among them.

        Raises:
            UsageError: there is no such split.
        """
        ids = splits.chosen(self._sources, split) if split else [source.id for source in self._sources]
        order = random.Random(f"{seed}/{split}")
        left = {
            source.id: _Deck(source, order.random()) for source in self._sources if source.id in ids and count(source)
        }
        while left:
            for identifier in order.sample(list(left), len(left)):
                deck = left[identifier]
                drawn = next((found for values in deck if (found := self._proven(deck, values))), ())
                if not drawn:
                    del left[identifier]
                yield from drawn

    def _proven(self, deck: _Deck, values: Mapping[str, str]) -> Sequence[Task]:
        """The tasks of the intent with these values; none if one of them breaks a rule."""
        file = varied(deck.source, values)
        tasks: Sequence[Task] = ()
        if self._hopeful(file):
            tasks = self._recorded(file)
            if any(self._prover.breaches(task) for task in tasks):
                tasks = ()
            deck.learn(bool(tasks))
        self.rejected += not tasks
        return tasks

    def _hopeful(self, file: IntentFile) -> bool:
        """Whether its words keep the rules and nothing of it is so from the start: known without playing."""
        unrecorded = build.intent(file, Recording(fingerprint="", steps=()), NOTHING_RECORDED)
        self._phone.reset(file.setup.state, 0)
        start = self._phone.read()
        if any(
            requirement.truth is not None and holds(requirement.truth, start) for requirement in unrecorded.requirements
        ):
            return False
        found = (
            finding
            for task in instruction_levels.tasks([unrecorded])
            if task.level != "detailed"
            for finding in wording.check_task(task)
        )
        return all(finding.level != "error" for finding in found)

    def _recorded(self, file: IntentFile) -> Sequence[Task]:
        known = self._begun.setdefault(origin(file.id), {})
        if len(known) > _MOST_BEGUN:
            known.clear()
        try:
            recording = record.record(file, self._phone, known)
        except UsageError:
            return ()
        intent = build.intent(file, recording, self._references)
        self._prover.led(intent, self._phone.snapshot())
        return instruction_levels.tasks([intent])


class _Deck:
    """Yields the combinations of an intent's values in random order, until too many in a row make no sound task."""

    def __init__(self, source: IntentFile, seed: float) -> None:
        self.source = source
        self._trust = _PATIENCE
        self._failed = 0
        self._ways = variants(source)
        total = math.prod(map(len, self._ways.values()))
        self._numbers = iter(random.Random(seed).sample(range(total), total))

    def __iter__(self) -> Iterator[dict[str, str]]:
        own = self.source.values()
        for number in self._numbers:
            if self._failed == self._trust:
                return
            values = self._unpacked(number)
            if values != own:
                yield values

    def learn(self, sound: bool) -> None:
        """Tell what came of the values given out last: every success is one more failure in a row to be borne."""
        self._trust += sound
        self._failed = 0 if sound else self._failed + 1

    def _unpacked(self, number: int) -> dict[str, str]:
        values = {}
        for identifier, options in self._ways.items():
            number, index = divmod(number, len(options))
            values[identifier] = options[index]
        return values


def draw(seed: int, n: int, split: str = "train") -> tuple[Task, ...]:
    """The first `n` tasks that the seed draws from the split (`splits.SPLITS`; empty: from all intents).

    Raises:
        UsageError: there is no such split, or it has fewer valid draws than that.
    """
    found = tuple(islice(Draws().tasks(seed, split), n))
    if len(found) < n:
        raise UsageError(
            f"only {len(found)} tasks can be drawn from {split or 'the suite'}; draw fewer, or phrase anew"
        )
    return found
