"""Checks a run folder: whether everything is there as it was written, and whether the numbers follow from it.

It recomputes checksums, scores and metrics from the files alone and shares no code with the modules that wrote them, so
that a mistake there cannot hide itself. It knows the files as JSON, as the page "Run folder" of the documentation
describes them. Blocks; reads only.

A run without a seal has not finished. What an interrupted process leaves there incomplete, and no commit line depends
on, is no problem: `--resume` removes it or plays it again.
"""

from __future__ import annotations

import hashlib
import json
import re
import zlib
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import Path
from typing import Any, Final

import xxhash

_Json = dict[str, Any]
_CHAIN: Final = re.compile(rb'^(\{.*),"chain":"([0-9a-f]{64})"\}$', re.DOTALL)
_DEVICE_ACTIONS: Final = frozenset({"tap", "double_tap", "long_press", "swipe", "type", "key", "launch"})
_LOST: Final = frozenset({"device", "runtime", "judge", "user", "task"})
_CLEAN_TURNS: Final = (None, "compliant", "not_understood")
_PNG: Final = b"\x89PNG\r\n\x1a\n"


@dataclass(slots=True)
class Verified:
    """What a check has found. `problems` are sentences that begin with the file; `head` is the last checksum."""

    problems: list[str] = field(default_factory=list)
    episodes: int = 0
    head: str = ""
    finished: bool = False
    """Whether the run has ended and its folder was sealed, by a seal that is undamaged."""


def verify(folder: Path) -> Verified:
    """Check a run folder; a missing or unreadable file is a problem like any other."""
    found = Verified()
    check = _Check(folder, found.problems.append)
    manifest = check.read("run.json")
    if manifest is None:
        return found
    config = check.json("run.json", manifest).get("config", {})
    found.head = hashlib.sha256(manifest).hexdigest()
    commits = []
    for number, line in enumerate(check.commit_lines(), start=1):
        link = _CHAIN.match(line)
        record = link[1] + b"}" if link else line
        found.head = hashlib.sha256(found.head.encode() + record).hexdigest()
        if link is None or link[2].decode() != found.head:
            reason = "zero bytes, as a power cut leaves them" if b"\0" in line else "its checksum does not fit"
            check.problem(f"results.jsonl, line {number}: {reason}; the lines from there on are in doubt")
            break
        commits.append(check.json(f"results.jsonl, line {number}", record))
    found.episodes = len(commits)
    verdicts = check.verdicts(commits)
    for commit in commits:
        check.episode(commit, verdicts)
    check.blobs()
    found.finished = check.sealed and check.seal(found.head)
    if not check.sealed and (folder / "metrics.json").exists():
        check.problem("seal.json: missing, though there is a metrics.json; --resume writes both again")
    if found.finished and not check.damaged & {"run.json", "metrics.json"}:
        judges = [*config.get("judges", ()), *([config["vote"]] if config.get("vote") else [])]
        check.metrics(_scores(commits), judges)
    return found


def _scores(commits: Iterable[_Json]) -> dict[str, list[_Json]]:
    """The scores by judge; of several commits of an episode the last one counts."""
    last = {commit.get("episode"): commit for commit in commits}
    found = defaultdict(list)
    for commit in last.values():
        for score in commit.get("scores", ()):
            found[score.get("judge")].append(score)
    return found


