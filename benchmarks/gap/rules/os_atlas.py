"""Rule `os-atlas`: the AndroidControl script of OS-Atlas, which UI-TARS says it follows. Pure.

Actions are lines of text ("CLICK <point>[[500, 500]]</point>", "TYPE [text]", "SCROLL [UP]"); points are 0..1000.
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final, Literal, cast

from benchmarks.gap.records import (
    COMPLETE,
    IMPOSSIBLE,
    NO_BOXES,
    Direction,
    Kind,
    Match,
    Point,
    Predicted,
    Status,
    Step,
    Truth,
)
from benchmarks.gap.rules import geometry, texts
from benchmarks.gap.rules.answers import prediction
from benchmarks.gap.rules.fields import screen_of
from benchmarks.gap.rules.harness_records import step, written_truth
from benchmarks.gap.rules.rule import UNGROUNDED, UNREADABLE, Family, Option, Settings

_REACH: Final = 0.14 * 1000
_HALF: Final = 0.5
_UNIT: Final = (1000.0, 1000.0)
_VERBS: Final[Mapping[str, Kind]] = {
    "CLICK": "click",
    "LONG_PRESS": "long_press",
    "TYPE": "type",
    "SCROLL": "scroll",
    "OPEN_APP": "open",
    "WAIT": "wait",
    "COMPLETE": "stop",
    "IMPOSSIBLE": "stop",
    "PRESS_BACK": "press",
    "PRESS_HOME": "press",
    "PRESS_ENTER": "press",
    "ENTER": "press",
}
_WORDS: Final = {"click": "CLICK", "long_press": "LONG_PRESS", "type": "TYPE", "scroll": "SCROLL", "open": "OPEN_APP"}
_POINTED: Final = ("CLICK", "LONG_PRESS")
_TEXTS: Final = ("TYPE", "OPEN_APP")
_NUMBER: Final = re.compile(r"\d{1,9}")


@dataclass(frozen=True, slots=True)
class OsAtlas:
    """The matcher with its options; the defaults are the published behaviour."""

    first_word: bool = True
    over_half: bool = True
    cased: bool = True

    def wants_point(self, step: Step) -> bool:
        """Whether the correct action is a click or a long press."""
        return step.truth.kind in _POINTED_KINDS

    def match(self, step: Step, predicted: Predicted) -> Match:
        """Compare the prediction with the step."""
        truth = step.truth
        verb = _WORDS.get(truth.kind) or _verb_without_argument(truth.kind, truth.button, truth.code == IMPOSSIBLE)
        mine = _verb(predicted)
        pointed = verb in _POINTED
        if mine is None:
            return UNGROUNDED if pointed else UNREADABLE
        same = mine == verb
        if pointed:
            return _pointed(truth.touch, predicted.point, mine, same)
        return Match(True, mine, same, same and self._argument(truth, predicted, mine))

    def _argument(self, truth: Truth, predicted: Predicted, verb: str) -> bool:
        if verb == "SCROLL":
            wanted = geometry.heading(truth.touch, truth.lift) or truth.direction
            text = predicted.text or (geometry.finger(predicted) or "").upper()
            return wanted is not None and (text if self.cased else text.strip().upper()) == wanted.upper()
        return verb not in _TEXTS or self._text(predicted.text or "", truth.text)

    def _text(self, mine: str, wanted: str) -> bool:
        if mine == wanted:
            return True
        if self.first_word:
            mine, wanted = (f"[{text}]".split()[0] for text in (mine, wanted))
        score = texts.f1(mine, wanted)
        return score > _HALF or (score == _HALF and not self.over_half)


_POINTED_KINDS: Final = ("click", "long_press")


def _pointed(wanted: Point | None, point: Point | None, verb: str, same: bool) -> Match:
    """Compare both points by their distance in thousandths; boxes are not used."""
    if wanted is None or point is None:
        return Match(True, verb, same, False, grounded=False)
    (left, top), (x, y) = geometry.steps_of(wanted, _UNIT), geometry.steps_of(point, _UNIT)
    grounded = math.sqrt(geometry.square(x - left) + geometry.square(y - top)) <= _REACH
    return Match(True, verb, same, same and grounded, grounded, geometry.distance(wanted, point))


def _verb(predicted: Predicted) -> str | None:
    """The verb of a predicted action; None if OS-Atlas has no verb for it, or its direction is missing."""
    kind = predicted.kind
    if kind in ("clear", "link", "note") or (
        kind == "scroll" and not predicted.text and geometry.finger(predicted) is None
    ):
        return None
    if kind == "press" and not predicted.button.strip():
        return None
    return _WORDS.get(kind) or _verb_without_argument(kind, predicted.button, predicted.status == "impossible")


def _verb_without_argument(kind: str, button: str, gave_up: bool) -> str:
    """The verb of an action that has no argument."""
    if kind == "press":
        return f"PRESS_{texts.tidy(button).upper()}"
    return "WAIT" if kind == "wait" else "IMPOSSIBLE" if gave_up else "COMPLETE"


def record(mapping: Mapping[str, Any]) -> tuple[Step, Predicted | None]:
    """Parse `gt` and `pred`: an action as text, or a reply with one after "actions:"; coded steps, JSON and bare texts
    too.

    Raises:
        ValueError: the correct action is malformed.
    """
    gt, pred = mapping.get("gt"), mapping.get("pred")
    screen = screen_of(mapping)
    if isinstance(gt, Mapping):
        found = step(gt, written_truth(gt), NO_BOXES, screen_of(gt) or screen)
    else:
        found = Step("", "", 0, "", _truth(gt), screen=screen)
    mine = _read(pred) if isinstance(pred, str) and not pred.lstrip().startswith("{") else prediction(pred, screen)
    return found, mine


def _read(text: str) -> Predicted | None:
    """Parse a line of OS-Atlas, trimmed as its script does; None if it does not begin with a known verb."""
    _, actions_text, after = text.partition("actions:\n")
    line = after.strip("<|im_end|>") if actions_text else text  # noqa: B005 - the script takes these letters off, as letters
    verb, argument = _parts(line.strip())
    if verb not in _VERBS:
        return None
    kind = _VERBS[verb]
    status: Status | Literal[""] = ""
    if kind == "stop":
        status = "impossible" if verb == "IMPOSSIBLE" else "finish"
    typed = argument if kind in ("type", "open", "scroll") else None
    return Predicted(kind, _first_two(argument), text=typed, button=_button(verb), status=status)


def _truth(value: Any) -> Truth:
    verb, argument = _parts(value.strip()) if isinstance(value, str) else ("", "")
    if verb not in _VERBS:
        raise ValueError(f"gt {str(value)[:40]!r} is no action")
    kind, point = _VERBS[verb], _first_two(argument)
    if kind in _POINTED_KINDS and point is None:
        raise ValueError(f"gt {str(value)[:40]!r} has no point")
    direction = argument.strip().lower() if kind == "scroll" else None
    if kind == "scroll" and direction not in ("up", "down", "left", "right"):
        raise ValueError(f"gt {str(value)[:40]!r} has no direction")
    code = {"COMPLETE": COMPLETE, "IMPOSSIBLE": IMPOSSIBLE}.get(verb)
    return Truth(
        kind,
        code,
        point if kind in _POINTED_KINDS else None,
        direction=cast("Direction | None", direction),
        text=argument if kind in ("type", "open") else "",
        button=_button(verb),
    )


def _button(verb: str) -> str:
    return verb.removeprefix("PRESS_").lower() if _VERBS[verb] == "press" else ""


def _parts(line: str) -> tuple[str, str]:
    """The verb and the text in its square brackets."""
    verb, _, rest = line.partition(" ")
    rest = rest.strip()
    return verb, rest[1:-1] if rest.startswith("[") and rest.endswith("]") else rest


def _first_two(argument: str) -> Point | None:
    found = _NUMBER.findall(argument)[:2]
    return (int(found[0]) / 1000, int(found[1]) / 1000) if len(found) == 2 else None


_OPTIONS: Final = (
    Option("words", "first", {
        "all": "Only the first word after TYPE or OPEN_APP is compared, with its bracket, unless the texts are equal.",
    }),
    Option("half", "refuse", {
        "accept": "An F1 of exactly one half is not enough.",
    }),
    Option("case", "exact", {
        "ignore": "The direction of a scroll is compared with its case: `up` is not UP.",
    }),
)  # fmt: skip
_ABOUT: Final = (
    "The AndroidControl script of OS-Atlas (Apache-2.0), which UI-TARS says it follows: read only, but for its "
    "token F1, which was run. Points up to 140 of 1000 apart, long presses too, no boxes; everything else is the "
    "same line of text. Fractions are rounded to its whole thousandths."
)


def _matcher(settings: Settings) -> OsAtlas:
    return OsAtlas(
        first_word=settings["words"] == "first",
        over_half=settings["half"] == "refuse",
        cased=settings["case"] == "exact",
    )


_READS: Final = (
    '{"gt": "CLICK <point>[[500, 500]]</point>", "pred": "thoughts:\\n…actions:\\nCLICK <point>[[510, 490]]</point>"}; '
    "TYPE [text], SCROLL [UP], OPEN_APP [name], LONG_PRESS <point>…</point>, PRESS_BACK, PRESS_HOME, WAIT, COMPLETE"
)
FAMILY: Final = Family("os-atlas", 1, _ABOUT, _READS, _OPTIONS, _matcher, record)
