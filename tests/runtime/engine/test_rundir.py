"""The run folder: names, rejected folders, reading, and repair."""

from __future__ import annotations

import errno
from pathlib import Path

import pytest
import xxhash
from hypothesis import given
from hypothesis import strategies as st

from runtime.core.config import RunConfig
from runtime.core.errors import StorageError, UsageError
from runtime.core.events import (
    EVENTS,
    TRUTHS,
    VERDICTS,
    AnyEvent,
    Ended,
    Observed,
    Released,
    RequirementMet,
    Started,
)
from runtime.metrics.tally import initial_score
from runtime.storage.chain import Chain
from runtime.storage.run_directory import (
    COMMITS,
    Commit,
    EpisodeKey,
    Manifest,
    RunDirectory,
    canonical_json,
    merge_by_seq,
)
from tests.support.scripted import make_task

KEY = EpisodeKey("press", "lamp.standard", 0)


def new(path: Path) -> RunDirectory:
    """Create a new run folder."""
    return RunDirectory.create(path, Manifest(version="1", suite_version="2", config=RunConfig()))


def started(seq: int = 0) -> Started:
    """Make the first event."""
    return Started(episode=str(KEY), attempt=0, seq=seq, t=0.0, task=KEY.task, agent=KEY.agent, device="d", seed=1)


def ended(seq: int, ending: str) -> Ended:
    """Make the last event."""
    return Ended(episode=str(KEY), attempt=0, seq=seq, t=0.0, ending=ending)  # type: ignore[arg-type]


def write(run: RunDirectory, attempt: int, *events: AnyEvent, torn: bytes = b"") -> None:
    """Write the trace of one attempt."""
    path = run.trace(KEY, attempt)
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(b"".join(EVENTS.dump_json(event) + b"\n" for event in events) + torn)


def commit(name: str) -> Commit:
    """Make the content of a commit line."""
    return Commit(name, 0, (initial_score(make_task(), started(), "lamp", 0, False),))


@given(st.text(min_size=1, max_size=20), st.text(min_size=1, max_size=20))
def test_stems_are_file_names_and_tell_agents_apart(text: str, other: str):
    """For any agent names, stems are valid file names, and different names give different stems."""
    stems = [EpisodeKey(name, "t.standard", 0).stem for name in (text, other)]
    assert (stems[0] == stems[1]) == (text == other)
    for stem in stems:
        assert set(stem) <= set("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-%.")


def test_episodes_have_a_name_and_files_of_their_own(tmp_path: Path):
    """Trace, truth, verdict and blob files have the expected paths."""
    run = new(tmp_path / "run")
    assert str(KEY) == "press/lamp.standard/0"
    assert run.trace(KEY, 1) == tmp_path / "run" / "events" / "press.lamp.standard.0.1.jsonl"
    assert run.truth(KEY, 1) == tmp_path / "run" / "truth" / "press.lamp.standard.0.1.jsonl"
    assert run.verdicts("rules") == tmp_path / "run" / "verdicts" / "rules.jsonl"
    assert run.blob("frame-00ab", ".png") == tmp_path / "run" / "blobs" / "ab" / "frame-00ab.png"


@pytest.mark.parametrize(
    "digest", ["../../secret", "/etc/secret", "frame-0/../../x", "..", "", "frame-0\0", "frame-0\n"]
)
def test_a_record_cannot_name_a_file_elsewhere(tmp_path: Path, digest: str):
    """A folder from somebody else may contain any text where a digest belongs."""
    with pytest.raises(StorageError, match="is no digest"):
        new(tmp_path / "run").blob(digest, ".png")


def test_both_logs_are_merged_as_they_were_written():
    """Events and truth are merged by their common sequence number."""
    seen = Observed(episode=str(KEY), attempt=0, seq=2, t=0.0, step=0, frame=None, tree=None)
    value = Released(episode=str(KEY), attempt=0, seq=1, t=0.0, step=1, requirements=("a",))
    assert merge_by_seq([started(), seen], [value]) == [started(), value, seen]


def test_a_made_folder_can_be_opened(tmp_path: Path):
    """A new run folder can be opened again, and an existing empty folder may be used."""
    (tmp_path / "run").mkdir()
    made = new(tmp_path / "run")
    assert RunDirectory.open(tmp_path / "run").manifest == made.manifest
    assert made.commits == {}


