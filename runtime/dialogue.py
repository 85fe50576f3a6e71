"""The rules of the dialogue between agent and user: what a question asks, what the user says, what must not slip out.

Pure and shared: the rule user answers by them, the auditors judge by them. Sources are the AmbiBench paper (§4.1.1
"User Simulator", §4.1.2 "Interaction Auditor") and, where the paper leaves a choice, this project's exact meanings:

- *Trivial execution* (§4.1.2 d): asks leave for a low-level UI operation ("Should I click the confirm button?").
- *Repetitive* (§4.1.2 a): every slot asked for is stated in the instruction or was answered before. With an empty gap
  (Detailed, Standard) everything is stated, so every question about the task is a violation.
- *Out of scope* (§4.1.2 b): no slot of the intent is asked for.
- *Context missing* (§4.1.2 c): an open slot with enumerable options is asked for without two of them in the question;
  "tell me everything" asks for all open slots in that way. A free-text slot needs only its name.
- *Compliant*: everything else. A turn with several parts is compliant if it properly asks for one open slot.

Precedence is the order of this list, but for the last rule. How a question is labelled never depends on the value of
an open requirement, so that labels and refusals cannot be used to guess it.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass

from runtime.events import TurnKind
from runtime.predicates import tokens
from runtime.tasks import Requirement, Task

REFUSAL = "Please make your own decisions based on the current instructions."
"""The paper's standardized refusal (§4.1.1 a)."""
NO_PREFERENCE = "No Preference"
"""The paper's reply for what the intent does not define (§4.1.1 b)."""

_OPERATION = (
    r"(?:tap|click|press|touch|scroll|swipe|drag|hit|push|open|launch|close|confirm|proceed|continue|submit|navigate"
    r"|go (?:back|home|ahead|on|to)"
    r"|allow|accept|skip|log in|return|dismiss|type|enter|wait|finish|stop|start|send|save|post|pay|place|check out"
    r"|double-tap|double tap|long-press|long press)"
)
_LEAVE = (
    r"(?:(?:should|shall|can|could|may|must|do|will) (?:i|we)(?: (?:need|have) to)?"
    r"|(?:do|would|did) you (?:want|like|need|prefer)(?: for)? (?:me|us) to"
    r"|(?:want|need|like) me to"
    r"|(?:is|would) it (?:be )?(?:ok|okay|fine|all right|alright|safe|correct|right)(?: for me)? (?:to|if i|if we)"
    r"|(?:ok|okay|ready|permission|allowed|supposed) to"
    r"|may i|how do i|where do i)"
)
_FILLER = r"(?: (?:now|just|also|please|then|next|first|simply|try to|go ahead and|have to))*"
_TRIVIAL = re.compile(rf"\b{_LEAVE}{_FILLER} {_OPERATION}\b")
_BARE_OPERATION = re.compile(rf"^{_OPERATION}\b[^?]*\?$")
_WIDGET = re.compile(r"\b(?:button|icon|tab|link|arrow|checkbox)s?\b")
_CONTENT_QUESTION = re.compile(r"\b(?:what|which|who|whom|whose|how many|how much)\b")
_CLAUSE_END = re.compile(r"(?<=[.?!;])\s+|\n+")

_GENERIC = re.compile(
    r"\b(?:want|like|need|prefer|preferred|preferences?|details?|everything|anything|something|specif\w+|clarif\w+"
    r"|elaborate|explain|describe|requirements?|which|what|options?|choices?|mean|mind|information|info)\b"
)

# Words that carry no subject of their own: a question made of these (and of the instruction's own words) asks for
# nothing in particular, hence for everything.
_EMPTY_WORDS = """
a about additional all also am an and any anything are as at be before by can could could'd d did do does each else
every everything exact exactly for from further get give going hello help here hey hi how i if in information info
into is it its just kind know let like list ll look m make may me mean mind more much my need of off on one ones
option options or other our out please possible precise precisely provide re regarding s say see share shall
should so some something sort specific specifically t tell thank thanks that the them then there these they thing
things this those to type us ve want way we well what when where which who will wish with would yes you your
looking have choose select pick prefer preference preferences preferred detail details specify clarify clarification
elaborate explain describe requirement requirements intent intention request task goal order answer question
favorite favourite choice choices item items first next now exact full complete rest
"""

