"""Finds arguments of events and routes that nobody takes, or that are needed and not given. Pure.

    ev("add", keey=item.key)     the handler has a parameter `key`
    go("order")                  the screen has a parameter `number` without a default

This parses the source, which is too slow for every process that loads an app: authors and CI do it. Only what is
certainly wrong is reported. Not checked are

- names that are put together, or given to a function of the app or a component that calls `go` or `ev`;
- events and routes whose declaration is not written out: `app.on(NAME)`, `app.on("add")(partial(…))`, a function below
  another decorator, `over=NAME`, a name that is declared twice;
- what is not taken, where the function has `**extra`, a screen hands on `here`, or a function before the app's own
  `update` may read it (a window takes what the screen below it takes);
- what is missing, where the call has `**more`, or where it may be added to an event: by a gesture or a component
  (`ADDED`), or by `plus` in the app;
- the types of arguments, and places of other apps.
"""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, Literal

ADDED: Final = frozenset({"by", "day", "text", "value", "x", "y"})
"""Arguments that gestures and components add to an app's events."""

_ACTIONS: Final = "adapters.phone.framework.actions"
_CALLS: Final[Mapping[str, Literal["route", "event"]]] = {
    f"{_ACTIONS}.go": "route",
    f"{_ACTIONS}.replace_with": "route",
    f"{_ACTIONS}.switch_to": "route",
    "adapters.phone.ui.app.route": "route",
    "adapters.phone.ui.node.ev": "event",
}
_STARTS: Final = frozenset({f"{_ACTIONS}.start", "adapters.phone.ui.app.Start"})
"""What opens a place of another app."""
_WINDOWS: Final = frozenset({"dialog", "sheet", "menu", "drawer"})
_SCREENS: Final = _WINDOWS | {"screen"}

_Function = ast.FunctionDef | ast.Lambda


class _Module:
    """The nodes of a module, its functions and calls in the order of their lines, and what imported names stand for."""

    def __init__(self, tree: ast.Module) -> None:
        nodes = list(ast.walk(tree))
        self.functions = [node for node in nodes if isinstance(node, ast.FunctionDef)]
        calls = [node for node in nodes if isinstance(node, ast.Call)]
        self.calls = sorted(calls, key=lambda call: (call.lineno, call.col_offset))
        self._imported: dict[str, str] = {}
        bound = {function.name for function in self.functions}
        for node in nodes:
            if isinstance(node, ast.ImportFrom):
                self._imported |= {item.asname or item.name: f"{node.module}.{item.name}" for item in node.names}
            elif isinstance(node, ast.Import):
                self._imported |= {item.asname: item.name for item in node.names if item.asname}
            elif isinstance(node, ast.arg):
                bound.add(node.arg)
            elif isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load):
                bound.add(node.id)
        for name in bound & self._imported.keys():  # it may stand for something else
            del self._imported[name]

    def full_name(self, node: ast.expr) -> str:
        """Return the full name of something imported; empty for others."""
        if isinstance(node, ast.Name):
            return self._imported.get(node.id, "")
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id in self._imported:
            return f"{self._imported[node.value.id]}.{node.attr}"
        return ""


@dataclass(frozen=True, slots=True)
class _Taker:
    """What a handler or a screen takes."""

    names: frozenset[str] | None = None
    """None: anything."""
    needed: frozenset[str] = frozenset()
    over: str | None = ""
    """The route that a window lies over; empty for others; None where it is not written out."""


@dataclass(slots=True)
class _Declared:
    """What an app's source declares, and what it adds and reads elsewhere."""

    takers: dict[tuple[str, str], list[_Taker]] = field(default_factory=lambda: defaultdict(list))
    """By kind, `route` or `event`, and name."""
    added: set[str] = field(default_factory=set)
    """Arguments that the app adds to events by `plus`."""
    adds_anything: bool = False
    read: dict[str, set[str]] = field(default_factory=lambda: {"route": set(), "event": set()})
    """Arguments that are read before a screen or a handler gets them, by kind."""
    reads_anything: set[str] = field(default_factory=set)

    def taker(self, kind: str, name: str) -> _Taker | None:
        """Return the only taker of a name."""
        takers = self.takers.get((kind, name), ())
        return takers[0] if len(takers) == 1 else None


def find_argument_problems(sources: Mapping[str, str]) -> Iterator[str]:
    """Yield a line `FILE:LINE: what` for each argument that is certainly wrong.

    Args:
        sources: the text of each module of one app, by its file.

    Raises:
        SyntaxError: a text is no Python.
    """
    modules = {file: _Module(ast.parse(source, file)) for file, source in sources.items()}
    declared = _Declared()
    for module in modules.values():
        _collect(module, declared)
    for file, module in modules.items():
        elsewhere = [
            argument
            for call in module.calls
            if module.full_name(call.func) in _STARTS
            for argument in (*call.args, *(keyword.value for keyword in call.keywords))
        ]
        for call in module.calls:
            kind = _CALLS.get(module.full_name(call.func))
            for problem in _problems(kind, call, declared) if kind and call not in elsewhere else ():
                yield f"{file}:{call.lineno}: {problem}"


def _problems(kind: Literal["route", "event"], call: ast.Call, declared: _Declared) -> Iterator[str]:
    name = _texts(call.args)
    taker = declared.taker(kind, name[0]) if name and len(name) == 1 else None
    if name is None or taker is None:
        return
    given = {keyword.arg: keyword.value for keyword in call.keywords if keyword.arg}
    more = len(given) < len(call.keywords)
    if kind == "route":
        taker = _with_pages_below(taker, None if more and "under" not in given else given, declared)
    if taker.names is not None and kind not in declared.reads_anything:
        for argument in given:
            if argument not in taker.names | declared.read[kind]:
                known = ", ".join(sorted(taker.names - {"under"})) or "none"
                yield f"the {kind} {name[0]!r} takes no argument {argument!r}; it takes {known}"
    missing = taker.needed - given.keys()
    if kind == "event":
        missing = frozenset() if declared.adds_anything else missing - ADDED - declared.added
    if not more:
        for argument in sorted(missing):
            yield f"the {kind} {name[0]!r} needs the argument {argument!r}"


