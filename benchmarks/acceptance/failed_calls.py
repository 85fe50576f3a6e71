"""Runs in which one file operation fails, each in turn, and their resumes when the disk works again."""

from __future__ import annotations

import errno
import os
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from itertools import product
from multiprocessing import get_context
from pathlib import Path
from typing import Final

from benchmarks.acceptance.bar import Bar
from benchmarks.acceptance.crashes import Run, call, resumed, temporary_folder, violations
from benchmarks.acceptance.file_operations import Failure, recorded

PLAY: Final = ("--agent", "oracle", "--agent", "silent", "--task", "device.airplane.detailed", "--no-progress")
"""Two short episodes."""
DEVICE: Final = "headless://1"
ERRORS: Final = (errno.ENOSPC, errno.EIO, errno.EMFILE)
_WORKERS: Final = 2
_CHUNK: Final = 12


def measure_failures(folder: Path) -> Iterator[Bar]:
    """Each call on the run folder, once and persistently, with each error."""
    run = Run.record(folder / "run", DEVICE, *PLAY)
    calls = count_calls(folder / "counted")
    # A few more than were counted, as it depends on time how many commit lines share a sync.
    cases = [Failure(*case) for case in product(range(1, calls + 3), ERRORS, (False, True))]
    chunks = [cases[start : start + _CHUNK] for start in range(0, len(cases), _CHUNK)]
    with ProcessPoolExecutor(_WORKERS, mp_context=get_context("spawn")) as pool:
        found = [outcome for part in pool.map(partial(_play_all, run), chunks) for outcome in part]
    for number, (error, persistent) in enumerate(product(ERRORS, (False, True))):
        outcomes = found[number :: len(ERRORS) * 2]
        wrong = [text for _, texts in outcomes for text in texts]
        refused = sum(stopped for stopped, _ in outcomes)
        yield Bar(
            f"calls that fail {'from then on' if persistent else 'once'} with {errno.errorcode[error]}: one sentence "
            "with the file, law 9, and the unbroken metrics when continued",
            f"{len(outcomes)}, {refused} ended the run, {len(wrong)} violations; {'; '.join(wrong[:3])}".rstrip("; "),
            not wrong and refused > len(outcomes) / 2,
        )


def count_calls(folder: Path) -> int:
    """How many calls on its folder a run makes."""
    with recorded(folder) as recording:
        call(*PLAY, "--device", DEVICE, "--out", str(folder))
    return recording.calls


def _play_all(run: Run, cases: Sequence[Failure]) -> list[tuple[bool, list[str]]]:
    return [play_and_resume(run, case) for case in cases]


def play_and_resume(run: Run, failure: Failure) -> tuple[bool, list[str]]:
    """Play with a failure, check what is there, and continue. Returns whether the run ended, and what does not hold."""
    with temporary_folder() as above:
        folder = above / "run"
        with recorded(folder, failure):
            try:
                code, text = call(*run.play, "--device", DEVICE, "--out", str(folder))
            except (Exception, BaseExceptionGroup) as error:  # noqa: BLE001  # a traceback is a finding like any other
                code, text = -1, f"{type(error).__name__}: {error}"
        found = []
        if code == 2:
            # Before it stands what the run says when it begins.
            sentence = text.rstrip("\n").rpartition("\n")[2]
            named = str(folder) in sentence and os.strerror(failure.error) in sentence
            if not named or not sentence.startswith("error: ") or text.count("error:") > 1:
                found.append(f"not one sentence with the file and the reason: {text}")
        elif code:
            found.append(f"exit code {code}: {text}")
        tree = {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}
        if code == 0 and tree.get("metrics.json") != run.tree["metrics.json"]:
            found.append("the run succeeded with other metrics")
        # Times differ from run to run, so that what is there is compared with its own checksums only.
        found += violations(None, folder, tree, 0)
        found += resumed(run, folder, tree, DEVICE)
        where = f"call {failure.call}, {errno.errorcode[failure.error]}{' from then on' if failure.persistent else ''}"
        return code != 0, [f"{where}: {text}" for text in found]
