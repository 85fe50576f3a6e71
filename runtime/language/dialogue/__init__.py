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

    words      text to comparable words: case, accents, look-alikes, typing mistakes
    concepts   other names of what slots are about: synonyms, question words, German, Chinese
    languages  leave for operations and questions for everything, in each language
    reading    which slots a question names, and which of their options it puts forward
    turns      the label of a question
    replies    what the user says, in which words; the validator
"""

from runtime.language.dialogue.replies import (
    NO_ANSWER,
    NO_PREFERENCE,
    PLAIN,
    REFUSAL,
    Language,
    Persona,
    Wording,
    compose,
    leaks,
    spoken,
)
from runtime.language.dialogue.turns import Turn, classify
from runtime.language.dialogue.words import stem

__all__ = [
    "NO_ANSWER",
    "NO_PREFERENCE",
    "PLAIN",
    "REFUSAL",
    "Language",
    "Persona",
    "Turn",
    "Wording",
    "classify",
    "compose",
    "leaks",
    "spoken",
    "stem",
]
