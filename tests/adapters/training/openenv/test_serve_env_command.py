"""The command `serve-env`, as a user runs it."""

from __future__ import annotations

import json
import signal
from pathlib import Path

import anyio
import pytest

from adapters.training.openenv.address import TOKEN
from runtime import Runtime
from tests.support.command import Bench
from tests.support.listening import LOOPBACK, listening_addresses


@pytest.fixture
def bench(tmp_path: Path) -> Bench:
    """Runs the command in a temporary folder."""
    folder, temporary = tmp_path / "work", tmp_path / "t"
    folder.mkdir()
    temporary.mkdir()
    return Bench(folder, temporary)


async def test_it_prints_its_address_serves_on_the_loopback_and_ends_at_ctrl_c(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A run elsewhere plays on its phones; nothing is left in its temporary folder, and nothing is printed besides."""
    async with bench.running("serve-env", "--device", "headless://2", "--port", "0") as served:
        with anyio.fail_after(100):
            printed = json.loads(await served.line())
            assert printed.keys() == {"url", "token", "phones"}
            port = int(printed["url"].rpartition(":")[2])
            assert listening_addresses(port) == LOOPBACK
            monkeypatch.setenv(TOKEN, printed["token"])
            async with Runtime(devices=[f"openenv://127.0.0.1:{port}"]) as runtime:
                assert len(runtime.devices) == printed["phones"] == 2
                async with runtime.session("device.airplane.standard") as session:
                    assert (await session.observe()).tree is not None
            served.process.send_signal(signal.SIGINT)
            assert await served.process.wait() == 130
            assert await served.rest_of_err() == ""
    assert list(bench.temporary.iterdir()) == []


async def test_a_weak_token_and_other_addresses_without_one_are_refused(bench: Bench) -> None:
    """Before anything is started."""
    assert TOKEN in await bench.refused("serve-env", "--host", "0.0.0.0")
    assert "16 characters" in await bench.refused("serve-env", "--token", "short")


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        (("--device", "openenv://x"), "write openenv://HOST:PORT"),
        (("--split", "none"), "none"),
        (("--port", "70000"), "70000"),
        (("--idle", "0"), "positive"),
    ],
)
async def test_what_cannot_be_served_is_refused(bench: Bench, words: tuple[str, ...], problem: str) -> None:
    """One sentence, exit code 2."""
    assert problem in await bench.refused("serve-env", *words)
