"""`original:NAME?clone=FOLDER&python=INTERPRETER&…`: original agents, unchanged, from a clone that the user has.

    --agent 'original:open-autoglm?clone=Open-AutoGLM&python=venv/bin/python&model=autoglm-phone-9b&base_url=…'

`recipes/NAME.yaml` says how each is run, `recipes/NAME.md` what is measured then. A recipe becomes the description of a
program: the clone is copied into the episode's working folder, settings are changed in the copy, and the agent is
started there by its own interpreter.
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Annotated, Any, Final, Literal
from urllib.parse import unquote, urlsplit

import yaml
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from adapters.agents.external.process.command import filled
from adapters.agents.external.process.description import Description
from adapters.agents.external.process.openers import Opener
from adapters.agents.external.recipes.bootstrap import NoSetting, placed
from runtime.core.errors import UsageError
from runtime.plugins.protocols import AgentNotes
from runtime.plugins.specs import ProgramSpec

_LOCAL: Final = ("127.0.0.1", "localhost", "::1")
_NO_KEY: Final = "EMPTY"
"""What endpoints on one's own computer are given: clients want something, servers don't look."""


class _Model(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Option(_Model):
    """What a user says behind the name. Without a default it must be said."""

    what: str
    default: str | None = None
    kind: Literal["text", "folder", "url", "variable"] = "text"


class First(_Model):
    """A command that runs before the agent; if an option is named, only if that is not empty."""

    option: Annotated[str, Field(alias="if")] = ""
    words: tuple[str, ...]


class Recipe(_Model):
    """How an original is run. Texts have the options as gaps, beside those of every program."""

    title: str
    needs: str
    asks: str
    files: tuple[str, ...] = ()
    """What must be in the folder, or it is not what the recipe is for."""
    folder: str = ""
    """Where in the clone the agent lies."""
    options: dict[str, Option]
    settings: dict[str, dict[str, str]] = {}
    """Settings by name, by the file of the copy that they stand in."""
    first: tuple[First, ...] = ()
    words: tuple[str, ...]
    """What its interpreter is started with."""
    program: dict[str, Any] = {}
    """Further fields of the description of a program."""

    def said(self, name: str) -> str:
        """What a user may say, for messages."""
        texts = [
            f"{key}={option.kind.upper()} ({option.what}{f'; {option.default}' if option.default else ''})"
            for key, option in self.options.items()
        ]
        return f"original:{name} takes {', '.join(texts)}"


def _folder() -> Traversable:
    return files("adapters.agents.external.recipes")


@cache
def names() -> tuple[str, ...]:
    """The originals that there are recipes for. Blocks."""
    return tuple(sorted(path.name.removesuffix(".yaml") for path in _folder().iterdir() if path.name.endswith(".yaml")))


@cache
def recipe(name: str) -> Recipe:
    """The recipe of that name. Blocks.

    Raises:
        UsageError: there is none.
    """
    if name not in names():
        raise UsageError(f"there is no original {name!r}; there is: {', '.join(names())}")
    return Recipe.model_validate(yaml.safe_load((_folder() / f"{name}.yaml").read_text(encoding="utf-8")))


class Original(Opener):
    """`original:NAME?KEY=VALUE&…`."""

    def _described(self) -> Description:
        name, _, rest = self._program.address.partition(":")[2].partition("?")
        found = recipe(name)
        return described(found, name, options(found, name, rest, os.environ))


def all_notes() -> dict[str, AgentNotes]:
    """What `list agents` prints of each original."""
    return {name: _notes(name, recipe(name)) for name in names()}


def _notes(name: str, found: Recipe) -> AgentNotes:
    needed = [f"{key}={key.upper()}" for key, option in found.options.items() if option.default is None]
    return AgentNotes(found.title, found.needs, found.asks, f"--agent 'original:{name}?{'&'.join(needed)}'")


# -- options ----------------------------------------------------------------------------------------------------------


def options(found: Recipe, name: str, text: str, ours: Mapping[str, str]) -> dict[str, str]:
    """What each option is, by what was said behind the name; `ours` is where variables are looked for. Blocks.

    Raises:
        UsageError: one is unknown, missing, said twice, or is not what it should be.
    """
    given = _given(found, name, text)
    for key, option in found.options.items():
        if option.default is None and not given.get(key):
            raise UsageError(f"original:{name} needs {key}=…, {option.what}. {found.said(name)}")
    return {key: _value(name, key, option, given, ours) for key, option in found.options.items()}


def _given(found: Recipe, name: str, text: str) -> dict[str, str]:
    given: dict[str, str] = {}
    for part in filter(None, text.split("&")):
        key, mark, value = part.partition("=")
        if not mark or key not in found.options or key in given:
            why = "twice" if key in given else "no option"
            raise UsageError(f"original:{name}: {part!r} is {why} of it, KEY=VALUE. {found.said(name)}")
        given[key] = unquote(value)
    return given


def _value(name: str, key: str, option: Option, given: Mapping[str, str], ours: Mapping[str, str]) -> str:
    value = given.get(key, option.default or "")
    if option.kind == "variable":
        if key in given and value not in ours:
            raise UsageError(f"original:{name}: no variable {value} is set; {key} is {option.what}, not the key itself")
        return ours.get(value, _NO_KEY)
    if value and option.kind == "folder":
        path = os.path.abspath(Path(value).expanduser())
        if not os.path.isdir(path):
            raise UsageError(f"original:{name}: {key}={value} is no folder; it is {option.what}")
        return path
    if value and option.kind == "url":
        if urlsplit(value).scheme not in ("http", "https") or not urlsplit(value).hostname:
            raise UsageError(f"original:{name}: {key}={value} is no URL; it is {option.what}")
        return value.rstrip("/")
    return value


# -- the program ------------------------------------------------------------------------------------------------------


def described(found: Recipe, name: str, chosen: Mapping[str, str]) -> Description:
    """The program that is started with these options. Blocks.

    Raises:
        UsageError: the clone is not what the recipe is for.
    """
    folder = Path(chosen["clone"]) / found.folder
    settings = {
        file: {key: filled(value, chosen) for key, value in all_of_it.items()}
        for file, all_of_it in found.settings.items()
    }
    _check(folder, [filled(file, chosen) for file in found.files], settings, name)
    job = {
        "settings": settings,
        "first": [
            [filled(word, chosen) for word in item.words]
            for item in found.first
            if not item.option or chosen[item.option]
        ],
        "words": [filled(word, chosen) for word in found.words],
    }
    begin = files("adapters.agents.external.recipes").joinpath("bootstrap.py").read_text(encoding="utf-8")
    fields = _filled(found.program, chosen)
    fields["paths"] = [path for path in fields.get("paths", ()) if path]
    reach = [
        address for key, option in found.options.items() if option.kind == "url" and (address := _here(chosen[key]))
    ]
    try:
        return Description(
            command=(chosen["python"], "-I", "-c", begin, json.dumps(job)),
            copy_of=str(folder),
            reach=tuple(dict.fromkeys(reach)),
            **fields,
        )
    except ValidationError as error:
        raise UsageError(f"original:{name}: {error}") from None


def _check(folder: Path, needed: list[str], settings: Mapping[str, Mapping[str, str]], name: str) -> None:
    missing = next((file for file in needed if not (folder / file).is_file()), None)
    if missing is not None:
        raise UsageError(f"original:{name}: there is no {missing} in {folder}; is clone= the folder that was cloned?")
    for file, keys in settings.items():
        text = (folder / file).read_text(encoding="utf-8", errors="replace")
        for key, value in keys.items():
            try:
                placed(text, file.rpartition(".")[2], key, "1" if value.startswith("$") else value)
            except NoSetting as setting:
                raise UsageError(
                    f"original:{name}: {folder / file} has no setting {setting}; the recipe is for another version "
                    "(its page says which)"
                ) from None


def _filled(content: Any, chosen: Mapping[str, str]) -> Any:
    if isinstance(content, dict):
        return {key: _filled(value, chosen) for key, value in content.items()}
    if isinstance(content, list):
        return [_filled(value, chosen) for value in content]
    return filled(content, chosen) if isinstance(content, str) else content


def _here(url: str) -> str:
    """HOST:PORT of an endpoint on this computer; empty if it is in the world."""
    parts = urlsplit(url)
    if parts.hostname not in _LOCAL:
        return ""
    return f"{parts.hostname}:{parts.port or (443 if parts.scheme == 'https' else 80)}"


ORIGINAL: Final = ProgramSpec(open=Original, notes=all_notes)
