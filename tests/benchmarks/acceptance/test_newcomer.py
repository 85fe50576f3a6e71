"""Minimal Ubuntu and Debian systems: the settings they copy from this machine, and that they leave nothing behind."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from benchmarks.acceptance import __main__ as program
from benchmarks.acceptance import newcomer
from benchmarks.acceptance.host_setup import commands, last_lines, mirrors, pip_configuration
from benchmarks.acceptance.minimal_root import MinimalRoot, RootError, System, namespaces_obstacle, remove

ROOT = Path(__file__).resolve().parents[3]
PARAGRAPHS = """\
Types: deb deb-src
# http://commented.example/debian
URIs: http://mirror.example/debian http://second.example/debian
Suites: bookworm bookworm-updates
Components: main

Types: deb-src
URIs: http://sources.example/debian
Suites: trixie
"""
ONE_LINE = """\
# deb http://commented.example/ubuntu noble main
deb [arch=amd64 signed-by=/x.gpg] http://mirror.example/ubuntu noble main universe
deb http://security.example/ubuntu noble-security main
"""


def test_the_readme_has_two_commands_for_newcomers():
    """The README's two commands for newcomers are found: first the one that runs the benchmark, then pytest."""
    run, test = commands((ROOT / "README.md").read_text())
    assert run.endswith("-m runtime.bench")
    assert test.endswith("/pytest")


def test_mirrors_are_those_of_apt_in_both_formats():
    """Both formats of apt sources are read; a suite's first address counts; comments and sources are ignored."""
    assert mirrors([PARAGRAPHS, ONE_LINE, "deb http://late.example/debian bookworm main\n"]) == {
        "bookworm": "http://mirror.example/debian",
        "bookworm-updates": "http://mirror.example/debian",
        "noble": "http://mirror.example/ubuntu",
        "noble-security": "http://security.example/ubuntu",
    }


def test_the_configuration_of_pip_is_one_file_and_the_paths_that_it_names():
    """Environment variables override pip's configuration files; local folders and certificates are listed as paths."""
    listed = (
        ":env:.cert='/etc/ssl/all.crt'\n:env:.find-links='/wheels /more wheels'\n"
        "global.cert='/other.crt'\nglobal.extra-index-url='file:///index/simple https://host.example/simple'\n"
        "install.no-deps='1'\n"
    )
    found = pip_configuration(listed)
    assert found.text.split("\n") == [
        "[global]",
        "cert = /etc/ssl/all.crt",
        "find-links = /wheels /more wheels",
        "extra-index-url = file:///index/simple https://host.example/simple",
        "",
        "[install]",
        "no-deps = 1",
        "",
        "",
    ]
    assert found.paths == ("/etc/ssl/all.crt", "/wheels", "/more", "/index/simple")
    assert pip_configuration("").text == ""


def test_the_last_lines_name_no_server():
    """Server addresses are replaced by "(address)" in the last lines of an output, and blank lines are left out."""
    output = "".join(f"{number}\n\n" for number in range(9)) + "E: https://mirror.example:80/x is not there  \n"
    assert last_lines(output) == ["4", "5", "6", "7", "8", "E: (address) is not there"]


def test_options_of_one_program_are_refused_by_the_others(monkeypatch, capsys):
    """The acceptance command `newcomer` accepts --mirror-debian; `instruments` rejects it as unrecognized."""
    heard = {}
    monkeypatch.setattr(newcomer, "measure", lambda *only, **options: heard.update(options) or [])
    monkeypatch.setattr(sys, "argv", ["x", "newcomer", "--mirror-debian", "http://m.example/debian"])
    assert program.main() == 0
    assert heard == {"mirror_debian": "http://m.example/debian"}
    monkeypatch.setattr(sys, "argv", ["x", "instruments", "--mirror-debian", "http://m.example/debian"])
    with pytest.raises(SystemExit):
        program.main()
    assert "unrecognized arguments: --mirror-debian" in capsys.readouterr().err


def test_where_no_system_can_be_made_every_bar_says_why(monkeypatch):
    """Without root rights each measurement is reported as failed, with the reason why it was not tried."""
    monkeypatch.setattr(newcomer, "obstacle", lambda: "only root can make one: run this as root")
    bars = newcomer.measure(["noble", "trixie"])
    assert [(bar.what, bar.holds) for bar in bars] == [
        ("Ubuntu 24.04 can be made", False),
        ("Debian 13 can be made", False),
    ]
    assert all(bar.figure == "not tried: only root can make one: run this as root" for bar in bars)


def test_without_its_keys_a_system_is_not_made(monkeypatch, tmp_path):
    """A minimal system is not built if its signing keys are missing, since its packages could not be verified."""
    monkeypatch.setattr(newcomer, "obstacle", lambda: "")
    (bar,) = newcomer.measure(["noble"], keyring_ubuntu=str(tmp_path / "keys.gpg"))
    assert not bar.holds
    assert f"cannot be verified here, {tmp_path}/keys.gpg is missing" in bar.figure


async def test_a_release_that_debootstrap_does_not_know_needs_a_mirror(tmp_path):
    """For an unknown Debian release without a mirror, bootstrap raises a RootError that asks for a mirror."""
    system = System("Debian 99", "nobody", "/k.gpg", "sid")
    with pytest.raises(RootError, match="name a mirror"):
        await MinimalRoot(tmp_path / "root").bootstrap(system, "", "/k.gpg", seconds=10)


def test_files_are_never_written_through_links_out_of_the_folder(tmp_path):
    """Writing /etc/resolv.conf replaces a link that leads out of the folder and leaves the link's target unchanged."""
    outside = tmp_path / "outside"
    outside.write_text("mine")
    root = MinimalRoot(tmp_path / "root")
    (root.folder / "etc").mkdir(parents=True)
    (root.folder / "etc" / "resolv.conf").symlink_to(outside)
    root.write("/etc/resolv.conf", "theirs")
    assert outside.read_text() == "mine"
    assert (root.folder / "etc" / "resolv.conf").read_text() == "theirs"


@pytest.fixture
def machine(tmp_path: Path) -> MinimalRoot:
    """This machine's programs as a system in a folder, and a folder that is shown to it."""
    if why := namespaces_obstacle():
        pytest.skip(why)
    shown, folder = tmp_path / "shown", tmp_path / "root"
    shown.mkdir()
    (shown / "file").write_text("of the machine")
    folders = [shown]
    for name in ("proc", "dev", "usr", "bin", "lib", "lib64"):
        there = Path("/", name)
        if there.is_symlink():
            folder.joinpath(name).symlink_to(there.readlink())
            continue
        folder.joinpath(name).mkdir(parents=True)
        if name not in ("proc", "dev") and there.exists():
            folders.append(there)
    return MinimalRoot(folder, folders)


async def test_a_command_sees_the_folders_shown_and_leaves_no_mount(machine, tmp_path):
    """A command in the system sees a shown folder read-only; removing the system afterwards keeps the shown files."""
    shown = tmp_path / "shown"
    done = await machine.run(f"cat {shown}/file; rm {shown}/file; ls /proc/self/fd > /dev/null && exit 3", seconds=30)
    assert done.status == 3, done.output
    assert done.output.startswith("of the machine")
    assert "Read-only file system" in done.output
    remove(machine.folder)
    assert (shown / "file").read_text() == "of the machine"


async def test_a_command_that_takes_too_long_is_ended_with_all_that_it_started(machine):
    """A command that exceeds its time limit exits with 124, and its background processes end too."""
    slow = await machine.run("sleep 600 & sleep 600", seconds=1)
    assert slow.status == 124
    remove(machine.folder)
