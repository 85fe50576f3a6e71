"""The state atlas on a small app with planted faults: what is one structure, what is reported, what is pinned."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
import pytest

from adapters.phone.drawing.painter import Painter
from adapters.phone.kernel.phone import Phone
from adapters.phone.style.theme import Theme
from adapters.phone.ui.app import App, Back, Effect, Go, Icon, Overlay, Route, Screen, View, route
from adapters.phone.ui.node import Ev, Node, ev, node
from adapters.phone.workers.registry import with_launcher
from benchmarks.acceptance.atlas.crawler import Crawl
from benchmarks.acceptance.atlas.differences import Differences, Replay
from benchmarks.acceptance.atlas.inputs import decode_input, encode_input
from benchmarks.acceptance.atlas.looks import split
from benchmarks.acceptance.atlas.pins import PinnedApp, read_pins, write_pins
from benchmarks.acceptance.atlas.reports import describe_differences
from benchmarks.acceptance.atlas.signature import signature
from benchmarks.acceptance.atlas.starts import Start
from benchmarks.acceptance.atlas.strokes import StrokeRecorder, drawing_digest
from benchmarks.acceptance.atlas.visits import path_to
from runtime.core.actions import Action, DoubleTap, Key, Launch, LongPress, Swipe, Tap, Type, Wait
from runtime.core.errors import UsageError

FACTORY = Start("factory")


@dataclass(frozen=True, slots=True)
class Demo:
    """The demo app's state."""

    lines: tuple[str, ...] = ("Bread", "Tea")
    marked: int = -1
    query: str = ""


def update(state: Demo, event: Ev, view: View) -> tuple[Demo, tuple[Effect, ...]]:
    """Mark a line, type a query, open or close the dialog; other events do nothing."""
    if event.name == "mark":
        return replace(state, marked=event.get("index")), ()
    if event.name == "query":
        return replace(state, query=event.get("text")), ()
    if event.name == "ask":
        return state, (Go(route("question")),)
    if event.name == "up":
        return state, (Back(),)
    if event.name == "fail":
        raise ValueError("planted")
    return state, ()


def line(index: int, text: str, marked: int) -> Node:
    """A row of the list."""
    return node("row", node("text", text=text, grow=1), on=ev("mark", index=index), selected=index == marked,
                id="line", width="fill", height=56, pad=(16, 0, 16, 0), align="center")  # fmt: skip


def demo(*more: Callable[[], Node], label: str = "Lines") -> App:
    """An app with a list, a field and a dialog, and more nodes above the list."""

    def screen(state: Demo, place: Route, view: View) -> Screen:
        body = node(
            "column",
            node("text", text=label, type="titleL", heading=True, pad=(16, 0, 16, 0)),
            node("field", text=state.query, hint="Search", id="query", on={"change": ev("query")}, width="fill"),
            node("button", text="Ask", on=ev("ask"), id="ask"),
            *(make() for make in more),
            node("scroll", [line(i, text, state.marked) for i, text in enumerate(state.lines)], id="list", grow=1,
                 align="stretch", width="fill"),
            pad=(0, 48, 0, 0),
        )  # fmt: skip
        if place.name == "home":
            return Screen(body=body, title="Lines")
        root = node("column", node("text", text="Sure?", heading=True), node("button", text="Yes", on=ev("up")),
                    width=280, bg="high", pad=24)  # fmt: skip
        return Screen(body=body, overlay=Overlay("dialog", root), title="Sure?")

    return App(name="demo", package="com.demo.atlas", label="Demo", icon=Icon("#224466", "#FFFFFF", "list"),
               theme=Theme(seed="#224466"), home=route("home"), initial=Demo, screen=screen, update=update,
               scratch=("query",))  # fmt: skip


def crawled(app: App, inputs: int = 200, seed: int = 0) -> Crawl:
    """A crawl of that many inputs through the app."""
    crawl = Crawl(Phone(with_launcher((app,))), app, [FACTORY], seed)
    crawl.run(inputs)
    return crawl


