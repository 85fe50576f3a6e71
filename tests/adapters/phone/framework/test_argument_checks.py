"""Arguments of events and routes in an app's source: those that are certainly wrong are found, with their lines."""

from __future__ import annotations

import ast
import re
from collections.abc import Mapping
from pathlib import Path
from textwrap import dedent

import pytest

from adapters.phone.framework.argument_checks import ADDED, find_argument_problems
from tests.support.pages import ROOT

APPS = sorted((ROOT / "adapters" / "phone" / "apps").glob("*/"))
FOLDERS = [*(folder for folder in APPS if (folder / "app.py").exists()), ROOT / "examples" / "steepwell"]
CALLS = re.compile(r'(?<![\w.])((?:go|replace_with|switch_to|route|ev)\(\s*"\w+")')

DECLARED = """\
from functools import partial
from adapters.phone.framework import actions
from adapters.phone.framework.actions import go, replace_with, start, switch_to, then
from adapters.phone.ui.app import Go, Start, route
from adapters.phone.ui.node import ev as event
ANY = "any"
@app.on("add", "plus")
def add(state, view, key, id_=0, *, size="small"): ...
@app.on("set")
def set_fields(state, key, **changes): ...
@app.on("rename")
def rename(state, text, note): ...
@app.on("tidy")
@cached
def tidy(state, key): ...
@app.on(ANY)
def anything(): ...
app.on("remove")(lambda state, key: state)
app.on("partial")(partial(add, key=1))
app.on("positional")(lambda key, /: key)
@app.screen("order")
def order(state, here, number): return number, here.name, here.get("tab")
@app.screen("list", "grid")
def entries(kind="all"): ...
@app.screen("passed")
def passed(here): return replace_with("order", **dict(here.args))
@app.dialog("cancel", over="order")
def cancel(reason=""): ...
@app.sheet("why", over="cancel")
def why(here): return here.get("who")
@app.menu("more", over="passed")
def more(): ...
@app.drawer("drawer", over=ANY)
def drawer(key): ...
@app.screen("twice")
def twice(key): ...
if ANY:
    @app.screen("twice")
    def twice(): ...
"""


def problems(used: str, *others: str, declared: str = DECLARED) -> list[str]:
    """What is found in a module that uses what another one declares, without the place."""
    imports = "".join(line + "\n" for line in DECLARED.splitlines() if line.startswith("from"))
    sources = {"declared.py": declared, "used.py": imports + dedent(used)}
    sources |= {f"other{index}.py": dedent(other) for index, other in enumerate(others)}
    return [problem.partition(": ")[2] for problem in find_argument_problems(sources)]


@pytest.mark.parametrize(
    ("used", "problem"),
    [
        ('event("add", key=1, keey=2)', "the event 'add' takes no argument 'keey'; it takes id, key, size"),
        ('event("plus", key=1, id_=2)', "the event 'plus' takes no argument 'id_'; it takes id, key, size"),
        ('event("add", key=1, state=2)', "the event 'add' takes no argument 'state'; it takes id, key, size"),
        ('event("add", size=1, **more)', ""),
        ('event("add", id=1)', "the event 'add' needs the argument 'key'"),
        ('event("set", anything=1)', "the event 'set' needs the argument 'key'"),
        ('event("remove")', "the event 'remove' needs the argument 'key'"),
        ('event("rename")', "the event 'rename' needs the argument 'note'"),
        ('then(event("add", keey=1, **more))', "the event 'add' takes no argument 'keey'; it takes id, key, size"),
        ('go("order", number=1, numbr=1)', "the route 'order' takes no argument 'numbr'; it takes number, tab"),
        ('switch_to("order")', "the route 'order' needs the argument 'number'"),
        ('replace_with("grid", knd="all")', "the route 'grid' takes no argument 'knd'; it takes kind"),
        ('Go(route("order"))', "the route 'order' needs the argument 'number'"),
        ('actions.go("order")', "the route 'order' needs the argument 'number'"),
    ],
)
def test_an_argument_that_is_not_taken_or_missing_is_a_problem(used: str, problem: str) -> None:
    """Of handlers and screens, by the names that their parameters stand for."""
    assert problems(used) == [problem] * bool(problem)


def test_a_problem_has_the_line_of_its_call() -> None:
    """In the order of the files and lines; a call can have several."""
    used = 'from adapters.phone.framework.actions import go\n\nboth = [\n    go("list"), go("order",\n  numbr=1)]\n'
    assert list(find_argument_problems({"used.py": used, "declared.py": DECLARED})) == [
        "used.py:4: the route 'order' takes no argument 'numbr'; it takes number, tab",
        "used.py:4: the route 'order' needs the argument 'number'",
    ]


