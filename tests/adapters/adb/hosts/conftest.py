"""One server of each adb binary and twenty phones for all tests here: they take seconds to start."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator

import pytest

from tests.adapters.adb.hosts.hosts import NAMES, Connected, Host, Phones, serve, serve_phones

COUNT = 20


@pytest.fixture(scope="session")
def phones(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Phones]:
    """Twenty phones, one process per core."""
    with serve_phones(COUNT, tmp_path_factory.mktemp("p")) as phones:
        yield phones


@pytest.fixture(scope="session", params=NAMES)
def host(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Host]:
    """Each adb binary that is there, with a server of its own."""
    with serve(request.param, tmp_path_factory.mktemp("home")) as host:
        yield host


@pytest.fixture
async def phone(host: Host, phones: Phones) -> AsyncIterator[Connected]:
    """The first phone, connected to the host."""
    phone = Connected(host, phones.serials[0])
    await _connect(phone, phones)
    yield phone
    assert host.alive, "the server died"


@pytest.fixture
async def fleet(host: Host, phones: Phones) -> AsyncIterator[list[Connected]]:
    """All phones, connected to the host; only the first is kept connected afterwards."""
    fleet = [Connected(host, serial) for serial in phones.serials]
    for phone in fleet:
        await _connect(phone, phones)
    yield fleet
    assert host.alive, "the server died"
    for phone in fleet[1:]:
        await host("disconnect", phone.serial)


async def _connect(phone: Connected, phones: Phones) -> None:
    output = await phone.host("connect", phone.serial)
    assert "connected to" in output.text, (output.text, phones.trouble)
    await phone.back()
