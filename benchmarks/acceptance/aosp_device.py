"""AOSP's own device tests, `test_device.py` of adb, on virtual phones, with each adb binary that can be had.

The tests and adb 34 come from Debian trixie, fetched by the system's package tools into a temporary folder; the
system's own lists and settings are not touched. A test may fail that a real adbd 34.0.5 on Linux fails too with the
same host; every other test must pass. Two tests wait for fixed times (`test_sighup` and `test_non_interactive_sigint`:
one and three seconds), so they can fail on a computer under heavy load.
"""

from __future__ import annotations

import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import Final

from rich.console import Console
from rich.table import Table

from benchmarks.acceptance.bar import Bar, command

OPTIONS: Final[Mapping[str, str]] = {
    "hosts": "the adb releases to test with, separated by commas (29,34,36)",
    "tests": "parts of the names of the tests to run, separated by commas (all)",
}
_MIRROR: Final = "http://deb.debian.org/debian"
_KEYRING: Final = "/usr/share/keyrings/debian-archive-keyring.gpg"
_LIMIT: Final = 1200
"""Seconds that the tests of one host may take."""
_ALL: Final = ("29", "34", "36")
_TRANSFERS: Final = ("Brotli", "LZ4", "Uncompressed", "Zstd")
KNOWN_FAILURES: Final[Mapping[str, tuple[tuple[str, ...], str]]] = {
    "AbbTest.test_smoke": (_ALL, "an adbd on Linux has neither abb nor cmd"),
    "ArgumentEscapingTest.test_install_argument_escaping": (_ALL, "there is no package manager"),
    "DeviceOfflineTest.test_zero_packet": (_ALL, "the test needs Android's nc"),
    "ForwardReverseTest.test_forward_reverse_echo": (_ALL, "probably: host and daemon share the ports of one computer"),
    "FramebufferTest.test_framebuffer": (_ALL, "there is no screen"),
    "ShellTest.test_sighup": (_ALL, "the test needs Android's sh"),
    "SocketTest.test_socket_flush": (_ALL, "the test needs Android's dd"),
    **{
        f"FileOperationsTest{kind}.{name}": (_ALL, "probably: root may read and write everything")
        for kind in _TRANSFERS
        for name in ("test_pull_error_reporting", "test_push_directory_creation", "test_push_error_reporting")
    },
    **{
        f"FileOperationsTest{kind}.{name}": (("29",), "the host has no dry run")
        for kind in _TRANSFERS
        for name in ("test_push_dry_run_existent_file", "test_push_dry_run_nonexistent_file")
    },
}
"""Tests that were seen to fail with a real adbd 34.0.5 on Linux: the hosts with which they do, and why."""
_DEFAULT_PORT: Final = 5037
_NEEDS_DEFAULT_PORT: Final = ("ForwardReverseTest.test_forward_old_protocol", "SocketTest.test_socket_flush")
"""Tests that talk to an adb server at its default port, whatever the environment says."""
_TAKEN: Final = "skipped, port 5037 is in use"


class _UnavailableError(Exception):
    """Something that the tests need cannot be had here; the message says what."""


def measure(hosts: str = "29,34,36", tests: str = "") -> list[Bar]:
    """Run the tests with each host, and print a table by test."""
    with tempfile.TemporaryDirectory(prefix="aosp-") as name:
        folder = Path(name)
        try:
            sources = _fetch_tests(folder)
        except _UnavailableError as problem:
            return [Bar("AOSP's device tests", f"SKIPPED: {problem}", True)]
        bars: list[Bar] = []
        outcomes: dict[str, dict[str, str]] = {}
        for host in hosts.split(","):
            try:
                binary = _host_binary(host, folder)
            except _UnavailableError as problem:
                bars.append(Bar(f"adb {host}", f"SKIPPED: {problem}", True))
                continue
            outcomes[host] = _run(host, binary, sources, folder, tests)
            bars.append(_judged(host, outcomes[host]))
        _print(outcomes)
        return bars


def _judged(host: str, outcomes: Mapping[str, str]) -> Bar:
    """Compare the outcomes with a real daemon's."""
    failed = [
        test
        for test, outcome in outcomes.items()
        if outcome != "ok" and not outcome.startswith("skipped") and not _known(test, host)
    ]
    passed = sum(outcome == "ok" for outcome in outcomes.values())
    figure = f"{passed} of {len(outcomes)} pass"
    return Bar(
        f"adb {host}: every test that a real adbd 34 passes",
        f"{figure}; failed: {', '.join(failed)}" if failed else figure,
        bool(outcomes) and not failed,
    )