def _with_pages_below(taker: _Taker, given: Mapping[str, ast.expr] | None, declared: _Declared) -> _Taker:
    """Return what a route takes together with the screens that its window covers.

    `given` are its arguments; None where `under` may be among them.
    """
    names = None if taker.names is None else taker.names | {"under"}
    needed, seen = taker.needed, [taker]
    while taker.over != "":
        below = None if given is None else taker.over
        if given and "under" in given:
            texts = _texts([given["under"]])
            below = texts[0] if texts else None
        page = None if below is None else declared.taker("route", below)
        if page is None or page in seen:
            return _Taker(None, needed)
        taker = page
        seen.append(page)
        names = None if names is None or page.names is None else names | page.names
        needed |= page.needed
    return _Taker(names, needed)


def _collect(module: _Module, declared: _Declared) -> None:
    """Add what a module declares, adds and reads."""
    for function in module.functions:
        for index, decorator in enumerate(function.decorator_list):
            plain = all(_declaration(below) for below in function.decorator_list[index + 1 :])
            _declare(decorator, function if plain else None, declared)
    for call in module.calls:
        if call.args:
            _declare(call.func, call.args[0] if isinstance(call.args[0], ast.Lambda) else None, declared)
        if isinstance(call.func, ast.Attribute) and call.func.attr == "plus":
            declared.added.update(keyword.arg for keyword in call.keywords if keyword.arg)
            declared.adds_anything |= any(keyword.arg is None for keyword in call.keywords)
        for keyword in call.keywords:
            if keyword.arg == "update":
                _collect_read("event", keyword.value, module, declared)
            elif keyword.arg == "screen":
                _collect_read("route", keyword.value, module, declared)


def _collect_read(kind: str, wrapper: ast.expr, module: _Module, declared: _Declared) -> None:
    """Add what is read by a function that stands before an app's own, as in `replace(app, update=_update)`."""
    functions = [function for function in module.functions if _is(wrapper, function.name)]
    if len(functions) == 1 and len(functions[0].args.args) == 3:
        read = _read(functions[0], functions[0].args.args[1].arg)
        declared.read[kind] |= read or set()
        if read is not None:
            return
    declared.reads_anything.add(kind)


def _declaration(node: ast.expr) -> tuple[str, ast.Call] | None:
    """Return the kind of `app.on(…)`, `app.screen(…)`, `app.dialog(…)` …, and the call; None for other expressions."""
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
        if node.func.attr == "on":
            return "event", node
        if node.func.attr in _SCREENS:
            return "route", node
    return None


def _declare(node: ast.expr, function: _Function | None, declared: _Declared) -> None:
    """Add the routes or events of a declaration."""
    found = _declaration(node)
    if found is None:
        return
    kind, call = found
    over: str | None = ""
    if isinstance(call.func, ast.Attribute) and call.func.attr in _WINDOWS:
        texts = _texts([keyword.value for keyword in call.keywords if keyword.arg == "over"])
        over = texts[0] if texts else None
    taker = _Taker(over=over) if function is None else _taker(function, kind, over)
    for argument in call.args:
        for name in _texts([argument]) or ():
            declared.takers[kind, name].append(taker)


def _taker(function: _Function, kind: str, over: str | None) -> _Taker:
    """Return what a function takes by name, as `AppBuilder` calls it."""
    signature = function.args
    if signature.posonlyargs:
        return _Taker(over=over)
    required = signature.args[: len(signature.args) - len(signature.defaults)]
    required += [name for name, default in zip(signature.kwonlyargs, signature.kw_defaults, strict=True) if not default]
    given = {"state", "view"} | ({"here"} if kind == "route" else set())
    parameters = {parameter.arg for parameter in (*signature.args, *signature.kwonlyargs)}
    needed = frozenset(parameter.arg.removesuffix("_") for parameter in required if parameter.arg not in given)
    read = _read(function, "here") if kind == "route" and "here" in parameters else set[str]()
    if signature.kwarg or read is None:
        return _Taker(None, needed, over)
    return _Taker(frozenset(name.removesuffix("_") for name in parameters - given) | read, needed, over)


def _read(function: _Function, parameter: str) -> set[str] | None:
    """Return the arguments that a function reads from a route or an event; None if it may read any.

    Its name, `get` with a literal name, and handing it on to the `update` or `screen` of an app are understood.
    """
    read, understood = set[str](), 0
    for node in ast.walk(function):
        if isinstance(node, ast.Attribute) and _is(node.value, parameter) and node.attr == "name":
            understood += 1
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            names = _texts(node.args[:1])
            if node.func.attr == "get" and _is(node.func.value, parameter) and names:
                read |= set(names)
                understood += 1
            elif node.func.attr in ("update", "screen"):
                understood += sum(_is(argument, parameter) for argument in node.args)
    uses = sum(isinstance(node, ast.expr) and _is(node, parameter) for node in ast.walk(function))
    return read if uses == understood else None


def _is(node: ast.expr, name: str) -> bool:
    return isinstance(node, ast.Name) and node.id == name


def _texts(nodes: Sequence[ast.expr]) -> list[str] | None:
    """Return the texts that stand there; None if something else does."""
    texts = [node.value for node in nodes if isinstance(node, ast.Constant) and isinstance(node.value, str)]
    return texts if len(texts) == len(nodes) else None