def kinds(crawl: Crawl) -> dict[str, str]:
    """The kinds of findings in the app, each with an example."""
    return {key.kind: found.example for key, found in crawl.findings.rows.items() if key.app == "demo"}


def shown(state: Demo, app: App | None = None, place: str = "home") -> Phone:
    """A phone that shows a state of the app."""
    app = app or demo()
    phone = Phone(with_launcher((replace(app, initial=lambda: state),)))
    phone.start(app.package, route(place))
    return phone


def structure(state: Demo, place: str = "home") -> str:
    """The signature of a state."""
    phone = shown(state, place=place)
    return signature(phone.state, phone.scene())


def test_states_that_differ_only_in_content_have_one_signature() -> None:
    """Other words, a third line of the same kind and another marked line of the same list are one structure."""
    plain = structure(Demo())
    assert structure(Demo(("Salt", "Milk"))) == plain
    assert structure(Demo(("Bread", "Tea", "Salt"))) == plain
    assert structure(Demo(marked=0)) == structure(Demo(marked=1))


@pytest.mark.parametrize(
    "state", [Demo(("Bread",)), Demo(()), Demo(marked=0), Demo(query="te")], ids=["single", "empty", "marked", "typed"]
)
def test_states_that_differ_in_structure_have_different_signatures(state: Demo) -> None:
    """An empty list, a single line, a marked line and a filled field are structures of their own."""
    assert structure(state) != structure(Demo())


def test_a_dialog_has_a_signature_whatever_is_below_it() -> None:
    """Only windows that can be touched count."""
    assert structure(Demo(), "question") == structure(Demo(marked=1), "question") != structure(Demo())


def test_a_sound_app_has_no_findings() -> None:
    """The crawl finds the list, the marked list, the dialog, the typed field and the keyboard, and nothing wrong."""
    crawl = crawled(demo(), 400)
    assert kinds(crawl) == {}
    assert {visit.screen for visit in crawl.visits} >= {"home", "question/dialog"}
    assert len(crawl.first_seen) > 12


FAULTS: dict[str, Callable[[], Node]] = {
    "crash": lambda: node("button", text="Fail", on=ev("fail")),
    "dead control": lambda: node("button", text="Nothing", on=ev("nothing")),
    "invisible control": lambda: node("spacer", width=100, height=60, on=ev("ask")),
    "stray touch": lambda: node(
        "stack",
        node("button", text="Under", on=ev("ask"), width=200),
        node("row", node("text", text="x", place=("end", "end")), on=ev("up"), width=200, height=40, justify="end"),
        width=200,
    ),
    "covered control": lambda: node(
        "stack",
        node("button", text="Under a larger one", on=ev("ask"), width=300, height=40),
        node("button", text="Over", on=ev("up"), width=100, height=40, place=("center", "start")),
        width=300,
    ),
    "unreachable control": lambda: node(
        "stack",
        node("button", text="Under", on=ev("ask"), width=100, height=40),
        node("button", text="Over it all", on=ev("up"), width=300, height=40),
        width=300,
    ),
    "control within control": lambda: node(
        "row", node("button", text="In", on=ev("ask")), on=ev("up"), bg="high", width=300, height=60,
        align="center", justify="center",
    ),
    "squeezed text": lambda: node("column", node("text", text="Too low", height=8)),
    "wide text": lambda: node("row", node("text", text="W" * 3, width=4)),
    "cut label": lambda: node("button", text="A label longer than its button", on=ev("ask"), width=120),
    "overlapping texts": lambda: node("stack", node("text", text="First"), node("text", text="Other")),
    "low contrast": lambda: node("text", text="Pale", color="#EEEEEE", bg="#FFFFFF"),
    "missing glyph": lambda: node("text", text="\u0e01\u0e02"),
    "text only in tree": lambda: node(
        "stack", node("text", text="Below"), node("spacer", width=100, height=40, bg="high"), width=100
    ),
}  # fmt: skip


