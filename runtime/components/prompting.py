"""Selects the prompts of a run: the installed ones, and those from a folder that replace them.

A folder is rejected before any request is sent if a file has no installed prompt of the same name, lacks its header, or
has other placeholders than the prompt that it replaces. Task and recording are inserted at the placeholders.
"""

from __future__ import annotations

import difflib
from collections.abc import Mapping
from pathlib import Path

from runtime.core.errors import UsageError
from runtime.core.given_files import read_given_text
from runtime.llm import Prompt, PromptFiles
from runtime.plugins import registry

_HELP = "`python -m runtime.bench prompts --out DIR` writes the installed texts into a folder"


def installed() -> dict[str, Prompt]:
    """All prompts of all registered parts, by name; imports all parts.

    Raises:
        UsageError: two packages have prompts of the same name, or a part cannot be imported.
    """
    packages: dict[str, str] = {}
    found: dict[str, Prompt] = {}
    agents = registry.load_all(registry.AGENTS).values()
    texts = [
        *(spec.prompts for spec in registry.load_all(registry.JUDGES).values()),
        *(spec.prompts for spec in registry.load_all(registry.USERS).values()),
        *(spec.prompts for spec in agents),
        *(spec.optional_prompts for spec in agents),
    ]
    for files in dict.fromkeys(found for found in texts if found is not None):
        for name, prompt in files.read().items():
            if packages.setdefault(name, files.package) != files.package:
                raise UsageError(
                    f"{packages[name]} and {files.package} both have a prompt called {name!r}, so a file {name}.txt "
                    "would be ambiguous: rename one of them"
                )
            found[name] = prompt
    return dict(sorted(found.items()))


def read(folder: Path, known: Mapping[str, Prompt] | None = None) -> dict[str, Prompt]:
    """Reads the prompts of a folder, by name; blocks.

    Args:
        folder: holds one file `NAME.txt` per prompt.
        known: the prompts that can be replaced; None: all installed ones, for which all registered parts are imported.

    Raises:
        UsageError: the folder cannot be read, or a file in it cannot replace a prompt; the message names the file.
    """
    try:
        paths = sorted(path for path in folder.iterdir() if not path.name.startswith("."))
    except OSError as error:
        raise UsageError(f"{folder} cannot be read: {error.strerror}; {_HELP}") from error
    if not paths:
        raise UsageError(f"{folder} is empty: {_HELP}")
    available = "`prompts` lists what there is" if known is None else f"there is: {', '.join(sorted(known))}"
    known = installed() if known is None else known
    found: dict[str, Prompt] = {}
    for path in paths:
        if not path.is_file() or path.suffix != ".txt" or path.stem not in known:
            close = difflib.get_close_matches(path.stem, known, n=1)
            hint = f"did you mean {close[0]}.txt?" if close else available
            raise UsageError(f"{path}: there is no prompt of that name; {hint}")
        found[path.stem] = _parsed(path, read_given_text(path), known[path.stem])
    return found


def _parsed(path: Path, source: str, replaced: Prompt) -> Prompt:
    begin = f"{path.stem} {replaced.version + 1}"
    if not source.strip():
        raise UsageError(f"{path} is empty: leave it out to use the installed text")
    try:
        prompt = Prompt.parse(path.stem, source)
    except ValueError as error:
        raise UsageError(f"{path}: {error}; your first version could begin with {begin!r}") from error
    if problem := misfit(prompt, replaced):
        raise UsageError(f"{path}: {problem}")
    return prompt


def misfit(prompt: Prompt, replaced: Prompt) -> str:
    """Explains why a prompt cannot replace another; empty if it can."""
    if not prompt.text:
        return "there is no text after the line of dashes"
    if missing := sorted(replaced.placeholders - prompt.placeholders):
        return f"{_gaps(missing)} must stand in it: it is replaced by data that the question is about"
    if odd := sorted(prompt.placeholders - replaced.placeholders):
        return (
            f"nothing is known that {_gaps(odd)} could be filled with; there is: {_gaps(sorted(replaced.placeholders))}"
        )
    return ""


def _gaps(names: list[str]) -> str:
    return ", ".join(f"{{{{{name}}}}}" for name in names)


def used(files: PromptFiles, others: Mapping[str, Prompt]) -> dict[str, Prompt]:
    """The prompts of a part, with those in `others` replacing the ones of the same name; blocks.

    Raises:
        UsageError: a prompt in `others` cannot replace the one of its name.
    """
    texts = files.read()
    for name in texts.keys() & others.keys():
        if problem := misfit(others[name], texts[name]):
            raise UsageError(f"the prompt {others[name].label}: {problem}")
        texts[name] = others[name]
    return texts
