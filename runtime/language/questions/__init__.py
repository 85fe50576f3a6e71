"""What an agent asks its user, and what the user replies: labels of questions, replies, and protection against leaks.

Pure and shared: simulated users answer by these rules, and auditors judge by them. Sources are the AmbiBench paper
(§4.1.1 "User Simulator", §4.1.2 "Interaction Auditor") and, where the paper leaves a choice, this project's
definitions. A turn is split into asks, each about one slot of the intent. Each ask has one label, in this precedence:

- *trivial*: about operating the phone, asking leave to commit included ("Should I press Post now?");
- *repetitive*: for what the instruction states or the user has answered;
- *out of scope*: for something that is no slot of the intent;
- *context missing*: for an open slot with options, without two candidates, one to confirm, or two categories;
- *compliant*: for an open slot with candidates, or by name if it takes free text;
- *not understood*: no violation; the rules recognize nothing, and the user says so.

A turn has the label of its worst ask. If no information is missing (Detailed, Standard), every ask violates. The user
never states anything false: what it says follows from the values of the slots that were asked for, and from nothing
else.

    lexicon     the word lists of words.toml and topics.toml
    vocabulary  finds the slots and options of an intent among words
    sentences   splits a turn into words and sentences
    asks        splits a turn into asks
    turns       labels asks, and decides what the user states
    replies     words the replies, and checks them for leaks
"""

from runtime.language.questions.asks import LIMITS, UserLimits
from runtime.language.questions.replies import (
    NO_ANSWER,
    NO_PREFERENCE,
    NOT_UNDERSTOOD,
    PLAIN_WORDING,
    REFUSAL,
    Language,
    Persona,
    Wording,
    compose_reply,
    find_leaks,
    released_text,
)
from runtime.language.questions.turns import (
    LabelledAsk,
    Memory,
    Statement,
    StatementKind,
    Turn,
    classify_question,
    wanted_option,
)

__all__ = [
    "LIMITS",
    "NOT_UNDERSTOOD",
    "NO_ANSWER",
    "NO_PREFERENCE",
    "PLAIN_WORDING",
    "REFUSAL",
    "LabelledAsk",
    "Language",
    "Memory",
    "Persona",
    "Statement",
    "StatementKind",
    "Turn",
    "UserLimits",
    "Wording",
    "classify_question",
    "compose_reply",
    "find_leaks",
    "released_text",
    "wanted_option",
]
