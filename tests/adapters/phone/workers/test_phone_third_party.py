"""An app from another installed package is found through its entry point, without changes to this project."""

from __future__ import annotations

from pathlib import Path

import pytest

from adapters.phone.workers.farm import open_phones
from runtime.core.actions import Launch, Tap
from runtime.plugins.protocols import Device, Need
from runtime.screen.tree import parse

THEIRS = Path(__file__).parent / "third_party"
TREE: frozenset[Need] = frozenset({"tree"})


async def test_an_app_from_another_package_works_on_a_phone(monkeypatch: pytest.MonkeyPatch) -> None:
    """The app is listed, launched, tapped, and its state is injected and read."""
    monkeypatch.setenv("PYTHONPATH", str(THEIRS))  # as if it had been installed
    async with open_phones("phone://1") as (phone,):
        assert phone.control is not None
        await phone.control.reset({"tallymark": {"subject": "Gulls", "count": 41}}, seed=1)
        assert "package:org.example.tallymark\n" in await run_command(phone, "pm list packages")
        await phone.perform(Launch(app="Tallymark"))
        _, tree = await phone.capture(TREE)
        assert tree is not None
        found = next(node for node in tree.walk() if node.resource_id == "org.example.tallymark:id/row_add")
        x, y = found.center
        await phone.perform(Tap(x=x, y=y))
        assert (await phone.control.read())["tallymark"] == {"subject": "Gulls", "count": 42}
        assert "42" in [node.text for node in parse(await phone.control.tree()).walk()]


async def run_command(phone: Device, command: str) -> str:
    """Return the output of a command."""
    stream = await phone.open(f"exec:{command}")
    heard = b""
    while part := await stream.receive():
        heard += part
    await stream.aclose()
    return heard.decode()
