"""A file that describes how to run a program as an agent: its command, and how it asks on its console.

    command: python scripts/run.py --task "{instruction}"
    ask: "Question: (?P<question>.*)"

Errors name the line in the file. Isolation is not part of it: whoever starts the run decides what a program may see.
"""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import Annotated, Any

import yaml
from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, ValidationError

from adapters.agents.external.process.command import check_placeholders, split_command
from runtime.core.errors import UsageError
from runtime.core.given_files import read_given_text
from runtime.core.given_yaml import problem_in_yaml


def _check_pattern(text: str) -> str:
    try:
        re.compile(text)
    except re.error as error:
        raise ValueError(f"not a regular expression: {error}") from None
    return text


def _as_words(value: Any) -> Any:
    if isinstance(value, str):
        try:
            return split_command(value)
        except UsageError as error:
            raise ValueError(str(error)) from None
    return value


def _as_list(value: Any) -> Any:
    return [value] if isinstance(value, str) else value


Pattern = Annotated[str, AfterValidator(_check_pattern)]
Lines = Annotated[tuple[str, ...], BeforeValidator(_as_list)]


class Description(BaseModel):
    """The content of a program file.

    Texts may contain the placeholders of `command.PLACEHOLDERS`; `answer` may contain {reply} as well.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    command: Annotated[tuple[str, ...], BeforeValidator(_as_words)]
    """The command line, to be split like a shell, or the list of its words."""
    copy_of: str = ""
    """A folder to copy into the working folder first, for programs that run in their own folder. Git history and
    virtual environments are not copied.
    """
    stdin: Lines = ()
    """Lines written to standard input at the start."""
    ask: Pattern = ""
    """Pattern of a question to the user: the group `question`, or the entire match."""
    takeover: Pattern = ""
    """Pattern of a request that the user operate the phone: the group `message`."""
    finish: Pattern = ""
    """Pattern of the end: the group `text` is the message to the user."""
    replies: dict[Pattern, str] = {}
    """Fixed replies to prompts that need no user, by pattern: `"Really?": "Y"`. Placeholders are filled."""
    answer: str = "{reply}"
    """The line written to the program after the user has replied."""
    taken_over: str = ""
    """The line written after a takeover, which the user always declines; empty means Enter."""
    terminal: bool = False
    """Whether the console is a terminal, for output, errors and input; some programs ask only there."""
    environment: dict[str, str] = {}
    """Additional environment variables."""
    paths: Lines = ()
    """Additional files and folders that it may read."""
    reach: Lines = ()
    """Services on this computer that it may connect to, as HOST:PORT."""

    @property
    def uses_console(self) -> bool:
        """Whether the program's output is searched for patterns."""
        return bool(self.ask or self.takeover or self.finish or self.replies)

    @property
    def needs_stdin(self) -> bool:
        """Whether anything is written to the program's standard input."""
        return bool(self.stdin or self.ask or self.takeover or self.replies)


class _Loader(yaml.SafeLoader):
    """Loads all scalars as text, so that `no`, `on` and `1` stay words; only true and false are booleans."""


_Loader.yaml_implicit_resolvers = {}
_Loader.add_implicit_resolver("tag:yaml.org,2002:bool", re.compile(r"(?:true|false)\Z"), list("tf"))


def read_description(path: Path) -> Description:
    """Reads a description file; its relative paths are relative to its folder. Blocks.

    Raises:
        UsageError: the file cannot be read, or has errors; each error names its line.
    """
    return parse_description(read_given_text(path), path)


def parse_description(text: str, path: Path) -> Description:
    """Parses a description. Raises UsageError like `read_description`. Pure except for `~`."""
    if problem := problem_in_yaml(text):
        raise UsageError(f"{path}:{problem[0]}: {problem[1]}; correct it there")
    try:
        node = yaml.compose(text, Loader=_Loader)
        data = yaml.load(text, Loader=_Loader)
    except yaml.MarkedYAMLError as error:
        line = error.problem_mark.line + 1 if error.problem_mark else 1
        raise UsageError(f"{path}:{line}: not YAML ({error.problem}); correct it there") from None
    if not isinstance(data, dict) or node is None:
        raise UsageError(f"{path}:1: describes no program; write at least `command: ...`")
    try:
        found = Description.model_validate(data)
        check_placeholders(
            [*found.command, *found.stdin, found.answer, *found.environment.values(), *found.replies.values()]
        )
    except ValidationError as error:
        raise UsageError(
            "; ".join(_describe_error(item, node, path) for item in error.errors(include_url=False))
        ) from None
    except UsageError as error:
        raise UsageError(f"{path}: {error}") from None
    return found.model_copy(
        update={
            "copy_of": _absolute(found.copy_of, path.parent),
            "paths": tuple(_absolute(text, path.parent) for text in found.paths),
        }
    )


def _absolute(text: str, folder: Path) -> str:
    return os.path.abspath(folder / Path(text).expanduser()) if text else ""


def _describe_error(error: Any, node: yaml.Node, path: Path) -> str:
    known = ", ".join(Description.model_fields)
    if error["type"] == "extra_forbidden":
        what = f"{error['loc'][0]!r} is not a field of a program file; known are: {known}"
    else:
        what = f"{'.'.join(map(str, error['loc']))}: {error['msg']}"
    return f"{path}:{_line(node, error['loc'])}: {what}"


def _line(node: yaml.Node, place: tuple[str | int, ...]) -> int:
    line = node.start_mark.line
    for part in place:
        if isinstance(node, yaml.MappingNode):
            found = next(((key, value) for key, value in node.value if key.value == part), None)
            if found is None:
                break
            line, node = found[0].start_mark.line, found[1]
        elif isinstance(node, yaml.SequenceNode) and isinstance(part, int) and part < len(node.value):
            node = node.value[part]
            line = node.start_mark.line
    return line + 1
