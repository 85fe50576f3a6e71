"""The two pictures: an episode as a strip of screens with its dialogue, and a grid of virtual phones."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from PIL import Image, ImageDraw

from benchmarks.pictures import drawing
from benchmarks.pictures.recording import Episode, Moment, describe
from runtime.core.actions import AskUser, Tap
from runtime.metrics import counts

_STRIP_PHONE: Final = 236
_GRID_PHONE: Final = 190
_GAP: Final = 22
_MARGIN: Final = 32
_CAPTION: Final = 27
_CAPTION_LINES: Final = 2
_TITLE: Final = 40


def run_picture(episode: Episode) -> Image.Image:
    """The instruction, each screen with the action that followed on it, the dialogue, and what was judged."""
    columns = len(episode.moments)
    first = drawing.phone(episode.moments[0].screen, _STRIP_PHONE)
    width = columns * (_STRIP_PHONE + _GAP) - _GAP + 2 * _MARGIN
    top = _MARGIN + 2 * _TITLE + 16
    caption = top + first.height + 18
    height = caption + _CAPTION_LINES * _CAPTION * 5 // 4 + 34 + _CAPTION + _MARGIN
    page = Image.new("RGB", (width, height), drawing.PAPER)
    draw = ImageDraw.Draw(page)
    level = f"{episode.task.level.capitalize()} instruction"
    draw.text((_MARGIN, _MARGIN), level, drawing.GREY, drawing.font(_CAPTION), anchor="lt")
    title = f"“{episode.task.instruction}”"
    draw.text((_MARGIN, _MARGIN + _TITLE), title, drawing.INK, drawing.font(_TITLE, "Medium"), anchor="lt")
    for index, moment in enumerate(episode.moments):
        left = _MARGIN + index * (_STRIP_PHONE + _GAP)
        shown = _with_dialogue(moment)
        page.paste(shown, (left, top), shown)
        words = f"{index + 1}. {describe(moment)}"
        face = drawing.font(_CAPTION)
        for row, line in enumerate(drawing.wrap(words, _STRIP_PHONE, face, _CAPTION_LINES)):
            draw.text((left, caption + (row + 1) * _CAPTION * 5 // 4), line, drawing.INK, face, anchor="ls")
    bottom = height - _MARGIN - _CAPTION
    draw.text((_MARGIN, bottom), summary(episode), drawing.GREEN, drawing.font(_CAPTION, "Medium"), anchor="lt")
    return page


def phones_picture(screens: Sequence[Image.Image], columns: int = 10) -> Image.Image:
    """Screens of virtual phones in rows."""
    phones = [drawing.phone(screen, _GRID_PHONE) for screen in screens]
    rows = -(-len(phones) // columns)
    high = phones[0].height
    page = Image.new(
        "RGB",
        (columns * (_GRID_PHONE + _GAP) - _GAP + 2 * _MARGIN, rows * (high + _GAP) - _GAP + 2 * _MARGIN),
        drawing.PAPER,
    )
    for index, shown in enumerate(phones):
        row, column = divmod(index, columns)
        page.paste(shown, (_MARGIN + column * (_GRID_PHONE + _GAP), _MARGIN + row * (high + _GAP)), shown)
    return page


def summary(episode: Episode) -> str:
    """The judge's findings in one line."""
    score = episode.score
    hits = counts.key_steps_hit(score)
    parts = [
        f"Judged: {counts.met_final(score)} of {score.requirements} requirements met",
        f"{hits} of {score.key_steps} key steps",
        f"{counts.redundant_steps(score)} of {score.steps} steps redundant",
        f"{counts.compliant(score)} of {score.turns} questions proper",
        f"{counts.filled(score)} of {score.gap} missing values obtained",
    ]
    return "   ·   ".join(parts)


def _with_dialogue(moment: Moment) -> Image.Image:
    """The phone of a moment with what was touched or said."""
    action = moment.action
    screen = drawing.mark(moment.screen, action.x, action.y) if isinstance(action, Tap) else moment.screen
    shown = drawing.phone(screen, _STRIP_PHONE)
    if isinstance(action, AskUser):
        y = shown.height // 12
        for text, speaker in ((action.question, "agent"), (moment.reply, "user")):
            bubble = drawing.bubble(text, _STRIP_PHONE - 40, speaker, 21)
            left = 14 if speaker == "agent" else _STRIP_PHONE - bubble.width - 14
            shown.paste(bubble, (left, y), bubble)
            y += bubble.height + 10
    return shown