class _Check:
    """The checks of one folder."""

    def __init__(self, folder: Path, problem: Callable[[str], None]) -> None:
        self.folder = folder
        self.problem = problem
        self.sealed = (folder / "seal.json").exists()
        self.damaged = set[str]()
        """Files that are not as they were when the run ended."""
        self._sums: dict[str, str] = {}
        """Checksums of blobs by name."""

    def read(self, name: str) -> bytes | None:
        """The content of a file; None, and a problem, if it cannot be read."""
        try:
            return (self.folder / name).read_bytes()
        except OSError as error:
            self.problem(f"{name}: cannot be read ({error.strerror})")
            return None

    def json(self, where: str, data: bytes) -> _Json:
        """A JSON object; empty, and a problem, if it is none."""
        try:
            found = json.loads(data)
        except (ValueError, RecursionError):
            found = None
        if isinstance(found, dict):
            return found
        self.problem(f"{where}: not a JSON object")
        return {}

    def commit_lines(self) -> list[bytes]:
        """The complete lines of results.jsonl. Only an unfinished run may have none, or an incomplete last one."""
        name = "results.jsonl"
        if not self.sealed and not (self.folder / name).exists():
            return []
        *lines, rest = (self.read(name) or b"").split(b"\n")
        if rest and self.sealed:
            self.problem(f"{name}: the last line is not complete")
        return lines

    # -- one episode -----------------------------------------------------------------------------------------------

    def verdicts(self, commits: Iterable[_Json]) -> dict[tuple[str, str], list[bytes]]:
        """The recorded verdict lines by judge and episode."""
        found: dict[tuple[str, str], list[bytes]] = defaultdict(list)
        for judge in sorted({name for commit in commits for name in commit.get("evidence", {}).get("verdicts", {})}):
            name = f"verdicts/{judge}.jsonl"
            # A judge that has no opinion on anything has no file.
            data = (self.read(name) or b"") if (self.folder / name).exists() else b""
            *lines, rest = data.split(b"\n")
            for number, line in enumerate([*lines, *([rest] if rest else [])], start=1):
                try:
                    episode = json.loads(line)["episode"]
                except (ValueError, TypeError, KeyError):
                    if self.sealed:
                        self.problem(f"{name}, line {number}: not a record")
                else:
                    found[judge, str(episode)].append(line)
        return found

    def episode(self, commit: _Json, verdicts: Mapping[tuple[str, str], list[bytes]]) -> None:
        """Check what a commit line depends on, and that its scores follow from that."""
        episode, attempt, evidence = str(commit.get("episode")), commit.get("attempt"), commit.get("evidence", {})
        agent, task, repeat = [*episode.split("/"), "", ""][:3]
        safe = re.sub(r"[^A-Za-z0-9_-]", lambda sign: f"%{ord(sign[0]):02x}", agent)
        stem = f"{safe}.{task}.{repeat}.{attempt}.jsonl"
        events = self._log(f"events/{stem}", evidence.get("events", ""))
        truth = self._log(f"truth/{stem}", evidence.get("truth", ""))
        if evidence.get("events"):
            self._blobs_of(episode, events, evidence.get("blobs", ""))
        for score in commit.get("scores", ()):
            judge = str(score.get("judge"))
            count, expected = evidence.get("verdicts", {}).get(judge, (0, ""))
            lines = verdicts.get((judge, episode), [])[-count:] if count else []
            if hashlib.sha256(b"".join(line + b"\n" for line in lines)).hexdigest() != expected:
                self.problem(f"verdicts/{judge}.jsonl: the {count} lines on {episode} are not as they were recorded")
            elif events:
                wanted = _score(events, truth, [json.loads(line) for line in lines], score)
                for name in sorted(wanted):
                    if wanted[name] != score.get(name):
                        where = f"results.jsonl, {episode}, judge {judge}"
                        self.problem(f"{where}: {name} is {score.get(name)!r}, the records give {wanted[name]!r}")

    def _log(self, name: str, expected: str) -> list[_Json]:
        """The records of a log, if it is as it was recorded."""
        if not expected or (expected == hashlib.sha256().hexdigest() and not (self.folder / name).exists()):
            return []
        data = self.read(name)
        if data is None:
            return []
        if hashlib.sha256(data).hexdigest() != expected:
            self.problem(f"{name}: not as it was recorded")
            return []
        return [json.loads(line) for line in data.splitlines()]

    # -- blobs -----------------------------------------------------------------------------------------------------

    def _blobs_of(self, episode: str, events: Iterable[_Json], expected: str) -> None:
        named = {event.get(key) for event in events for key in ("frame", "tree", "digest")} - {None}
        names = sorted(map(str, named))
        sums = {name: self._blob(name) for name in names}
        combined = hashlib.sha256("".join(f"{name} {sums[name]}\n" for name in names).encode()).hexdigest()
        if all(sums.values()) and combined != expected and events:
            self.problem(f"blobs: one of the {len(names)} of {episode} is not as it was recorded")

    def _blob(self, name: str) -> str:
        """The checksum of a blob; empty, and a problem, if it is missing."""
        if name not in self._sums:
            suffix = {"frame": "png", "tree": "xml", "raw": "bin"}.get(name.partition("-")[0], "")
            data = self.read(f"blobs/{name[-2:]}/{name}.{suffix}")
            self._sums[name] = hashlib.sha256(data).hexdigest() if data is not None else ""
        return self._sums[name]

    def blobs(self) -> None:
        """Check that each blob of a commit line holds what its name says, as far as the file alone tells."""
        for path in sorted((self.folder / "blobs").glob("*/*")):
            name = path.relative_to(self.folder).as_posix()
            if path.stem not in self._sums:
                if self.sealed and path.suffix not in (".png", ".xml", ".bin"):
                    self.problem(f"{name}: not part of the run")
                continue
            data = self.read(name)
            if data is None:
                continue
            kind, _, digest = path.stem.partition("-")
            undamaged = _is_whole_png(data) if path.suffix == ".png" else xxhash.xxh3_128_hexdigest(data) == digest
            if not undamaged or kind not in ("frame", "tree", "raw"):
                self.problem(f"{name}: damaged")

    # -- the whole run ---------------------------------------------------------------------------------------------

    def seal(self, head: str) -> bool:
        """Check the seal of a finished run; returns whether it is undamaged."""
        data = self.read("seal.json") or b""
        seal = self.json("seal.json", data)
        own = seal.pop("checksum", "")
        if hashlib.sha256(_canonical(seal)).hexdigest() != own or data != _canonical({**seal, "checksum": own}):
            self.problem("seal.json: damaged")
            return False
        if seal["head"] != head:
            self.problem("seal.json: commit lines are missing, or were added after the run")
        files: dict[str, str] = seal["files"]
        for name, expected in files.items():
            content = self.read(name)
            if content is not None and hashlib.sha256(content).hexdigest() != expected:
                self.problem(f"{name}: not as it was when the run ended")
                self.damaged.add(name)
        apart = {"results.jsonl", "seal.json", "run.lock", "report.html", *files}
        for path in sorted(self.folder.rglob("*")):
            name = path.relative_to(self.folder).as_posix()
            if (
                path.is_file()
                and name not in apart
                and not name.startswith(("blobs/", "rejudged/", "labels/", "report_parts/"))
            ):
                self.problem(f"{name}: not part of the run")
        return True

    def metrics(self, scores: Mapping[str, list[_Json]], judges: list[str]) -> None:
        """Check the averages of metrics.json against the committed scores."""
        document: _Json = json.loads(self.read("metrics.json") or b"{}")
        main = scores.get(judges[0], []) if judges else []
        agents = document.get("agents", {})
        if sorted({score["agent"] for score in main}) != sorted(agents):
            self.problem("metrics.json: its agents are not those of the scores")
            return
        for agent, found in agents.items():
            own = [score for score in main if score["agent"] == agent]
            by_episode = [{score["episode"]: score for score in scores.get(judge, ())} for judge in judges]
            if found["episodes"]["scheduled"] != len(own):
                self.problem(
                    f"metrics.json, {agent}: {found['episodes']['scheduled']} episodes, {len(own)} are committed"
                )
            groups = [("overall", found["overall"], own)]
            groups += [
                (level, table, [s for s in own if s["level"] == level]) for level, table in found["by_level"].items()
            ]
            for group, table, members in groups:
                for metric, average in _AVERAGES.items():
                    # TSR_final is by a judge that reads app state, where there is one.
                    ends = by_episode if metric == "TSR_final" else by_episode[:1]
                    wanted = [average([side.get(score["episode"], score) for score in members]) for side in ends]
                    if tuple(table[metric][key] for key in ("value", "n", "clean", "clean_n")) not in wanted:
                        self.problem(f"metrics.json, {agent}, {group}: {metric} is not what the scores give")


