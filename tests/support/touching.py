"""What the tests of the apps do with a phone: touch what says so, read what it shows."""

from __future__ import annotations

from xml.etree import ElementTree

from adapters.phone.kernel.phone import Phone
from runtime.screen.tree import UiNode, parse


def tap(on: Phone, *names: str) -> None:
    """Touch elements one after the other, by what they say."""
    for name in names:
        tree = [*ElementTree.fromstring(on.dump()).iter("node")]
        found = [one for key in ("text", "content-desc") for one in tree if one.get(key) == name]
        assert found, f"no {name!r} on this screen"
        left, top, right, bottom = map(int, found[0].attrib["bounds"].replace("][", ",").strip("[]").split(","))
        on.touch_tap((left + right) // 2, (top + bottom) // 2)


def told(on: Phone) -> list[str]:
    """Every text of the active window."""
    return [one.get("text", "") for one in ElementTree.fromstring(on.dump()).iter("node") if one.get("text")]


def toast(on: Phone) -> str:
    """The words of the toast."""
    assert on.state.toast is not None
    return on.state.toast.text


def found(phone: Phone, name: str) -> UiNode | None:
    """The first element with this text or description."""
    return next((one for one in parse(phone.dump()).walk() if name in (one.text, one.desc)), None)


def texts(phone: Phone) -> list[str]:
    """All that the screen says."""
    return [word for one in parse(phone.dump()).walk() for word in (one.text, one.desc) if word]
