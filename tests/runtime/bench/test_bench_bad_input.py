"""Invalid requests: exit code 2, one sentence that says what, where and what to do, and nothing is written."""

from __future__ import annotations

import json
import shutil
import socket
from pathlib import Path

import pytest

from tests.runtime.bench.conftest import Recording
from tests.support.command import Bench, contents
from tests.support.recorded import relink


@pytest.mark.parametrize(
    ("words", "parts"),
    [
        (("--agent", "nobody"), ("'nobody'", "reader")),
        (("--agent", "oracl"), ("'oracl'", "did you mean 'oracle'")),
        (("--judge", "nope"), ("judge", "'nope'", "rules")),
        (("--user", "nope"), ("user", "'nope'", "rules")),
        (("--suite", "nope"), ("suite", "'nope'", "clarity240")),
        (("--device", "nope://1"), ("device", "'nope'", "phone, ray, ssh, tcp")),
        (("--address", "local"), ("--engine ray",)),
        (("--device", "ray://here"), ("'ray://here'", "ray://auto?device=headless://8")),
        (("--device", "phone://0"), ("'phone://0'", "phone://20")),
        (("--device", "phone://x"), ("'phone://x'", "phone://20")),
        (("--device", "phone://1001"), ("'phone://1001'", "1000")),
        (("--device", "tcp://127.0.0.1"), ("'tcp://127.0.0.1'", "tcp://HOST:PORT")),
        (("--level", "incomplete", "--intent", "device.airplane"), ("'incomplete'", "'device.airplane'", "leave one")),
        (("--level", "vague"), ("--level", "'vague'", "ambiguous")),
        (("--domain", "games"), ("--domain", "'games'", "social")),
        (("--task", "shop.nothing"), ("task 'shop.nothing'", "there is: ")),
        (("--app", "nope"), ("app 'nope'", "settings")),
        (("--intent", "nope"), ("intent or split 'nope'", "device.airplane")),
        (("--limit", "0"), ("--limit", "less than 1")),
        (("--seed", "luck"), ("--seed", "'luck'", "whole number")),
        (("--seed", "-1"), ("--seed", "less than 0")),
        (("--user-timeout", "0"), ("--user-timeout", "not a positive, finite number of seconds")),
        (("--user-timeout", "soon"), ("--user-timeout", "'soon'", "seconds")),
        (("--vote", "majority"), ("--vote majority", "only 'rules' qualifies", "at least twice")),
        (("--colour", "red"), ("--colour", "--help")),
        (("--resume", "missing"), ("missing", "not a run folder")),
        (("--resume", "a", "--out", "b"), ("--resume", "--out", "one of them")),
        (("dance",), ("'dance'", "rejudge")),
        (("rejudge",), ("DIR", "--help")),
        (("rejudge", "missing"), ("missing", "not a run folder")),
        (("phones", "--count", "0"), ("--count 0", "1 to 1000")),
        (("phones", "--port", "65535", "--count", "2"), ("--port 65535", "65535")),
        (("phones", "--host", "localhost"), ("--host", "'localhost'", "write 127.0.0.1")),
        (("phones", "--latency", "5"), ("--latency", "'5'", "80ms±40ms")),
        (("phones", "--service-time", "1s±1s"), ("--service-time", "'1s±1s'", "200ms")),
        (("phones", "--disturbances", "rain"), ("--disturbances", "kinds are ad,", "mix")),
        (("phones", "--disturbances", "ad:app=nope"), ("--disturbances", "'nope'", "bunwright")),
        (("phones", "--disturbances", "ad:size=3"), ("--disturbances", "'size'", "after")),
        (("phones", "--faults", "rust=1"), ("--faults", "'rust=1'", "reset")),
        (("phones", "--clock", "sundial"), ("--clock", "'sundial'", "virtual")),
        (("validate", "--suite", "nope"), ("'nope'", "clarity240")),
    ],
    ids=" ".join,
)
async def test_an_invalid_request_is_refused_in_one_sentence(
    bench: Bench, words: tuple[str, ...], parts: tuple[str, ...]
):
    """Each invalid request exits with 2 and one sentence with the mistake and the valid choices; nothing is written."""
    text = await bench.refused(*words)
    for part in parts:
        assert part in text
    assert contents(bench.folder) == {}


