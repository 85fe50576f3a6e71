"""What the tests of the apps do with a phone: touch what says so, read what it shows."""

from __future__ import annotations

from xml.etree import ElementTree

from adapters.phone.kernel.phone import Phone
from runtime.screen.tree import UiNode, parse


def tap(on: Phone, *names: str) -> None:
    """Touch elements one after the other, by what they say."""
    for name in names:
        tree = [*ElementTree.fromstring(on.dump()).iter("node")]
        found = [element for key in ("text", "content-desc") for element in tree if element.get(key) == name]
        assert found, f"no {name!r} on this screen"
        left, top, right, bottom = map(int, found[0].attrib["bounds"].replace("][", ",").strip("[]").split(","))
        on.touch_tap((left + right) // 2, (top + bottom) // 2)


def told(on: Phone) -> list[str]:
    """Every text of the active window."""
    return [
        element.get("text", "") for element in ElementTree.fromstring(on.dump()).iter("node") if element.get("text")
    ]


def toast(on: Phone) -> str:
    """The words of the toast."""
    assert on.state.toast is not None
    return on.state.toast.text


def found(phone: Phone, name: str) -> UiNode | None:
    """The first element with this text or description."""
    return next((node for node in parse(phone.dump()).walk() if name in (node.text, node.desc)), None)


def texts(phone: Phone) -> list[str]:
    """All that the screen says."""
    return [word for node in parse(phone.dump()).walk() for word in (node.text, node.desc) if word]
