"""Runs original agents unchanged, from a clone of the user's: `original:NAME?clone=FOLDER&python=INTERPRETER&…`.

    --agent 'original:open-autoglm?clone=Open-AutoGLM&python=venv/bin/python&model=autoglm-phone-9b&base_url=…'

`recipes/NAME.yaml` describes how an agent is run, `recipes/NAME.md` what is measured. A recipe becomes a program
description: the clone is copied into the episode's working folder, settings are changed in the copy, and the agent is
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

from adapters.agents.external.process.command import fill_placeholders
from adapters.agents.external.process.description import Description
from adapters.agents.external.process.openers import Opener
from adapters.agents.external.recipes.bootstrap import SettingMissing, replace_setting
from runtime.core.errors import UsageError
from runtime.plugins.protocols import AgentNotes
from runtime.plugins.specs import ProgramSpec

_NO_KEY: Final = "EMPTY"
"""The key for endpoints without keys, such as local servers: clients require one, servers ignore it."""


class _Model(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class RecipeOption(_Model):
    """An option that the user sets after the agent's name; required if it has no default."""

    what: str
    default: str | None = None
    kind: Literal["text", "folder", "url", "variable"] = "text"


class SetupCommand(_Model):
    """A command that runs before the agent; if it names an option, only when that option is not empty."""

    option: Annotated[str, Field(alias="if")] = ""
    words: tuple[str, ...]


class Recipe(_Model):
    """The command of an original agent. Texts may contain the options as placeholders, besides the general ones."""

    title: str
    needs: str
    asks: str
    files: tuple[str, ...] = ()
    """Files that must exist in the folder; otherwise the recipe does not fit."""
    folder: str = ""
    """The agent's folder within the clone."""
    options: dict[str, RecipeOption]
    settings: dict[str, dict[str, str]] = {}
    """Values of settings, by file of the copy and name."""
    first: tuple[SetupCommand, ...] = ()
    words: tuple[str, ...]
    """Arguments of the interpreter."""
    program: dict[str, Any] = {}
    """Further fields of the program description."""

    def usage(self, name: str) -> str:
        """Describes all options, for messages."""
        texts = [
            f"{key}={option.kind.upper()} ({option.what}{f'; {option.default}' if option.default else ''})"
            for key, option in self.options.items()
        ]
        return f"original:{name} takes {', '.join(texts)}"


def _recipe_folder() -> Traversable:
    return files("adapters.agents.external.recipes")


@cache
def recipe_names() -> tuple[str, ...]:
    """The names of all recipes. Blocks."""
    return tuple(
        sorted(path.name.removesuffix(".yaml") for path in _recipe_folder().iterdir() if path.name.endswith(".yaml"))
    )


@cache
def load_recipe(name: str) -> Recipe:
    """Loads a recipe. Blocks.

    Raises:
        UsageError: there is no recipe of that name.
    """
    if name not in recipe_names():
        raise UsageError(f"there is no original {name!r}; there is: {', '.join(recipe_names())}")
    return Recipe.model_validate(yaml.safe_load((_recipe_folder() / f"{name}.yaml").read_text(encoding="utf-8")))


class Original(Opener):
    """Opens `original:NAME?KEY=VALUE&…`."""

    def _description(self) -> Description:
        name, _, rest = self._program.address.partition(":")[2].partition("?")
        recipe = load_recipe(name)
        return program_description(recipe, name, parse_options(recipe, name, rest, os.environ))


def all_notes() -> dict[str, AgentNotes]:
    """The entries of `list agents`, by name."""
    return {name: _notes(name, load_recipe(name)) for name in recipe_names()}


def _notes(name: str, recipe: Recipe) -> AgentNotes:
    needed = [f"{key}={key.upper()}" for key, option in recipe.options.items() if option.default is None]
    return AgentNotes(recipe.title, recipe.needs, recipe.asks, f"--agent 'original:{name}?{'&'.join(needed)}'")


# -- options ----------------------------------------------------------------------------------------------------------


