"""Words the user's replies: only released values and the paper's two fixed sentences; checks replies for leaks."""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import dataclass
from typing import Literal

from runtime.core.tasks import Requirement, Task
from runtime.language.dialogue.turns import Turn
from runtime.language.dialogue.words import blank_phrase, find_phrase, stems

REFUSAL = "Please make your own decisions based on the current instructions."
"""The paper's standard refusal (§4.1.1 a)."""
NO_PREFERENCE = "No Preference"
"""The paper's reply to a question that the intent does not define (§4.1.1 b)."""

NO_ANSWER = "Nobody answers."
"""Reply shown to an agent that may not ask, or whose user did not answer in time."""

Persona = Literal["plain", "terse", "chatty", "polite"]
Language = Literal["en", "de", "zh"]


@dataclass(frozen=True, slots=True)
class Wording:
    """Manner and language of a user. Values and the paper's two sentences are never translated or changed."""

    persona: Persona = "plain"
    language: Language = "en"


PLAIN_WORDING = Wording()
_PLACEHOLDER = re.compile(r"\{\w+\}")

# Opening, one sentence per released value, and closing. The words around a value must not depend on anything open.
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


def compose_reply(turn: Turn, task: Task, wording: Wording = PLAIN_WORDING) -> str:
    """Return the user's reply to a classified question."""
    if turn.label == "compliant" and task.level in ("incomplete", "ambiguous"):
        requirements = [task.requirement(identifier) for identifier in turn.compliant if identifier in task.gap]
        opening, sentence, end = _SENTENCES[wording.persona, wording.language]
        # With two values in one reply, even a terse user must say which value belongs to which slot.
        if wording.persona == "terse" and len(requirements) > 1:
            sentence = "{slot}: {value}。" if wording.language == "zh" else "{slot}: {value}."
        texts = [
            sentence.format(slot=requirement.slot, value=released_text(requirement)) for requirement in requirements
        ]
        return " ".join(part for part in (opening, *texts, end) if part)
    if turn.label == "out_of_scope" and task.level in ("incomplete", "ambiguous"):
        return NO_PREFERENCE
    return REFUSAL


def released_text(requirement: Requirement) -> str:
    """Return what releasing a requirement says; for information tasks the question, because the user does not know the
    answer.
    """
    return requirement.text if requirement.evidence == "answer" else requirement.value


def find_leaks(reply: str, task: Task, released: Collection[str], wording: Wording = PLAIN_WORDING) -> tuple[str, ...]:
    """Return the open, unreleased requirements whose value or alias occurs in the reply.

    Words of released requirements are removed first, because two slots may have the same value. So are the fixed words
    of the user's manner.
    """
    if reply in (REFUSAL, NO_PREFERENCE):
        return ()
    texts = stems(reply)
    for fixed in _SENTENCES[wording.persona, wording.language]:
        for part in _PLACEHOLDER.split(fixed):
            texts = blank_phrase(texts, stems(part))
    for identifier in sorted(released):
        requirement = task.requirement(identifier)
        for text in (released_text(requirement), requirement.slot, *requirement.aliases):
            texts = blank_phrase(texts, stems(text))
    return tuple(
        identifier
        for identifier in task.gap
        if identifier not in released
        and any(
            any(find_phrase(stems(text), texts))
            for text in (task.requirement(identifier).value, *task.requirement(identifier).aliases)
        )
    )