def _known(test: str, host: str) -> bool:
    return host in KNOWN_FAILURES.get(test, ((), ""))[0]


def _print(outcomes: Mapping[str, Mapping[str, str]]) -> None:
    table = Table("test", *(f"adb {host}" for host in outcomes), "fails on a real adbd 34 with", title="AOSP's tests")
    for test in sorted({test for results in outcomes.values() for test in results}):
        hosts, why = KNOWN_FAILURES.get(test, ((), ""))
        known = f"{', '.join(hosts)}: {why}" if hosts else ""
        table.add_row(test, *(results.get(test, "-") for results in outcomes.values()), known)
    Console(width=160).print(table)


# What the tests need.


def _fetch_tests(folder: Path) -> Path:
    """Fetch the source package and unpack the tests and their helper modules; return the folder with them."""
    if missing := [tool for tool in ("apt-get", "dpkg-deb", "tar") if shutil.which(tool) is None]:
        raise _UnavailableError(f"this system has no {', '.join(missing)}")
    if not Path(_KEYRING).exists():
        raise _UnavailableError(f"{_KEYRING} (package debian-archive-keyring) is not there")
    for part in ("state/lists/partial", "cache/archives/partial", "etc", "source", "root"):
        (folder / part).mkdir(parents=True)
    lines = (f"{kind} [signed-by={_KEYRING}] {_MIRROR} trixie main\n" for kind in ("deb", "deb-src"))
    (folder / "etc/sources.list").write_text("".join(lines))
    (folder / "status").touch()
    _apt(folder, "update")
    _apt(folder, "source", "--download-only", "android-platform-tools", cwd=folder / "source")
    (archive,) = (folder / "source").glob("*.orig.tar.*")
    wanted = ("./packages/modules/adb/test_device.py", "./development/python-packages/adb/adb")
    _checked(["tar", "-xf", str(archive), "-C", str(folder / "source"), *wanted])
    return folder / "source"


def _apt(folder: Path, *words: str, cwd: Path | None = None) -> None:
    """Run apt-get with lists, cache and settings of its own."""
    options = {
        "Dir::State": folder / "state",
        "Dir::State::status": folder / "status",
        "Dir::Cache": folder / "cache",
        "Dir::Etc::sourcelist": folder / "etc/sources.list",
        "Dir::Etc::sourceparts": "/dev/null",
        "Dir::Etc::preferencesparts": "/dev/null",
        "Debug::NoLocking": "1",
        "Acquire::Retries": "2",
        "Acquire::http::Timeout": "30",
    }
    _checked(["apt-get", "-qq", *(f"-o{key}={value}" for key, value in options.items()), *words], cwd=cwd)


def _checked(words: Sequence[str], cwd: Path | None = None) -> None:
    done = subprocess.run(words, cwd=cwd, capture_output=True, text=True, check=False, timeout=600)
    if done.returncode:
        reason = (done.stderr.strip().splitlines() or [f"exit {done.returncode}"])[-1]
        raise _UnavailableError(f"{words[0]} failed: {reason}")


def _host_binary(host: str, folder: Path) -> Path:
    """Return a program `adb` of that release, in a folder of its own."""
    own = folder / f"host-{host}"
    own.mkdir()
    program = own / "adb"
    if host == "34":
        _unpack_adb(folder, program)
        return program
    found = _bundled() if host == "36" else shutil.which("adb")
    if found is None:
        raise _UnavailableError("the package adbutils is not installed" if host == "36" else "there is no adb")
    program.symlink_to(found)
    version = subprocess.run([program, "version"], capture_output=True, text=True, check=True).stdout
    if f"Version {host}." not in version:
        raise _UnavailableError(f"{found} is another release: {version.splitlines()[1]}")
    return program


def _bundled() -> str | None:
    """Return the adb in the wheel of adbutils."""
    package = find_spec("adbutils")
    if package is None or package.origin is None:
        return None
    binary = Path(package.origin).parent / "binaries" / "adb"
    return str(binary) if binary.exists() else None


def _unpack_adb(folder: Path, program: Path) -> None:
    """Unpack Debian's adb 34 with all its libraries, and write a program that runs it with its own loader."""
    root = folder / "root"
    _apt(folder, "install", "--download-only", "--no-install-recommends", "-y", "adb")
    for package in sorted((folder / "cache/archives").glob("*.deb")):
        _checked(["dpkg-deb", "-x", str(package), str(root)])
    loader = next(root.glob("usr/lib*/ld-linux*.so.*"), None) or next(root.glob("usr/lib/*/ld-linux*.so.*"), None)
    if loader is None:
        raise _UnavailableError("Debian's adb 34 has no loader for this processor")
    folders = sorted({str(path.parent) for path in root.rglob("*.so*")})
    program.write_text(
        f'#!/bin/sh\nexec "{loader}" --library-path "{":".join(folders)}" '
        f'"{root}/usr/lib/android-sdk/platform-tools/adb" "$@"\n'
    )
    program.chmod(0o755)


