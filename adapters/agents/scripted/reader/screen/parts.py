"""The texts on a screen as eyes group them: what stands in one box, or right below one another. Pure."""

from __future__ import annotations

from itertools import accumulate, pairwise

from adapters.agents.scripted.reader.screen.outline import Outline
from runtime.screen.tree import UiNode

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


def parts(page: Outline) -> tuple[Part, ...]:
    """Every box with few texts, in the order of the page, then neighbours that no box holds together."""
    nodes = page.nodes
    # What a picture is called where that says something new.
    told = [node.text or node.desc for node in nodes]
    told = [text if text and not _button(node) else "" for text, node in zip(told, nodes, strict=True)]
    said = [text for text in told if text]
    before = [0, *accumulate(1 if text else 0 for text in told)]
    found: dict[Part, None] = {}
    held: set[tuple[int, int]] = set()
    for index, node in enumerate(nodes):
        first, last = before[index], before[page.end(index)]
        if first < last and 0 < node.bounds[3] - node.bounds[1] <= _TALL and (first, last) not in held:
            held.add((first, last))
            texts = dict.fromkeys(said[first:last])
            if 0 < len(texts) <= _MOST:
                found[tuple(texts)] = None
    loose = [(node, _row(node)) for node in nodes if node.text]
    pairs = [(a, b) for (a, one), (b, other) in pairwise(loose) if one is other and _near(a, b)]
    triples = [(a, b, c) for (a, b), (same, c) in pairwise(pairs) if b is same]
    found.update(dict.fromkeys(tuple(one.text for one in group) for group in (*pairs, *triples)))
    return tuple(found)


def _button(node: UiNode) -> bool:
    """Buttons say what they do, and pictures what they show; neither tells a fact."""
    if node.cls.endswith("ImageView") and not node.text:
        return True
    return node.clickable and node.cls.endswith("Button") and "Radio" not in node.cls


def _near(above: UiNode, below: UiNode) -> bool:
    """Whether a text stands beside another on one line, or right below it and begins where that begins."""
    apart = below.bounds[1] - above.bounds[3]
    if abs(below.bounds[1] - above.bounds[1]) < _LINE and below.bounds[0] >= above.bounds[2]:
        return True
    return -_GAP < apart < _GAP and abs(below.bounds[0] - above.bounds[0]) < _GAP


def _row(node: UiNode) -> UiNode | None:
    """What would be touched with the text."""
    return node if node.clickable else next((one for one in node.ancestors() if one.clickable), None)
