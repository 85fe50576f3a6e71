"""The kernel, the shell and the uiautomator server contain no names of single apps."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from adapters.phone import shell as shells
from adapters.phone import uiautomator
from adapters.phone.kernel import phone as kernel
from adapters.phone.kernel.phone import Phone
from adapters.phone.shell import Shell
from adapters.phone.ui.app import App, route
from adapters.phone.ui.package_names import HOME
from adapters.phone.workers.registry import installed_apps, with_launcher

KERNEL = sorted(Path(str(kernel.__file__)).parent.glob("*.py"))
SERVERS = sorted(path for package in (shells, uiautomator) for path in Path(str(package.__file__)).parent.rglob("*.py"))
APPS = tuple(app for app in installed_apps() if app.package != HOME)


def _texts(path: Path) -> Iterator[str]:
    """The string literals of a module without its docstrings."""
    tree = ast.parse(path.read_text("utf-8"))
    loose = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in loose:
            yield node.value


def _compared(path: Path) -> Iterator[str]:
    """The string literals that an app's name is compared with."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Compare) and isinstance(node.left, ast.Attribute) and node.left.attr == "name":
            owner = node.left.value
            if isinstance(owner, ast.Name) and owner.id == "app":
                yield from (
                    part.value
                    for part in node.comparators
                    if isinstance(part, ast.Constant) and isinstance(part.value, str)
                )


def named_apps(paths: Iterable[Path]) -> dict[str, list[str]]:
    """The installed apps' names and packages in each module that contains any."""
    packages, names = {app.package for app in APPS}, {app.name for app in APPS}
    found = {}
    for path in paths:
        words = [text for text in _texts(path) if any(package in text for package in packages)]
        words += [text for text in _compared(path) if text in names]
        if words:
            found[f"{path.parent.name}/{path.name}"] = words
    return found


def test_no_module_of_the_kernel_or_the_shell_names_an_app() -> None:
    """No string contains an app's package, and no comparison an app's name."""
    assert len(KERNEL) > 10
    assert named_apps([*KERNEL, *SERVERS]) == {}


@pytest.fixture
def phone(apps: tuple[App, ...]) -> Phone:
    """A phone with two apps, the first of which declares two intent actions and holds the device settings."""
    item, two = apps
    actions = {"demo.action.FORM": route("form"), "demo.action.FIRST": None}
    return Phone(with_launcher((replace(item, device_state="settings", actions=actions), two)))


def test_an_action_opens_the_place_that_an_app_declares_for_it(phone: Phone) -> None:
    """An intent action starts the app and route that declare it; a data URI makes no difference."""
    shell = Shell(phone, lambda: memoryview(b""))
    assert shell.run("am start -a demo.action.FORM -d package:any").exit == 0
    assert (phone.state.top.package, phone.state.top.route) == ("com.demo.one", route("form"))
    shell.run("input keyevent HOME; am start -a demo.action.FIRST")
    assert phone.state.top.package == "com.demo.one"


@pytest.mark.parametrize("words", ["-a demo.action.FORM -p com.demo.two", "-a demo.action.OTHER"])
def test_an_action_that_no_app_declares_opens_nothing(phone: Phone, words: str) -> None:
    """An undeclared action, or one restricted to another package, fails and starts no app."""
    assert Shell(phone, lambda: memoryview(b"")).run(f"am start {words}").exit == 1
    assert phone.state.top.package == HOME


def test_device_settings_are_given_to_and_read_from_the_app_that_declares_them(phone: Phone) -> None:
    """The settings tables are part of the state of that app and of no other."""
    phone.reset({"one": {"global": {"wifi_on": 0}}}, 0)
    read = phone.read()
    assert read["one"]["global"]["wifi_on"] == "0"
    assert "global" not in read["two"]
