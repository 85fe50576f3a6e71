"""`label` as a command: the page's life, and what is refused in which words."""

from __future__ import annotations

import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import urllib.request
from pathlib import Path

import pytest

from adapters.web.labels.command import TOKEN
from adapters.web.labels.command import run as label
from adapters.web.labels.folder import Labels
from runtime.core.errors import UsageError
from tests.support.recorded import relink

ROOT = Path(__file__).parents[2]


def test_the_page_lives_until_it_is_interrupted(run):
    """It prints its address, with the first trace; decisions made before Ctrl-C are stored."""
    program = "import sys; from adapters.web.labels.command import run; sys.exit(run(sys.argv[1:]))"
    command = [sys.executable, "-c", program, str(run), "--open", "2:1"]
    # A shell that runs the tests in the background has them ignore Ctrl-C, and children would inherit that.
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        page = subprocess.Popen(command, stdout=subprocess.PIPE, cwd=ROOT)
    finally:
        signal.signal(signal.SIGINT, before)
    with page:
        assert page.stdout is not None
        document = json.loads(page.stdout.readline())
        url, _, rest = document["label"].partition("/#")
        token, *place = rest.split("&")
        assert (place, document["traces"]) == (["trace=2", "step=1"], 4)
        body = {"annotator": "Ada", "trace": 1, "subject": "termination/end", "value": "normal"}
        headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}
        request = urllib.request.Request(f"{url}/v1/labels/marks", json.dumps(body).encode(), headers)
        with urllib.request.urlopen(request, timeout=200) as answer:
            assert answer.status == 204
        page.send_signal(signal.SIGINT)
        assert page.wait(20) == 130
    assert list(Labels(run).of("Ada").values.values()) == ["normal"]


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["--sample", "0"], "at least 1"),
        (["--seed", "-1"], "at least 0"),
        (["--port", "70000"], "from 0 to 65535"),
        (["--json"], "require --report"),
        (["--annotator", "Ada"], "require --report"),
        (["--report"], "no labels yet"),
        (["--report", "--open", "1"], "omit"),
        (["--adjudicate"], "requires a sample of thoughts"),
        (["--open", "5"], "from 1 to 4"),
        (["--open", "reader/nothing/0"], "no such trace"),
        (["--open", "1:x"], "no such trace"),
        (["--host", "0.0.0.0"], TOKEN),
        (["--host", "example.test"], TOKEN),
        (["--nonsense"], "label --help"),
    ],
)
def test_a_request_that_cannot_be_met_is_refused(arguments, says, run, monkeypatch):
    """In words that say what to do."""
    monkeypatch.delenv(TOKEN, raising=False)
    with pytest.raises(UsageError, match=says):
        label([str(run), *arguments])


def test_a_weak_token_is_refused(run, monkeypatch):
    """One that can be guessed, or that an address cannot hold."""
    for token in ("short", "with a blank in it", "sixteen&letters!", "päßwörter-und-mehr"):
        monkeypatch.setenv(TOKEN, token)
        with pytest.raises(UsageError, match="at least 16"):
            label([str(run), "--host", "0.0.0.0"])


def test_a_port_that_is_taken_is_told(run):
    """With its number."""
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(UsageError, match=f"port {port} .*--port"):
            label([str(run), "--port", str(port)])


def _changed(run: Path, **changes: object) -> None:
    manifest = json.loads((run / "run.json").read_text())
    config = manifest["config"] | changes.pop("config", {})
    (run / "run.json").write_text(json.dumps(manifest | {"config": config} | changes))
    relink(run)


def test_a_folder_that_cannot_be_labelled_is_named(run, tmp_path):
    """No run, no traces, other formats, another suite: each in its own words."""
    with pytest.raises(UsageError, match="not a run folder"):
        label([str(tmp_path)])
    empty = shutil.copytree(run, tmp_path / "empty", ignore=shutil.ignore_patterns("*.jsonl"))
    with pytest.raises(UsageError, match="no completed trace"):
        label([str(empty)])
    (empty / "events").rmdir()
    with pytest.raises(UsageError, match="has no traces"):
        label([str(empty)])
    for changes, says in (
        ({"format": 9}, "format 9"),
        ({"suite_version": "0.0.1"}, "0.0.1, but"),
        ({"config": {"suite": "clarity9"}}, "clarity9"),
    ):
        other = shutil.copytree(run, tmp_path / says.replace(" ", "-"))
        _changed(other, **changes)
        with pytest.raises(UsageError, match=says):
            label([str(other)])


def test_files_that_are_not_of_this_version_are_named(run):
    """A sample or labels of another schema, a trace that was changed: before anything is served."""
    labels = run / "labels"
    labels.mkdir()
    (labels / "sample.json").write_text('{"schema": 2, "seed": 7, "traces": []}')
    with pytest.raises(UsageError, match=r"sample\.json"):
        label([str(run)])
    (labels / "sample.json").unlink()
    (labels / "ada.jsonl").write_text('{"schema": 3}\n')
    for arguments in ([], ["--report"]):
        with pytest.raises(UsageError, match=r"ada\.jsonl, line 1 has schema 3"):
            label([str(run), *arguments])
    (labels / "ada.jsonl").unlink()
    first = min((run / "events").glob("*.jsonl"))
    first.write_text('{"kind": "started"}\n' + first.read_text())
    with pytest.raises(UsageError, match="changed after the run"):
        label([str(run)])


def test_the_folder_must_be_writable(run):
    """Labels that could not be kept are not asked for."""
    (run / "labels").write_text("in the way")
    with pytest.raises(UsageError, match=r"not a valid sample|cannot be"):
        label([str(run)])


def test_the_address_stays_with_a_token_of_ones_own(run, monkeypatch, capsys):
    """So that a bookmark outlives the server; also for others than this computer."""
    monkeypatch.setenv(TOKEN, "a-token-for-three-people")
    monkeypatch.setattr("anyio.sleep_forever", _interrupted)
    assert label([str(run), "--host", "0.0.0.0"]) == 130
    assert json.loads(capsys.readouterr().out)["label"].endswith("/#a-token-for-three-people")
    assert os.listdir(run / "labels") == ["sample.json"]


async def _interrupted() -> None:
    raise KeyboardInterrupt
