"""Words the user's replies: only released values and the paper's two fixed sentences; checks replies for leaks."""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import dataclass
from typing import Literal

from runtime.core.tasks import Requirement, Task
from runtime.language.questions.turns import StatementKind, Turn
from runtime.language.text import blank_phrase, find_phrase, stems

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
    """Return the user's reply to a classified turn.

    Values, confirmations and categories come first. Without any, what was not understood is said so; `NO_PREFERENCE` is
    said only if every ask is outside the intent, and the paper's refusal to everything else.
    """
    statements = turn.statements if task.gap else ()
    values = [item for item in statements if item.kind == "value"]
    opening, sentence, end = _SENTENCES[wording.persona, wording.language]
    # With two values in one reply, even a terse user must say which value belongs to which slot.
    if wording.persona == "terse" and len(statements) > 1:
        sentence = "{slot}: {value}。" if wording.language == "zh" else "{slot}: {value}."
    texts = []
    for item in statements:
        slot = task.requirement(item.slot)
        template = sentence if item.kind == "value" else _STATEMENTS[wording.language][item.kind]
        text = released_text(slot) if item.kind == "value" else item.text
        texts.append(template.format(slot=slot.slot, value=text))
    if texts:
        return " ".join(part for part in (opening if values else "", *texts, end if values else "") if part)
    labels = {ask.label for ask in turn.asks}
    if not task.gap or turn.silenced:
        return REFUSAL
    if not labels or "not_understood" in labels:
        return NOT_UNDERSTOOD[wording.language]
    outside = labels == {"out_of_scope"} and not turn.asked
    return NO_PREFERENCE if outside else REFUSAL


def value_sentences() -> tuple[str, ...]:
    """The sentences in which a user states a value of a slot that is named, whatever their manner."""
    spoken = (*(sentence for _, sentence, _ in _SENTENCES.values()), *(texts["yes"] for texts in _STATEMENTS.values()))
    return tuple(sentence for sentence in spoken if "{slot}" in sentence)


def released_text(requirement: Requirement) -> str:
    """Return what releasing a requirement says; for information tasks the question, because the user does not know the
    answer.
    """
    return requirement.text if requirement.evidence == "answer" else requirement.value


_STATEMENTS: dict[Language, dict[StatementKind, str]] = {
    "en": {
        "yes": "For the {slot}: {value}, yes.",
        "no": "For the {slot}: not {value}.",
        "group": "For the {slot}: {value}, please.",
        "not_group": "For the {slot}: not {value}.",
        "some": "Yes, with {slot}.",
        "none": "No {slot}.",
        "choices": "What are the choices for the {slot}?",
    },
    "de": {
        "yes": "Zu „{slot}“: {value}, ja.",
        "no": "Zu „{slot}“: nicht {value}.",
        "group": "Zu „{slot}“: {value}, bitte.",
        "not_group": "Zu „{slot}“: nicht {value}.",
        "some": "Ja, mit „{slot}“.",
        "none": "Ohne „{slot}“.",
        "choices": "Was steht bei „{slot}“ zur Wahl?",
    },
    "zh": {
        "yes": "“{slot}”：{value}，是的。",
        "no": "“{slot}”：不要 {value}。",
        "group": "“{slot}”：请用 {value}。",
        "not_group": "“{slot}”：不要 {value}。",
        "some": "要“{slot}”。",
        "none": "不要“{slot}”。",
        "choices": "“{slot}”有哪些选项？",
    },
}
NOT_UNDERSTOOD: dict[Language, str] = {
    "en": "I don't understand which choice you mean.",
    "de": "Ich verstehe nicht, welche Wahl du meinst.",
    "zh": "我不明白您指的是哪一项。",
}
"""Reply to a question that the simulated user could not relate to any choice."""


def find_leaks(
    reply: str,
    task: Task,
    released: Collection[str],
    wording: Wording = PLAIN_WORDING,
    repeated: Collection[str] = (),
) -> tuple[str, ...]:
    """Return the open, unreleased requirements whose value or alias occurs in the reply.

    Words of released requirements and of stated candidates (`repeated`) are removed first, because two slots may have
    the same value. So are the fixed words of the user's manner.
    """
    if reply in (REFUSAL, NO_PREFERENCE, *NOT_UNDERSTOOD.values()):
        return ()
    texts = stems(reply)
    for text in repeated:
        texts = blank_phrase(texts, stems(text))
    for fixed in (*_SENTENCES[wording.persona, wording.language], *_STATEMENTS[wording.language].values()):
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
