"""Run folders after crashes: every prefix of a run's file operations, power cuts, and resumes from both."""

from __future__ import annotations

import contextlib
import io
import json
import random
import re
import shutil
import subprocess
import tempfile
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from typing import Final

from benchmarks.acceptance.bar import Bar, command
from benchmarks.acceptance.crash_model import Files, Numbered, last_sync, number_files, power_cut, replay
from benchmarks.acceptance.file_operations import recorded
from runtime.bench.cli import main
from runtime.core.errors import UsageError
from runtime.storage.lock import LOCK
from runtime.storage.run_directory import RunDirectory
from runtime.storage.verify import verify

PLAYERS: Final = ("--agent", "oracle", "--agent", "reader", "--no-progress")
TASKS: Final = 6
"""Tasks of the run; each is played by two players, so that there are twelve episodes."""
TASKS_WITH_PIXELS: Final = 2
POWER_CUTS: Final = 2_000
POWER_CUTS_WITH_PIXELS: Final = 400
PREFIX_RESUMES: Final = 80
CUTS_A_RESUME: Final = 16
"""One in so many power cuts is continued."""
_WORKERS: Final = 2
_CHUNK: Final = 25
"""States that a worker checks at a time."""
KINDS: Final = ("not begun", "unfinished", "finished", "with a hole in the commit lines")
_UNSEALED: Final = r"seal\.json: missing, though there is a metrics\.json"
_ZEROS: Final = r"results\.jsonl, line \d+: zero bytes, as a power cut leaves them"
_NO_RUN: Final = r"run\.json: cannot be read \(No such file or directory\)$"
_SEEN_BY_STRACE: Final = {
    "openat": "create", "mkdir": "mkdir", "write": "write", "pwrite64": "write", "rename": "rename",
    "unlink": "unlink", "rmdir": "rmdir", "fdatasync": "sync_file", "syncfs": "sync_all",
    "truncate": "truncate", "ftruncate": "truncate", "fsync": "sync_file", "writev": "write", "renameat": "rename",
    "renameat2": "rename", "unlinkat": "unlink", "mkdirat": "mkdir", "linkat": "link", "symlinkat": "link",
}  # fmt: skip


def call(*arguments: str) -> tuple[int, str]:
    """Run the command in this process; returns its exit code and what it wrote to standard error."""
    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        code = main(arguments)
    return code, err.getvalue()


@contextlib.contextmanager
def temporary_folder() -> Iterator[Path]:
    """A temporary folder, in memory where the system has a folder for that."""
    memory = Path("/dev/shm")
    with tempfile.TemporaryDirectory(prefix="crashes-", dir=memory if memory.is_dir() else None) as name:
        yield Path(name)


@dataclass(frozen=True, slots=True)
class Run:
    """A recorded run that was not interrupted; `play` are the arguments that begin it."""

    play: tuple[str, ...]
    operations: tuple[Numbered, ...]
    tree: dict[str, bytes]
    dependencies: dict[str, frozenset[str]]
    """The files that each commit line depends on, by the line."""

    @classmethod
    def record(cls, folder: Path, device: str, *play: str) -> Run:
        """Play a run and record its file operations."""
        with recorded(folder) as recording:
            code, text = call(*play, "--device", device, "--out", str(folder))
        if code:
            raise AssertionError(f"the run failed: {text}")
        tree = {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}
        return cls(play, tuple(number_files(recording.operations)), tree, _dependencies(tree))

    @property
    def commits(self) -> list[bytes]:
        """The commit lines."""
        return self.tree["results.jsonl"].splitlines(keepends=True)


def _dependencies(tree: Mapping[str, bytes]) -> dict[str, frozenset[str]]:
    blobs = {name.rpartition("/")[2].rpartition(".")[0]: name for name in tree if name.startswith("blobs/")}
    found = {}
    for line in tree["results.jsonl"].decode().splitlines(keepends=True):
        commit = json.loads(line)
        stem = "{}.{}.{}".format(*commit["episode"].split("/")) + f".{commit['attempt']}.jsonl"
        names = {name for name in (f"events/{stem}", f"truth/{stem}") if name in tree}
        events = [json.loads(event) for event in tree[f"events/{stem}"].splitlines()]
        named = {event.get(key) for event in events for key in ("frame", "tree", "digest")} - {None}
        found[line] = frozenset(names | {blobs[digest] for digest in named})
    return found