@pytest.mark.parametrize(
    ("used", "expected"),
    [
        ('go("cancel", number=1, reason="late", tab=2, under="order")', []),
        ('go("cancel", reason="late")', ["the route 'cancel' needs the argument 'number'"]),
        ('go("cancel", under="list", kind="all")', []),
        (
            'go("cancel", under="list", number=1)',
            ["the route 'cancel' takes no argument 'number'; it takes kind, reason"],
        ),
        ('go("cancel", under=page, number=1, anything=2)', []),
        ('go("cancel", anything=1, **more)', []),
        ('go("why", number=1, reason="late", who="me")', []),
        ('go("why", whoo="me")', ["the route 'why' needs the argument 'number'"]),
        ('go("more", anything=1)', []),
        ('go("drawer", anything=1)', ["the route 'drawer' needs the argument 'key'"]),
    ],
)
def test_a_window_takes_what_the_screens_below_it_take(used: str, expected: list[str]) -> None:
    """Those that it is declared over, or that `under` names, down to a page."""
    if "whoo" in used:
        expected = ["the route 'why' takes no argument 'whoo'; it takes number, reason, tab, who", *expected]
    assert problems(used) == expected


@pytest.mark.parametrize(
    "used",
    [
        'event("rename", note=1)',  # the field adds its text
        'event("set", key=1, anything=2)',
        'event("tidy")',
        'event("partial")',
        'event("positional")',
        'event("unknown", key=1)',
        'event("any", key=1)',
        "event(name, key=1)",
        'event("add", **more)',
        'event(f"add", *more)',
        'go("passed", anything=1)',
        'go("twice")',
        "go(*names, numbr=1)",
        'start("org.example.other", route("order", text="…"))',
        'Start(package, route=route("order"))',
        'def show(go): return go("order")',
        'event = 1; event("add")',
        'from elsewhere import go\ngo("order")',
        'elsewhere.go("order")',
    ],
)
def test_what_may_be_right_is_no_problem(used: str) -> None:
    """Names and functions that are not written out, arguments that others add, places of other apps, other calls."""
    assert problems(used) == []


def test_what_the_app_adds_to_events_is_not_missing() -> None:
    """By `plus`: from that name on it may be added to any event; with `**` any argument."""
    missing = "the event 'remove' needs the argument 'key'"
    assert problems('event("remove")', 'answer.plus(day="today")') == [missing]
    assert problems('event("remove")', 'answer.plus(key="k")') == []
    assert problems('event("remove")', "answer.plus(**more)") == []


@pytest.mark.parametrize(
    ("wrapper", "read"),
    [
        ("def wrap(state, it, view): return APP.update(state, it, view)", False),
        ('def wrap(state, it, view): return it.name or it.get("keey")', True),
        ("def wrap(state, it, view): return it.args", True),
        ("def wrap(*args): ...", True),
        ("wrap = lambda state, it, view: it", True),
        ("from elsewhere import wrap", True),
    ],
)
def test_what_is_read_before_a_handler_gets_it_is_taken(wrapper: str, read: bool) -> None:
    """By a function that the app puts before its own `update` or `screen`."""
    used = 'event("add", key=1, keey=2); go("list", keey=1)'
    event, route = problems(used)
    assert problems(used, f"{wrapper}\nAPP = replace(APP, update=wrap)") == ([route] if read else [event, route])
    assert problems(used, f"{wrapper}\nAPP = replace(APP, screen=wrap)") == ([event] if read else [event, route])


def test_what_gestures_and_components_add_is_known() -> None:
    """All names that the phone and the parts of screens add to an event by `plus`."""
    folders = [ROOT / "adapters" / "phone" / name for name in ("components", "kernel", "ui", "uiautomator")]
    added = {
        keyword.arg
        for folder in folders
        for file in folder.rglob("*.py")
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "plus"
        for keyword in node.keywords
    }
    assert added == ADDED


def sources_of(folder: Path) -> Mapping[str, str]:
    """The texts of an app's modules."""
    return {str(file.relative_to(ROOT)): file.read_text(encoding="utf-8") for file in sorted(folder.rglob("*.py"))}


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_the_apps_have_no_wrong_argument(folder: Path) -> None:
    """Those of the virtual phone, and the one of the guide."""
    assert list(find_argument_problems(sources_of(folder))) == []


def test_nearly_all_calls_of_the_apps_are_checked() -> None:
    """In all 26: an argument that nobody takes is found in more than 95 of 100 calls with a literal name."""
    calls = reported = 0
    for folder in FOLDERS:
        sources = {file: CALLS.sub(r"\1, nobody=1", source) for file, source in sources_of(folder).items()}
        calls += sum(source.count(", nobody=1") for source in sources.values())
        reported += sum("no argument 'nobody'" in problem for problem in find_argument_problems(sources))
    assert (len(FOLDERS), calls > 500, reported > 0.95 * calls) == (26, True, True)
