"""Reset and read of app states, and the app registry."""

from __future__ import annotations

import json

import pytest

from adapters.phone.kernel.phone import Phone
from adapters.phone.ui.app import App
from adapters.phone.ui.node import ev
from adapters.phone.ui.package_names import HOME
from adapters.phone.workers.registry import installed_apps, with_launcher
from runtime.core.errors import TaskFault


def test_reset_merges_deeply(phone: Phone) -> None:
    """Given fields replace the defaults, and lists as a whole; all other fields get their defaults."""
    phone.start("com.demo.one")
    phone.dispatch(ev("toggle", index=3))
    phone.reset({"one": {"query": "tea", "lines": [{"title": "Only"}]}}, 5)
    document = phone.read()
    assert document["one"]["lines"] == [{"title": "Only", "done": False}]
    assert document["one"]["query"] == "tea"
    assert document["two"]["query"] == ""
    assert len(document["two"]["lines"]) == 40
    assert phone.foreground[0] == HOME
    assert phone.state.seed == 5


def test_a_read_state_can_be_injected_again() -> None:
    """The state survives JSON, and after a reset to it the phone reads the same."""
    phone = Phone(installed_apps())
    document = json.loads(json.dumps(phone.read()))
    phone.reset(document, 1)
    assert phone.read() == document


def test_device_settings_are_part_of_the_state() -> None:
    """The settings tables are injected, changed and read under `settings`, as text."""
    phone = Phone(installed_apps())
    phone.reset({"settings": {"global": {"airplane_mode_on": 1}}}, 0)
    assert phone.read()["settings"]["global"]["airplane_mode_on"] == "1"
    assert phone.read()["settings"]["global"]["wifi_on"] == "1"
    phone.put_setting("system", "screen_brightness", "7")
    assert phone.read()["settings"]["system"]["screen_brightness"] == "7"
    phone.put_setting("system", "screen_brightness", None)
    assert "screen_brightness" not in phone.read()["settings"]["system"]


@pytest.mark.parametrize(
    "state",
    [{"none": {}}, {"one": {"querry": "tea"}}, {"one": {"lines": [{"done": True}]}}, {"one": {"level": "much"}}],
)
def test_a_state_that_does_not_fit_is_refused(phone: Phone, state: dict[str, dict[str, object]]) -> None:
    """A state with a misspelt or wrongly typed field raises TaskFault and leaves the phone unchanged."""
    before = phone.state
    with pytest.raises(TaskFault):
        phone.reset(state, 0)
    assert phone.state is before


def test_a_read_state_is_a_copy(phone: Phone) -> None:
    """A state that was read does not change when the phone does."""
    phone.start("com.demo.one")
    document = phone.read()
    copy = json.loads(json.dumps(document))
    phone.reset({"one": {"query": "milk"}}, 0)
    assert document == copy
    assert phone.read() != copy


def test_registry_finds_the_apps() -> None:
    """Installed apps are sorted by name with the launcher last, and their packages are unique."""
    apps = installed_apps()
    names = [app.name for app in apps]
    assert names[:-1] == sorted(names[:-1])
    assert names[-1] == "launcher"
    assert {"bunwright", "parlowe", "settings"} <= set(names)
    assert len({app.package for app in apps}) == len(apps)


def test_the_launcher_shows_every_app(apps: tuple[App, ...]) -> None:
    """Each installed app has one icon somewhere on the launcher's pages."""
    many = tuple(
        App(f"a{i:02}", f"com.a{i:02}", f"App {i:02}", apps[0].icon, apps[0].theme, apps[0].home, apps[0].initial,
            apps[0].screen, apps[0].update)
        for i in range(25)
    )  # fmt: skip
    phone = Phone(with_launcher(many))
    first = phone.dump().decode()
    phone.touch_swipe(900, 1200, 200, 1200, 200)
    second = phone.dump().decode()
    for app in many:
        assert (f'text="{app.label}"' in first) != (f'text="{app.label}"' in second)
    phone.touch_swipe(200, 1200, 900, 1200, 200)
    assert phone.dump().decode() == first