@pytest.fixture
def taken() -> socket.socket:
    """Occupy a loopback port without accepting connections."""
    return socket.create_server(("127.0.0.1", 0))


async def test_a_device_that_refuses_connection(bench: Bench, taken: socket.socket):
    """A device at a closed port gives an error that names the device and what to check."""
    port = taken.getsockname()[1]
    taken.close()
    text = await bench.refused("--device", f"tcp://127.0.0.1:{port}", "--out", "run")
    assert f"tcp://127.0.0.1:{port}" in text
    assert "is the device on" in text
    assert contents(bench.folder) == {}


async def test_a_port_in_use(bench: Bench, taken: socket.socket):
    """`phones` with a port that is in use is refused, and names the port and the option."""
    port = taken.getsockname()[1]
    with taken:
        text = await bench.refused("phones", "--port", str(port))
    assert f"port {port} is in use" in text
    assert "--port" in text


async def test_a_folder_that_is_taken(bench: Bench, recording: Recording, tmp_path: Path):
    """A folder with a run, other content, or a file in its place is refused and stays unchanged."""
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "notes.txt").write_text("mine")
    (tmp_path / "file").write_text("mine too")
    shutil.copytree(recording.path, tmp_path / "run", ignore=shutil.ignore_patterns("blobs", "events", "truth"))
    before = contents(tmp_path)
    assert "already holds a run" in await bench.refused("--out", "run")
    assert "not empty" in await bench.refused("--out", "full")
    assert "Not a directory" in await bench.refused("--out", "file")
    assert "file is not a folder" in await bench.refused("--out", "file/below")
    assert "not empty" in await bench.refused("rejudge", recording.path, "--out", "full")
    assert contents(tmp_path) == before


async def test_a_run_that_cannot_be_resumed(bench: Bench, recording: Recording, tmp_path: Path):
    """Resuming or rejudging with other settings or damaged files is refused by name, and the run is unchanged."""
    run = tmp_path / "run"
    shutil.copytree(recording.path, run, ignore=shutil.ignore_patterns("blobs", "events", "truth"))
    manifest = json.loads((run / "run.json").read_bytes())
    before = contents(run)
    text = await bench.refused("--resume", "run", "--seed", "8", "--agent", "oracle")
    assert "seed: 7 was recorded, 8 is asked for" in text
    assert "agents: ('oracle', 'silent') was recorded" in text
    assert contents(run) == before

    older = run / "run.json"
    older.write_text(json.dumps({**manifest, "suite_version": "0.0.1"}))
    relink(run)
    for words in (("--resume", "run", "--device", "phone://1"), ("rejudge", "run")):
        text = await bench.refused(*words)
        assert "0.0.1" in text

    config = manifest["config"]
    other = {**config["selection"], "levels": ["detailed"], "tasks": []}
    older.write_text(json.dumps({**manifest, "config": {**config, "selection": other}}))
    relink(run)
    assert "tasks that its settings do not select" in await bench.refused("rejudge", "run")

    older.write_text(json.dumps({**manifest, "format": 99}))
    assert "format 99" in await bench.refused("--resume", "run")
    older.write_text(json.dumps({**manifest, "colour": "red"}))
    assert "colour" in await bench.refused("--resume", "run")
    older.write_text("{")
    assert "run.json" in await bench.refused("rejudge", "run")

    older.write_bytes(before["run.json"])
    (run / "results.jsonl").write_bytes(b"nonsense\n" + before["results.jsonl"])
    text = await bench.refused("--resume", "run")
    assert "results.jsonl, line 1" in text
    assert (run / "results.jsonl").read_bytes().startswith(b"nonsense\n")
    assert sorted(path.name for path in run.iterdir()) == [
        "metrics.json", "results.jsonl", "run.json", "seal.json", "verdicts",
    ]  # fmt: skip


async def test_a_recording_with_a_file_missing(bench: Bench, recording: Recording, tmp_path: Path):
    """Rejudging a recording without its screen trees counts no episode as scored."""
    run = tmp_path / "run"
    shutil.copytree(recording.path, run, ignore=shutil.ignore_patterns("*.xml"))
    output = await bench("rejudge", "run", "--json", code=1)
    episodes = output.json["agents"]["oracle"]["episodes"]
    assert episodes["success"] == 0
    assert episodes["scored"] == 0
