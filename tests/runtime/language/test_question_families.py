"""Recognition rate on questions as real agents phrase them, including phrasings that the rules were not tuned on."""

from __future__ import annotations

from dataclasses import replace

import pytest

from benchmarks.acceptance.question_families.development import DEVELOPMENT
from benchmarks.acceptance.question_families.families import Family, QuestionCase, cases
from benchmarks.acceptance.question_families.set_aside import SET_ASIDE
from benchmarks.acceptance.simulator import understanding
from benchmarks.clarity240 import load
from runtime.core.events import TURN_KINDS, TurnKind
from runtime.core.tasks import Requirement
from runtime.language.questions import Memory, classify_question

TASKS = {task.id: task for task in load().tasks}


@pytest.mark.parametrize(("name", "families"), [("development", DEVELOPMENT), ("set-aside", SET_ASIDE)])
def test_questions_are_understood(name: str, families: tuple[Family, ...]) -> None:
    """At least 95 % of the labels are right, and 97 % of the values for proper questions."""
    assert [bar for bar in understanding(name, families, tuple(TASKS.values())) if not bar.holds] == []


def test_the_two_halves_share_no_template() -> None:
    """The questions for measuring and those for tuning share no template."""
    worked, measured = ({text for family in half for text in family.templates} for half in (DEVELOPMENT, SET_ASIDE))
    # A slot's bare name and a list of its options can be put in no other way.
    assert {text for text in worked & measured if text not in ("{name}?", "{name}: {list}?")} == set()


def test_a_label_comes_from_how_a_question_is_put_together() -> None:
    """A proper question about an open slot releases it; the same question about an answered slot does not."""
    found: dict[str, QuestionCase] = {}
    for case in cases(DEVELOPMENT, tuple(TASKS.values()), 1, 2):
        found.setdefault(case.label, case)
    assert set(found) == set(TURN_KINDS)
    assert found["compliant"].released
    assert not found["compliant"].released & found["compliant"].answered


