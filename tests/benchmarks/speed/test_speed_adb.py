"""The ADB speed benchmark runs in real processes with tiny counts; no speed is asserted."""

from __future__ import annotations

import json
from contextlib import contextmanager
from pathlib import Path

import pytest

from benchmarks.speed import __main__ as command
from benchmarks.speed import adb, peer_clients
from benchmarks.speed.comparison import Result, Sample, Series
from benchmarks.speed.contender import Places
from benchmarks.speed.not_installed import Missing


def test_measured_programs_give_the_requested_samples():
    """Our client and the baseline run and give the requested number of samples."""
    for played, result in adb.measure(1, ("ping", "lstat"), scale=0.01):
        assert set(result.series) | set(result.skipped) == set(played.entrants)
        assert {"ours", played.floor} <= set(result.series)
        for label, series in result.series.items():
            assert len(series.samples) == 1
            assert series.samples[0].operations == adb._cut(played.entrants[label], 0.01).count
            assert series.rate > 0


def test_every_claim_names_programs_of_its_comparison():
    """Every claim names programs that are measured in its comparison."""
    for contest in adb.CONTESTS:
        assert contest.floor in contest.entrants
        assert {name for claim in contest.claims for name in (claim.ours, claim.peer)} <= set(contest.entrants)


def test_a_peer_that_is_not_installed_says_so(monkeypatch: pytest.MonkeyPatch):
    """A peer library that is not installed raises Missing with the reason."""
    monkeypatch.setitem(__import__("sys").modules, "adbutils", None)
    with pytest.raises(Missing, match="adbutils is not installed"), peer_clients.adbutils_shell(Places((1,), 2)):
        pass


def test_the_command_prints_and_writes_what_was_measured(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
):
    """The command exits with 1 for a bar that is missed, prints NO, and prints why a program was skipped."""

    @contextmanager
    def nothing(_: int):
        yield Places((), 0)

    slow = Sample(10, 2.0, 2.0)
    fast = Sample(10, 1.0, 1.0)
    played = Result({"ours": Series((slow,)), "raw streams": Series((fast,))}, {"adb processes": "no adb binary"})
    monkeypatch.setattr(adb, "bare_device", nothing)
    monkeypatch.setattr(adb, "play", lambda *_: played)
    file = tmp_path / "out.json"
    assert command.main(["adb", "--only", "shell", "--json", str(file)]) == 1
    printed = capsys.readouterr().out
    assert "NO" in printed
    assert "skipped: no adb binary" in printed
    record = json.loads(file.read_text())
    assert record["host"]["python"]
    assert [(bar["ratio"], bar["holds"]) for bar in record["bars"]] == [(2.0, False)]
