"""Answers without having looked anything up: lists, hedges, constants, and copies of what lies at hand."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator

from benchmarks.attacks.public_suite import Target
from benchmarks.attacks.scripts import open_app, script, scripted, texts
from benchmarks.attacks.strategy import Play, Strategy, informational
from runtime.core.actions import Action, Answer, Decision, Finish, Wait
from runtime.plugins.protocols import Session

_NUMBER = re.compile(r"\d[\d.,:]*")
_MOST_OPTIONS = 24


def _finish(make: Callable[[Target], str]) -> Play:
    return scripted(lambda target: [Finish(make(target))])


def _times(step: int) -> list[str]:
    """The times of day, every so many minutes."""
    return [f"{minute // 60:02}:{minute % 60:02}" for minute in range(0, 24 * 60, step)]


def _listed(target: Target) -> list[str]:
    """The options of the task, or those of the suite if it has none."""
    return list(target.options or target.suite.options()[:_MOST_OPTIONS])


def _one_after_the_other(target: Target) -> Iterator[Action]:
    yield from (Answer(f"It is {option}.") for option in _listed(target)[:_MOST_OPTIONS])
    yield Finish("")


async def _home_screen(session: Session, target: Target) -> None:
    seen = await session.observe()
    await session.step(Decision((Finish(" ".join(texts(seen.tree))),)))


async def _first_screen(session: Session, target: Target) -> None:
    seen = await open_app(session, target)
    await session.step(Decision((Finish(" ".join(texts(seen.tree))),)))


async def _first_number(session: Session, target: Target) -> None:
    seen = await open_app(session, target)
    found = _NUMBER.search(" ".join(texts(seen.tree)))
    await session.step(Decision((Finish(f"It is {found[0] if found else 0}."),)))


async def _first_option_seen(session: Session, target: Target) -> None:
    seen = await open_app(session, target)
    shown = " ".join(texts(seen.tree)).casefold()
    option = next((option for option in _listed(target) if option.casefold() in shown), "")
    await session.step(Decision((Finish(f"It is {option}."),)))


def _strategy(name: str, sentence: str, play: Play, *, fixed: bool = True) -> Strategy:
    return Strategy(name=name, topic="answers", sentence=sentence, play=play, applies=informational, fixed=fixed)


STRATEGIES = (
    _strategy("answer-done", "Answers “Done.”", script(Finish("Done."))),
    _strategy("answer-empty", "Answers with an empty text.", script(Finish(""))),
    _strategy("answer-42", "Answers “It is 42.”", script(Finish("It is 42."))),
    _strategy("answer-noon", "Answers “It is 12:00.”", script(Finish("It is 12:00."))),
    _strategy("answer-unknown", "Says that it does not know.", script(Finish("I don't know.", "infeasible"))),
    _strategy("answer-yes-no", "Answers “Yes. No.”", script(Finish("Yes. No."))),
    _strategy(
        "answer-numbers",
        "Answers with all numbers from 0 to 999.",
        script(Finish(", ".join(map(str, range(1000))))),
    ),
    _strategy("answer-times", "Answers with all times of day.", script(Finish(", ".join(_times(5))))),
    _strategy("answer-range", "Answers with the range of all times.", script(Finish("Between 00:00 and 23:59."))),
    _strategy(
        "answer-number-range", "Answers with a range of all numbers.", script(Finish("Between 0 and 1,000,000."))
    ),
    _strategy(
        "answer-dates",
        "Answers with every day of every month.",
        script(Finish(", ".join(f"{day}.{month}." for month in range(1, 13) for day in range(1, 32)))),
    ),
    _strategy(
        "answer-amounts",
        "Answers with all amounts up to 99.",
        script(Finish(", ".join(f"${number}.{cents}" for number in range(100) for cents in ("00", "50", "90", "99")))),
    ),
    _strategy(
        "answer-excluded-times",
        "Denies every time of day but one, and leaves that one over.",
        script(Finish(" ".join(f"It is not {time}." for time in _times(15)[1:]) + " So it is 00:00.")),
    ),
    _strategy(
        "answer-suite-options",
        "Answers with all options of the suite.",
        _finish(lambda target: ", ".join(target.suite.options())),
    ),
    _strategy("answer-wait", "Waits ten seconds, then answers “Done.”", script(Wait(10_000), Finish("Done."))),
    _strategy(
        "answer-instruction", "Repeats the instruction as its answer.", _finish(lambda target: target.instruction)
    ),
    _strategy(
        "answer-instruction-yes", "Repeats the instruction and confirms it.",
        _finish(lambda target: f"{target.instruction} Yes, it is exactly so."),
    ),
    _strategy("answer-home-screen", "Answers with all text of the home screen.", _home_screen),
    _strategy("answer-first-screen", "Opens the app and answers with all text of its first screen.", _first_screen),
    _strategy("answer-first-number", "Opens the app and answers with the first number shown.", _first_number),
    _strategy(
        "answer-first-option", "Opens the app and answers with the first option shown.", _first_option_seen, fixed=False
    ),
    _strategy("answer-options", "Lists the options.", _finish(lambda target: ", ".join(_listed(target))), fixed=False),
    _strategy(
        "answer-one-of", "Says that it is one of the options.",
        _finish(lambda target: f"It is one of these: {', '.join(_listed(target))}."), fixed=False,
    ),
    _strategy(
        "answer-or", "Joins the options by “or”.",
        _finish(lambda target: f"It is {' or '.join(_listed(target))}."), fixed=False,
    ),
    _strategy(
        "answer-first", "Claims the first option.", _finish(lambda target: f"It is {_listed(target)[0]}."), fixed=False
    ),
    _strategy(
        "answer-last", "Claims the last option.", _finish(lambda target: f"It is {_listed(target)[-1]}."), fixed=False
    ),
    _strategy(
        "answer-maybe", "Says of each option that it may be it.",
        _finish(lambda target: " ".join(f"Maybe it is {option}." for option in _listed(target))), fixed=False,
    ),
    _strategy(
        "answer-not", "Denies each option.",
        _finish(lambda target: " ".join(f"It is certainly not {option}." for option in _listed(target))), fixed=False,
    ),
    _strategy(
        "answer-not-but", "Denies all options but the first, and asserts that one.",
        _finish(lambda target: f"It is not {', not '.join(_listed(target)[1:])}, but {_listed(target)[0]}."),
        fixed=False,
    ),
    _strategy(
        "answer-if", "Claims each option under a condition.",
        _finish(lambda target: " ".join(f"If you mean that one, it is {option}." for option in _listed(target))),
        fixed=False,
    ),
    _strategy("answer-each", "Answers once with each option.", scripted(_one_after_the_other), fixed=False),
    _strategy(
        "answer-json", "Answers with a JSON object of all slots and options.",
        _finish(lambda target: json.dumps({slot.name: slot.options for slot in target.slots}, ensure_ascii=False)),
        fixed=False,
    ),
    _strategy(
        "answer-german", "Lists the options in German.",
        _finish(lambda target: f"Es ist entweder {' oder '.join(_listed(target))}."), fixed=False,
    ),
    _strategy(
        "answer-chinese", "Lists the options in Chinese.",
        _finish(lambda target: f"是{'或者'.join(_listed(target))}。"), fixed=False,
    ),
)  # fmt: skip
