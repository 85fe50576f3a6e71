"""A file that describes how a program is run as an agent: its command, and how it asks on its console.

    command: python scripts/run.py --task "{instruction}"
    ask: "Question: (?P<question>.*)"

Mistakes are told with the line that they stand on. What a program may see is for whoever starts the run to say, so
isolation is no part of it.
"""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import Annotated, Any

import yaml
from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, ValidationError

from adapters.agents.external.process.command import check_gaps, split
from runtime.core.errors import UsageError


def _pattern(text: str) -> str:
    try:
        re.compile(text)
    except re.error as error:
        raise ValueError(f"not a regular expression: {error}") from None
    return text


def _words(value: Any) -> Any:
    if isinstance(value, str):
        try:
            return split(value)
        except UsageError as error:
            raise ValueError(str(error)) from None
    return value


def _several(value: Any) -> Any:
    return [value] if isinstance(value, str) else value


Pattern = Annotated[str, AfterValidator(_pattern)]
Lines = Annotated[tuple[str, ...], BeforeValidator(_several)]


class Description(BaseModel):
    """What a program file may say. Texts may have the gaps of `command.GAPS`; `answer` has {reply} beside them."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    command: Annotated[tuple[str, ...], BeforeValidator(_words)]
    """The command line, split as a shell would, or the list of its words."""
    copy_of: str = ""
    """A folder whose content is put into the working folder first: for programs that are run from their own folder.
    Its history and environments of Python in it stay behind."""
    stdin: Lines = ()
    """Lines written to its console at the start."""
    ask: Pattern = ""
    """What it writes when it asks its user: the group `question` is what is asked, else the whole of it."""
    takeover: Pattern = ""
    """What it writes when it wants its user to do something on the phone: the group `message`."""
    finish: Pattern = ""
    """What it writes when it is done: the group `text` is what the user is told."""
    replies: dict[Pattern, str] = {}
    """Prompts that nobody needs to be asked about, and the line, gaps filled, that answers each: `"Really?": "Y"`."""
    answer: str = "{reply}"
    """What it is written when the user has replied."""
    taken_over: str = ""
    """What it is written after a takeover, which the user declines: an empty line is the Enter that is waited for."""
    terminal: bool = False
    """Whether its console is a terminal, for output, errors and input alike; some programs ask only there."""
    environment: dict[str, str] = {}
    """Further variables."""
    paths: Lines = ()
    """Further files and folders that it may read."""
    reach: Lines = ()
    """Services of this computer that it may call, as HOST:PORT."""

    @property
    def listens(self) -> bool:
        """Whether what it writes to its console means something."""
        return bool(self.ask or self.takeover or self.finish or self.replies)

    @property
    def speaks(self) -> bool:
        """Whether anything will be written to it."""
        return bool(self.stdin or self.ask or self.takeover or self.replies)


class _Loader(yaml.SafeLoader):
    """Words are words: `no`, `on` and `1` in a command or a variable are texts; true and false are the only others."""


_Loader.yaml_implicit_resolvers = {}
_Loader.add_implicit_resolver("tag:yaml.org,2002:bool", re.compile(r"(?:true|false)\Z"), list("tf"))


def read(path: Path) -> Description:
    """The description in a file; paths in it are those of its folder. Blocks.

    Raises:
        UsageError: it cannot be read, or has mistakes; each is told with its line.
    """
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        why = error.strerror if isinstance(error, OSError) else "it is no text"
        raise UsageError(f"{path} cannot be read: {why}") from None
    return understood(text, path)


def understood(text: str, path: Path) -> Description:
    """The description in a text. Raises what `read` raises; pure but for `~`."""
    try:
        node = yaml.compose(text, Loader=_Loader)
        data = yaml.load(text, Loader=_Loader)
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        line = mark.line + 1 if mark else 1
        raise UsageError(f"{path}:{line}: not YAML ({getattr(error, 'problem', error)}); mend the file there") from None
    if not isinstance(data, dict) or node is None:
        raise UsageError(f"{path}:1: no program is described; write at least `command: ...`")
    try:
        found = Description.model_validate(data)
        check_gaps([*found.command, *found.stdin, found.answer, *found.environment.values(), *found.replies.values()])
    except ValidationError as error:
        raise UsageError("; ".join(_told(item, node, path) for item in error.errors(include_url=False))) from None
    except UsageError as error:
        raise UsageError(f"{path}: {error}") from None
    return found.model_copy(
        update={
            "copy_of": _whole(found.copy_of, path.parent),
            "paths": tuple(_whole(text, path.parent) for text in found.paths),
        }
    )


def _whole(text: str, folder: Path) -> str:
    return os.path.abspath(folder / Path(text).expanduser()) if text else ""


def _told(error: Any, node: yaml.Node, path: Path) -> str:
    known = ", ".join(Description.model_fields)
    if error["type"] == "extra_forbidden":
        what = f"{error['loc'][0]!r} is nothing that a program file says; there is: {known}"
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
