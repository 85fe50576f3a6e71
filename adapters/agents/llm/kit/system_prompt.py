"""Prompts of programs that set a line before them as the system's: the text's first paragraph is that line."""

from __future__ import annotations

from runtime.llm import Message, Picture


def addressed(text: str, *pictures: Picture) -> tuple[Message, Message]:
    """A prompt with its gaps filled as two messages: its first paragraph the system's, the rest with pictures ours.

    The first paragraph has no gaps, so nothing that fills one can move the cut.
    """
    system, _, rest = text.partition("\n\n")
    return Message("system", (system,)), Message("user", (rest, *pictures))
