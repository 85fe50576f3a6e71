"""Builds the requests to Mobile-Agent-v2's four agents and parses their replies. Pure."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final, Literal

from adapters.agents.formats.grammar.coordinates import Screen
from adapters.agents.formats.grammar.format import Mode
from adapters.agents.llm.kit.marks import on_screen
from adapters.agents.llm.kit.system_prompt import addressed
from runtime.llm import Message, Picture, Prompt
from runtime.screen.tree import UiNode, UiTree

DECISION: Final = "mobile-agent-v2-decision"
MEMORY: Final = "mobile-agent-v2-memory"
REFLECTION: Final = "mobile-agent-v2-reflection"
PLANNING: Final = "mobile-agent-v2-planning"
NAMES: Final = (DECISION, MEMORY, REFLECTION, PLANNING)

Result = Literal["A", "B", "C", ""]
"""What reflection says of an operation: as meant, a wrong page, nothing happened; empty: none of the three."""
_RESULTS: Final[tuple[Result, ...]] = ("A", "B", "C")
_ALONE: Final = re.compile(r"\b[ABC]\b")
_NONE: Final = "None."


@dataclass(frozen=True, slots=True)
class Perceived:
    """A screen in words: what lies where, and whether a keyboard is there to type with."""

    lines: tuple[str, ...]
    keyboard: bool

    @property
    def text(self) -> str:
        return "\n".join(self.lines) or _NONE


def perceive(tree: UiTree, screen: Screen) -> Perceived:
    """Texts and icons with their middles, by the accessibility tree.

    The program reads texts off the picture, finds icons by a detector and has another model describe them. Here a text
    is the tree's, and an icon is what can be touched, or has a description, and has no text in it.
    """
    lines: list[str] = []
    for node in tree.walk():
        bounds = on_screen(node.bounds, screen)
        what = _what(node)
        if bounds is None or not what:
            continue
        x, y = (bounds[0] + bounds[2]) // 2, (bounds[1] + bounds[3]) // 2
        lines.append(f"[{x}, {y}]; {what}")
    focused = tree.focused()
    return Perceived(tuple(dict.fromkeys(lines)), focused is not None and focused.cls.endswith("EditText"))


def _what(node: UiNode) -> str:
    if node.text:
        return f"text: {_one_line(node.text)}"
    if node.children:
        return ""
    if node.desc:
        return f"icon: {_one_line(node.desc)}"
    if node.clickable or node.long_clickable:
        return f"icon: {node.short_id.replace('_', ' ')}" if node.short_id else "icon"
    return ""


def _one_line(text: str) -> str:
    return " ".join(text.split())


def labelled(tree: UiTree, screen: Screen, name: str) -> tuple[int, int] | None:
    """The point that the program touches to open an app: above its name, by the height of that text.

    A launcher whose icon and label are one element has its text all over it: there the middle is the place.
    """
    for node in tree.walk():
        bounds = on_screen(node.bounds, screen)
        if bounds is not None and node.text == name:
            left, top, right, bottom = bounds
            above = 0 if node.clickable else bottom - top
            return screen.clamp((left + right) // 2, (top + bottom) // 2 - above)
    return None


@dataclass(slots=True)
class EpisodeNotes:
    """State of an episode: successful operations, progress, memory, and the last operation if it failed."""

    instruction: str
    hint: str = ""
    operations: list[tuple[str, str]] = field(default_factory=list)
    """Operation, in its words, and action."""
    progress: str = ""
    memory: str = ""
    failed: tuple[str, str] | None = None

    def succeeded(self, operation_and_action: tuple[str, str], progress: str) -> None:
        """An operation went as it was meant."""
        self.operations.append(operation_and_action)
        self.progress = progress or self.progress
        self.failed = None

    def remember(self, reply_text: str) -> None:
        """Keep what a reply of the memory agent holds, unless it is nothing or is there already."""
        content = _after(reply_text, "Important content").split("\n\n")[0].strip()
        if content and "None" not in content and content not in self.memory:
            self.memory += f"{content}\n"

    @property
    def history(self) -> str:
        """The operations that went as meant; of each what its words say before ` to `, and the action."""
        rows = (
            f"Step-{number}: [Operation: {operation.split(' to ')[0].strip()}; Action: {action}]"
            for number, (operation, action) in enumerate(self.operations, 1)
        )
        return "\n".join(rows) or _NONE


def decision(
    prompt: Prompt, notes: EpisodeNotes, seen: Perceived, screen: Screen, picture: Picture
) -> tuple[Message, ...]:
    """The request of the decision agent; its chat goes on in `memory`."""
    failed = notes.failed and (
        f'The last operation was "{notes.failed[0]}", by the action "{notes.failed[1]}". It did not do what was meant: '
        "think why, and decide otherwise."
    )
    typing = "Type (text): write the text into the field in use."
    text = prompt.fill(
        **_screen(notes, seen, screen),
        history=notes.history,
        progress=notes.progress or _NONE,
        memory=notes.memory.strip() or _NONE,
        last=failed or _NONE,
        type=typing if seen.keyboard else "(Type is not there now: touch a field first, so that the keyboard opens.)",
    )
    return addressed(text, picture)


def memory(prompt: Prompt, chat: tuple[Message, ...], reply: str) -> tuple[Message, ...]:
    """The decision's chat, continued with the question of what to remember of the screen."""
    return (*chat, Message("assistant", (reply or "(nothing)",)), Message("user", (prompt.fill(),)))


