"""The reader is general: nothing of the suite or of an app is in its source."""

from __future__ import annotations

import ast
import re
from importlib.resources import files

from benchmarks.clarity240 import load, replay
from runtime.language.questions import NO_PREFERENCE

_STOCK = frozenset(("calendar", "clock", "contacts", "files", "gallery", "messages", "settings"))
"""Apps that every phone has by these plain names."""


def _source() -> str:
    folder = files("adapters.agents")
    return "\n".join(
        path.read_text(encoding="utf-8") for path in folder.iterdir() if path.name.endswith(".py")
    ).casefold()


def _strings() -> str:
    """Every text that the code uses; remarks in plain English aren't among them."""
    found = []
    for path in files("adapters.agents").iterdir():
        if path.name.endswith(".py"):
            tree = ast.parse(path.read_text(encoding="utf-8"))
            remarks = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
            found += [
                node.value
                for node in ast.walk(tree)
                if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in remarks
            ]
    return "\n".join(found).casefold()


def test_no_app_is_in_the_source():
    """Neither the name nor the package of an app that only this project has."""
    source = _source()
    for app in replay.installed():
        assert app.package.casefold() not in source
        if app.label.casefold() not in _STOCK:
            assert re.search(rf"\b{re.escape(app.label.casefold())}\b", source) is None, app.label


def test_no_name_of_the_suite_is_in_the_source():
    """No value, alias or candidate of two and more words."""
    source = _strings()
    for intent in load().intents:
        for requirement in intent.requirements:
            for alias in (requirement.value, *requirement.aliases, *requirement.options):
                if " " in alias.strip() and len(alias) > 9 and alias.casefold() != NO_PREFERENCE.casefold():
                    assert alias.casefold() not in source, alias


def test_no_instruction_is_in_the_source():
    """No instruction."""
    source = _source()
    for task in load().tasks:
        assert task.instruction.casefold() not in source
