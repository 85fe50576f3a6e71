"""Rules of the dialogue between agent and user: labels of questions, replies, and protection against leaks.

Pure and shared: the rule-based user answers by these rules, and the auditors judge by them. Sources are the AmbiBench
paper (§4.1.1 "User Simulator", §4.1.2 "Interaction Auditor") and, where the paper leaves a choice, this project's
definitions:

- *Trivial execution* (§4.1.2 d): asks permission for a low-level UI operation ("Should I click the confirm button?").
- *Repetitive* (§4.1.2 a): every slot asked for is stated in the instruction or was answered before. If no information
  is missing (Detailed, Standard), everything is stated, so every question about the task is a violation.
- *Out of scope* (§4.1.2 b): asks for no slot of the intent.
- *Context missing* (§4.1.2 c): asks for an open slot with enumerable options without naming two of them; "tell me
  everything" asks for all open slots in that way. A free-text slot needs only its name.
- *Compliant*: everything else. A turn with several parts is compliant if it properly asks for one open slot.

Precedence is the order of this list, except for the last rule. The label of a question never depends on the value of an
open requirement, so labels and refusals cannot be used to guess it.

    words      normalizes words: case, accents, look-alike letters, typing errors
    concepts   synonyms of slot names in English, German and Chinese
    languages  patterns of permission questions and questions for everything, by language
    reading    finds the slots and options that a question names
    turns      labels questions
    replies    words the user's replies and checks them for leaks
"""

from runtime.language.dialogue.replies import (
    NO_ANSWER,
    NO_PREFERENCE,
    PLAIN_WORDING,
    REFUSAL,
    Language,
    Persona,
    Wording,
    compose_reply,
    find_leaks,
    released_text,
)
from runtime.language.dialogue.turns import Turn, classify_question
from runtime.language.dialogue.words import stem

__all__ = [
    "NO_ANSWER",
    "NO_PREFERENCE",
    "PLAIN_WORDING",
    "REFUSAL",
    "Language",
    "Persona",
    "Turn",
    "Wording",
    "classify_question",
    "compose_reply",
    "find_leaks",
    "released_text",
    "stem",
]