def violations(run: Run | None, folder: Path, tree: Mapping[str, bytes], committed: int) -> list[str]:
    """What of law 9 does not hold in a state: `committed` lines were durable or written when it came about.

    Whether a commit line may be there is decided by the contents of the recorded run, not by `verify`; only `verify`
    and opening decide for a state of another run than a recorded one (None). What is there of a commit line without an
    end, or after lost bytes, does not count as one.
    """
    data = tree.get("results.jsonl", b"")
    lines = data.partition(b"\0")[0].rpartition(b"\n")[0].splitlines(keepends=True)
    lines = [line if line.endswith(b"\n") else line + b"\n" for line in lines]
    found = _against_contents(run, lines, tree) if run is not None else []
    if len(lines) < committed:
        found.append(f"{committed} episodes were committed, {len(lines)} commit lines are there")
    finished = "seal.json" in tree
    checked = verify(folder)
    expected = {
        _UNSEALED: "metrics.json" in tree and not finished,
        _ZEROS: b"\0" in data and not finished,
        _NO_RUN: "run.json" not in tree and not lines,
    }
    permitted = [pattern for pattern, holds in expected.items() if holds]
    found += [f"verify: {text}" for text in checked.problems if not any(re.match(known, text) for known in permitted)]
    if finished and not checked.finished:
        found.append("the run is sealed, but not as the unbroken one")
    if "run.json" in tree:
        if checked.episodes != len(lines):
            found.append(f"verify counts {checked.episodes} episodes, {len(lines)} commit lines are there")
        try:
            opened = RunDirectory.open(folder, resume=True)
        except UsageError as error:
            found.append(f"opening: {error}")
        else:
            if len(opened.commits) != len(lines):
                found.append(f"{len(opened.commits)} commits are read, {len(lines)} commit lines are there")
    return found


def _against_contents(run: Run, lines: Sequence[bytes], tree: Mapping[str, bytes]) -> list[str]:
    found = []
    if list(lines) != run.commits[: len(lines)]:
        found.append("the commit lines are not those of the run")
    for line in lines:
        needed = sorted(run.dependencies.get(line.decode(), ()))
        damaged = [name for name in needed if tree.get(name) != run.tree[name]]
        found += [f"a commit line depends on {name}, which is not as it was recorded" for name in damaged]
    if "seal.json" in tree and tree != {**run.tree, **({LOCK: tree[LOCK]} if LOCK in tree else {})}:
        found.append("the run is sealed, but its files are not those of the unbroken one")
    return found


def resumed(run: Run, folder: Path, tree: Mapping[str, bytes], device: str) -> list[str]:
    """Continue a state, or start anew where no run had begun; returns how that differs from the unbroken run."""
    begun = "run.json" in tree
    how = ("--resume", str(folder), "--no-progress") if begun else (*run.play, "--out", str(folder))
    code, text = call(*how, "--device", device)
    if code:
        return [f"exit code {code}: {text}"]
    found = [f"after the resume: {problem}" for problem in verify(folder).problems]
    if (folder / "metrics.json").read_bytes() != run.tree["metrics.json"]:
        found.append("the resume gives other metrics")
    return found


