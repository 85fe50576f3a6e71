"""What the user says: nothing but released values and the paper's two fixed sentences, worded as the user talks."""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import dataclass
from typing import Literal

from runtime.core.tasks import Requirement, Task
from runtime.language.dialogue.turns import Turn
from runtime.language.dialogue.words import find, stems, without

REFUSAL = "Please make your own decisions based on the current instructions."
"""The paper's standardized refusal (§4.1.1 a)."""
NO_PREFERENCE = "No Preference"
"""The paper's reply for what the intent does not define (§4.1.1 b)."""

NO_ANSWER = "Nobody answers."
"""What an agent is told where nobody may be asked, or who was asked did not answer in time."""

Persona = Literal["plain", "terse", "chatty", "polite"]
Language = Literal["en", "de", "zh"]


@dataclass(frozen=True, slots=True)
class Wording:
    """How a user talks. Values are never translated or changed, nor are the paper's two sentences."""

    persona: Persona = "plain"
    language: Language = "en"


PLAIN = Wording()
_HOLE = re.compile(r"\{\w+\}")

# The opening, one sentence for each released value, and the end. Whatever the words around a value are, they must not
# depend on anything that is open.
_SENTENCES: dict[tuple[Persona, Language], tuple[str, str, str]] = {
    ("plain", "en"): ("", "For the {slot}: {value}, please.", ""),
    ("terse", "en"): ("", "{value}.", ""),
    ("chatty", "en"): ("Oh, glad that you ask!", "As for the {slot}, I would love {value}.", "Thanks a lot!"),
    ("polite", "en"): ("Thank you for asking.", "For the {slot} I would like {value}, if you please.", ""),
    ("plain", "de"): ("", "Zu „{slot}“: {value}, bitte.", ""),
    ("terse", "de"): ("", "{value}.", ""),
    ("chatty", "de"): ("Ach, gut, dass du fragst!", "Bei „{slot}“ hätte ich richtig gern {value}.", "Tausend Dank!"),
    ("polite", "de"): ("Vielen Dank für die Nachfrage.", "Bei „{slot}“ hätte ich gern {value}, wenn es recht ist.", ""),
    ("plain", "zh"): ("", "“{slot}”：请用 {value}。", ""),
    ("terse", "zh"): ("", "{value}。", ""),
    ("chatty", "zh"): ("问得好呀！", "说到“{slot}”嘛，我特别想要 {value}。", "太谢谢啦！"),
    ("polite", "zh"): ("感谢您的询问。", "关于“{slot}”，烦请选择 {value}。", ""),
}


def compose(turn: Turn, task: Task, wording: Wording = PLAIN) -> str:
    """What the user says to a judged question."""
    if turn.label == "compliant" and task.level in ("incomplete", "ambiguous"):
        requirements = [task.requirement(identifier) for identifier in turn.compliant if identifier in task.gap]
        opening, sentence, end = _SENTENCES[wording.persona, wording.language]
        # Of two values said in one breath, whose is whose must be told even by those who say little.
        if wording.persona == "terse" and len(requirements) > 1:
            sentence = "{slot}: {value}。" if wording.language == "zh" else "{slot}: {value}."
        texts = [sentence.format(slot=requirement.slot, value=spoken(requirement)) for requirement in requirements]
        return " ".join(part for part in (opening, *texts, end) if part)
    if turn.label == "out_of_scope" and task.level in ("incomplete", "ambiguous"):
        return NO_PREFERENCE
    return REFUSAL


def spoken(requirement: Requirement) -> str:
    """What releasing a requirement says. Of what is to be found out the user knows the question, not the answer."""
    return requirement.text if requirement.evidence == "answer" else requirement.value


def leaks(reply: str, task: Task, released: Collection[str], wording: Wording = PLAIN) -> tuple[str, ...]:
    """The open requirements, other than the released ones, whose value or alias can be read in the reply.

    Words that say a released requirement are taken out first: two slots may well have the same value. So are the fixed
    words of the user's manner, which say nothing about anything.
    """
    if reply in (REFUSAL, NO_PREFERENCE):
        return ()
    texts = stems(reply)
    for fixed in _SENTENCES[wording.persona, wording.language]:
        for part in _HOLE.split(fixed):
            texts = without(texts, stems(part))
    for identifier in sorted(released):
        requirement = task.requirement(identifier)
        for text in (spoken(requirement), requirement.slot, *requirement.aliases):
            texts = without(texts, stems(text))
    return tuple(
        identifier
        for identifier in task.gap
        if identifier not in released
        and any(
            any(find(stems(text), texts))
            for text in (task.requirement(identifier).value, *task.requirement(identifier).aliases)
        )
    )
