"""The texts on a screen as eyes group them: what stands in one box, or right below one another. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from runtime.ui import UiNode

Part = tuple[str, ...]
"""Texts that belong together, from top to bottom."""

_MOST = 12
"""Texts of the largest part."""
_TALL = 700
"""Pixels of height beyond which a box is no part but the page."""
_LINE = 24
"""Pixels by which the tops of texts on one line may differ."""
_GAP = 70
"""Pixels between a text and the one below it that still belongs to it."""


def parts(nodes: Sequence[UiNode]) -> tuple[Part, ...]:
    """Every box with few texts, in the order of the page, then neighbours that no box holds together."""
    boxes = [_texts(one) for one in nodes if 0 < one.bounds[3] - one.bounds[1] <= _TALL]
    found = {box: None for box in boxes if 0 < len(box) <= _MOST}
    loose = [one for one in nodes if one.text]
    pairs = [(a, b) for a, b in pairwise(loose) if _near(a, b)]
    triples = [(a, b, c) for (a, b), (same, c) in pairwise(pairs) if b is same]
    found.update(dict.fromkeys(tuple(one.text for one in group) for group in (*pairs, *triples)))
    return tuple(found)


def _texts(node: UiNode) -> Part:
    """What is written in the box; what a picture is called where that says something new."""
    texts = dict.fromkeys(text for one in node.walk() if not _button(one) for text in (one.text or one.desc,) if text)
    return tuple(texts) if len(texts) <= _MOST else ()


def _button(node: UiNode) -> bool:
    """Buttons say what they do, and pictures what they show; neither tells a fact."""
    if node.cls.endswith("ImageView") and not node.text:
        return True
    return node.clickable and node.cls.endswith("Button") and "Radio" not in node.cls


def _near(above: UiNode, below: UiNode) -> bool:
    """Whether a text stands beside another on one line, or right below it and begins where that begins."""
    if _row(above) is not _row(below):
        return False
    apart = below.bounds[1] - above.bounds[3]
    if abs(below.bounds[1] - above.bounds[1]) < _LINE and below.bounds[0] >= above.bounds[2]:
        return True
    return -_GAP < apart < _GAP and abs(below.bounds[0] - above.bounds[0]) < _GAP


def _row(node: UiNode) -> UiNode | None:
    """What would be touched with the text."""
    return node if node.clickable else next((one for one in node.ancestors() if one.clickable), None)
