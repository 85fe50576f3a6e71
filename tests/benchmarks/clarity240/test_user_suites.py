"""Users' own suites: read from any folder, recorded, validated and run, with mistakes reported by file and line."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path

import pytest

from adapters.phone.workers.farm import start_farm
from benchmarks.clarity240 import command, load, read, user_suites, validate
from benchmarks.clarity240 import suite as files
from runtime.bench.cli import main
from runtime.core.config import RunConfig, Selection
from runtime.engine import Runtime
from tests.support.command import Bench

HOME = Path(str(files.home()))
OURS = ("shop.bunnoon", "social.mute")

VIRTUAL, REAL = (text for text in re.findall(r"```yaml\n(.*?)```", (HOME / "GUIDE.md").read_text(), re.DOTALL)[1:])
"""The two examples of the guide."""


@pytest.fixture
def mine(tmp_path: Path) -> Path:
    """A folder with two intents of the suite and no recordings."""
    folder = tmp_path / "mine"
    folder.mkdir()
    for name in OURS:
        shutil.copy(HOME / "intents" / f"{name}.yaml", folder)
    return folder


@pytest.fixture
def real(tmp_path: Path) -> Path:
    """A file for an app on real phones."""
    file = tmp_path / "device.flight.yaml"
    file.write_text(REAL, encoding="utf-8")
    return file


def test_own_files_are_read_as_the_suite_reads_its_own(mine):
    """Two intents copied into a user's folder, without recordings, become the same tasks as in the suite."""
    own = read([str(mine)])
    assert own.tasks == tuple(task for task in load().tasks if task.intent.id in OURS)
    assert own.name == "mine"
    assert [str(finding) for finding in validate(own)] == []


def test_recording_writes_and_compares(mine, capsys):
    """`record` writes the recordings; `--check` exits with 1 if they are outdated; one file can be recorded alone."""
    before = read([str(mine)])
    assert main(["record", "--check", str(mine)]) == 1
    assert not (mine / files.REFERENCES).exists()
    assert main(["record", str(mine)]) == 0
    assert main(["record", "--check", str(mine)]) == 0
    assert read([str(mine)]).tasks == before.tasks
    recorded = json.loads((mine / files.REFERENCES).read_text())
    committed = json.loads((HOME / files.REFERENCES).read_text())
    assert recorded == {**committed, "intents": {name: committed["intents"][name] for name in OURS}}
    changed = mine / f"{OURS[1]}.yaml"
    changed.write_text(changed.read_text().replace("value: 1 week", "value: 8 hours"))
    assert main(["record", "--check", str(mine)]) == 1
    assert main(["record", str(changed)]) == 0
    assert main(["record", "--check", str(mine)]) == 0
    assert sorted(json.loads((mine / files.REFERENCES).read_text())["intents"]) == list(OURS)
    capsys.readouterr()


def test_mistakes_of_all_files_are_told_at_once_with_their_lines(mine, capsys):
    """`validate` and `record` report the mistakes of all files together, each with file and line."""
    first, second = (mine / f"{name}.yaml" for name in OURS)
    good = first.read_text()
    first.write_text(good.replace("kind: anchor", "kind: anker", 1))
    lines = second.read_text().splitlines()
    step = next(number for number, line in enumerate(lines, 1) if "Mute notifications}" in line and "tap" in line)
    second.write_text(second.read_text().replace("tap: {text: Mute notifications}", "tap: {text: Hush}"))
    kind = next(number for number, line in enumerate(good.splitlines(), 1) if "kind: anchor" in line)
    for name in ("validate", "record"):
        assert main([name, str(mine)]) == 2
        err = capsys.readouterr().err
        assert f"{first}:{kind}: " in err
        assert f"{second}:{step}: " in err
        assert "'Hush'" in err
    first.write_text(good.replace("default: Single", "default: Double", 1))
    second.unlink()
    assert main(["validate", str(first)]) == 1
    value = capsys.readouterr().out
    size = next(number for number, line in enumerate(good.splitlines(), 1) if "default: Single" in line)
    assert f"{first}:{size}: " in value.replace("\n", "")


