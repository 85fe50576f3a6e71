"""Makes a large run of a recorded one: each of its episodes again under other numbers of repeats. Blocks.

Nothing is played: events, truth, verdicts and scores are those of the recorded episodes under another name, with the
checksums of a run that was recorded so, and all share the pictures of the first. `--resume` adds metrics and seal.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import groupby
from pathlib import Path
from typing import Any

from runtime.storage.chain import Chain, checksum, first_head
from runtime.storage.run_directory import MANIFEST, RESULTS, EpisodeKey

_Verdicts = dict[str, dict[str, bytes]]
"""By file name and episode."""


def repeat_run(source: Path, target: Path, repeats: int) -> None:
    """Write a run folder with `repeats` of each episode of `source`, a finished run without repeats."""
    for folder in ("events", "truth", "verdicts"):
        (target / folder).mkdir(parents=True)
    _link_blobs(source / "blobs", target / "blobs")
    manifest = json.loads((source / MANIFEST).read_bytes())
    manifest["config"]["repeat"] = repeats
    data = json.dumps(manifest, indent=2, ensure_ascii=False).encode() + b"\n"
    (target / MANIFEST).write_bytes(data)
    chain = Chain(first_head(data))
    verdicts = {path.name: dict(_by_episode(path)) for path in (source / "verdicts").glob("*.jsonl")}
    commits = [json.loads(line) for line in (source / RESULTS).read_bytes().splitlines()]
    with (target / RESULTS).open("wb") as results:
        for repeat in range(repeats):
            for commit in commits:
                results.write(chain.link(_commit(source, target, commit, repeat, verdicts)))


def _link_blobs(source: Path, target: Path) -> None:
    for path in source.rglob("*.*"):
        link = target / path.relative_to(source)
        link.parent.mkdir(parents=True, exist_ok=True)
        link.symlink_to(path.resolve())


def _by_episode(path: Path) -> Iterator[tuple[str, bytes]]:
    """Yield the name of each episode with its verdicts."""
    for name, lines in groupby(path.read_bytes().splitlines(keepends=True), lambda line: json.loads(line)["episode"]):
        yield name, b"".join(lines)


def _commit(source: Path, target: Path, commit: dict[str, Any], repeat: int, verdicts: _Verdicts) -> bytes:
    """Write the logs of an episode under its new name; return its commit line without a checksum."""
    agent, task, number = commit["episode"].rsplit("/", 2)
    known, made = EpisodeKey(agent, task, int(number)), EpisodeKey(agent, task, repeat)

    def renamed(data: bytes) -> bytes:
        return data.replace(f'"episode":"{known}"'.encode(), f'"episode":"{made}"'.encode())

    evidence = dict(commit["evidence"])
    for log in ("events", "truth"):
        data = renamed((source / log / f"{known.stem}.{commit['attempt']}.jsonl").read_bytes())
        (target / log / f"{made.stem}.{commit['attempt']}.jsonl").write_bytes(data)
        evidence[log] = checksum(data)
    evidence["verdicts"] = {}
    for file, by_episode in verdicts.items():
        data = renamed(by_episode.get(str(known), b""))
        with (target / "verdicts" / file).open("ab") as log_file:
            log_file.write(data)
        evidence["verdicts"][file.removesuffix(".jsonl")] = (data.count(b"\n"), checksum(data))
    scores = [score | {"episode": str(made), "repeat": repeat} for score in commit["scores"]]
    record = {"episode": str(made), "attempt": commit["attempt"], "scores": scores, "evidence": evidence}
    return json.dumps(record, ensure_ascii=False, separators=(",", ":")).encode()