def measure_crashes(folder: Path) -> Iterator[Bar]:
    """Every prefix, the sampled power cuts, and the resumes."""
    run = Run.record(folder / "run", "headless://2", *PLAYERS, "--limit", str(TASKS))
    pixels = Run.record(folder / "pixels", "phone://2", *PLAYERS, "--limit", str(TASKS_WITH_PIXELS))
    for recording, name in ((run, "run"), (pixels, "pixels")):
        replayed, problems = replay(recording.operations).tree(), verify(folder / name).problems
        same = sum(replayed.get(path) == data for path, data in recording.tree.items())
        operations, episodes = len(recording.operations), len(recording.commits)
        yield Bar(
            f"the {operations} recorded operations of {episodes} episodes give the folder, byte for byte",
            f"{same} of {len(recording.tree)} files {problems or ''}",
            replayed == recording.tree and not problems,
        )
    yield _seen_by_strace(folder)
    with ProcessPoolExecutor(_WORKERS, mp_context=get_context("spawn")) as pool:
        count = len(run.operations)
        chosen = frozenset(count * number // PREFIX_RESUMES for number in range(PREFIX_RESUMES))
        ranges = [(start, min(start + _CHUNK, count)) for start in range(0, count, _CHUNK)]
        found = list(pool.map(partial(_prefixes, run, chosen), ranges))
        yield _bar("prefixes of the operations (the process dies)", found, "states")
        yield _bar("of them continued: the unbroken metrics, verified", found, "resumes", at_least=PREFIX_RESUMES)
        found = list(pool.map(partial(_power_cuts, run), _chunks(POWER_CUTS)))
        found += pool.map(partial(_power_cuts, pixels), _chunks(POWER_CUTS_WITH_PIXELS))
        cuts = POWER_CUTS + POWER_CUTS_WITH_PIXELS
        yield _bar("power cuts", found, "states", at_least=cuts)
        yield _bar(
            "of them continued: the unbroken metrics, verified", found, "resumes", at_least=cuts // CUTS_A_RESUME
        )
    kinds = sum((part.kinds for part in found), Counter[str]())
    yield Bar(
        "kinds of states after power cuts",
        ", ".join(f"{kinds[kind]} {kind}" for kind in KINDS),
        all(kinds[kind] for kind in KINDS),
    )


def _chunks(count: int) -> list[range]:
    return [range(start, min(start + _CHUNK, count)) for start in range(0, count, _CHUNK)]


@dataclass(slots=True)
class Checked:
    """The outcome of some states."""

    states: int
    resumes: int
    violations: list[str]
    differences: list[str]
    kinds: Counter[str]


def _bar(what: str, parts: Iterable[Checked], counted: str, at_least: int = 1) -> Bar:
    parts = list(parts)
    count = sum(part.states if counted == "states" else part.resumes for part in parts)
    wrong = [text for part in parts for text in (part.violations if counted == "states" else part.differences)]
    figure = f"{count}, {len(wrong)} violations; {'; '.join(wrong[:3])}".rstrip("; ")
    return Bar(what, figure, count >= at_least and not wrong)


def _prefixes(run: Run, chosen: frozenset[int], bounds: tuple[int, int]) -> Checked:
    """Check the states after each of some operations in a row."""
    checked = Checked(0, 0, [], [], Counter())
    files = replay(run.operations[: bounds[0]])
    with temporary_folder() as above:
        folder = above / "run"
        written: dict[str, bytes] = {}
        for end in range(bounds[0], bounds[1]):
            replay(run.operations[end : end + 1], files)
            tree = files.tree()
            write_tree(folder, written, tree)
            written = tree
            committed = tree.get("results.jsonl", b"").count(b"\n")
            checked.states += 1
            checked.violations += [f"after {end + 1}: {text}" for text in violations(run, folder, tree, committed)]
            if end in chosen:
                checked.resumes += 1
                copy = Path(shutil.copytree(folder, above / "copy"))
                checked.differences += [f"after {end + 1}: {text}" for text in resumed(run, copy, tree, "headless://2")]
                shutil.rmtree(copy)
    return checked


def _power_cuts(run: Run, seeds: Sequence[int]) -> Checked:
    """Check a state for each seed."""
    checked = Checked(0, 0, [], [], Counter())
    for seed in seeds:
        draw = random.Random(seed)
        end = _moment(run.operations, draw)
        start = last_sync(run.operations, end)
        before, since = replay(run.operations[:start]), run.operations[start:end]
        tree = power_cut(before, since, draw).tree()
        committed = _durable_commits(before, since)
        data = tree.get("results.jsonl", b"")
        kind = KINDS[2] if "seal.json" in tree else KINDS[1] if "run.json" in tree else KINDS[0]
        checked.kinds.update([kind, *([KINDS[3]] if b"\0" in data else [])])
        with temporary_folder() as above:
            folder = above / "run"
            write_tree(folder, {}, tree)
            checked.states += 1
            checked.violations += [f"seed {seed}: {text}" for text in violations(run, folder, tree, committed)]
            if seed % CUTS_A_RESUME == 0:
                checked.resumes += 1
                checked.differences += [f"seed {seed}: {text}" for text in resumed(run, folder, tree, "headless://2")]
    return checked


def _moment(operations: Sequence[Numbered], draw: random.Random) -> int:
    """A number of operations after which the power is cut: any, around a sync or the end, or before commit lines are
    durable.
    """
    around = ("results.jsonl", "metrics.json", "seal.json", "run.json")
    moments: dict[str, list[int]] = {"any": [], "around": [], "commit": []}
    for count, item in enumerate(operations, start=1):
        moments["any"].append(count)
        if item.operation.path.startswith(around) or item.operation.kind == "sync_all":
            moments["around"] += [count, min(count + 1, len(operations))]
        if item.operation.path == "results.jsonl" and item.operation.kind == "write":
            moments["commit"].append(count)
    return draw.choice(moments[draw.choice(("any", "any", "around", "commit"))])


def _durable_commits(before: Files, since: Sequence[Numbered]) -> int:
    """How many commit lines are durable for certain."""
    files = before.copy()
    count = files.tree().get("results.jsonl", b"").count(b"\n")
    for item in since:
        files.apply_content(item.operation, item.number)
        if item.operation.kind == "sync_file" and item.operation.path == "results.jsonl":
            count = files.contents[item.number].count(b"\n")
    return count


def write_tree(folder: Path, before: Mapping[str, bytes], tree: Mapping[str, bytes]) -> None:
    """Make a folder hold a tree of files, given what it holds."""
    folder.mkdir(exist_ok=True)
    for name in before.keys() - tree.keys():
        (folder / name).unlink()
    for name, content in tree.items():
        if before.get(name) is not content:
            path = folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content)


