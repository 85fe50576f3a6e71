"""The files that a program may see: the system, what its command needs, and nothing that must stay hidden."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import sys
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path

import anyio
import pytest

from adapters.agents.external.files import own_paths
from adapters.agents.external.files.canary import CANARY
from adapters.agents.external.files.git_files import checkout
from adapters.agents.external.files.visible_files import FileView, missing_file_hint, program_view
from adapters.agents.external.process import bwrap
from adapters.agents.external.process.command import named_paths
from runtime.components.distribution import PACKAGES
from runtime.core.errors import UsageError

ROOT = Path(__file__).resolve().parents[5]


@pytest.fixture
def view(tmp_path_factory: pytest.TempPathFactory) -> Callable[..., FileView]:
    """Makes the view of a command."""

    def make(
        words: Iterable[str | Path],
        named: Iterable[Path] = (),
        hidden: Iterable[Path] = (),
        checkouts: Mapping[Path, frozenset[Path]] | None = None,
    ) -> FileView:
        store = tmp_path_factory.mktemp("store")
        program, *others = [str(word) for word in words]
        return program_view(Path(program), [*named_paths(others), *named], hidden, store, checkouts or {})

    return make


def make_run(folder: Path) -> Path:
    """Makes a recorded run."""
    for name in ("events", "truth"):
        (folder / name).mkdir(parents=True)
        (folder / name / "x.jsonl").write_text('{"episode":"reader/shop.x.standard/0","seq":1}\n')
    (folder / "run.json").write_text("{}")
    return folder


def visible_below(found: FileView, folder: Path) -> set[str]:
    """The files below a folder that are visible, relative to it."""
    paths = [Path(name) / file for name, _, files in os.walk(folder) for file in files]
    return {str(path.relative_to(folder)) for path in paths if found.shows(path)}


def test_a_script_is_visible_with_its_interpreter_and_without_its_neighbours(tmp_path, view):
    """A named script and its interpreter's installation are visible; files beside the script are not."""
    script = tmp_path / "mine" / "agent.py"
    script.parent.mkdir()
    script.touch()
    (script.parent / "other.py").touch()
    found = view((sys.executable, script, "--x=1"))
    for path in (
        script,
        Path(sys.executable),
        Path(os.path.realpath(sys.executable)),
        Path(os.__file__),
        Path("/usr/bin"),
    ):
        assert found.shows(path), path
    assert visible_below(found, tmp_path) == {"mine/agent.py"}
    for path in (Path.home(), Path("/opt"), Path("/usr/src"), Path("/usr/local/src"), Path("/tmp"), Path("/")):
        assert not found.shows(path), path


def test_a_script_of_a_checkout_is_visible_with_the_files_that_git_tracks(tmp_path, view):
    """Of a Git checkout the tracked files and the named one are visible, but no recorded run that is tracked."""
    if shutil.which("git") is None:
        pytest.skip("git is not installed")
    make_run(tmp_path / "runs" / "one")
    for name in ("pkg/helper.py", "agent.py", "untracked.py", "other.py"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).touch()
    git = ["git", "-C", str(tmp_path)]
    subprocess.run([*git, "init", "-q"], check=True)
    subprocess.run([*git, "config", "core.fsmonitor", f"touch {tmp_path}/started"], check=True)
    subprocess.run([*git, "-c", "core.fsmonitor=false", "add", "agent.py", "pkg", "runs"], check=True)

    found = anyio.run(checkout, tmp_path)
    assert found is not None
    for script, others in (("agent.py", set()), ("other.py", {"other.py"})):
        shown = view((sys.executable, tmp_path / script), checkouts=dict([found]))
        assert visible_below(shown, tmp_path) == {"agent.py", "pkg/helper.py"} | others
    assert not (tmp_path / "started").exists()


def test_a_program_is_followed_through_its_links_and_its_first_line(tmp_path, view):
    """An installed command is visible together with its links and the interpreter in its first line."""
    prefix = tmp_path / "prefix"
    (prefix / "bin").mkdir(parents=True)
    (prefix / "pyvenv.cfg").write_text(f"home = {Path(os.path.realpath(sys.executable)).parent}\n")
    (prefix / "bin" / "python").symlink_to(os.path.realpath(sys.executable))
    (prefix / "bin" / "tool").write_text(f"#!{prefix}/bin/python\n")
    (prefix / "runs").mkdir()
    (tmp_path / "links").mkdir()
    (tmp_path / "links" / "tool").symlink_to("../prefix/bin/tool")
    found = view((tmp_path / "links" / "tool",))
    for path in (prefix / "pyvenv.cfg", prefix / "bin" / "python", Path(os.__file__), tmp_path / "links" / "tool"):
        assert found.shows(path), path
    assert not found.shows(prefix / "runs")


