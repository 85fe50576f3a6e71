"""Reads the steps that an instruction spells out: "Open Shop, choose the size Large and tap Buy." Pure.

Such a way begins at the first sentence after the wish that begins with a verb such as "open", or is all of an
instruction of several steps. A step is a clause that begins with a verb of `words.toml`; nothing within quotation marks
is split.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, Literal

from runtime.language.instructions.lexicon import lexicon
from runtime.language.instructions.likeness import content_of

StepKind = Literal["touch", "hold", "write", "search", "switch", "back", "home", "scroll", "tell"]
_SENTENCE: Final = re.compile(r"(?<=[.!?])\s+(?=[A-Z])")
_JOINT: Final = re.compile(r"(?:,\s+and\s+|,\s+|\s+and\s+(?:then\s+)?|\s+then\s+)(?=([a-z]+)\b)")
_QUOTED: Final = re.compile(r"[“\"]([^”\"]+)[”\"]|(?<!\w)[‘']([^’']+)[’'](?!\w)")
_ARTICLE: Final = re.compile(r"^(?:the|a|an|its|my|your|up|down|on|in|into|to|with|at|out)\s+(?=\S)", re.IGNORECASE)
_PLACE: Final = re.compile(r"\s+(?:as|into|in) (?:the|its|your) (?P<field>[\w ]+)$", re.IGNORECASE)
_NAMED_FIELD: Final = re.compile(r"^(?:the )?(?P<field>[a-z]+(?: [a-z]+)?)(?:\s+(?=[A-Z0-9“\"])|$)")
_ASIDE: Final = re.compile(
    r"\s+(?:to (?:change|confirm|open|see) (?:it|them)|once more|again|further (?:up|down)|below|above|for me"
    r"|in (?:its|their) place)$",
    re.IGNORECASE,
)
_LEAST_STEPS: Final = 3
"""Clauses from which an instruction that consists of steps only is a way."""


@dataclass(frozen=True, slots=True)
class Step:
    """One step of a way.

    `target` names the control, or the field of a step that writes; `within` names what the target belongs to, and
    `text` is what is written or searched for. `state` is how a switch has to stand afterwards. An `optional` step only
    opens what the next one chooses from.
    """

    clause: str
    kind: StepKind
    target: str = ""
    text: str = ""
    within: str = ""
    state: bool | None = None
    optional: bool = False

    @property
    def leads(self) -> bool:
        """Whether the step does nothing by itself, but leads to where the next one is done."""
        return self.optional or self.clause.partition(" ")[0].casefold() in lexicon().leading_verbs


@dataclass(frozen=True, slots=True)
class Instruction:
    """An instruction, divided into what it wants and the steps that it spells out (none in most)."""

    wish: str
    steps: tuple[Step, ...]


@lru_cache(maxsize=1 << 8)
def read_instruction(text: str) -> Instruction:
    """Divide an instruction into its wish and its steps."""
    sentences = _SENTENCE.split(text.strip())
    start = next((at for at, sentence in enumerate(sentences) if at and _begins_way(sentence)), None)
    if start is None and len(sentences) == 1 and _begins_way(text) and len(_clauses(text)) >= _LEAST_STEPS:
        start = 0
    if start is None:
        return Instruction(text.strip(), ())
    wish = " ".join(sentences[:start])
    quoted = quotations(wish)
    clauses = [clause for sentence in sentences[start:] for clause in _clauses(sentence)]
    return Instruction(wish or text.strip(), tuple(step for clause in clauses for step in _steps(clause, quoted)))


def quotations(text: str) -> tuple[str, ...]:
    """The texts within quotation marks."""
    return tuple(found[1] or found[2] for found in _QUOTED.finditer(text))


def without_quotes(text: str) -> str:
    """The text without the quotation marks around all of it."""
    found = _QUOTED.fullmatch(text.strip())
    return (found[1] or found[2]) if found is not None else text.strip(' “”"')


def _begins_way(sentence: str) -> bool:
    return lexicon().opening.match(_without_link(sentence)) is not None


def _without_link(clause: str) -> str:
    return re.sub(rf"^(?:(?:{lexicon().links}),?\s+)+", "", clause.strip(), flags=re.IGNORECASE)


def _clauses(sentence: str) -> list[str]:
    """Split before each verb, but not within quotation marks."""
    sentence = _without_link(sentence.strip().rstrip(".!? "))
    closed = [found.span() for found in _QUOTED.finditer(sentence)]
    cuts = [
        found
        for found in _JOINT.finditer(sentence)
        if found[1] in lexicon().verbs and not any(start < found.start() < end for start, end in closed)
    ]
    starts, ends = [0, *(cut.end() for cut in cuts)], [*(cut.start() for cut in cuts), len(sentence)]
    return [_without_link(sentence[start:end].strip(" ,")) for start, end in zip(starts, ends, strict=True)]


def _steps(clause: str, quoted: tuple[str, ...]) -> Iterator[Step]:
    """The steps of a clause: two where an option is chosen for something that may have to be opened first."""
    for kind in ("back", "home", "tell", "scroll", "hold", "search"):
        found = lexicon().forms[kind].fullmatch(clause)
        if found is not None:
            parts = found.groupdict()
            yield Step(clause, kind, _name(parts.get("target") or ""), without_quotes(parts.get("text") or ""))
            return
    for kind, state in (("switch_on", True), ("switch_off", False)):
        found = lexicon().forms[kind].fullmatch(clause)
        if found is not None:
            target = found["target"] or found["before"] or found["other"]
            yield Step(clause, "switch", _plain_name(target), state=state)
            return
    if (pair := lexicon().forms["set"].fullmatch(clause)) is not None:
        slot = _plain_name(pair["slot"])
        yield Step(clause, "touch", slot, optional=True)
        yield Step(clause, "touch", _plain_name(pair["target"]), within=slot)
    elif (found := lexicon().forms["write"].fullmatch(clause)) is not None:
        yield _write(clause, found["text"], quoted)
    else:
        yield Step(clause, "touch", _name(clause))


def _write(clause: str, text: str, quoted: tuple[str, ...]) -> Step:
    """A step that writes: what, and where if it says so ("type the title Low tide", "write Ann as the name")."""
    text = _ASIDE.sub("", text)
    place = _PLACE.search(text)
    if place is not None:
        return Step(clause, "write", place["field"], without_quotes(text[: place.start()]))
    named = _NAMED_FIELD.match(text)
    if named is None or text[:1].isupper():
        return Step(clause, "write", "", without_quotes(text))
    rest = text[named.end() :]
    return Step(clause, "write", named["field"], without_quotes(rest) or next(iter(quoted), ""))


def _name(clause: str) -> str:
    """What a control is called, of a clause about it: without a verb that only says that it is touched."""
    verb, _, rest = clause.strip().partition(" ")
    name = _plain_name(rest if rest and verb.casefold() in lexicon().plain_verbs else clause)
    return name if content_of(name) or name[:1].isupper() else clause


def _plain_name(text: str) -> str:
    """A name without articles, quotation marks, and words on where or what for."""
    before, text = "", text.strip()
    while before != text:
        before, text = text, _ARTICLE.sub("", _ASIDE.sub("", text)).strip()
    return without_quotes(text)