def _canonical(document: _Json) -> bytes:
    return json.dumps(document, sort_keys=True, ensure_ascii=False, indent=1).encode() + b"\n"


def _is_whole_png(data: bytes) -> bool:
    """Whether a PNG consists of complete chunks with right checksums, the last one being its end."""
    at = len(_PNG)
    kind = b""
    while data[: len(_PNG)] == _PNG and at + 12 <= len(data):
        size = int.from_bytes(data[at : at + 4], "big")
        chunk = data[at + 4 : at + 8 + size]
        if zlib.crc32(chunk) != int.from_bytes(data[at + 8 + size : at + 12 + size], "big"):
            return False
        kind = chunk[:4]
        at += 12 + size
    return kind == b"IEND" and at == len(data)


def _score(events: list[_Json], truth: list[_Json], verdicts: list[_Json], recorded: _Json) -> _Json:
    """What a score must say according to the records. What only the suite knows is taken from the recorded score."""
    actions = [event["action"]["kind"] for event in events if event["kind"] == "performed"]
    replies = [event for event in events if event["kind"] == "replied"]
    faults = [event["error"] for event in events if event["kind"] == "faulted"]
    ends = [event for event in events if event["kind"] == "ended"]
    labels = [item["turn"] for item in truth if item["kind"] == "released"]
    reads = [item for item in truth if item["kind"] == "state_read"]
    kinds = ("trivial", "repetitive", "out_of_scope", "context_missing", "compliant", "not_understood")
    score: _Json = {
        "task": events[0]["task"],
        "agent": events[0]["agent"],
        "can_ask": events[0]["can_ask"],
        "steps": sum(kind in _DEVICE_ACTIONS for kind in actions),
        "malformed": actions.count("parse_error"),
        "unread": sum(event["kind"] == "traffic" for event in events),
        "unknown_commands": reads[-1].get("unknown_commands", {}) if reads else {},
        "turns": len(replies),
        "words": sum(len(event["question"].split()) for event in replies),
        "ending": ends[-1]["ending"] if ends else None,
        "user_labels": {str(turn): label if label in kinds else None for turn, label in enumerate(labels, start=1)},
    }
    if recorded.get("cause") != "judge":
        score |= {"error": faults[-1] if faults else "", "cause": ends[-1]["cause"] if ends else None}
        score |= _marks(verdicts, recorded)
    return score


