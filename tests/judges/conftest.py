"""A small burger shop as hand-made accessibility trees, and a recorder that writes episodes in it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from typing import Any
from xml.sax.saxutils import quoteattr

import pytest

from runtime.core.actions import Action, Answer, AskUser, Finish, Key, Launch, Tap, Wait
from runtime.core.events import (
    AnyEvent,
    AnyTruth,
    Ended,
    Ending,
    Observed,
    Performed,
    Released,
    Replied,
    Started,
    StateRead,
)
from runtime.core.tasks import (
    Check,
    Intent,
    KeyStep,
    Level,
    Pattern,
    Phrasing,
    Reference,
    Requirement,
    Selector,
    Setup,
    State,
    StateChange,
    Task,
)
from runtime.plugins.protocols import Evidence
from runtime.screen.tree import UiNode, UiTree, parse

PACKAGE = "app.bunwright"


def node(cls: str = "View", *children: str, **attributes: str) -> str:
    """Makes one element. `x` and `y` place it in a grid of 100 px cells; `box` gives its bounds."""
    y, x = int(attributes.pop("y", "0")), int(attributes.pop("x", "0"))
    box = attributes.pop("box", f"[{x * 100},{y * 100}][{x * 100 + 90},{y * 100 + 90}]")
    given = {
        "class": f"android.widget.{cls}",
        "package": attributes.pop("package", PACKAGE),
        "bounds": box,
        **{name.replace("_", "-"): value for name, value in attributes.items()},
    }
    words = " ".join(f"{name}={quoteattr(value)}" for name, value in given.items())
    return f"<node {words}>{''.join(children)}</node>"


def screen(title: str, *parts: str, package: str = PACKAGE) -> bytes:
    """Makes a full window of 1080x2400 with a toolbar."""
    bar = node("ViewGroup", node("TextView", text=title, package=package), resource_id=f"{package}:id/toolbar")
    root = node("FrameLayout", bar, *parts, box="[0,0][1080,2400]", package=package)
    return f"<hierarchy rotation='0'>{root}</hierarchy>".encode()


def button(text: str, y: int, **more: str) -> str:
    """Makes a button with its text."""
    return node("Button", text=text, y=str(y), clickable="true", resource_id=f"{PACKAGE}:id/{text.lower()}", **more)


def chip(text: str, y: int, chosen: bool) -> str:
    """Makes a single-choice chip."""
    return node(
        "RadioButton", text=text, y=str(y), clickable="true", checkable="true", checked="true" if chosen else "false"
    )


def switch(text: str, y: int, on: bool) -> str:
    """Makes a settings row with a switch."""
    inner = node("Switch", y=str(y), checkable="true", checked="true" if on else "false")
    return node("LinearLayout", node("TextView", text=text, y=str(y)), inner, y=str(y), clickable="true")


REQUIREMENTS = (
    Requirement(
        "size",
        "explicit",
        "size",
        "make it double",
        "Double",
        "Single",
        options=("Single", "Double"),
        seen=Pattern(app="bunwright", page="Placed", row=("copper pan", "double")),
        truth=Check("bunwright/orders/*", "has", {"item": "Copper Pan", "size": "Double"}),
    ),
    Requirement(
        "burger",
        "anchor",
        "burger",
        "order a Copper Pan",
        "Copper Pan",
        "",
        seen=Pattern(app="bunwright", page="Placed", texts=("copper pan",)),
        truth=Check("bunwright/orders/*", "has", {"item": "Copper Pan"}),
    ),
)
KEY_STEPS = (
    KeyStep("pick", Tap(0, 0), Selector(text="Copper Pan")),
    KeyStep("double", Tap(0, 0), Selector(text="Double"), ("size",)),
    KeyStep("order", Tap(0, 0), Selector(resource_id="order"), ("burger",), commits=True),
)
INTENT = Intent(
    "burger-order",
    "e-commerce",
    "functional",
    "prior",
    ("bunwright",),
    REQUIREMENTS,
    Reference(
        (),
        KEY_STEPS,
        closing=Check("bunwright/orders/*", "at_least", 1),
        closing_seen=Pattern(app="bunwright", page="Placed"),
        effects=(StateChange(("bunwright", "orders", 0), {"item": "Copper Pan", "size": "Double"}),),
        incidental=("bunwright/draft",),
    ),
    Setup(),
    Phrasing("", "", ()),
)


@dataclass
class Shop:
    """Plays the burger shop by hand: each method performs a step and records it as the engine does."""

    can_see: bool = True
    page: str = "Menu"
    size: str = "Single"
    gifts: bool = False
    orders: list[dict[str, str]] = field(default_factory=list)
    notice: str = ""
    step: int = 0
    items: list[AnyEvent | AnyTruth] = field(default_factory=list)
    blobs: dict[str, bytes] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self._add(Started, task="t", agent="a", device="d", seed=0)
        self._look()

    # -- what is shown

    def window(self) -> bytes:
        extra = [node("TextView", text=self.notice, y="20")] if self.notice else []
        match self.page:
            case "Menu":
                return screen(
                    "Menu", button("Copper Pan", 3), button("Plain Jane", 4), switch("Gifts", 5, self.gifts), *extra
                )
            case "Item":
                chips = [chip(size, 3 + at, size == self.size) for at, size in enumerate(("Single", "Double"))]
                return screen("Copper Pan", *chips, button("Order", 6), *extra)
            case _:
                rows = [
                    node(
                        "ViewGroup",
                        *(node("TextView", text=text, y=str(3 + at)) for text in order.values()),
                        y=str(3 + at),
                    )
                    for at, order in enumerate(self.orders)
                ]
                return screen(
                    "Placed", node("RecyclerView", *rows, box="[0,300][1080,2000]", scrollable="true"), *extra
                )

    # -- what is done

    def do(self, action: Action, *, free: bool = False) -> Shop:
        self.step += not free
        self._add(Performed, step=self.step, action=action)
        return self

    def tap(self, y: int) -> Shop:
        """Tap row `y` of the grid."""
        self.do(Tap(45, y * 100 + 45))
        match self.page, y:
            case "Menu", 3:
                self.page = "Item"
            case "Menu", 5:
                self.gifts = not self.gifts
            case "Item", 3 | 4:
                self.size = ("Single", "Double")[y - 3]
            case "Item", 6:
                self.page = "Placed"
                self.orders.append({"item": "Copper Pan", "size": self.size})
            case _:
                pass
        self._look()
        return self

    def back(self) -> Shop:
        self.do(Key("BACK"))
        self.page = {"Item": "Menu", "Placed": "Item"}.get(self.page, self.page)
        self._look()
        return self

    def wait(self) -> Shop:
        self.do(Wait())
        self._look()
        return self

    def launch(self) -> Shop:
        self.do(Launch("Bunwright"))
        self._look()
        return self

    def ask(
        self, question: str, text: str, released: tuple[str, ...] = (), turn: str = "", answered: bool = True
    ) -> Shop:
        self.do(AskUser(question))
        self._add(Replied, step=self.step, question=question, text=text, answered=answered)
        self._add(Released, step=self.step, requirements=released, turn=turn)
        return self

    def answer(self, text: str) -> Shop:
        return self.do(Answer(text))

    def finish(self, text: str = "") -> Shop:
        self.do(Finish(text), free=True)
        return self.end("finished")

    def end(self, ending: Ending, cause: Any = None) -> Shop:
        self._add(Ended, ending=ending, cause=cause)
        return self

    # -- how it is recorded

    def evidence(self) -> Evidence:
        trees: dict[str, UiTree] = {}

        def tree(digest: str) -> UiTree:
            if digest not in trees:
                trees[digest] = parse(self.blobs[digest])
            return trees[digest]

        return Evidence(tree=tree, frame=lambda _: b"")

    def events(self) -> Iterator[AnyEvent]:
        for item in self.items:
            if not isinstance(item, (StateRead, Released)):
                yield item

    def _look(self) -> None:
        window = self.window()
        digest = f"tree-{hash(window):x}"
        self.blobs[digest] = window
        self._add(Observed, step=self.step, frame=None, tree=digest if self.can_see else None)
        state: State = {
            "bunwright": {"orders": [dict(order) for order in self.orders], "draft": self.size},
            "settings": {"gifts": self.gifts},
        }
        self._add(StateRead, step=self.step, state=state)

    def _add(self, kind: Callable[..., Any], **fields: Any) -> None:
        self.items.append(kind(episode="e", attempt=0, seq=len(self.items), t=0.0, **fields))


@pytest.fixture
def shop() -> Shop:
    """A shop in which an episode has just started, on the menu."""
    return Shop()


@pytest.fixture
def blind_shop() -> Shop:
    """The same shop on a device without accessibility trees."""
    return Shop(can_see=False)


@pytest.fixture
def task() -> Callable[..., Task]:
    """Makes the burger order with the instruction of one level; requirements and reference can be replaced."""

    def make(level: Level = "incomplete", **changes: Any) -> Task:
        gap = {"detailed": (), "standard": (), "incomplete": ("size",), "ambiguous": ("burger", "size")}[level]
        reference = replace(INTENT.reference, **{k: v for k, v in changes.items() if k in Reference.__slots__})
        intent = {k: v for k, v in changes.items() if k not in Reference.__slots__}
        return Task("t", replace(INTENT, reference=reference, **intent), level, "Order a Copper Pan.", gap)

    return make


@pytest.fixture
def build() -> Callable[..., UiTree]:
    """Parses a screen made of elements: `build(title, *parts)`; `element` makes the parts."""
    return lambda title, *parts: parse(screen(title, *parts))


@pytest.fixture
def element() -> Callable[..., str]:
    """Makes one element: `element(cls, *children, text=…, y=…)`."""
    return node


@pytest.fixture
def first() -> Callable[[UiTree, str], UiNode]:
    """Returns the first element with that text."""
    return lambda tree, text: next(node for node in tree.walk() if node.text == text)