@pytest.mark.parametrize("kind", FAULTS)
def test_a_planted_fault_is_found(kind: str) -> None:
    """Each kind of fault is reported with the path that leads to it."""
    crawl = crawled(demo(FAULTS[kind]), 60)
    assert kind in kinds(crawl)
    found = next(found for key, found in crawl.findings.rows.items() if key.kind == kind)
    assert found.path[0] == "start factory"


def test_a_place_that_back_does_not_leave_is_found() -> None:
    """BACK must lead out of the app within a bounded number of times."""
    app = demo()
    stuck = replace(app, screen=lambda state, place, view: replace(
        app.screen(state, place, view),
        overlay=Overlay("dialog", node("text", text="Stay", bg="high", pad=24), dismiss=ev("nothing")),
    ))  # fmt: skip
    assert "no way back" in kinds(crawled(stuck, 20))


def test_equal_seeds_give_equal_crawls() -> None:
    """The visits depend on code and seed alone."""
    first, second = crawled(demo(), 150), crawled(demo(), 150)
    assert first.visits == second.visits
    assert first.findings.rows == second.findings.rows


def test_a_crawl_that_goes_on_makes_the_same_visits_as_one_at_a_stretch() -> None:
    """Where a crawl was interrupted does not matter."""
    apart = crawled(demo(), 50)
    apart.run(100)
    at_a_stretch = crawled(demo(), apart.inputs)
    assert apart.visits == at_a_stretch.visits


@pytest.mark.parametrize(
    "action",
    [Tap(3, 4), DoubleTap(3, 4), LongPress(3, 4, 700), Swipe(1, 2, 3, 4, 300), Type("a b  c"), Key("BACK"), Wait(5),
     Launch("com.demo")],
    ids=lambda action: action.kind,
)  # fmt: skip
def test_an_input_survives_being_written_down(action: Action) -> None:
    """Every kind of input can be read back from its line."""
    assert decode_input(encode_input(action)) == action


def test_what_is_no_input_is_refused() -> None:
    """A line that names no input is an error."""
    with pytest.raises(ValueError, match="no input"):
        decode_input("press 3 4")


def test_pins_are_read_as_they_were_written(tmp_path: Path) -> None:
    """A pin file has all visits, and equal visits make equal bytes."""
    crawl = crawled(demo(), 100)
    pinned = [PinnedApp("demo", crawl.inputs, crawl.visits, crawl.edges)]
    for name in ("a.pins", "b.pins"):
        write_pins(tmp_path / name, pinned, seed=0)
    assert read_pins(tmp_path / "a.pins") == pinned
    assert (tmp_path / "a.pins").read_bytes() == (tmp_path / "b.pins").read_bytes()


def test_another_file_is_no_pin_file(tmp_path: Path) -> None:
    """A file of another kind is refused by name."""
    (tmp_path / "x.pins").write_bytes(b"x")
    with pytest.raises(UsageError, match=r"x\.pins cannot be read as pins"):
        read_pins(tmp_path / "x.pins")


def replayed(crawl: Crawl, app: App) -> Differences:
    """What differs on another version of the app."""
    return Replay(Phone(with_launcher((app,))), app, [FACTORY]).run(crawl.visits, crawl.edges)


def test_replayed_on_the_same_code_nothing_differs() -> None:
    """Every path leads to the same pixels, tree and state again."""
    crawl = crawled(demo())
    assert len(crawl.edges) == crawl.inputs
    assert replayed(crawl, demo()) == Differences()


def test_another_text_is_a_difference_in_pixels_and_tree() -> None:
    """A changed heading changes what is painted and the tree on the list's screen, and nothing else."""
    crawl = crawled(demo())
    found = replayed(crawl, demo(label="Rows"))
    assert {part for difference in found.states for part in difference.parts} == {"pixels", "xml"}
    assert found.edges == []
    pinned = PinnedApp("demo", crawl.inputs, crawl.visits, crawl.edges)
    report = "\n".join(describe_differences(pinned, found))
    assert "painted differently, another accessibility tree" in report
    assert "demo:0: start factory" in report


