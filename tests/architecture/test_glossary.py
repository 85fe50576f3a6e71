"""The words of the code: names hold what they say, and replaced terms do not return."""

from __future__ import annotations

import ast
import io
import re
import tokenize
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
FOLDERS = ("runtime", "adapters", "judges", "benchmarks", "tests", "examples")
# The apps are rebuilt as a whole later; these tests use the names.
UNCHECKED = ("adapters/phone/apps", "tests/architecture/test_glossary.py")

MEANINGLESS = {"one", "said", "told", "whole", "kept", "every"}
"""Names that say nothing of what they hold."""

REPLACED = {
    "Deed": "DeviceEffect",
    "deeds": "parse_effects",
    "Passage": "DirectForwarder",
    "Left": "ClientDisconnected",
    "Lost": "EpisodeFailed",
    "Crowded": "QueueFull",
    "Seat": "RoleModel, DeviceSlot or ShellSession",
    "Kept": "CachedModel or BoundedOutput",
    "Proven": "CheckedModel",
    "Album": "FrameCache",
    "stamp": "screen_id",
    "Telling": "StateDeltaEncoder",
    "Hearing": "StateDeltaDecoder or JudgeResult",
    "Installed": "RunComponents",
    "Called": "AgentRef",
    "said_again": "to_cli_args",
    "Docket": "VerdictFilter",
    "Ways": "PathPlanner",
    "Way": "Path",
    "Books": "StreamTable",
    "Landing": "ReceiveSink",
    "examiners": "health_checks",
    "doors": "agent_servers",
    "Guest": "EpisodeChannel",
    "Visitors": "ConnectionLimiter",
    "lobby": "claim queue",
    "guarded": "translate_errors",
    "bare": "unwrap_group",
    "Foreign": "ProgramAgent",
    "Following": "OrderedSniffer",
    "sky": "disturbances",
    "till": "checkout_screens",
    "tilling": "checkout_reducers",
    "unsaid": "blocked_values",
}
"""Names of classes, functions, modules and variables that were replaced, with what stands instead."""

RECORDED = {
    "judges/llm/questions.py": {"said to be"},
    "tests/judges/test_model_judge.py": {"said to be"},
    "runtime/language/announcing/targets.py": {"it is told"},
}
"""Phrases in prompts and recorded reasons, by file: to change them would change recordings."""

PHRASES = {
    "a program that nobody changed": "an unmodified program",
    "the life of one step": "how a step is executed",
    "it is told": "say who tells it",
    "is borne": "is tolerated",
    "judge's ears": "no judge sees it",
    "said to be": "name the header, field or claim",
    "parcels of time": "time",
}
"""Phrases that were replaced in docstrings, comments and messages, with what stands instead."""


def sources() -> Iterator[Path]:
    """The Python files whose words are checked."""
    for folder in FOLDERS:
        for path in sorted((ROOT / folder).rglob("*.py")):
            if not path.relative_to(ROOT).as_posix().startswith(UNCHECKED):
                yield path


def defined_names(tree: ast.AST) -> Iterator[tuple[int, str]]:
    """Every name that a module gives: of classes, functions, arguments, attributes and variables, with its line."""
    for node in ast.walk(tree):
        match node:
            case ast.ClassDef(name=name) | ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name):
                yield node.lineno, name
            case ast.arg(arg=name):
                yield node.lineno, name
            case ast.Name(id=name, ctx=ast.Store()) | ast.Attribute(attr=name, ctx=ast.Store()):
                yield node.lineno, name
            case ast.alias(asname=str(name)):
                yield node.lineno, name
            case ast.MatchAs(name=str(name)) | ast.MatchStar(name=str(name)):
                yield node.lineno, name


def phrases_in(text: str) -> set[str]:
    """The replaced phrases that occur anywhere in a module. To split every module into tokens takes much longer."""
    joined = " ".join(text.split()).lower()
    return {phrase for phrase in PHRASES if phrase in joined}


def prose(text: str) -> Iterator[tuple[int, str]]:
    """The comments and string literals of a module, with their lines."""
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type in {tokenize.COMMENT, tokenize.STRING} or tokenize.tok_name[token.type] == "FSTRING_MIDDLE":
            yield token.start[0], " ".join(token.string.split())


def findings() -> Iterator[str]:
    """Each forbidden word with its place and what stands instead."""
    for path in sources():
        place, text = path.relative_to(ROOT).as_posix(), path.read_text()
        for part in Path(place).with_suffix("").parts:
            if part in MEANINGLESS | REPLACED.keys():
                yield f"{place}: module name {part!r}"
        for line, name in defined_names(ast.parse(text)):
            plain = name.strip("_")
            if plain in MEANINGLESS:
                yield f"{place}:{line}: {name!r} does not say what it holds"
            elif plain in REPLACED:
                yield f"{place}:{line}: {name!r} is now called {REPLACED[plain]}"
        phrases = phrases_in(text) - RECORDED.get(place, set())
        for line, sentence in prose(text) if phrases else ():
            for phrase in phrases:
                if re.search(rf"\b{re.escape(phrase)}", sentence, re.IGNORECASE):
                    yield f"{place}:{line}: {phrase!r}; better: {PHRASES[phrase]}"


def test_names_hold_what_they_say_and_replaced_terms_do_not_return():
    """No meaningless variable name and no replaced term, outside what is rebuilt as a whole."""
    assert list(findings()) == []


@pytest.mark.parametrize(("place", "phrase"), [(place, phrase) for place in RECORDED for phrase in RECORDED[place]])
def test_each_exception_is_used(place: str, phrase: str):
    """An exception for a phrase that the file no longer contains permits something else."""
    assert phrase in (ROOT / place).read_text()
