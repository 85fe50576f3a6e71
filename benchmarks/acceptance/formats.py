"""Model text in full counts: every vector, and 100,000 mutated replies that must do nothing but be read or refused."""

from __future__ import annotations

import json
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from itertools import islice
from typing import get_args

from adapters.agents.formats.grammar.action_json import written
from adapters.agents.formats.grammar.coordinates import Screen
from adapters.agents.formats.grammar.errors import FormatError
from adapters.agents.formats.grammar.format import Format, Mode
from benchmarks.acceptance.bar import Bar
from benchmarks.acceptance.mutations import mutations
from tests.adapters.agents.formats.vector_files import SCREEN, Vector, vectors
from tests.support.hostile import PATTERNS, hostile

_SEED = 7
_MUTATED = 100_000
_HOSTILE = 1 << 20
_SCREENS = (SCREEN, Screen(720, 1600), Screen(1, 1), Screen(2400, 1080))
_MODES: tuple[Mode, ...] = get_args(Mode)
_ELEMENTS = {number: (number, number, number + 40, number + 20) for number in range(30)}


def measure() -> list[Bar]:
    """All vectors, then an equal share of mutated replies for each format."""
    all_vectors = list(vectors())
    forms = {vector.format.name: vector.format for vector in all_vectors}
    held = [vector.holds(mode) for vector in all_vectors for mode in _MODES]
    bars = [Bar("every vector, lenient and official", f"{sum(held)} of {len(held)}", all(held))]
    share = -(-_MUTATED // len(forms))
    return [*bars, *(_fuzzed(form, all_vectors, share) for form in forms.values()), _hostile(forms.values())]


def _hostile(forms: Iterable[Format]) -> Bar:
    """A megabyte of each hostile pattern to each reader."""
    slowest, what = 0.0, ""
    for form in forms:
        for mode in _MODES:
            surface = form.surface(SCREEN, marks=_ELEMENTS if form.numbered else None, mode=mode)
            for made_of, text in hostile(form.name, _HOSTILE):
                began = time.process_time()
                with suppress(FormatError):
                    form.read(text, surface, mode)
                took = time.process_time() - began
                if took > slowest:
                    slowest, what = took, f"{form.name}, {mode}: {made_of}"
    return Bar(
        f"1 MB of each of {len(PATTERNS)} hostile patterns, alone and after a good beginning: ≤ 2 s of CPU",
        f"{slowest:.2f} s at most ({what})",
        slowest <= 2,
    )


def _fuzzed(form: Format, item: Sequence[Vector], count: int) -> Bar:
    """So many mutated replies of a format through both of its readers."""
    texts = [vector.text for vector in item if vector.format is form]
    found: Counter[str] = Counter()
    began = time.process_time()
    for number, text in enumerate(islice(mutations(texts, [vector.text for vector in item], _SEED), count)):
        found.update(_outcomes(form, text, number))
    took = time.process_time() - began
    return Bar(
        f"{form.name}: {count} mutated replies in both modes: read or refused, nothing else raised, none off screen",
        f"generic {found['generic read'] / count:.0%} read, official {found['official read'] / count:.0%}; "
        f"{found['raised']} raised, {found['off']} off; {took / count * 1e6:.0f} us each",
        found["raised"] == found["off"] == 0 and found["generic read"] > 0 and found["generic refused"] > 0,
    )


def _outcomes(form: Format, text: str, number: int) -> Iterator[str]:
    """The results of one reply in each mode."""
    screen = _SCREENS[number % len(_SCREENS)]
    schemes = list(form.schemes)
    marks = _ELEMENTS if form.numbered and number % 5 else None
    for mode in _MODES:
        surface = form.surface(screen, schemes[number % len(schemes)], marks, mode)
        try:
            form.read(text, surface, mode)
        except FormatError:
            yield f"{mode} refused"
        except Exception:  # noqa: BLE001 - what else is raised is what is counted here
            yield "raised"
            continue
        else:
            yield f"{mode} read"
        lines = written(form.decide(text, surface, mode))
        json.dumps(lines, ensure_ascii=False).encode()
        if mode == "generic" and any(_off(line, screen) for line in lines):
            yield "off"


def _off(line: dict[str, object], screen: Screen) -> bool:
    """Whether an action touches a point outside the screen."""
    across = [line[key] for key in ("x", "x1", "x2") if key in line]
    down = [line[key] for key in ("y", "y1", "y2") if key in line]
    return not (
        all(isinstance(value, int) and 0 <= value < screen.width for value in across)
        and all(isinstance(value, int) and 0 <= value < screen.height for value in down)
    )
