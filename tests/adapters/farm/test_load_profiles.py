"""What is refused before any load is sent: profiles, scripts, mixes, thresholds, faults."""

from __future__ import annotations

import json
from pathlib import Path

import anyio.to_thread
import pytest

from adapters.farm.chaos import check_faults
from adapters.farm.plan.dry_run import DryRunPhone
from adapters.farm.plan.profile import Profile, Step, make_profile, parse_mix, read_profile
from adapters.farm.plan.quantities import parse_bytes, parse_seconds, show_seconds
from adapters.farm.plan.scenario import mix_scenario
from adapters.farm.plan.scripts import load_script, try_scenario
from runtime.core.errors import UsageError


@pytest.mark.parametrize(
    ("values", "reason"),
    [
        ({"rate": -5}, "rate: Input should be greater than 0"),
        ({"rate": 10, "users": 3}, "users and rate exclude each other"),
        ({"users": 0}, "users: Input should be greater than or equal to 1"),
        ({"run_time": "soon"}, "'soon' is no time"),
        ({"mix": [{"do": "wink"}]}, "there is no operation 'wink'; there are stat, shell"),
        ({"mix": [{"do": "start"}]}, "start needs package"),
        ({"mix": [{"do": "tap", "weight": -1}]}, "mix.0.weight"),
        ({"stages": [{"for": "1s", "to": 5}]}, "stages need `load"),
        ({"mix": [{"do": "stat"}], "scenario": "x.py"}, "mix, scenario and replay exclude each other"),
        ({"allow": ["tap"]}, "'tap' is not destructive; there are install, uninstall, reboot, shell"),
        ({"ratte": 5}, "ratte: Extra inputs are not permitted"),
    ],
)
def test_a_profile_that_cannot_be_is_refused_with_its_place(values: dict[str, object], reason: str):
    """The message names the file, the key and what is wrong."""
    with pytest.raises(UsageError, match=rf"load\.yaml: .*{reason}"):
        make_profile(values, "load.yaml")


def test_a_profile_file_is_yaml_or_json_and_a_mapping(tmp_path: Path):
    """JSON is YAML; anything but a mapping is refused."""
    path = tmp_path / "load.json"
    path.write_text(json.dumps({"rate": 5, "run_time": "2m"}))
    profile = make_profile(read_profile(path), str(path))
    assert (profile.rate, profile.run_time, profile.open) == (5, 120, True)
    for text, reason in (("- 1", "a profile is a mapping"), ("{", "not YAML"), ("[" * 500, "nested more than 100")):
        path.write_text(text)
        with pytest.raises(UsageError, match=reason):
            read_profile(path)
    with pytest.raises(UsageError, match=r"absent\.yaml"):
        read_profile(tmp_path / "absent.yaml")


def test_a_load_without_numbers_is_one_user_for_each_device_that_only_reads():
    """The default changes nothing on a device."""
    profile = Profile()
    assert profile.curve(7).most == 7
    assert not any(step.destructive for step in profile.steps)
    assert {step.do for step in profile.steps} == {"stat", "shell", "screenshot", "dump"}


def test_a_mix_is_written_with_weights():
    """Without a number the weight is 1."""
    assert parse_mix("screenshot=5, tap") == [{"do": "screenshot", "weight": 5.0}, {"do": "tap", "weight": 1.0}]
    with pytest.raises(UsageError, match="'many' is no number"):
        parse_mix("tap=many")


@pytest.mark.parametrize(
    ("text", "seconds"), [("800ms", 0.8), ("2m", 120), ("1.5", 1.5), (3, 3), ("1h", 3600), ("250us", 0.00025)]
)
def test_times_are_written_with_units(text: object, seconds: float):
    """From microseconds to hours; a bare number is seconds."""
    assert parse_seconds(text) == pytest.approx(seconds)


def test_times_and_sizes_for_people():
    """And what is no size is refused."""
    assert [show_seconds(value) for value in (0.25, 30, 120, 125)] == ["250 ms", "30 s", "2 min", "2 min 5 s"]
    assert [parse_bytes(text) for text in ("64kB", "5MB", 100)] == [64_000, 5_000_000, 100]
    with pytest.raises(ValueError, match="is no size"):
        parse_bytes("big")