_Words = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Turn:
    """One question, judged: its label, the requirements it asks for, and those of them it asks for properly."""

    label: TurnKind
    asked: tuple[str, ...] = ()
    compliant: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class _Span:
    """Words `start` to `end` of the question, taken as a name or an option of one requirement."""

    start: int
    end: int
    owner: str
    text: _Words

    def inside(self, other: _Span) -> bool:
        """Whether the other span covers this one and more."""
        return other.start <= self.start and self.end <= other.end and self.end - self.start < other.end - other.start

    def within(self, spans: Iterable[_Span]) -> bool:
        return any(self.inside(span) for span in spans)


@dataclass(frozen=True, slots=True)
class _Reading:
    """What a question names: requirements by name, and each one's options that it puts forward."""

    named: frozenset[str]
    offered: dict[str, frozenset[_Words]]


def classify(question: str, task: Task, answered: Collection[str]) -> Turn:
    """Label one question of a dialogue in which `answered` requirement ids have been released already."""
    clauses = [clause for clause in _CLAUSE_END.split(_plain(question)) if clause]
    requirements = task.intent.requirements
    open_ids = {identifier for identifier in task.gap if identifier not in answered}
    whole = _read(_stems(question), task, open_ids)
    trivial = [_is_trivial(clause, task, open_ids) for clause in clauses]
    serious = [clause for clause, light in zip(clauses, trivial, strict=True) if not light]
    rest = _read(_stems(" ".join(serious)), task, open_ids)
    asked = tuple(
        requirement.id
        for requirement in requirements
        if requirement.id in whole.named or requirement.id in whole.offered
    )
    compliant = tuple(
        requirement.id
        for requirement in requirements
        if requirement.id in open_ids and _proper(requirement, whole, rest)
    )
    if compliant:
        return Turn("compliant", asked, compliant)
    if any(trivial):
        return Turn("trivial", asked)
    if asked:
        return Turn("context_missing" if open_ids.intersection(asked) else "repetitive", asked)
    if _is_generic(question, task):
        left = tuple(identifier for identifier in task.gap if identifier in open_ids)
        return Turn("context_missing", left) if left else Turn("repetitive", tuple(task.gap))
    return Turn("out_of_scope")


def compose(turn: Turn, task: Task) -> str:
    """What the user says to a judged question: nothing but released values and the paper's two fixed sentences."""
    if turn.label == "compliant" and task.level in ("incomplete", "ambiguous"):
        told = [task.requirement(identifier) for identifier in turn.compliant if identifier in task.gap]
        return " ".join(f"For the {requirement.slot}: {spoken(requirement)}, please." for requirement in told)
    if turn.label == "out_of_scope" and task.level in ("incomplete", "ambiguous"):
        return NO_PREFERENCE
    return REFUSAL


def spoken(requirement: Requirement) -> str:
    """What releasing a requirement says. Of what is to be found out the user knows the question, not the answer."""
    return requirement.text if requirement.evidence == "answer" else requirement.value


def leaks(reply: str, task: Task, released: Collection[str]) -> tuple[str, ...]:
    """The open requirements, other than the released ones, whose value or alias can be read in the reply.

    Words that say a released requirement are taken out first: two slots may well have the same value.
    """
    if reply in (REFUSAL, NO_PREFERENCE):
        return ()
    said = tokens(reply)
    for identifier in sorted(released):
        requirement = task.requirement(identifier)
        for text in (spoken(requirement), requirement.slot, *requirement.aliases):
            said = _without(said, tokens(text))
    return tuple(
        identifier
        for identifier in task.gap
        if identifier not in released
        and any(
            _find(tokens(text), said)
            for text in (task.requirement(identifier).value, *task.requirement(identifier).aliases)
        )
    )


def _plain(text: str) -> str:
    """Case-blind, straight apostrophes, single spaces; line breaks stay, they end a clause."""
    lines = text.casefold().replace("’", "'").splitlines()
    return "\n".join(" ".join(line.split()) for line in lines)


def stem(word: str) -> str:
    """A word without plural, -ing and final e, so that `sizes`, `sizing` and `size` are one. Light on purpose."""
    if len(word) > 4 and word.endswith("ies"):
        word = word[:-3] + "y"
    elif len(word) > 4 and word.endswith(("ses", "xes", "zes", "ches", "shes")):
        word = word[:-2]
    elif len(word) > 3 and word.endswith("s") and not word.endswith(("ss", "us")):
        word = word[:-1]
    if len(word) > 5 and word.endswith("ing"):
        word = word[:-3]
        if len(word) > 2 and word[-1] == word[-2]:
            word = word[:-1]
    return word[:-1] if len(word) > 3 and word.endswith("e") else word


