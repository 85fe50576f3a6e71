"""Refuses YAML that would be endless or grow without end when it is read. Pure: text in, problem out."""

from __future__ import annotations

from typing import Final

import yaml

_DEEPEST: Final = 100


def problem_in_yaml(text: str) -> tuple[int, str] | None:
    """Return the line and the description of the first thing that makes a YAML text unfit to be read, if any.

    That is: it is not YAML, an alias stands for another part of the text, or parts are nested more than 100 deep.
    """
    depth = 0
    try:
        for event in yaml.parse(text, Loader=yaml.CSafeLoader):
            line = event.start_mark.line + 1 if event.start_mark else 1
            if isinstance(event, yaml.AliasEvent):
                return line, "it refers to another part of the file by & and *"
            if isinstance(event, yaml.CollectionStartEvent):
                depth += 1
                if depth > _DEEPEST:
                    return line, f"parts are nested more than {_DEEPEST} deep"
            elif isinstance(event, yaml.CollectionEndEvent):
                depth -= 1
    except yaml.MarkedYAMLError as error:
        return error.problem_mark.line + 1 if error.problem_mark else 1, f"not YAML ({error.problem or error})"
    except yaml.YAMLError as error:
        return 1, f"not YAML ({error})"
    return None
