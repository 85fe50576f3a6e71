"""The structure of the project: plug-ins load, modules are small, layers and conventions are observed."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from fnmatch import fnmatch
from importlib.metadata import distribution
from pathlib import Path

import pytest

from runtime.plugins import registry

ROOT = Path(__file__).resolve().parents[2]
FLOORS = ("runtime", "adapters", "judges", "benchmarks")
LINES = 700
LONGER: dict[str, str] = {}
"""Modules that may be longer, each with its reason."""
_ENTRIES = [
    pytest.param(kind, entry.name, id=f"{kind.group}-{entry.name}")
    for kind in registry.KINDS
    for entry in distribution("mobile-agent-runtime").entry_points
    if entry.group == f"mobile_agent_runtime.{kind.group}"
]


def sources(*floors: str) -> Iterator[Path]:
    """The Python files of the product."""
    for floor in floors or FLOORS:
        yield from sorted((ROOT / floor).rglob("*.py"))


def relative(path: Path) -> str:
    """The path of a file relative to the repository."""
    return path.relative_to(ROOT).as_posix()


def module(path: Path) -> str:
    """The import name of a file."""
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


@pytest.mark.parametrize(("kind", "name"), _ENTRIES)
def test_every_registered_part_loads(kind, name):
    """Each entry point names an existing class, function or value of this project."""
    assert registry.load(kind, name) is not None


def test_every_group_of_ours_is_known_to_the_catalog():
    """No plug-in is registered in a group that the registry does not read."""
    groups = {entry.group for entry in distribution("mobile-agent-runtime").entry_points}
    ours = {group.removeprefix("mobile_agent_runtime.") for group in groups if group.startswith("mobile_agent_runtime")}
    assert ours <= {kind.group for kind in registry.KINDS}
    assert len(_ENTRIES) > len(ours)


def test_modules_stay_small():
    """A module over the limit has more than one topic, unless its reason is listed here."""
    long = {relative(path) for path in sources() if len(path.read_text().splitlines()) >= LINES}
    assert long <= LONGER.keys()


def test_folders_stay_readable():
    """A folder has at most 20 modules, and no three of them share a prefix: that would be a folder that is missing."""
    crowded = []
    for folder in sorted({path.parent for path in sources("runtime", "adapters", "judges")}):
        names = [path.stem.strip("_") for path in folder.glob("*.py") if path.stem != "__init__"]
        prefixes = Counter(name.partition("_")[0] for name in names)
        alike = [prefix for prefix, count in prefixes.items() if count > 2]
        if len(names) > 20 or alike:
            crowded.append((relative(folder), len(names), alike))
    assert crowded == []


def test_the_longer_modules_exist():
    """The list of exceptions contains no deleted files."""
    assert all((ROOT / path).is_file() for path in LONGER)


def test_nothing_is_left_for_later():
    """No module contains a note that it is unfinished."""
    marks = re.compile(r"\b(?:TODO|FIXME|XXX)\b")
    assert [relative(path) for path in sources() if marks.search(path.read_text())] == []


def test_only_the_command_prints():
    """Only `runtime.bench` and programs run by hand print; libraries are silent."""
    loud = ("runtime/bench/", "benchmarks/speed/", "benchmarks/acceptance/")
    found = [
        f"{relative(path)}:{node.lineno}"
        for path in sources()
        if not relative(path).startswith(loud)
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "print"
    ]
    assert found == []


def test_the_runtime_imports_no_higher_layer():
    """No module of the runtime imports a higher layer, not even inside a function or for types only."""
    found = [
        f"{relative(path)}: {name}"
        for path in sources("runtime")
        for name in imported(ast.parse(path.read_text()))
        if name.partition(".")[0] in ("adapters", "judges", "benchmarks", "tests")
    ]
    assert found == []


def imported(tree: ast.AST) -> Iterator[str]:
    """The modules that a source imports anywhere, by statement or by name at run time."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield node.module or ""
        elif isinstance(node, ast.Call) and node.args and isinstance(node.args[0], ast.Constant):
            called = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
            if called in ("import_module", "__import__"):
                yield str(node.args[0].value)


def test_hidden_imports_are_found():
    """The scan finds imports in functions, under TYPE_CHECKING, and by name."""
    hidden = (
        "def f():\n    import adapters.adb\nif X:\n    from judges import a\nimportlib.import_module('benchmarks.b')"
    )
    assert sorted(imported(ast.parse(hidden))) == ["adapters.adb", "benchmarks.b", "judges"]


def test_the_layers_hold():
    """All contracts of import-linter hold."""
    linter = Path(sys.executable).with_name("lint-imports")
    done = subprocess.run([linter, "--no-cache"], cwd=ROOT, capture_output=True, text=True, timeout=200, check=False)
    assert done.returncode == 0, done.stdout[-2000:]
    assert re.search(r"Contracts: [1-9]\d* kept, 0 broken", done.stdout)


def test_fonts_come_with_their_licence():
    """Beside each font is its licence text, and the wheel contains both."""
    folders = {path.parent for path in (ROOT / "adapters").rglob("*.[to]tf")}
    assert folders
    for folder in folders:
        (licence,) = folder.glob("LICENSE-Apache*.txt")
        assert "Apache License" in licence.read_text()
        named = re.findall(r"[\w*-]+\.[to]tf", "".join(path.read_text() for path in folder.glob("LICENSE-*.txt")))
        fonts = [path.name for path in folder.glob("*.[to]tf")]
        assert [font for font in fonts if not any(fnmatch(font, pattern) for pattern in named)] == []
    assert f"{relative(next(iter(folders)))}/LICENSE-*.txt" in (ROOT / "pyproject.toml").read_text()


def test_the_readme_has_two_commands_of_one_line():
    """One line sets up the environment and runs the benchmark, the other sets it up and runs the tests."""
    lines = [
        line.strip() for line in (ROOT / "README.md").read_text().splitlines() if line.startswith("    python3 -m venv")
    ]
    play, test = lines
    assert play.endswith("-m runtime.bench")
    assert test.endswith("/pytest")
    assert all("pip install" in line and not line.endswith("\\") for line in lines)


def test_ci_runs_the_line_of_the_readme():
    """`.ci/run` extracts and runs exactly the test line of the README."""
    script = (ROOT / ".ci/run").read_text()
    found = re.search(r"^test_line=\$\(sed -n '(s/.*/p)' README\.md\)$", script, re.MULTILINE)
    assert found is not None
    assert re.search(r'^eval "\$test_line"$', script, re.MULTILINE)
    sed = ["sed", "-n", found[1], "README.md"]
    picked = subprocess.run(sed, cwd=ROOT, capture_output=True, text=True, timeout=200, check=True).stdout.splitlines()
    written = [
        line.strip() for line in (ROOT / "README.md").read_text().splitlines() if line.rstrip().endswith("/pytest")
    ]
    assert picked == written
    assert len(picked) == 1