@pytest.mark.parametrize(
    ("text", "match"),
    [
        (None, "is not a run folder"),
        ("", "was changed or written by another version"),
        ("[]", "was changed or written by another version"),
        ('{"format": 2, "version": "1", "suite_version": "2"}', "config: Field required"),
        ('{"format": 2, "version": "1", "suite_version": "2", "config": {"seed": -1}}', "config.seed"),
        ('{"format": 2, "version": "1", "suite_version": "2", "config": {}, "more": 1}', "more: Extra"),
        ('{"format": 1, "version": "1", "suite_version": "2", "config": {}}', "has format 1, this version reads 2"),
    ],
)
def test_a_manifest_that_cannot_be_trusted_is_refused(tmp_path: Path, text: str | None, match: str):
    """A missing, incomplete or invalid run.json is refused with its path."""
    if text is not None:
        (tmp_path / "run.json").write_text(text)
    with pytest.raises(UsageError, match=match) as caught:
        RunDirectory.open(tmp_path)
    assert str(tmp_path) in str(caught.value)


def test_a_manifest_that_is_no_text_is_refused(tmp_path: Path):
    """A run.json that is not UTF-8 is refused."""
    (tmp_path / "run.json").write_bytes(b"\xff\xfe{")
    with pytest.raises(UsageError, match=r"run\.json"):
        RunDirectory.open(tmp_path)


def test_a_folder_in_use_is_refused_and_left_alone(tmp_path: Path):
    """Creating a run in a used folder or at a file is refused, and nothing is written."""
    new(tmp_path / "run")
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / "x").write_text("mine")
    (tmp_path / "file").write_text("mine")
    for name, match in {
        "run": "already holds a run",
        "other": "not empty",
        "file": "cannot make",
        "file/x": "is not a folder",
    }.items():
        with pytest.raises(UsageError, match=match):
            new(tmp_path / name)
    assert sorted(path.name for path in tmp_path.rglob("*")) == ["file", "other", "run", "run.json", "x"]


def test_attempts_and_the_one_that_counts(tmp_path: Path):
    """Attempts are counted by their traces, and the last one with a valid end counts."""
    run = new(tmp_path / "run")
    assert (run.attempts(KEY), run.played(KEY)) == (0, None)
    write(run, 0, started(), ended(1, "void"))
    assert (run.attempts(KEY), run.played(KEY)) == (1, None)
    write(run, 1, started(), ended(1, "finished"))
    assert (run.attempts(KEY), run.played(KEY)) == (2, 1)
    write(run, 2, started(), torn=b'{"kind": "end')
    assert (run.attempts(KEY), run.played(KEY)) == (3, 1)
    write(run, 3)
    assert (run.attempts(KEY), run.played(KEY)) == (4, 1)


def test_a_recording_that_was_changed_is_named(tmp_path: Path):
    """A damaged or missing trace is refused by name; a missing truth file is empty."""
    run = new(tmp_path / "run")
    write(run, 0, started(), ended(1, "finished"))
    path = run.trace(KEY, 0)
    path.write_bytes(b"nonsense\n" + path.read_bytes())
    with pytest.raises(UsageError, match=r"press\.lamp\.standard\.0\.0\.jsonl, line 1"):
        run.read_trace(KEY, 0)
    with pytest.raises(UsageError, match="cannot be read"):
        run.read_trace(KEY, 7)
    assert run.read_truth(KEY, 0) == []
    value = Released(episode=str(KEY), attempt=0, seq=1, t=0.0, step=1, requirements=("a",))
    run.truth(KEY, 0).parent.mkdir()
    run.truth(KEY, 0).write_bytes(TRUTHS.dump_json(value) + b"\n")
    assert run.read_truth(KEY, 0) == [value]


def chained(run: RunDirectory, *commits: Commit) -> bytes:
    """The commit lines of a new run."""
    chain = Chain(run.head)
    return b"".join(chain.link(COMMITS.dump_json(item)) for item in commits)


def test_commits_are_read_back_the_last_one_counts(tmp_path: Path):
    """Of several commits of an episode the last one counts; a torn last line is ignored."""
    run = new(tmp_path / "run")
    data = chained(run, commit("a/t/0"), commit("b/t/0"), Commit("a/t/0", 4, ()))
    run.results.write_bytes(data + data[:30])
    opened = RunDirectory.open(run.path)
    assert {name: found.attempt for name, found in opened.commits.items()} == {"a/t/0": 4, "b/t/0": 0}
    assert opened.commits["b/t/0"] == commit("b/t/0")
    assert opened.head.encode() == data[-67:-3]