_COMMON_OPTIONS = frozenset(map(stem, ("yes", "no", "on", "off", "none", "default", "any", "all", "other")))
"""Options that are too common to tell which slot is meant unless it is named."""


def _stems(text: str) -> _Words:
    return tuple(stem(token) for token in tokens(text))


def _find(wanted: _Words, words: _Words) -> list[tuple[int, int]]:
    size = len(wanted)
    if not size:
        return []
    return [(start, start + size) for start in range(len(words) - size + 1) if words[start : start + size] == wanted]


def _without(words: _Words, phrase: _Words) -> _Words:
    """The words with every occurrence of the phrase blanked; a blank keeps what stood apart apart."""
    for start, end in _find(phrase, words):
        words = (*words[:start], *([""] * (end - start)), *words[end:])
    return words


def _read(words: _Words, task: Task, open_ids: Collection[str]) -> _Reading:
    """Find the slots in a question: by name, by the anchor that the instruction states, by two of their options."""
    requirements = task.intent.requirements
    options = [span for requirement in requirements for span in _spans(requirement, requirement.options, words)]
    options = [span for span in options if not span.within(own for own in options if own.owner == span.owner)]
    names = [
        span
        for requirement in requirements
        for span in _spans(requirement, (requirement.slot, *requirement.words, *_stated(requirement, open_ids)), words)
    ]
    names = [span for span in names if not span.within(names) and not span.within(_foreign(span, options))]
    named = frozenset(span.owner for span in names)
    offered: dict[str, frozenset[_Words]] = {}
    claimed: set[tuple[int, int]] = set()
    # A slot that is named owns its options; only what is left can make a slot known that is not named, and of two
    # such slots with the same options the open one is meant.
    for requirement in sorted(requirements, key=lambda one: (one.id not in named, one.id not in open_ids)):
        own = [span for span in options if span.owner == requirement.id]
        if requirement.id not in named:
            own = [
                span
                for span in own
                if (span.start, span.end) not in claimed
                and not (len(span.text) == 1 and span.text[0] in _COMMON_OPTIONS)
            ]
        texts = frozenset(span.text for span in own)
        if requirement.id in named or len(texts) >= 2 or (texts and requirement.kind == "anchor"):
            offered[requirement.id] = texts
            claimed.update((span.start, span.end) for span in own)
    return _Reading(named, offered)


def _spans(requirement: Requirement, texts: Iterable[str], words: _Words) -> Iterator[_Span]:
    for text in texts:
        phrase = _stems(text)
        for start, end in _find(phrase, words):
            yield _Span(start, end, requirement.id, phrase)


def _stated(requirement: Requirement, open_ids: Collection[str]) -> tuple[str, ...]:
    """The anchor is known by its text too, but only where that is no secret."""
    if requirement.kind != "anchor" or requirement.id in open_ids:
        return ()
    return (requirement.value, *requirement.aliases)


def _foreign(span: _Span, options: Iterable[_Span]) -> Iterator[_Span]:
    return (option for option in options if option.owner != span.owner)


def _proper(requirement: Requirement, whole: _Reading, serious: _Reading) -> bool:
    """Whether an open slot is asked for as it should be: with two candidates, or by name where there are none."""
    if requirement.options:
        return len(whole.offered.get(requirement.id, ())) >= 2
    return requirement.id in serious.named


def _is_trivial(clause: str, task: Task, open_ids: Collection[str]) -> bool:
    flat = " ".join(re.sub(r"[^\w\s?'-]", " ", clause).split())
    if _BARE_OPERATION.search(flat):
        return True
    if not _TRIVIAL.search(flat):
        return False
    # "What message should I type?" is about the message; "Which button should I tap?" is about the screen.
    about_content = _CONTENT_QUESTION.search(flat) and not _WIDGET.search(flat)
    return not (about_content and _read(_stems(clause), task, open_ids).named)


def _is_generic(question: str, task: Task) -> bool:
    """Whether a question asks for nothing in particular."""
    if not _GENERIC.search(_plain(question)):
        return False
    empty = _stems(_EMPTY_WORDS) + _stems(task.instruction)
    return all(word in empty for word in _stems(question))
