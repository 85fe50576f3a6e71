"""Comments below a post, an article or a video, with the answers to them, and the bar in which they are written. Pure.

A comment is a frozen dataclass with an `id`; `parent` returns the id of what it answers, empty for nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from typing import Any, Protocol, TypeVar

from adapters.phone.components.boxes import Pad, column, line, words
from adapters.phone.ui import widgets
from adapters.phone.ui.node import Ev, Node, node
from adapters.phone.ui.widgets import Some


class Comment(Protocol):
    """What somebody wrote."""

    @property
    def id(self) -> str:
        """Its id, which answers name."""


C = TypeVar("C", bound=Comment)


def in_threads(
    comments: Sequence[C],
    parent: Callable[[C], str],
    *,
    order: Callable[[list[C]], list[C]] = list,
    folded: Collection[str] = (),
) -> Iterator[tuple[C, int]]:
    """Yield comments below what they answer, with their depth. An answer to what is not there stands by itself.

    Args:
        comments: all comments, in the order in which they were written.
        parent: returns the id of what a comment answers.
        order: sorts the comments that answer the same.
        folded: ids of comments whose answers are left out.
    """
    known = {comment.id for comment in comments}
    children: dict[str, list[C]] = {}
    for comment in comments:
        answered = parent(comment)
        children.setdefault(answered if answered in known else "", []).append(comment)

    def below(answered: str, depth: int) -> Iterator[tuple[C, int]]:
        for comment in order(children.get(answered, [])):
            yield comment, depth
            if comment.id not in folded:
                yield from below(comment.id, depth + 1)

    return below("", 0)


def comment_row(face: Node, *texts: Some, trailing: Some = None, inset: float, top: float = 8, end: float) -> Node:
    """Return a comment: who wrote it, the texts, and what stands at the right of them."""
    return node(
        "row", face, words(*texts), trailing,
        id="row_comment", cls=widgets.GROUP, width="fill", pad=(inset, top, end, 0), gap=12,
    )  # fmt: skip


def replying_to(
    author: str, stop: Ev, *, style: str = "13,18,Regular,0.1", color: str = "on_surface_variant", rid: str = "",
    end: float = 2,
) -> Node:  # fmt: skip
    """Return the line above the field that says whom the comment answers, with a button that stops that."""
    close = widgets.action("close", "Stop replying", stop, rid="stop_reply").styled(size=18)
    text = widgets.text(f"Replying to {author}", style, color, grow=1, id=rid)
    return line(text, close, height=40, pad=(16, 0, end, 0), bg="container")


def comment_bar(*children: Some, above: Node | None = None, bg: str = "surface", pad: Pad, **look: Any) -> Node:
    """Return the bar at the lower edge in which a comment is written, below whom it answers."""
    return column(widgets.divider(), above, line(*children, pad=pad, **{"height": 60, "gap": 12, **look}), bg=bg)