def _seen_by_strace(folder: Path) -> Bar:
    """Whether strace sees operations of the command, in any of its processes, that the recording lacks."""
    what = "kinds of operations by file that strace sees and the recording lacks, and the other way round"
    if shutil.which("strace") is None:
        return Bar(what, "strace is not installed", holds=False)
    play = (*PLAYERS, "--limit", str(TASKS_WITH_PIXELS), "--device", "phone://1")
    with recorded(folder / "here") as recording:
        call(*play, "--out", str(folder / "here"))
    log = folder / "strace.txt"
    arguments = command((*play, "--out", str(folder / "there")))
    trace = ("strace", "-f", "-y", "-s", "0", "-e", f"trace={','.join(_SEEN_BY_STRACE)}", "-o", str(log))
    subprocess.run([*trace, *arguments], cwd=folder, check=True, capture_output=True, timeout=600)
    # How often is left out: how many commit lines share a sync depends on time.
    ours = {(item.kind, item.path) for item in recording.operations if item.kind != "close"}
    theirs = set(_of_strace(log.read_text(errors="replace").splitlines(), str(folder / "there")))
    differing = sorted(ours ^ theirs)
    return Bar(what, f"{len(differing)} of {len(theirs)} {differing[:3] or ''}", not differing and bool(theirs))


def _of_strace(lines: Iterable[str], folder: str) -> Iterator[tuple[str, str]]:
    """The operations below a folder in the output of strace."""
    made = set[str]()
    for line in lines:
        found = re.match(r"\d+ +(\w+)\((.*)", line)
        if found is None or folder not in line or " = -1 " in line:
            continue
        name, rest = found.groups()
        place = re.search(rf"(?:<|\"){re.escape(folder)}(?:/([^\">]*))?[\">]", rest)
        if place is None:
            continue
        path = place[1] or "."
        kind = _SEEN_BY_STRACE[name]
        if name == "openat":
            if "O_CREAT" not in rest or path in made:
                continue
            made.add(path)
        if kind == "rename":
            made.discard(path)
        yield kind, path