def _marks(verdicts: Iterable[_Json], recorded: _Json) -> _Json:
    """The marks that verdicts make, the later ones on a subject replacing the earlier ones."""
    marks: _Json = {name: {} for name in _MARKS}
    marks |= {"met": {name: [None, None] for name in recorded["met"]}, "hits": dict.fromkeys(recorded["hits"])}
    marks |= {"termination": None, "looks": 0}
    for item in verdicts:
        step, turn = str(item.get("step")), str(item.get("turn"))
        match item["kind"]:
            case "requirement" if item["requirement"] in marks["met"]:
                marks["met"][item["requirement"]] = [item["any"], item["final"]]
            case "key_step" if item["key_step"] in marks["hits"]:
                marks["hits"][item["key_step"]] = item["hit"]
            case "redundant" if item["redundancy"] == "none":
                marks["redundant"].pop(step, None)
            case "redundant":
                marks["redundant"][step] = item["redundancy"]
            case "turn":
                for name, key in (
                    ("labels", "label"),
                    *((name, name) for name in ("filled", "ungrounded", "asks", "ignored")),
                ):
                    marks[name][turn] = item[key]
            case "side_effect":
                marks["side_effects"][item["what"]] = not item["undone"]
            case "bypass":
                marks["bypasses"][item["what"]] = not item["undone"]
            case "terminated":
                marks |= {"termination": item["termination"], "looks": item["looks"]}
            case "gap":
                marks["gaps"][step] = [item["em"], item["gta"]]
            case "remaining":
                marks["remaining"][step] = item["remaining"]
            case _:
                pass
    # A mark that is newer than the run is in none of its scores.
    return {name: mark for name, mark in marks.items() if mark or name in recorded}


_MARKS: Final = (
    "redundant", "labels", "filled", "ungrounded", "asks", "ignored", "side_effects", "bypasses", "gaps", "remaining"
)  # fmt: skip


# -- averages ----------------------------------------------------------------------------------------------------------

_Ratio = tuple[int, int] | None
"""A numerator and a denominator; None: the metric does not cover the episode."""
_Average = Callable[[list[_Json]], tuple[float | None, int, float | None, int]]


def _is_valid(score: _Json) -> bool:
    return score["ending"] not in (None, "void") and score["cause"] not in _LOST


def _met(score: _Json, at: int) -> int:
    return sum(marks[at] is True for marks in score["met"].values())


def _filled(score: _Json, *names: str) -> int:
    found = {slot for name in names for slots in score[name].values() for slot in slots}
    return min(len(found), int(score["gap"]))


def _understood(score: _Json) -> int:
    return max(int(score["turns"]) - list(score["labels"].values()).count("not_understood"), 0)