async def test_which_operation_of_a_mix_is_done_depends_on_the_iteration_only():
    """The same numbers give the same operations, by their weights."""
    steps = [Step(do="stat", weight=3), Step(do="shell"), Step(do="swipe"), Step(do="push", size="1kB")]

    async def done(numbers: range) -> list[dict[str, int]]:
        found = []
        for number in numbers:
            phone = DryRunPhone(number)
            await mix_scenario(steps, seed=4)(phone)
            found.append(dict(phone.operations))
        return found

    first = await done(range(200))
    assert first == await done(range(200))
    counts = [sum(item.get(name, 0) for item in first) for name in ("stat", "shell", "swipe", "push")]
    assert sum(counts) == 200
    assert counts[0] == pytest.approx(100, abs=25)


def write(folder: Path, body: str) -> str:
    """Write a script and return its path."""
    path = folder / "shop.py"
    path.write_text(body)
    return str(path)


SCRIPTS: dict[str, tuple[str, str]] = {
    "raises when it is loaded": ("x = 1\nraise ValueError('no')\n", r"ValueError: no \(line 2\)"),
    "is no Python": ("async def scenario(phone)\n    pass\n", r"SyntaxError.*line 1"),
    "has no such function": ("async def other(phone):\n    pass\n", r"write `async def scenario\(phone\):`"),
    "has no coroutine function": ("def scenario(phone):\n    pass\n", r"write `async def scenario\(phone\):`"),
}


@pytest.mark.parametrize("name", SCRIPTS)
def test_a_script_that_cannot_be_loaded_is_refused_with_its_line(tmp_path: Path, name: str):
    """Before anything is opened."""
    body, reason = SCRIPTS[name]
    with pytest.raises(UsageError, match=reason):
        load_script(write(tmp_path, body))


def test_a_script_that_does_not_exist_is_named(tmp_path: Path):
    """With the path that was looked at."""
    with pytest.raises(UsageError, match=r"there is no file .*absent\.py"):
        load_script(str(tmp_path / "absent.py"))


async def test_a_function_of_a_script_can_be_named(tmp_path: Path):
    """FILE:FUNCTION."""
    place = await anyio.to_thread.run_sync(write, tmp_path, "async def buy(phone):\n    await phone.tap(1, 2)\n")
    scenario = await anyio.to_thread.run_sync(load_script, f"{place}:buy")
    assert await try_scenario(scenario, "shop.py", ()) == {"tap": 1}


@pytest.mark.parametrize(
    ("body", "reason"),
    [
        ("    await phone.tap(1)\n", r"fails in a dry run: TypeError.*\(line 2\)"),
        ("    pass\n", "the scenario does nothing"),
        ("    await phone.reboot()\n", "reboot may break something; allow it with --allow reboot"),
        ("    await phone.shell('rm -r /sdcard')\n", "shell may break something"),
    ],
)
async def test_a_scenario_is_tried_on_no_device_before_any_load_is_sent(tmp_path: Path, body: str, reason: str):
    """What raises, does nothing or may break something is refused."""
    place = await anyio.to_thread.run_sync(write, tmp_path, f"async def scenario(phone):\n{body}")
    scenario = await anyio.to_thread.run_sync(load_script, place)
    with pytest.raises(UsageError, match=reason):
        await try_scenario(scenario, place, ())


async def test_what_is_allowed_may_be_destructive(tmp_path: Path):
    """The dry run counts it."""
    body = "async def scenario(phone):\n    await phone.shell('ls')\n    await phone.install('a.apk')\n"
    place = await anyio.to_thread.run_sync(write, tmp_path, body)
    scenario = await anyio.to_thread.run_sync(load_script, place)
    assert await try_scenario(scenario, place, ("shell", "install")) == {"shell": 1, "install": 1}


def test_faults_must_exist_and_concern_devices_that_are_there():
    """Checked before any device is opened, and again with their number."""
    profile = make_profile({"chaos": [{"at": "1s", "for": "2s", "faults": "freeze", "devices": [3]}]}, "load.yaml")
    check_faults(profile.chaos, 4)
    with pytest.raises(UsageError, match="there is no device 3; 3 are numbered from 0"):
        check_faults(profile.chaos, 3)
    wrong = make_profile({"chaos": [{"at": 1, "for": 2, "faults": "explode=1"}]}, "load.yaml")
    with pytest.raises(UsageError, match="explode"):
        check_faults(wrong.chaos, 1)
