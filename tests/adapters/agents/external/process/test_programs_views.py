"""The files that a program may see: the system, what its command needs, and nothing that must stay hidden."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from adapters.agents.external.process import bwrap, own_paths
from adapters.agents.external.process.visible_files import FileView, program_view
from runtime.components.collisions import PACKAGES
from runtime.core.errors import UsageError

ROOT = Path(__file__).resolve().parents[5]


def visible(found: FileView, path: Path) -> bool:
    """Whether a path is visible in the view."""
    covered = any(
        path.is_relative_to(covered_folder) for covered_folder in (*found.covered_folders, *found.covered_files)
    )
    return not covered and any(path.is_relative_to(place) for _, place in found.shown)


def test_a_script_brings_its_folder_and_its_interpreter(tmp_path):
    """A script's folder and its interpreter's environment are visible, and other folders are not."""
    (tmp_path / "mine").mkdir()
    script = tmp_path / "mine" / "agent.py"
    script.touch()
    found = program_view((sys.executable, str(script), "--x=1"), (), ())
    for path in (script, Path(sys.executable), Path(os.path.realpath(sys.executable)), Path(os.__file__), Path("/usr")):
        assert visible(found, path), path
    assert not visible(found, tmp_path / "other")
    assert not visible(found, Path.home() / ".ssh")


def test_a_program_is_followed_through_its_links_and_its_first_line(tmp_path):
    """An installed command is visible together with its links and the interpreter in its first line."""
    prefix = tmp_path / "prefix"
    (prefix / "bin").mkdir(parents=True)
    (prefix / "pyvenv.cfg").write_text(f"home = {Path(os.path.realpath(sys.executable)).parent}\n")
    (prefix / "bin" / "python").symlink_to(os.path.realpath(sys.executable))
    (prefix / "bin" / "tool").write_text(f"#!{prefix}/bin/python\n")
    (tmp_path / "links").mkdir()
    (tmp_path / "links" / "tool").symlink_to("../prefix/bin/tool")
    found = program_view((str(tmp_path / "links" / "tool"),), (), ())
    for path in (prefix / "pyvenv.cfg", prefix / "bin" / "python", Path(os.__file__)):
        assert visible(found, path), path


def test_what_is_hidden_is_covered_wherever_it_would_appear(tmp_path):
    """A hidden folder is hidden under each name that links give it."""
    real, other = tmp_path / "real", tmp_path / "other"
    (real / "run" / "events").mkdir(parents=True)
    (real / "suite.yaml").touch()
    other.symlink_to(real)
    found = program_view(("/usr/bin/env",), (other,), (real / "run", real / "suite.yaml", real / "gone"))
    for name in ("real", "other"):
        assert visible(found, tmp_path / name / "x")
        assert not visible(found, tmp_path / name / "run" / "events")
        assert not visible(found, tmp_path / name / "suite.yaml")


def test_recorded_runs_are_covered_and_so_is_their_folder(tmp_path):
    """The folder of recorded runs is hidden, including runs that do not exist yet."""
    for name in ("one", "two"):
        (tmp_path / "runs" / name / "events").mkdir(parents=True)
        (tmp_path / "runs" / name / "run.json").touch()
    (tmp_path / "agent.py").touch()
    found = program_view(("/usr/bin/env", str(tmp_path / "agent.py")), (), ())
    assert visible(found, tmp_path / "agent.py")
    assert not visible(found, tmp_path / "runs" / "three")


def test_this_project_is_never_shown(tmp_path):
    """This project's packages, tests, history and installation records are hidden, even if its folder is given."""
    found = program_view((sys.executable,), (ROOT,), ())
    hidden = [ROOT / name for name in (*PACKAGES, "tests", ".git")]
    assert [path for path in hidden if path.exists() and visible(found, path)] == []
    assert visible(found, ROOT / "README.md")
    for path in own_paths.installed():
        assert not (path.exists() and visible(found, path)), path


def test_installations_of_others_are_found_too(tmp_path):
    """Other installations of this project are found: packages of an environment, and linked checkouts."""
    site = tmp_path / "env" / "lib" / "python3.12" / "site-packages"
    checkout = tmp_path / "checkout"
    for folder in (site / "mobile_agent_runtime-9.dist-info", site / "benchmarks", site / "numpy", checkout):
        folder.mkdir(parents=True)
    (site / "_editable_impl_mobile_agent_runtime.pth").write_text(f"{checkout}\n")
    found = {*own_paths.installations([tmp_path / "env"])}
    assert {site / "benchmarks", site / "mobile_agent_runtime-9.dist-info", checkout / "judges"} <= found
    assert site / "numpy" not in found


@pytest.mark.parametrize("folder", ["/", "/tmp", str(Path.home())])
def test_large_folders_are_not_shown(folder):
    """A view of the root, /tmp or the whole home folder is refused as too large."""
    with pytest.raises(UsageError, match="too large"):
        program_view(("/usr/bin/env", "x", folder), (), ())


def test_a_file_among_much_else_is_shown_alone(tmp_path, monkeypatch):
    """A script in the home folder is visible alone, without its neighbours."""
    monkeypatch.setenv("HOME", str(tmp_path))
    (tmp_path / "agent.py").touch()
    found = program_view(("/usr/bin/env", str(tmp_path / "agent.py")), (), ())
    assert visible(found, tmp_path / "agent.py")
    assert not visible(found, tmp_path / ".ssh")


def test_covers_come_after_what_they_cover(tmp_path):
    """In bubblewrap's options covers come after what they cover, and nothing is bound as writable."""
    (tmp_path / "shown" / "run").mkdir(parents=True)
    found = program_view(("/usr/bin/env",), (tmp_path / "shown",), (tmp_path / "shown" / "run",))
    made = bwrap.arguments(found, tmp_path / "empty", disk=1)
    assert "--bind" not in made
    cover = max(at for at, word in enumerate(made) if word == str(tmp_path / "shown" / "run"))
    shown = max(at for at, word in enumerate(made) if word == str(tmp_path / "shown"))
    assert shown < cover
    for wanted in ("--unshare-user", "--unshare-pid", "--unshare-net", "--die-with-parent", "--disable-userns"):
        assert wanted in made