# Running them.


def _run(host: str, binary: Path, sources: Path, folder: Path, tests: str) -> dict[str, str]:
    """Run the tests with one host on a phone of their own; return the outcome of each."""
    home = folder / f"home-{host}"
    home.mkdir()
    port = _server_port()
    environment = {
        "ANDROID_ADB_SERVER_PORT": str(port),
        "ADB_LOCAL_TRANSPORT_MAX_PORT": "5555",
        "HOME": str(home),
        "PATH": f"{binary.parent}:{os.environ['PATH']}",
        "PYTHONPATH": f"{sources / 'development/python-packages/adb'}:{sources / 'packages/modules/adb'}:{Path.cwd()}",
    }
    results = folder / f"results-{host}"
    with _phone() as address, _server(binary, environment):
        subprocess.run([binary, "connect", address], env=environment, check=True, capture_output=True, timeout=60)
        own = [sys.executable, "-m", "benchmarks.acceptance.aosp_device", str(results), tests]
        process = subprocess.Popen(
            own, env={**environment, "ANDROID_SERIAL": address}, cwd=home, stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True,
        )  # fmt: skip
        try:
            process.wait(_LIMIT)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
    lines = results.read_text().splitlines() if results.exists() else []
    outcomes: dict[str, str] = {}
    for line in lines:
        test, outcome = json.loads(line)
        outcomes[test] = outcome
    if port != _DEFAULT_PORT:
        outcomes.update({test: _TAKEN for test in _NEEDS_DEFAULT_PORT if test in outcomes})
    return outcomes


def _server_port() -> int:
    """Return the default port of adb servers if it is free, else any."""
    for port in (_DEFAULT_PORT, 0):
        with socket.socket() as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                probe.bind(("127.0.0.1", port))
            except OSError:
                continue
            return int(probe.getsockname()[1])
    raise _UnavailableError("no port is free")


@contextmanager
def _phone() -> Iterator[str]:
    """A virtual phone; yields its address."""
    words = command(["phones", "--count", "1", "--port", "0"])
    with subprocess.Popen(words, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        try:
            listed = json.loads(process.stdout.readline())
            yield f"{listed['host']}:{listed['port']}"
        finally:
            process.send_signal(signal.SIGINT)
            process.wait(30)


@contextmanager
def _server(binary: Path, environment: Mapping[str, str]) -> Iterator[None]:
    """An adb server of that release, started here: one with its own loader cannot start itself."""
    words = [str(binary), "nodaemon", "server"]
    with subprocess.Popen(
        words, env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    ) as process:
        try:
            for _ in range(50):
                done = subprocess.run(
                    [binary, "devices"], env=environment, capture_output=True, check=False, timeout=30
                )
                if done.returncode == 0:
                    break
            yield
        finally:
            process.terminate()
            process.wait(30)


def _play(results: Path, wanted: Sequence[str]) -> None:
    """Run the tests in this process; write a line with name and outcome when each begins and ends."""
    import unittest

    class Result(unittest.TestResult):
        """Writes the outcome of each test."""

        def note(self, test: unittest.TestCase, outcome: str) -> None:
            """Write one line."""
            with results.open("a") as file:
                file.write(json.dumps([".".join(test.id().split(".")[-2:]), outcome]) + "\n")

        def startTest(self, test: unittest.TestCase) -> None:
            super().startTest(test)
            self.note(test, "did not end")

        def addSuccess(self, test: unittest.TestCase) -> None:
            self.note(test, "ok")

        def addError(self, test: unittest.TestCase, err: object) -> None:
            self.note(test, "error")

        def addFailure(self, test: unittest.TestCase, err: object) -> None:
            self.note(test, "fail")

        def addSkip(self, test: unittest.TestCase, reason: str) -> None:
            self.note(test, "skipped")

    def chosen(suite: unittest.TestSuite) -> Iterator[unittest.TestCase]:
        for item in suite:
            if isinstance(item, unittest.TestSuite):
                yield from chosen(item)
            elif not wanted or any(part in item.id() for part in wanted):
                yield item

    suite = unittest.defaultTestLoader.loadTestsFromName("test_device")
    unittest.TestSuite(chosen(suite)).run(Result())


if __name__ == "__main__":
    _play(Path(sys.argv[1]), [part for part in sys.argv[2].split(",") if part])