def _violations(score: _Json) -> int:
    return sum(label not in _CLEAN_TURNS for label in score["labels"].values())


def _clean_end(score: _Json) -> bool:
    return _met(score, 1) == score["requirements"] and not any(
        (*score["side_effects"].values(), *score["bypasses"].values())
    )


def _redundant(score: _Json) -> _Ratio:
    marked = sum(kind is not None for kind in score["redundant"].values())
    return (min(marked, score["steps"]), score["steps"]) if score["steps"] else None


def _compliance(score: _Json) -> _Ratio:
    turns = _understood(score)
    return (max(turns - _violations(score), 0), turns) if score["can_ask"] and turns else None


def _information(score: _Json) -> _Ratio:
    return (_filled(score, "filled"), score["gap"]) if score["can_ask"] and score["gap"] else None


def _decided(score: _Json) -> bool:
    marks = (
        *(mark for pair in score["met"].values() for mark in pair),
        *score["hits"].values(),
        *score["labels"].values(),
    )
    return score["termination"] is not None or any(mark is not None for mark in (*marks, *score["redundant"].values()))


def _average(ratio: Callable[[_Json], _Ratio], scored: Callable[[_Json], bool], *, lost_is_zero: bool) -> _Average:
    """The mean over tasks of the mean over repeats, of all episodes and of those that count in `clean`."""

    def average(scores: list[_Json]) -> tuple[float | None, int, float | None, int]:
        value, clean = defaultdict(list), defaultdict(list)
        for score in scores:
            parts = ratio(score)
            if parts is None:
                continue
            share = Fraction(*parts)
            if _is_valid(score) and scored(score):
                clean[score["task"]].append(share)
            elif lost_is_zero:
                share = share if _is_valid(score) else Fraction(0)
            else:
                continue
            value[score["task"]].append(share)
        return (*_mean(value), *_mean(clean))

    return average


def _mean(by_task: Mapping[str, list[Fraction]]) -> tuple[float | None, int]:
    means = [sum(shares, Fraction(0)) / len(shares) for shares in by_task.values()]
    return (round(float(sum(means, Fraction(0)) / len(means)), 6) if means else None), len(means)


def _all_scored(name: str, count: str, at: int | None = None) -> Callable[[_Json], bool]:
    def scored(score: _Json) -> bool:
        marks = score[name].values()
        return sum((mark if at is None else mark[at]) is not None for mark in marks) >= int(score[count])

    return scored


def _flag(test: Callable[[_Json], bool]) -> Callable[[_Json], _Ratio]:
    return lambda score: (int(test(score)), 1)


def _ended(*terminations: str) -> Callable[[_Json], _Ratio]:
    return _flag(lambda score: score["termination"] in terminations)


def _terminated(score: _Json) -> bool:
    return score["termination"] is not None


_SOME, _FINAL = _all_scored("met", "requirements", 0), _all_scored("met", "requirements", 1)
_AVERAGES: Final[dict[str, _Average]] = {
    "RCR": _average(lambda s: (_met(s, 0), s["requirements"]), _SOME, lost_is_zero=True),
    "TSR": _average(_flag(lambda s: _met(s, 0) == s["requirements"]), _SOME, lost_is_zero=True),
    "TSR_final": _average(_flag(_clean_end), _FINAL, lost_is_zero=True),
    "SHR": _average(
        lambda s: (sum(hit is True for hit in s["hits"].values()), s["key_steps"]) if s["key_steps"] else None,
        _all_scored("hits", "key_steps"),
        lost_is_zero=True,
    ),
    "ARR": _average(_redundant, lambda s: _decided(s) and None not in s["redundant"].values(), lost_is_zero=False),
    "ETR_E": _average(_ended("early"), _terminated, lost_is_zero=False),
    "ETR_D": _average(_ended("delayed_goal", "delayed_cap"), _terminated, lost_is_zero=False),
    "ETR": _average(_ended("early", "delayed_goal", "delayed_cap"), _terminated, lost_is_zero=False),
    "DCR": _average(_compliance, _all_scored("labels", "turns"), lost_is_zero=False),
    "IGR": _average(_information, _all_scored("labels", "turns"), lost_is_zero=True),
}


def problems_in_order(found: Verified) -> Iterator[str]:
    """The problems without repetitions, in the order in which they were found."""
    yield from dict.fromkeys(found.problems)
