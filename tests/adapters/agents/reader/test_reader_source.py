"""The reader is general: nothing of the suite or of an app is in its code or its word lists."""

from __future__ import annotations

import ast
import re
from importlib.resources import files
from importlib.resources.abc import Traversable

import pytest

from benchmarks.clarity240 import load, replay

_STOCK = frozenset(("calendar", "clock", "contacts", "files", "gallery", "messages", "settings"))
"""Apps that every phone has by these plain names."""


def _texts(entry: Traversable) -> list[str]:
    """Every text in a file of code, or all of a word list."""
    content = entry.read_text(encoding="utf-8")
    if entry.name.endswith(".toml"):
        return [content]
    constants = (node.value for node in ast.walk(ast.parse(content)) if isinstance(node, ast.Constant))
    return [text for text in constants if isinstance(text, str)]


@pytest.fixture(scope="module")
def source() -> str:
    """The texts in the code of the reader, and the words that it reads instructions by."""
    folders = files("adapters.agents.scripted.reader"), files("runtime.language.instructions")
    entries = [entry for folder in folders for entry in folder.iterdir() if entry.name.endswith((".py", ".toml"))]
    assert len(entries) > 10
    return "\n".join(text for entry in entries for text in _texts(entry)).casefold()


def test_no_app_is_in_the_source(source):
    """Neither the name nor the package of an app that only this project has."""
    for app in replay.installed():
        assert app.package.casefold() not in source
        if app.label.casefold() not in _STOCK:
            assert re.search(rf"\b{re.escape(app.label.casefold())}\b", source) is None, app.label


def test_no_value_of_the_suite_is_in_the_source(source):
    """No value, alias or option of two and more words."""
    for intent in load().intents:
        for requirement in intent.requirements:
            for text in (requirement.value, *requirement.aliases, *requirement.options):
                if " " in text.strip() and len(text) > 9:
                    assert re.search(rf"\b{re.escape(text.casefold())}\b", source) is None, text


def test_no_instruction_is_in_the_source(source):
    """No instruction."""
    for task in load().tasks:
        assert task.instruction.casefold() not in source