def reflection(
    prompt: Prompt,
    notes: EpisodeNotes,
    screen: Screen,
    operation_and_action: tuple[str, str],
    before: tuple[Perceived, Picture],
    after: tuple[Perceived, Picture],
) -> tuple[Message, ...]:
    """The request of the reflection agent: the screens before and after an operation."""
    text = prompt.fill(
        instruction=notes.instruction,
        hint=notes.hint or _NONE,
        width=str(screen.width),
        height=str(screen.height),
        before=before[0].text,
        before_keyboard=_keyboard(before[0]),
        after=after[0].text,
        after_keyboard=_keyboard(after[0]),
        operation=operation_and_action[0],
        action=operation_and_action[1],
    )
    return addressed(text, before[1], after[1])


def planning(prompt: Prompt, notes: EpisodeNotes, operation_and_action: tuple[str, str]) -> tuple[Message, ...]:
    """The request of the planning agent: what has been completed, this operation included; no picture."""
    rows = [
        f"Step-{number}: {operation}"
        for number, (operation, _) in enumerate([*notes.operations, operation_and_action], 1)
    ]
    text = prompt.fill(
        instruction=notes.instruction,
        hint=notes.hint or _NONE,
        history="\n".join(rows),
        progress=notes.progress or _NONE,
    )
    return addressed(text)


def result(reply: str, mode: Mode) -> Result:
    """The result in the reflection agent's reply.

    In official mode the first of A, B, C that occurs anywhere in it, in any word; else the first that stands alone.
    """
    answer = _after(reply, "Answer")
    if mode == "official":
        return next((letter for letter in _RESULTS if letter in answer), "")
    alone = _ALONE.search(answer)
    return next((letter for letter in _RESULTS if alone and letter == alone[0]), "")


def completed(reply: str) -> str:
    """The completed contents in the planning agent's reply."""
    return _one_line(_after(reply, "Completed contents"))


def _after(reply: str, heading: str) -> str:
    """The text after the last such heading; the complete text if there is none."""
    return reply.rpartition(f"### {heading} ###")[2].strip()


def _screen(notes: EpisodeNotes, seen: Perceived, screen: Screen) -> Mapping[str, str]:
    return {
        "instruction": notes.instruction,
        "hint": notes.hint or _NONE,
        "width": str(screen.width),
        "height": str(screen.height),
        "elements": seen.text,
        "keyboard": _keyboard(seen),
    }


def _keyboard(seen: Perceived) -> str:
    return "The keyboard is open: you can type." if seen.keyboard else "The keyboard is not open: you can't type."
