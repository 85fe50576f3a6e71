"""The word lists of `words.toml` and `topics.toml`, read once."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Any, Final

from runtime.language.answering.lexicon import any_of
from runtime.language.text import Words, normalize, normalized_words, stems


@dataclass(frozen=True, slots=True)
class Topic:
    """Something that a choice can be about: a slot with one of the `marks` is, and its `names` name it.

    `kind` is the kind of question word that may stand for it (`place`, `time`, …; empty: none).
    """

    marks: tuple[Words, ...]
    names: tuple[Words, ...]
    kind: str


_NOT_NEGATED: Final = r"(?<!\bnot )(?<!\bnever )(?<!n't )"
"""Before a request: "what you did not tell me" is none."""


@dataclass(frozen=True, slots=True)
class Lexicon:
    """The word lists, as patterns over normalized text and as sets of normalized words."""

    interrogatives: re.Pattern[str]
    auxiliaries: frozenset[str]
    subjects: frozenset[str]
    pronouns: frozenset[str]
    requests: re.Pattern[str]
    courtesies: re.Pattern[str]
    telling: frozenset[str]
    alternatives: frozenset[str]
    escapes: frozenset[Words]
    existence: re.Pattern[str]
    none: re.Pattern[str]
    any_of_them: frozenset[str]
    negations: frozenset[str]
    copulas: frozenset[str]
    switched_off: frozenset[str]
    choosing: re.Pattern[str]
    common_options: frozenset[str]
    context: frozenset[str]
    before_names: frozenset[str]
    determiners: frozenset[str]
    fillers: frozenset[str]
    permissions: tuple[re.Pattern[str], ...]
    touch: re.Pattern[str]
    bare_operation: re.Pattern[str]
    widgets: re.Pattern[str]
    anaphors: frozenset[str]
    ways: re.Pattern[str]
    additions: re.Pattern[str]
    generic: frozenset[str]
    common: frozenset[str]
    kinds: dict[str, re.Pattern[str]]


@cache
def topics() -> tuple[Topic, ...]:
    """What choices can be about."""
    return tuple(
        Topic(tuple(map(stems, item.get("marks", ()))), tuple(map(stems, item["names"])), item.get("kind", ""))
        for item in _read("topics.toml")["topics"]
    )


@cache
def topics_by_word() -> dict[str, tuple[tuple[Words, int], ...]]:
    """The names of topics with the topic's index, by their first word."""
    found: dict[str, tuple[tuple[Words, int], ...]] = {}
    for index, topic in enumerate(topics()):
        for name in topic.names:
            found[name[0]] = (*found.get(name[0], ()), (name, index))
    return found


@cache
def lexicon() -> Lexicon:
    """The word lists of `words.toml`."""
    data = _read("words.toml")
    forms, operations, generic = data["forms"], data["operations"], data["generic"]
    touch = _any(operations["touch"])
    operation = _any([*operations["touch"], *operations["other"]])
    allowed, middle = "|".join(operations["permissions"]), "|".join(operations["middle"])
    everything = " ".join((generic["words"], generic["common"]))
    others = [text for part in (*forms.values(), operations["touch"], operations["other"]) for text in part]
    return Lexicon(
        interrogatives=re.compile(_any(forms["interrogatives"])),
        auxiliaries=_words(forms["auxiliaries"]),
        subjects=_words(forms["subjects"]),
        pronouns=_words(forms["pronouns"]),
        requests=re.compile(_NOT_NEGATED + _any(forms["requests"])),
        telling=_words(forms["telling"]),
        courtesies=re.compile(_any(forms["courtesies"])),
        alternatives=_words(forms["alternatives"]),
        escapes=frozenset(map(stems, (*forms["escapes"], *forms["tags"]))),
        existence=re.compile(_any(forms["existence"])),
        none=re.compile(rf"^{_any(forms['none'])}"),
        any_of_them=_words(forms["any_of_them"]),
        negations=_words(forms["negations"]),
        copulas=_words(forms["copulas"]),
        switched_off=_words(forms["switched_off"]),
        choosing=re.compile(any_of(forms["choosing"])),
        common_options=frozenset(word for text in forms["common_options"] for word in stems(text)),
        context=_words(forms["context"]),
        before_names=_words(forms["before_names"]),
        determiners=_words(forms["determiners"]),
        fillers=_words(forms["fillers"]),
        permissions=(
            re.compile(rf"\b(?:{allowed})(?: (?:{middle}))* {operation}"),
            *map(re.compile, operations["patterns"]),
        ),
        touch=re.compile(touch),
        bare_operation=re.compile(rf"^(?:(?:{middle}) )?{operation}[^?]*$"),
        widgets=re.compile(rf"{_any(operations['widgets'])}"),
        anaphors=_words(forms["anaphors"]),
        ways=re.compile(_any(operations["ways"])),
        additions=re.compile(_any(forms["additions"])),
        generic=frozenset(normalized_words(everything)) | frozenset(generic["characters"]),
        common=frozenset(normalized_words(" ".join((everything, *others)))),
        kinds={kind: re.compile(_any(words)) for kind, words in data["kinds"].items()},
    )


def _read(name: str) -> dict[str, Any]:
    return tomllib.loads(resources.files(__package__).joinpath(name).read_text(encoding="utf-8"))


def _any(texts: Iterable[str]) -> str:
    """A pattern for any of the texts and their plurals."""
    return any_of([form for text in texts for form in (normalize(text), f"{normalize(text)}s")])


def _words(texts: Iterable[str]) -> frozenset[str]:
    return frozenset(normalize(text) for text in texts)
