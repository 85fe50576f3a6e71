"""Rewords instructions, so that a training loop does not memorize one sentence. Pure.

Not the instruction is reworded but the `Phrasing` that it is derived from, by rules of English that know no app: an
opener, generic verbs, the order of clauses that do not lean on each other. What comes of it is derived like the
published words, and what would break a rule of its level (`wording.check_task`) is not said.

    for seed in range(8):
        print(phrasing(task, seed).instruction)  # seed 0: the published words
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from benchmarks.clarity240 import instruction_levels, wording
from runtime.core.tasks import Intent, Phrasing, Task

_REQUESTS = """
add answer ask begin book buy call change check choose claim copy crop delete download find follow forward get give have
help keep leave let like look make move mute note open order plan play post put read remind remove rename reply save say
schedule search see send set share show silence sort start stop subscribe switch take tell text turn unfollow upload
wake write
"""
"""First words of a request. What begins otherwise ("I need …") is a statement."""

_ASKS = (
    "Please {}.",
    "Could you {}?",
    "Could you please {}?",
    "Can you {}?",
    "Would you {}?",
    "I'd like you to {}.",
    "I want you to {}.",
    "I need you to {}.",
    "{}, please.",
)
_GREETS = ("Hello! {}", "Hi there! {}", "{} Thanks!", "{} Thank you.")
_TELLS = ("{} Please see to it.", "{} Can you take care of that?", "{} Could you help me with that?", *_GREETS)
_NEGATED = ("Please {}.", "{}, please.")

_WORDS = (
    ("begin", "start"),
    ("turn on", "switch on"),
    ("turn off", "switch off"),
    ("tell me", "let me know"),
    ("buy the", "get me the"),
    ("find out", "look up"),
    ("pay with", "pay using"),
    ("for me to pick up", "for me to collect"),
    ("I would like", "I'd like"),
    ("make sure that", "see to it that"),
)
"""Words that stand for each other wherever they stand in a request."""

_MOVES = (
    ("open", "go to"),
    ("choose", "pick", "select"),
    ("tap", "touch"),
    ("go on", "continue"),
    ("go back", "return"),
    ("tell me", "let me know"),
)
"""Words that a clause of a path may begin with instead of each other."""

_LOOSE = re.compile(r", (?!and\b|but\b|then\b)")
"""Begins a clause that says something of its own."""
_PLACES = re.compile(r"(?:\{[a-z_]+\})+")
_FROM_APP = re.compile(r"(On [^,{}.]+, )(.*)", re.DOTALL)


def phrasing(task: Task, seed: int) -> Task:
    """The task in other words; 0 gives the published ones. The same seed always gives the same words.

    The task keeps its id, its gap and everything by which it is judged. Different seeds may give the same words: a
    short request has no more than about ten ways to be said.
    """
    if seed == 0:
        return task
    dice = random.Random(f"{seed}/{task.id}")
    changes = [change for change in (_reordered, _renamed, _opened) if dice.random() < 0.8] or [_opened]
    while changes:
        intent = task.intent
        for change in changes:
            intent = replace(intent, phrasing=change(intent, dice))
        phrased_task = replace(task, intent=intent, instruction=instruction_levels.instruction(intent, task.level))
        if all(finding.level != "error" for finding in wording.check_task(phrased_task)):
            return phrased_task
        changes.pop()
    return task


def _opened(intent: Intent, dice: random.Random) -> Phrasing:
    """Politeness, a question, a wish: how the request begins and ends."""
    old = intent.phrasing
    return replace(old, goal=_asked(old.goal, dice), vague=_asked(old.vague, dice))


def _asked(text: str, dice: random.Random) -> str:
    # Only the last sentence is the request; what comes before it tells the story.
    *story, last = re.split(r"(?<=[.?!]) ", text)
    found = _FROM_APP.fullmatch(last)
    lead, body = (found[1], found[2]) if found else ("", last)
    first = body.split(" ", 1)[0].casefold()
    if "please" in body.casefold() or not body.endswith("."):
        return _literal(dice.choice(_GREETS), text)
    if first != "don't" and first not in _REQUESTS.split():
        return _literal(dice.choice(_TELLS), text)
    way = dice.choice(_NEGATED if first == "don't" else _ASKS)
    core = body.removesuffix(".")
    if lead:
        way = way if way.startswith(("{", "I")) else way[:1].lower() + way[1:]
    elif not way.startswith("{"):
        core = core[:1].lower() + core[1:]
    return " ".join((*story, lead + _literal(way, core)))


def _literal(way: str, inner: str) -> str:
    """The way with the request in it; the request has braces of its own."""
    before, after = way.split("{}")
    return before + inner + after


def _renamed(intent: Intent, dice: random.Random) -> Phrasing:
    """Other generic words: each with even chance."""
    old = intent.phrasing

    def spoken(text: str) -> str:
        return _swapped(text, _WORDS, dice, r"\b{}\b")

    return replace(
        old,
        goal=spoken(old.goal),
        vague=spoken(old.vague),
        clauses={name: spoken(clause) for name, clause in old.clauses.items()},
        open_clauses={name: spoken(clause) for name, clause in old.open_clauses.items()},
        path=tuple(_swapped(clause, _MOVES, dice, r"^{}\b") for clause in old.path),
    )


def _swapped(text: str, sets: Sequence[Sequence[str]], dice: random.Random, where: str) -> str:
    for same in sets:
        for word in same:
            found = re.search(where.format(re.escape(word)), text, re.IGNORECASE)
            if found and "{" not in text[: found.start()].rpartition("}")[2] and not _quoted(text, found.start()):
                new = dice.choice(same)
                new = new[:1].upper() + new[1:] if found[0][:1].isupper() and found.start() == 0 else new
                text = text[: found.start()] + new + text[found.end() :]
                break
    return text


def _quoted(text: str, position: int) -> bool:
    """Whether that is within quotation marks: what is quoted is not ours to change."""
    before = text[:position]
    return before.count("“") > before.count("”") or before.count('"') % 2 == 1


def _reordered(intent: Intent, dice: random.Random) -> Phrasing:
    """Clauses that stand by themselves, in another order."""
    old = intent.phrasing

    def shuffled(found: re.Match[str]) -> str:
        places = re.findall(r"\{([a-z_]+)\}", found[0])
        for run in _runs(places, lambda name: bool(_LOOSE.match(old.clauses.get(name, "")))):
            places[run] = dice.sample(places[run], len(places[run]))
        return "".join(f"{{{name}}}" for name in places)

    return replace(old, goal=_PLACES.sub(shuffled, old.goal))


def _runs(places: Sequence[str], loose: Callable[[str], bool]) -> Iterator[slice]:
    """The stretches of places that may change their order. What a tighter clause follows stays before it."""
    start = 0
    for number in range(len(places) + 1):
        if number == len(places) or not loose(places[number]):
            tight = number < len(places) and start < number
            yield slice(start, number - tight)
            start = number + 1