def test_a_state_that_only_scratch_paths_differ_in_is_told_from_one_that_tasks_judge() -> None:
    """Unfinished input is compared apart from the rest of the state."""
    crawl = crawled(demo())
    app = demo()

    def shouting(state: Demo, event: Ev, view: View) -> tuple[Demo, tuple[Effect, ...]]:
        after, effects = app.update(state, event, view)
        return replace(after, query=after.query.upper()), effects

    parts = {difference.parts for difference in replayed(crawl, replace(app, update=shouting)).states}
    assert any("scratch" in found for found in parts)
    assert not any("state" in found for found in parts)


def test_a_control_that_leads_elsewhere_is_a_lost_path() -> None:
    """Paths through a button that is gone are listed with where they lead, and what came after them, too."""
    crawl = crawled(demo())
    app = demo()

    def without_dialog(state: Demo, event: Ev, view: View) -> tuple[Demo, tuple[Effect, ...]]:
        return (state, ()) if event.name == "ask" else app.update(state, event, view)

    found = replayed(crawl, replace(app, update=without_dialog)).states
    dialogs = {index for index, visit in enumerate(crawl.visits) if visit.screen == "question/dialog"}
    assert dialogs
    lost = {difference.index for difference in found if difference.parts == ("path",)}
    assert dialogs <= lost
    assert any(difference.reason == "leads to demo home" for difference in found)


def test_an_input_that_does_something_else_is_a_difference_even_if_no_new_state_was_pinned_there() -> None:
    """The answer of a dialog leads back to a known screen; that it marks a line now is listed with its path."""
    crawl = crawled(demo())
    app = demo()

    def marking(state: Demo, event: Ev, view: View) -> tuple[Demo, tuple[Effect, ...]]:
        after, effects = app.update(state, event, view)
        return (replace(after, lines=("Salt",)) if event.name == "up" else after), effects

    found = replayed(crawl, replace(app, update=marking))
    assert found.edges
    report = "\n".join(describe_differences(PinnedApp("demo", crawl.inputs, crawl.visits, crawl.edges), found))
    assert "lead to demo home with another state or toast" in report


def test_the_path_of_a_finding_leads_to_its_state() -> None:
    """A path begins with its start and has one input for each step."""
    crawl = crawled(demo())
    deepest = max(range(len(crawl.visits)), key=lambda index: len(path_to(crawl.visits, index)))
    first, *inputs = path_to(crawl.visits, deepest)
    assert first == "start factory"
    assert len([decode_input(item) for item in inputs]) > 2


def pixels(phone: Phone) -> bytes:
    """What the painter makes of the screen."""
    into = np.empty((phone.size.height, phone.size.width, 4), np.uint8)
    Painter().paint(phone.scene(), into)
    return into.tobytes()


def test_equal_strokes_are_equal_pixels_whatever_the_nodes_are() -> None:
    """A container that paints nothing changes neither; another colour changes both."""
    wrapped = demo(lambda: node("column", node("row", node("text", text="Same"))))
    plain, other = demo(lambda: node("text", text="Same")), demo(lambda: node("text", text="Same", color="error"))
    phones = [shown(Demo(), app) for app in (plain, wrapped, other)]
    digests = [drawing_digest(StrokeRecorder().record(phone.scene())) for phone in phones]
    painted = [pixels(phone) for phone in phones]
    assert (digests[0] == digests[1], painted[0] == painted[1]) == (True, True)
    assert (digests[0] == digests[2], painted[0] == painted[2]) == (False, False)


def test_state_is_split_into_what_tasks_judge_and_scratch() -> None:
    """Patterns name keys, or any key or index by an asterisk."""
    value = {"orders": [{"id": 1, "name": "a"}, {"id": 2, "name": "b"}], "query": "x", "n": 3}
    judged, scratch = split(value, [["orders", "*", "id"], ["query"]])
    assert judged == {"orders": [{"id": None, "name": "a"}, {"id": None, "name": "b"}], "query": None, "n": 3}
    assert scratch == {"orders": [{"id": 1}, {"id": 2}], "query": "x"}
