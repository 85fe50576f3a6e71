"""Other projects with packages of the same names are detected and reported in one sentence with a remedy."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

import anyio
import pytest

import runtime
from runtime.components.collisions import PackageCollisionWarning, find_collisions
from runtime.components.distribution import PACKAGES
from runtime.engine import Runtime
from tests.support.command import Bench

ROOT = Path(runtime.__path__[0]).parent


def install(site: Path, *files: str, name: str = "power_adapters", top_level: str = "") -> Path:
    """Put another project into a folder as an installer does: its files and its metadata."""
    notes = site / f"{name}-1.2.dist-info"
    notes.mkdir(parents=True)
    (notes / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.2\n")
    for file in files:
        (site / file).parent.mkdir(parents=True, exist_ok=True)
        (site / file).write_text("")
    (notes / "RECORD").write_text("".join(f"{file},sha256=x,0\n" for file in files))
    if top_level:
        (notes / "top_level.txt").write_text(top_level)
    return site


def test_nothing_collides_in_this_environment():
    """The tests run in the environment that the README sets up."""
    assert find_collisions(tuple(sys.path)) == ()


@pytest.mark.parametrize(
    ("files", "top_level", "packages"),
    [
        (("adapters/usb.py", "judges/__init__.py"), "", "'adapters' and 'judges'"),
        (("benchmarks.py",), "", "'benchmarks'"),
        (("power/__init__.py",), "power\nruntime\n", "'runtime'"),
    ],
)
def test_a_distribution_with_a_package_of_the_same_name_is_named(tmp_path, files, top_level, packages):
    """Another project that installs a package of the same name is named, with a remedy."""
    site = install(tmp_path, *files, top_level=top_level)
    (sentence,) = find_collisions((str(ROOT), str(site)))
    assert sentence.startswith(f"power_adapters 1.2 installs {packages} too, ")
    assert "python3 -m venv .venv" in sentence


def test_ours_and_packages_of_other_names_do_not_collide(tmp_path):
    """This project under any spelling, and packages of similar names, are not reported as collisions."""
    install(tmp_path, "adapters/__init__.py", name="Mobile.Agent_Runtime")
    install(tmp_path, "runtimes/x.py", "power/judges/x.py", "adapters_usb/x.py", top_level="xruntime\n")
    assert find_collisions((str(ROOT), str(tmp_path))) == ()


def test_a_package_that_comes_from_elsewhere_is_named(tmp_path):
    """A package of the same name earlier on the search path is named with its file."""
    (tmp_path / "judges").mkdir()
    (tmp_path / "judges" / "__init__.py").touch()
    (sentence,) = find_collisions((str(tmp_path), str(ROOT)))
    assert f"imports the package 'judges' from {tmp_path}/judges/__init__.py, which is another project's" in sentence


async def test_a_package_that_an_uninstall_has_damaged_is_named(tmp_path):
    """A file removed by uninstalling another project is reported as missing."""
    await anyio.to_thread.run_sync(shutil.copytree, ROOT / "runtime", tmp_path / "runtime")
    for name in PACKAGES[1:]:
        (tmp_path / name).mkdir()
        (tmp_path / name / "__init__.py").touch()
    (tmp_path / "adapters" / "__init__.py").unlink()
    program = f"import sys; sys.path.insert(0, {str(tmp_path)!r}); from runtime.components import collisions; "
    program += f"print(*collisions.find_collisions(({str(tmp_path)!r},)))"
    done = await anyio.run_process([sys.executable, "-I", "-c", program])
    assert done.stdout.decode().startswith(f"{tmp_path}/adapters/__init__.py is missing, as after another project")


async def test_doctor_and_commands_say_which_project_collides(tmp_path, monkeypatch):
    """`doctor` reports it as a problem; other commands print a line on stderr before they start."""
    monkeypatch.setenv("PYTHONPATH", str(install(tmp_path / "site", "judges/noise.py")))
    bench = Bench(tmp_path, tmp_path)
    sentence = "power_adapters 1.2 installs 'judges' too"
    (line,) = [line for line in (await bench.process("doctor", code=1)).out.splitlines() if line.startswith("BAD")]
    assert sentence in line
    value = await bench.process("list", "agents")
    assert value.err.startswith(f"warning: {sentence}")
    assert value.err.count("\n") == 1
    assert "reader" in value.out


async def test_the_library_warns_of_a_project_that_collides(tmp_path, monkeypatch):
    """The warning is issued when a `Runtime` is entered, not on import."""
    monkeypatch.syspath_prepend(install(tmp_path, "judges/noise.py"))
    with pytest.warns(PackageCollisionWarning, match=r"power_adapters 1\.2 installs 'judges' too"):
        async with Runtime(devices=["headless://1"]):
            pass