def test_no_commit_line_can_be_changed_removed_added_or_moved_unnoticed(tmp_path: Path):
    """Whatever is done to the lines, the first one that does not continue the chain is named."""
    run = new(tmp_path / "run")
    first, second, third = chained(run, commit("a/t/0"), commit("b/t/0"), commit("c/t/0")).splitlines(keepends=True)
    changed = second.replace(b'"steps":0', b'"steps":1')
    for number, lines in {
        1: (second, third),
        2: (first, third, second),
        3: (first, second, second, third),
    }.items():
        run.results.write_bytes(b"".join(lines))
        with pytest.raises(StorageError, match=rf"results\.jsonl, line {number}"):
            RunDirectory.open(run.path)
    for lines in ((first, changed, third), (first, b"\n", second), (first, second[:30] + b"\n"), (first, b"{}\n")):
        run.results.write_bytes(b"".join(lines))
        with pytest.raises(StorageError, match=r"results\.jsonl, line 2"):
            RunDirectory.open(run.path)
    run.results.write_bytes(first + second)
    manifest = run.path / "run.json"
    manifest.write_bytes(manifest.read_bytes().replace(b'"seed": 7', b'"seed": 8'))
    with pytest.raises(StorageError, match=r"results\.jsonl, line 1"):
        RunDirectory.open(run.path)


def test_a_trace_that_is_not_the_committed_one_is_refused(tmp_path: Path):
    """A trace may be changed to another valid one; the checksum of its commit line tells."""
    run = new(tmp_path / "run")
    write(run, 0, started(), ended(1, "finished"))
    sums = run.checksums(KEY, 0)
    run.results.write_bytes(chained(run, Commit(str(KEY), 0, (), sums)))
    assert RunDirectory.open(run.path).read_trace(KEY, 0) == [started(), ended(1, "finished")]
    for events in ((started(),), (started(), ended(1, "stopped")), ()):
        write(run, 0, *events)
        with pytest.raises(StorageError, match=r"its checksum does not fit"):
            RunDirectory.open(run.path).read_trace(KEY, 0)


@pytest.mark.parametrize("tail", [b"", b'{"epis', b"\0\0\0"])
def test_mending_cuts_what_a_killed_writer_left(tmp_path: Path, tail: bytes):
    """Repairing a run removes a torn last line, so that new lines can be appended."""
    run = new(tmp_path / "run")
    line = chained(run, commit("a/t/0"))
    met = RequirementMet(episode="a/t/0", judge="rules", requirement="on", any=True, final=True)
    verdict = VERDICTS.dump_json(met) + b"\n"
    run.verdicts("rules").parent.mkdir()
    for path, data in ((run.results, line), (run.verdicts("rules"), verdict)):
        path.write_bytes(data + tail)
    RunDirectory.open(run.path).mend()
    assert run.results.read_bytes() == line
    assert run.verdicts("rules").read_bytes() == verdict
    chain = Chain(RunDirectory.open(run.path).head)
    with run.results.open("ab") as file:
        file.write(chain.link(COMMITS.dump_json(commit("b/t/0"))))
    assert set(RunDirectory.open(run.path).commits) == {"a/t/0", "b/t/0"}


def test_mending_leaves_no_record_of_an_episode_without_commit_line(tmp_path: Path):
    """Verdicts after the last committed episode go, and zero bytes of a power cut; what comes before them stays."""
    run = new(tmp_path / "run")
    line = chained(run, commit("a/t/0"))
    records = [
        VERDICTS.dump_json(RequirementMet(episode=name, judge="rules", requirement="on", any=True, final=True)) + b"\n"
        for name in ("b/t/0", "a/t/0", "c/t/0")
    ]
    run.verdicts("rules").parent.mkdir()
    run.verdicts("rules").write_bytes(b"".join(records[:2]) + b"\0" * 9 + b"\n" + records[2])
    run.results.write_bytes(line + b"\0" * 9 + b'"}\n' + line[:20])
    for name in ("metrics.json.part", "blobs/ab/frame-1x1-ab.png.part"):
        (run.path / name).parent.mkdir(parents=True, exist_ok=True)
        (run.path / name).write_bytes(b"x")
    with pytest.raises(StorageError, match=r"line 2: .*zero bytes, as a power cut leaves them"):
        RunDirectory.open(run.path)
    run.seal.write_bytes(b"{}")
    with pytest.raises(StorageError, match=r"line 2: "):
        RunDirectory.open(run.path, resume=True)
    run.seal.unlink()
    opened = RunDirectory.open(run.path, resume=True)
    opened.mend()
    assert (set(opened.commits), run.results.read_bytes()) == ({"a/t/0"}, line)
    assert run.verdicts("rules").read_bytes() == b"".join(records[:2])
    assert not list(run.path.rglob("*.part"))