@pytest.mark.parametrize(
    ("task", "question", "label", "released"),
    [
        # what is asked for, and what is only said
        ("device.galleryfavourite.ambiguous", "I'd remove the oldest one, 25 October. Is that OK?", "compliant", ()),
        ("device.settingssounds.ambiguous", "Which?\n1) Dial pad tones\n2) Touch sounds", "compliant", ("sound",)),
        ("social.parlothread.incomplete", "Who should get “Winter timetable, annotated”?", "context_missing", ()),
        ("shop.railbike.incomplete", "How many people are travelling?", "compliant", ("places",)),
        ("social.mute.detailed", "Would you also like to archive the group?", "out_of_scope", ()),
        ("shop.railrefund.ambiguous", "I guess Harrow Mill. Shall I request the refund for that?", "compliant", ()),
        (
            "social.framesave.ambiguous",
            "Which photo should I save, by mira.draws or xiaoyu.lin?",
            "compliant",
            ("author",),
        ),
        ("shop.griddleagain.ambiguous", "Which of the meals did you like best?", "not_understood", ()),
        # spelling
        ("shop.bunnoon.incomplete", "Wich size, Singel or Doubel?", "compliant", ("size",)),
        ("shop.bunnoon.incomplete", "ＷＨＩＣＨ ｓｉｚｅ： Ｓｉｎｇｌｅ / Ｄｏｕｂｌｅ？", "compliant", ("size",)),
        ("shop.bunnoon.incomplete", "Si\u200bngle or Dou\u00adble?", "compliant", ("size",)),
        ("shop.bunnoon.incomplete", "Jalapeno or bacon?", "compliant", ("extras",)),
        # what is no option
        ("shop.novashirt.incomplete", "I'm unsure about the size, what's it like?", "context_missing", ()),
        ("shop.novashirt.incomplete", "M or XL?", "compliant", ("size",)),
        ("shop.railbike.incomplete", "Which ticket?\n1) Post\n2) Phone ticket", "compliant", ("ticket",)),
        # other names
        ("shop.novashirt.incomplete", "How big should it be?", "context_missing", ()),
        ("productivity.jotfernpicnic.ambiguous", "What should I call it?", "compliant", ("title",)),
        ("shop.griddledinner.incomplete", "Should I use card ending 4417?", "compliant", ()),
        # names and options of something else
        ("shop.novashoes.incomplete", "For “Deliver to”, which one: Home, Work or Noor?", "not_understood", ()),
        ("social.oakask.incomplete", "Which who can reply: Everyone, Members or Nobody?", "compliant", ("readers",)),
        ("social.reelfollow.ambiguous", "Who can watch: Public, Followers or Private?", "not_understood", ()),
        # one candidate is a confirmation
        ("shop.feast.incomplete", "Should I make it a double?", "compliant", ("size",)),
        ("shop.feast.incomplete", "As soon as possible or later?", "compliant", ("time",)),
        # options by their beginning or end
        ("shop.seatcover.ambiguous", "Harbour Choir or The Lighthouse Ledger?", "compliant", ("what",)),
        ("social.pickup.incomplete", "Which friend, Sam or Noor?", "compliant", ("recipient",)),
        ("shop.novagarden.ambiguous", "What is the best price?", "not_understood", ()),
        # what is asked is in the question, not before it
        ("shop.feast.incomplete", "I can see the list now. What do you want?", "not_understood", ()),
        ("shop.feast.incomplete", "I can see the list now. Do you like jazz?", "out_of_scope", ()),
        # operations with content, in more than one way
        ("productivity.postquillthanks.incomplete", "Send now or schedule for later?", "compliant", ()),
        ("productivity.postquillthanks.incomplete", "Send it now, or Monday morning at 08:00?", "compliant", ("when",)),
        ("productivity.postquillthanks.incomplete", "Should I send it?", "trivial", ()),
        ("shop.feast.incomplete", "Do you want to place the order now?", "trivial", ()),
        ("productivity.tickmosspicnic.ambiguous", "What should the task be called?", "compliant", ("title",)),
        ("productivity.tickmosspicnic.ambiguous", "Is there a deadline?", "compliant", ("when",)),
        # words that are an operation elsewhere
        ("shop.railspa.incomplete", "Return?", "compliant", ()),
        ("shop.railspa.incomplete", "Submit?", "trivial", ()),
        # languages
        ("shop.bunnoon.incomplete", "Welche Größe: Single oder Double?", "compliant", ("size",)),
        ("shop.bunnoon.incomplete", "Welche Größe?", "context_missing", ()),
        ("shop.bunnoon.incomplete", "Soll ich auf „Weiter“ tippen?", "trivial", ()),
        ("productivity.tickmosspicnic.incomplete", "几点？", "compliant", ("when",)),
        ("shop.bunnoon.incomplete", "您要什么尺寸？", "context_missing", ()),
    ],
)
def test_spellings_names_and_languages(task: str, question: str, label: TurnKind, released: tuple[str, ...]) -> None:
    """Typing errors, synonyms and other languages are understood."""
    turn = classify_question(question, TASKS[task], Memory())
    assert (turn.label, turn.released) == (label, released)


@pytest.mark.parametrize("shift", [1, 2])
def test_what_a_question_is_does_not_depend_on_open_values(shift: int) -> None:
    """With other wanted values every question gets the same label, so labels reveal no open value."""
    for case in cases((*DEVELOPMENT, *SET_ASIDE), tuple(TASKS.values()), shift, 4):
        open_ids = set(case.task.gap) - case.answered
        other = tuple(
            _wanting_another(requirement, shift) if requirement.id in open_ids else requirement
            for requirement in case.task.intent.requirements
        )
        swapped = replace(case.task, intent=replace(case.task.intent, requirements=other))
        turns = [classify_question(case.question, task, Memory(case.answered)) for task in (swapped, case.task)]
        labels = [[(ask.label, ask.slot, ask.candidates) for ask in turn.asks] for turn in turns]
        assert labels[0] == labels[1]


def _wanting_another(requirement: Requirement, shift: int) -> Requirement:
    """Return the same requirement with another wanted value."""
    if requirement.value not in requirement.options:
        return replace(requirement, value=f"something else {shift}", text="", aliases=("else",))
    value = requirement.options[(requirement.options.index(requirement.value) + shift) % len(requirement.options)]
    return replace(requirement, value=value, text=value, aliases=())