def test_packages_beneath_a_virtual_environment_are_visible_only_if_it_uses_them(tmp_path, view):
    """The packages of the Python that an environment was made with are hidden, unless the environment uses them."""
    base = Path(os.path.realpath(sys.executable)).parent.parent
    packages = next(base.glob("lib/python3*/site-packages"))
    for answer, seen in (("false", False), ("true", True)):
        prefix = tmp_path / answer
        (prefix / "bin").mkdir(parents=True)
        (prefix / "pyvenv.cfg").write_text(f"home = {base}/bin\ninclude-system-site-packages = {answer}\n")
        (prefix / "bin" / "python").symlink_to(os.path.realpath(sys.executable))
        if not str(base).startswith("/usr"):
            assert view((prefix / "bin" / "python",)).shows(packages) is seen
        assert view((prefix / "bin" / "python",)).shows(Path(os.__file__))


def test_a_named_folder_is_visible_as_it_was_when_the_run_began(tmp_path, view):
    """A named folder is a copy: later files do not appear in it; sockets and Git history are left out."""
    for name in ("a/b/data.txt", ".git/objects/xx", "link-target"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(name)
    (tmp_path / "link").symlink_to("link-target")
    (tmp_path / "large").write_bytes(bytes(5 << 20))
    found = view(("/usr/bin/env",), (tmp_path,))
    (tmp_path / "later.txt").touch()
    make_run(tmp_path / "a" / "run")
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind(str(tmp_path / "socket"))
        assert not view(("/usr/bin/env",), (tmp_path,)).shows(tmp_path / "socket")
    assert visible_below(found, tmp_path) == {"a/b/data.txt", "link-target", "link", "large"}
    assert (tmp_path / "large", tmp_path / "large") in found.shown


@pytest.mark.parametrize("depth", range(1, 9))
def test_runs_and_suites_are_left_out_at_any_depth(tmp_path, view, depth):
    """In a named folder, runs, replies of models, suites and copies of this project are hidden at any depth."""
    deep = tmp_path.joinpath(*(f"d{number}" for number in range(depth)))
    run = make_run(deep / "run")
    shutil.copytree(run / "truth", deep / "copied" / "elsewhere")
    key = "ab" + "0" * 62
    secrets = {
        f"replies/ab/{key}.json": "{}",
        "mine/intent.yaml": f"# {CANARY}",
        "renamed.txt": f"# {CANARY}",
        "suite/references.json": "{}",
        "suite/intents/x.yaml": "",
        "blobs/ab/tree-" + "0" * 32 + ".xml": "<node/>",
        "old/mobile_agent_runtime-0.1.0-py3-none-any.whl": "",
        **{f"project/{name}/__init__.py": "" for name in PACKAGES},
        "project/pyproject.toml": "",
        "project/tests/test_x.py": "",
    }
    for name, text in {**secrets, "keep/me.txt": "yes", "build/me.txt": "yes", "project/README.md": "yes"}.items():
        (deep / name).parent.mkdir(parents=True, exist_ok=True)
        (deep / name).write_text(text)
    found = visible_below(view(("/usr/bin/env",), (tmp_path,)), deep)
    assert found == {"keep/me.txt", "build/me.txt", "project/README.md", "project/pyproject.toml"}


def test_what_lies_in_an_environment_is_covered(tmp_path, view):
    """Runs and installations of this project within a virtual environment are covered, however large it is."""
    prefix = tmp_path / "agent" / "env"
    site = prefix / "lib" / "python3.11" / "site-packages"
    for number in range(300):
        (site / f"package{number}" / "sub").mkdir(parents=True)
    (prefix / "bin").mkdir()
    (prefix / "bin" / "python").symlink_to(os.path.realpath(sys.executable))
    (prefix / "pyvenv.cfg").write_text(f"home = {Path(os.path.realpath(sys.executable)).parent}\n")
    for name in ("mobile_agent_runtime-9.dist-info", *PACKAGES, "numpy"):
        (site / name).mkdir()
    run = make_run(site / "package7" / "sub" / "a" / "b" / "c" / "d" / "run")
    (site / "package9" / "x.yaml").write_text(CANARY)
    (prefix.parent / "agent.py").touch()
    found = view((prefix / "bin" / "python", prefix.parent / "agent.py"), (prefix.parent,))
    for name in ("numpy", "package7/sub/a/b/c/d"):
        assert found.shows(site / name), name
    for path in (run, site / "benchmarks", site / "mobile_agent_runtime-9.dist-info", site / "package9" / "x.yaml"):
        assert not found.shows(path), path
    assert found.shows(prefix.parent / "agent.py")


def test_what_is_hidden_is_hidden_wherever_it_would_appear(tmp_path, view):
    """A hidden folder is hidden under each name that links give it."""
    real, other = tmp_path / "real", tmp_path / "other"
    (real / "run" / "x").mkdir(parents=True)
    (real / "suite.yaml").touch()
    (real / "x").touch()
    other.symlink_to(real)
    found = view(("/usr/bin/env",), (other,), (real / "run", real / "suite.yaml", real / "gone"))
    for name in ("real", "other"):
        assert found.shows(tmp_path / name / "x")
        assert not found.shows(tmp_path / name / "run")
        assert not found.shows(tmp_path / name / "suite.yaml")


def test_this_project_is_never_shown(view, monkeypatch):
    """This project's packages, tests, history and installation records are hidden, even if its folder is given."""
    monkeypatch.setattr(Path, "home", lambda: Path("/nowhere/home"))
    found = view((sys.executable,), (ROOT,))
    hidden = [ROOT / name for name in (*PACKAGES, "tests", ".git")]
    assert [path for path in hidden if path.exists() and found.shows(path)] == []
    assert found.shows(ROOT / "README.md")
    for path in own_paths.installed():
        assert not (path.exists() and found.shows(path)), path


@pytest.mark.parametrize("name", ["run", "run/truth/x.jsonl", "intent.yaml", "hidden/x"])
def test_a_recording_or_suite_that_is_named_is_refused(tmp_path, view, name):
    """A user who names a recording, a part of a suite, or anything that must be hidden gets an error."""
    make_run(tmp_path / "run")
    (tmp_path / "intent.yaml").write_text(CANARY)
    (tmp_path / "hidden").mkdir()
    (tmp_path / "hidden" / "x").touch()
    with pytest.raises(UsageError, match=r"agents (may|must)"):
        view(("/usr/bin/env",), (tmp_path / name,), (tmp_path / "hidden",))


@pytest.mark.parametrize("folder", ["/", "/tmp", str(Path.home())])
def test_large_folders_are_not_shown(folder, view):
    """A view of the root, /tmp or the whole home folder is refused as too large."""
    with pytest.raises(UsageError, match=r"too large|entire file system"):
        view(("/usr/bin/env", "x", folder))


def test_a_shell_and_scripts_for_it_need_nothing_but_the_system(tmp_path, view):
    """/bin/sh sees the system, and a script for it sees itself."""
    script = tmp_path / "play.sh"
    script.write_text("#!/bin/sh\nadb devices\n")
    script.chmod(0o755)
    assert visible_below(view(("/bin/sh", "-c", "true")), tmp_path) == set()
    assert visible_below(view((script,)), tmp_path) == {"play.sh"}


def test_the_hint_names_what_a_program_misses(tmp_path, view):
    """If the last words of a program name a hidden file beside a named one, the hint says how to show it."""
    for name in ("agent.py", "helper.py", "config.yaml", "shown.py"):
        (tmp_path / name).touch()
    found = view((sys.executable, tmp_path / "agent.py"), (tmp_path / "shown.py",))
    for words, name in (
        ("ModuleNotFoundError: No module named 'helper'", "helper.py"),
        (f"No such file or directory: '{tmp_path}/config.yaml'", "config.yaml"),
    ):
        assert f"--agent-path {tmp_path / name}" in missing_file_hint(found, words)
    assert missing_file_hint(found, "ModuleNotFoundError: No module named 'torch'") == ""
    assert missing_file_hint(found, "error in agent.py, imported by shown") == ""


def test_covers_come_after_what_they_cover(tmp_path, view):
    """In bubblewrap's options covers come after what they cover, and nothing is bound as writable."""
    found = view((sys.executable,))
    made = bwrap.arguments(found, tmp_path / "empty")
    assert "--bind" not in made
    covered = str(found.covered_folders[0])
    shown = str(max(target for _, target in found.shown if found.covered_folders[0].is_relative_to(target)))
    assert made.index(shown) < made.index(covered)
    for wanted in ("--unshare-user", "--unshare-pid", "--unshare-net", "--die-with-parent", "--disable-userns"):
        assert wanted in made
