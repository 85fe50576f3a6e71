"""Each module of the project can be the first one that a program imports."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterable, Iterator, Mapping
from importlib.util import find_spec
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
FLOORS = ("runtime", "adapters", "judges", "benchmarks")
EXTRAS = {"adapters.phone.style.fonts.build": "fontTools"}
"""Modules that need an extra of the distribution which neither the product nor its tests install."""

Graph = Mapping[str, frozenset[str]]


def modules() -> dict[str, Path]:
    """The product's modules by name."""
    paths = (path for floor in FLOORS for path in sorted((ROOT / floor).rglob("*.py")))
    found = {}
    for path in paths:
        parts = path.relative_to(ROOT).with_suffix("").parts
        found[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
    return {name: path for name, path in found.items() if name not in EXTRAS or find_spec(EXTRAS[name])}


def above(name: str) -> list[str]:
    """The packages that Python imports before a module, the outermost first, and the module itself."""
    parts = name.split(".")
    return [".".join(parts[:end]) for end in range(1, len(parts) + 1)]


def at_once(nodes: Iterable[ast.AST]) -> Iterator[ast.Import | ast.ImportFrom]:
    """The imports that are executed while a module is imported."""
    for node in nodes:
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)):
            continue
        if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test):
            yield from at_once(node.orelse)
            continue
        if isinstance(node, (ast.Import, ast.ImportFrom)):
            yield node
        yield from at_once(ast.iter_child_nodes(node))


def imports(known: Mapping[str, Path]) -> Graph:
    """The modules of this project that each module imports, including their packages."""
    graph = {}
    for name, path in known.items():
        wanted = set(above(name))
        for node in at_once(ast.parse(path.read_text(encoding="utf-8")).body):
            if isinstance(node, ast.Import):
                wanted.update(text for alias in node.names for text in above(alias.name))
            else:
                assert node.module is not None, f"{name} imports by dots, which this test does not follow"
                assert not node.level, f"{name} imports by dots, which this test does not follow"
                wanted.update(above(node.module), (f"{node.module}.{alias.name}" for alias in node.names))
        graph[name] = frozenset(wanted & known.keys()) - {name}
    return graph


def circles(graph: Graph) -> list[frozenset[str]]:
    """The import cycles: sets of modules that import each other, directly or indirectly."""
    order: list[str] = []
    seen: set[str] = set()
    for start in graph:
        stack = [(start, iter(sorted(graph[start])))] if start not in seen else []
        seen.add(start)
        while stack:
            name, rest = stack[-1]
            following = next((text for text in rest if text not in seen), None)
            if following is None:
                order.append(stack.pop()[0])
            else:
                seen.add(following)
                stack.append((following, iter(sorted(graph[following]))))
    importers: dict[str, set[str]] = {name: set() for name in graph}
    for name, wanted in graph.items():
        for text in wanted:
            importers[text].add(name)
    found = []
    left = set(graph)
    for name in reversed(order):
        members, queue = set(), [name]
        while queue:
            text = queue.pop()
            if text in left:
                left.discard(text)
                members.add(text)
                queue.extend(importers[text])
        if len(members) > 1:
            found.append(frozenset(members))
    return found


def entrances() -> list[str]:
    """The entry points of cycles: for each member the outermost package in its cycle."""
    return sorted(
        {
            next(text for text in above(member) if text in circle)
            for circle in circles(imports(modules()))
            for member in circle
        }
    )


def imported(*names: str) -> subprocess.CompletedProcess[str]:
    """Imports these modules one after the other in a new interpreter."""
    code = "import importlib, sys\nfor name in sys.argv[1:]:\n    importlib.import_module(name)"
    return subprocess.run(
        [sys.executable, "-W", "error", "-c", code, *names],
        cwd=ROOT, capture_output=True, text=True, timeout=200, check=False,
    )  # fmt: skip


@pytest.mark.parametrize("backwards", [False, True])
def test_every_module_imports_without_warning_or_output(backwards):
    """All modules are imported in order, and in reverse order."""
    done = imported(*sorted(modules(), reverse=backwards))
    assert done.returncode == 0, done.stderr[-2000:]
    assert done.stdout == ""


def test_a_cycle_of_imports_can_be_entered_anywhere():
    """A program that imports any module of a cycle first gets it completely initialized."""
    # An interpreter that has imported nothing of the project is forked for each, which is faster than starting it.
    code = (
        "import importlib, os, sys\nimport anyio, cv2, numpy, pydantic\n"
        "for name in sys.argv[1:]:\n"
        "    if (child := os.fork()) == 0:\n"
        "        importlib.import_module(name)\n"
        "        os._exit(0)\n"
        "    if os.waitpid(child, 0)[1]:\n"
        "        print(name)\n"
    )
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", code, *entrances()],
        cwd=ROOT, capture_output=True, text=True, timeout=200, check=False,
    )  # fmt: skip
    assert (done.stdout, done.stderr[-2000:]) == ("", "")


def test_cycles_are_found():
    """A package and a part that import each other are a cycle; a chain is not."""
    graph = {name: frozenset(wanted.split()) for name, wanted in {"p": "p.a", "p.a": "p", "q": "p r", "r": ""}.items()}
    assert circles(graph) == [frozenset({"p", "p.a"})]
    assert circles({"a": frozenset({"b"}), "b": frozenset({"c"}), "c": frozenset()}) == []
    assert sorted(map(sorted, circles({"a": frozenset({"b"}), "b": frozenset({"a"})}))) == [["a", "b"]]