@pytest.mark.parametrize(
    ("arguments", "parts"),
    [
        (["validate", "nowhere.yaml"], ("nowhere.yaml", "no such file")),
        (["validate", "nowhere/"], ("nowhere", "no such file")),
        (["record", "shop.nothing"], ("shop.nothing", "no such file")),
        (["--suite", "./nowhere"], ("nowhere", "no such file")),
        (["--suite", "a.csv"], ("reader", "'csv'", "yaml")),
    ],
)
async def test_missing_paths_and_unknown_readers_are_named(arguments, parts, tmp_path):
    """A path that does not exist, or an unknown suite reader, is named on stderr; the exit code is 2."""
    done = await Bench(tmp_path, tmp_path)(*arguments, code=2)
    for part in parts:
        assert part in done.err


def test_the_schema_for_editors_is_up_to_date():
    """The committed `intent.schema.json` equals, byte for byte, what the models produce."""
    assert (HOME / command.SCHEMA).read_bytes() == command.dumped_schema()


def test_an_intent_for_real_phones_is_sound_without_being_played(real):
    """An intent for real phones is read and validated without being played."""
    own = read([str(real)])
    assert [str(finding) for finding in validate(own)] == []
    assert [task.level for task in own.tasks] == ["detailed", "standard", "ambiguous"]
    assert own.intents[0].setup.shell[0] == "settings put global airplane_mode_on 0"


def test_commands_carry_values(real):
    """`{id}` in setup and teardown commands becomes the value; the teardown does not change the fingerprint."""
    before = user_suites.gathered([real]).files[0]
    real.write_text(REAL.replace("  teardown: ", '  teardown:\n    - echo "{setting}"', 1), encoding="utf-8")
    assert read([str(real)]).intents[0].setup.teardown[0] == 'echo "Airplane mode"'
    assert user_suites.gathered([real]).files[0].fingerprint() == before.fingerprint()


def test_the_example_of_the_guide_for_virtual_phones_is_sound(tmp_path):
    """The example for virtual phones in the guide has no findings."""
    (tmp_path / "shop.ember.yaml").write_text(VIRTUAL, encoding="utf-8")
    assert [str(finding) for finding in validate(read([str(tmp_path)]))] == []


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("  shell: ", "  state: {settings: {}}\n  shell: ", "virtual phones"),
        ("    value: Airplane mode\n", "    value: Airplane mode\n    truth: {path: a/b, op: exists}\n", "`truth`"),
        ("  closing_seen:", "  closing: {path: a/b, op: exists}\n  closing_seen:", "`closing`"),
        ('  closing_seen: {app: com.android.settings, page: Network, row: ["{setting}", "[on]"]}\n', "", "closes"),
        (REAL[REAL.index("  shell: ") : REAL.index("  teardown: ")], "", "nothing prepares"),
        (
            '    seen: {app: com.android.settings, page: Network, row: ["{setting}", "[on]"]}\n',
            "",
            "only a judge that reads",
        ),
    ],
)
def test_what_a_real_phone_cannot_give_is_refused(real, old, new, words):
    """Each feature that a real phone lacks, and each missing part that it needs, gives exactly one finding."""
    assert REAL.count(old) == 1
    real.write_text(REAL.replace(old, new), encoding="utf-8")
    texts = [str(finding) for finding in validate(read([str(real)]))]
    assert len(texts) == 1, texts
    assert words in texts[0]
    assert texts[0].startswith(f"{real}:")


async def test_an_intent_for_real_phones_is_played_over_adb_alone(real):
    """On a phone reached over ADB alone, an intent is set up, played, judged and torn down."""
    async with (
        start_farm(1, [0]) as (_, _, ports),
        Runtime(RunConfig(suite=str(real)), devices=[f"tcp://127.0.0.1:{ports[0]}"]) as runtime,
    ):
        scores = [score async for score in runtime.run(["reader"], select=Selection(levels=["detailed"]))]
        assert [(score.ending, score.error, score.met) for score in scores] == [
            ("finished", "", {"setting": (True, True)})
        ]
        device = runtime.devices[0]
        assert device.control is None
        stream = await device.open("shell:settings get global airplane_mode_on; dumpsys window | grep mCurrentFocus")
        data = b""
        while part := await stream.receive():
            data += part
        await stream.aclose()
        mode, *focus = data.decode().splitlines()
        assert mode == "0"
        assert focus
        assert all("launcher" in line for line in focus)