def parse_options(recipe: Recipe, name: str, text: str, environment: Mapping[str, str]) -> dict[str, str]:
    """Returns the value of every option from the text after the agent's name. Blocks.

    `environment` holds the variables that options of the kind `variable` name.

    Raises:
        UsageError: an option is unknown, missing, repeated or invalid.
    """
    given = _given_options(recipe, name, text)
    for key, option in recipe.options.items():
        if option.default is None and not given.get(key):
            raise UsageError(f"original:{name} needs {key}=…, {option.what}. {recipe.usage(name)}")
    return {key: _option_value(name, key, option, given, environment) for key, option in recipe.options.items()}


def _given_options(recipe: Recipe, name: str, text: str) -> dict[str, str]:
    given: dict[str, str] = {}
    for part in filter(None, text.split("&")):
        key, mark, value = part.partition("=")
        if not mark or key not in recipe.options or key in given:
            why = "is given twice" if key in given else "is not an option"
            raise UsageError(f"original:{name}: {part!r} {why}; write KEY=VALUE. {recipe.usage(name)}")
        given[key] = unquote(value)
    return given


def _option_value(
    name: str, key: str, option: RecipeOption, given: Mapping[str, str], environment: Mapping[str, str]
) -> str:
    value = given.get(key, option.default or "")
    if option.kind == "variable":
        if key in given and value not in environment:
            raise UsageError(
                f"original:{name}: the variable {value} is not set; {key} is {option.what}, not the key itself"
            )
        return environment.get(value, _NO_KEY)
    if value and option.kind == "folder":
        path = os.path.abspath(Path(value).expanduser())
        if not os.path.isdir(path):
            raise UsageError(f"original:{name}: {key}={value} is not a folder; give {option.what}")
        return path
    if value and option.kind == "url":
        if urlsplit(value).scheme not in ("http", "https") or not urlsplit(value).hostname:
            raise UsageError(f"original:{name}: {key}={value} is not a URL; give {option.what}")
        return value.rstrip("/")
    return value


# -- the program ------------------------------------------------------------------------------------------------------


def program_description(recipe: Recipe, name: str, chosen: Mapping[str, str]) -> Description:
    """The description of the program to start with these options. Blocks.

    Raises:
        UsageError: the clone does not fit the recipe.
    """
    folder = Path(chosen["clone"]) / recipe.folder
    settings = {
        file: {key: fill_placeholders(value, chosen) for key, value in file_settings.items()}
        for file, file_settings in recipe.settings.items()
    }
    _check_clone(folder, [fill_placeholders(file, chosen) for file in recipe.files], settings, name)
    job = {
        "settings": settings,
        "first": [
            [fill_placeholders(word, chosen) for word in command.words]
            for command in recipe.first
            if not command.option or chosen[command.option]
        ],
        "words": [fill_placeholders(word, chosen) for word in recipe.words],
    }
    begin = files("adapters.agents.external.recipes").joinpath("bootstrap.py").read_text(encoding="utf-8")
    fields = _fill_all(recipe.program, chosen)
    fields["paths"] = [path for path in fields.get("paths", ()) if path]
    try:
        return Description(
            command=(chosen["python"], "-I", "-c", begin, json.dumps(job)),
            copy_of=str(folder),
            **fields,
        )
    except ValidationError as error:
        raise UsageError(f"original:{name}: {error}") from None


def _check_clone(folder: Path, needed: list[str], settings: Mapping[str, Mapping[str, str]], name: str) -> None:
    missing = next((file for file in needed if not (folder / file).is_file()), None)
    if missing is not None:
        raise UsageError(f"original:{name}: there is no {missing} in {folder}; is clone= the folder that was cloned?")
    for file, keys in settings.items():
        text = (folder / file).read_text(encoding="utf-8", errors="replace")
        for key, value in keys.items():
            try:
                replace_setting(text, file.rpartition(".")[2], key, "1" if value.startswith("$") else value)
            except SettingMissing as setting:
                raise UsageError(
                    f"original:{name}: {folder / file} has no setting {setting}; the recipe is for another version "
                    "(its page says which)"
                ) from None


def _fill_all(content: Any, chosen: Mapping[str, str]) -> Any:
    if isinstance(content, dict):
        return {key: _fill_all(value, chosen) for key, value in content.items()}
    if isinstance(content, list):
        return [_fill_all(value, chosen) for value in content]
    return fill_placeholders(content, chosen) if isinstance(content, str) else content


ORIGINAL: Final = ProgramSpec(open=Original, notes=all_notes)