def test_what_cannot_be_mended_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """A file that cannot be cut is an error with its name."""
    run = new(tmp_path / "run")
    run.results.write_bytes(b"torn")

    def fail(path: Path, size: int) -> None:
        raise OSError(errno.EIO, "Input/output error")

    monkeypatch.setattr("os.truncate", fail)
    with pytest.raises(StorageError, match=r"results\.jsonl cannot be written: Input/output error"):
        run.mend()


def test_no_attempt_gets_a_number_that_left_a_file(tmp_path: Path):
    """After a power cut an attempt may have left its truth alone, or an earlier one may be missing."""
    run = new(tmp_path / "run")
    run.truth(KEY, 0).parent.mkdir()
    run.truth(KEY, 0).write_bytes(b"{}\n")
    assert (run.attempts(KEY), run.played(KEY)) == (1, None)
    write(run, 3, started(), ended(1, "finished"))
    assert (run.attempts(KEY), run.played(KEY)) == (4, 3)


def test_an_attempt_that_is_not_all_there_counts_as_not_played(tmp_path: Path):
    """Its end is recorded, but a power cut took records of the truth, a blob or bytes between; then it is replayed."""
    run = new(tmp_path / "run")
    blob = f"tree-{xxhash.xxh3_128_hexdigest(b'<hierarchy/>')}"
    seen = Observed(episode=str(KEY), attempt=0, seq=1, t=0.0, step=0, frame=None, tree=blob)
    value = Released(episode=str(KEY), attempt=0, seq=2, t=0.0, step=1, requirements=("a",))
    write(run, 0, started(), seen, ended(3, "finished"))
    events = run.trace(KEY, 0).read_bytes()
    assert run.played(KEY) is None
    run.truth(KEY, 0).parent.mkdir()
    run.truth(KEY, 0).write_bytes(TRUTHS.dump_json(value) + b"\n")
    assert run.played(KEY) is None
    path = run.blob(blob, ".xml")
    path.parent.mkdir(parents=True)
    path.write_bytes(b"<hierar")
    assert run.played(KEY) is None
    path.write_bytes(b"<hierarchy/>")
    assert run.played(KEY) == 0
    for damaged in (events + b"\0", events[:-1], b"\0" + events[1:]):
        run.trace(KEY, 0).write_bytes(damaged)
        assert run.played(KEY) is None
    run.trace(KEY, 0).write_bytes(events)
    assert run.played(KEY) == 0


def test_a_folder_in_which_nothing_was_begun_can_be_used(tmp_path: Path):
    """A process that was killed before it had written run.json leaves its lock and a part of that file."""
    (tmp_path / "run").mkdir()
    for name in ("run.lock", "run.json.part"):
        (tmp_path / "run" / name).write_text("")
    new(tmp_path / "run")
    assert {path.name for path in (tmp_path / "run").iterdir()} == {"run.lock", "run.json"}


@pytest.mark.parametrize("content", [None, b"", b"torn"])
def test_mending_what_holds_no_record(tmp_path: Path, content: bytes | None):
    """Repairing leaves a missing or empty file as it is, and empties a file with only a torn line."""
    run = new(tmp_path / "run")
    if content is not None:
        run.results.write_bytes(content)
    run.mend()
    assert (run.results.read_bytes() if content is not None else b"") == b""
    assert run.results.exists() == (content is not None)


def test_canonical_json_has_one_form():
    """Key order does not matter, text stays readable, and there is one line end."""
    assert (
        canonical_json({"b": 1, "a": "ü"})
        == canonical_json({"a": "ü", "b": 1})
        == '{\n "a": "ü",\n "b": 1\n}\n'.encode()
    )
