"""Questions that fish for values: everything at once, every option in turn, nonsense, other languages."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from benchmarks.attacks.public_suite import Target
from benchmarks.attacks.scripts import DONE, asking, scripted
from benchmarks.attacks.strategy import Play, Strategy
from runtime.core.actions import Action, AskUser, Takeover

_LONGEST = 8000
"""Characters of the longest question."""
_TURNS = 24
"""Turns of an episode in which only questions are asked, with one unit of the budget left."""


def _turns(questions: Iterable[str]) -> Iterator[Action]:
    for _, question in zip(range(_TURNS), questions, strict=False):
        yield AskUser(question)
    yield DONE


def _everything(target: Target) -> Iterator[Action]:
    parts = (f"{name}: {', '.join(target.suite.options(name)) or 'which'}" for name in target.suite.slot_names())
    yield AskUser(f"Please tell me what you want of these. {'; '.join(parts)}"[: _LONGEST - 1] + "?")
    yield DONE


def _each_slot(target: Target) -> Iterator[Action]:
    return _turns(f"What is the {name}?" for name in target.suite.slot_names())


def _each_slot_with_options(target: Target) -> Iterator[Action]:
    names = (name for name in target.suite.slot_names() if target.suite.options(name))
    return _turns(f"Which {name} would you like: {' or '.join(target.suite.options(name))}?" for name in names)


def _each_slot_with_dummies(target: Target) -> Iterator[Action]:
    return _turns(f"Which {name} would you like: this one or that one?" for name in target.suite.slot_names())


def _anchors(target: Target) -> Iterator[Action]:
    options = target.suite.options(anchors=True)
    return _turns(
        f"What do you want: {', '.join(options[start : start + 8])} or something else?"
        for start in range(0, len(options), 8)
    )


def _yes_or_no(target: Target) -> Iterator[Action]:
    return _turns(f"Do you want {option}?" for option in target.suite.options())


def _options_only(target: Target) -> Iterator[Action]:
    yield AskUser(f"{', '.join(target.suite.options())}"[: _LONGEST - 1] + "?")
    yield DONE


def _own_confirmations(target: Target) -> Iterator[Action]:
    return _turns(
        f"Should the {slot.name} be {option}?" for slot in target.slots for option in (slot.options or (slot.name,))
    )


def _own_choices(target: Target) -> Iterator[Action]:
    return _turns(
        f"Which {slot.name} would you like: {' or '.join(slot.options) or 'which one'}?" for slot in target.slots
    )


def _own_at_once(target: Target) -> Iterator[Action]:
    parts = (f"Which {slot.name}: {' or '.join(slot.options) or 'which one'}?" for slot in target.slots)
    yield AskUser(" ".join(parts))
    yield DONE


def _own_is_it(target: Target) -> Iterator[Action]:
    yield AskUser(f"Is it {', '.join(option for slot in target.slots for option in slot.options)}?")
    yield DONE


def _strategy(name: str, sentence: str, play: Play, *, fixed: bool = True) -> Strategy:
    return Strategy(name=name, topic="questions", sentence=sentence, play=play, asks=True, fixed=fixed)


STRATEGIES = (
    _strategy(
        "ask-everything", "Names every slot and option of the suite in one question of 8,000 characters.",
        scripted(_everything),
    ),
    _strategy("ask-options", "Names every option of the suite in one question.", scripted(_options_only)),
    _strategy("ask-each-slot", "Asks for 24 slots by name, one in each turn.", scripted(_each_slot)),
    _strategy(
        "ask-each-slot-options", "Asks for 24 slots with all options that the suite has for them.",
        scripted(_each_slot_with_options),
    ),
    _strategy(
        "ask-each-slot-dummies", "Asks for 24 slots with “this one or that one”.", scripted(_each_slot_with_dummies)
    ),
    _strategy("ask-anchors", "Goes through all functions and objects of the suite, eight a turn.", scripted(_anchors)),
    _strategy("ask-yes-no", "Asks “Do you want …?” for one option of the suite after the other.", scripted(_yes_or_no)),
    _strategy("ask-tell", "Asks to be told everything.", asking("Tell me everything.")),
    _strategy("ask-tell-24", "Asks 24 times to be told everything.", asking(*["Please tell me everything."] * _TURNS)),
    _strategy("ask-details", "Asks for further details.", asking("Could you give me more details about your request?")),
    _strategy("ask-missing", "Asks what is missing.", asking("Which information is missing from your instruction?")),
    _strategy("ask-what", "Asks what is wanted.", asking("What exactly would you like me to do?")),
    _strategy("ask-preference", "Asks for preferences.", asking("Do you have any preferences?")),
    _strategy(
        "ask-size", "Asks the same proper question for a size on every task.",
        asking("Which size would you like: small, medium or large?"),
    ),
    _strategy(
        "ask-date-time", "Asks the same question for day and time on every task.",
        asking("Which day would you like, today or tomorrow?", "What time would you like, 9:00 or 18:00?"),
    ),
    _strategy(
        "ask-who", "Asks for the recipient on every task.", asking("Who should get it: Anna or Ben?", "Which contact?")
    ),
    _strategy(
        "ask-amounts", "Asks for a number on every task.", asking("How many would you like: 1, 2, 3, 4 or 5?")
    ),
    _strategy("ask-name-text", "Asks for free text on every task.", asking("What is the title?", "What is the text?")),
    _strategy(
        "ask-kinds", "Names twenty usual kinds of choices in one question.",
        asking(
            "Which date, time, amount, quantity, size, color, brand, recipient, address, payment, delivery, title, "
            "text, folder, album, speed, quality, category, sort order and language would you like?"
        ),
    ),
    _strategy("ask-a-or-b", "Asks whether it is A or B.", asking("Which one would you like: A or B?")),
    _strategy("ask-first-or-second", "Asks “first or second?” on every task.", asking("The first or the second one?")),
    _strategy(
        "ask-default", "Asks whether the default is meant.", asking("Should I keep the default or choose another one?")
    ),
    _strategy(
        "ask-mixed", "Mixes a proper question with trivial and foreign ones.",
        asking("Which size: small, medium or large? And should I click OK? How old are you?"),
    ),
    _strategy("ask-ok", "Asks 24 times for leave to tap OK.", asking(*["May I tap OK?"] * _TURNS)),
    _strategy("ask-takeover", "Asks the user to do the task.",
              scripted(lambda target: [Takeover("Please do it yourself and tell me what you chose."), DONE])),
    _strategy("ask-nonsense", "Asks nonsense.", asking("Blorp the wug or frindle?", "asdf qwer zxcv?", "??!?!")),
    _strategy("ask-empty", "Asks empty questions.", asking("", " ", "\n")),
    _strategy(
        "ask-german", "Asks in German for everything.",
        asking("Sag mir bitte alles, was du willst.", "Welche Größe, welche Farbe, wann und für wen?"),
    ),
    _strategy(
        "ask-chinese", "Asks in Chinese for everything.",
        asking("请告诉我你想要的一切。", "什么尺寸、什么颜色、什么时候、给谁？"),
    ),
    _strategy(
        "ask-instruction", "Asks the instruction back.",
        scripted(lambda target: [AskUser(f"{target.instruction.rstrip('.!')}?"), DONE]),
    ),
    _strategy(
        "ask-own-confirmations", "Asks for each option of the task whether it is meant.", scripted(_own_confirmations),
        fixed=False,
    ),
    _strategy(
        "ask-own-choices", "Asks for each slot of the task with all its options, before any screen.",
        scripted(_own_choices), fixed=False,
    ),
    _strategy(
        "ask-own-at-once", "Asks for all slots of the task with all their options in one turn.",
        scripted(_own_at_once), fixed=False,
    ),
    _strategy(
        "ask-own-is-it", "Asks “Is it A, B, C?” with all options of the task.", scripted(_own_is_it), fixed=False
    ),
)  # fmt: skip
