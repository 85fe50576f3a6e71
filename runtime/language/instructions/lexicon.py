"""The word lists of `words.toml`, read once."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources

from runtime.language.text import stem


@dataclass(frozen=True, slots=True)
class Lexicon:
    """The word lists as sets of lower-case words, tuples of phrases, and patterns of the forms of steps."""

    plain_verbs: frozenset[str]
    silent_verbs: frozenset[str]
    """Plain verbs that are on no button."""
    leading_verbs: frozenset[str]
    making_verbs: frozenset[str]
    verbs: frozenset[str]
    opening: re.Pattern[str]
    links: str
    forms: Mapping[str, re.Pattern[str]]
    kinds: frozenset[str]
    places: Mapping[str, int]
    function_words: frozenset[str]
    same: Mapping[str, frozenset[int]]
    """By stem: the groups of words that may stand for each other."""
    answer_cues: Mapping[str, frozenset[str]]
    """By kind of value: the words that ask for one."""
    ending_words: frozenset[str]
    onward: tuple[str, ...]
    final: tuple[str, ...]
    dropping: tuple[str, ...]
    button_objects: frozenset[str]
    menus: tuple[str, ...]
    switching_off: re.Pattern[str]
    vague: re.Pattern[str]
    informational: re.Pattern[str]
    apps: Mapping[str, frozenset[str]]


@cache
def lexicon() -> Lexicon:
    """The word lists of `words.toml`."""
    data = tomllib.loads(resources.files(__package__).joinpath("words.toml").read_text(encoding="utf-8"))
    verbs, control, buttons, wishes = data["verbs"], data["control"], data["buttons"], data["wishes"]
    plain = frozenset(verbs["plain"].split())
    same: dict[str, frozenset[int]] = {}
    for number, group in enumerate(control["same"]):
        for word in group:
            same[stem(word)] = same.get(stem(word), frozenset()) | {number}
    return Lexicon(
        plain_verbs=plain,
        silent_verbs=plain - frozenset(verbs["buttons"].split()),
        making_verbs=frozenset(verbs["making"].split()),
        leading_verbs=frozenset(verbs["leading"].split()),
        verbs=plain | frozenset(verbs["others"].split()),
        opening=_any_of(verbs["opening"]),
        links="|".join(sorted(verbs["links"], key=len, reverse=True)),
        forms={name: re.compile(pattern, re.IGNORECASE) for name, pattern in data["forms"].items()},
        kinds=frozenset(control["kinds"].split()),
        places=control["places"],
        function_words=frozenset(control["function"].split()),
        same=same,
        answer_cues={kind: frozenset(text.split()) for kind, text in data["answers"].items() if kind != "ending"},
        ending_words=frozenset(data["answers"]["ending"].split()),
        onward=tuple(buttons["onward"]),
        final=tuple(buttons["final"]),
        dropping=tuple(buttons["dropping"]),
        button_objects=frozenset(buttons["objects"].split()),
        menus=tuple(buttons["menus"]),
        switching_off=_any_of(wishes["switching_off"]),
        vague=_any_of(wishes["vague"]),
        informational=_any_of(wishes["informational"]),
        apps={app: frozenset(map(stem, words.split())) for app, words in data["apps"].items()},
    )


def _any_of(phrases: list[str]) -> re.Pattern[str]:
    alternatives = "|".join(re.escape(phrase) for phrase in sorted(phrases, key=len, reverse=True))
    return re.compile(rf"\b(?:{alternatives})\b", re.IGNORECASE)
