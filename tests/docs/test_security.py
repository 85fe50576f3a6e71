"""SECURITY.md names every module that opens a listening socket, and tests that exist."""

from __future__ import annotations

import ast
import re
from contextlib import AsyncExitStack

import pytest

from adapters.adb.host.sockets import MAX_CLIENTS, listen, parse
from adapters.agents.external.process.http_agent import ListenAddress
from adapters.agents.external.wire.listeners import listen_on_loopback, port_of
from adapters.faults.proxy import open_proxy
from adapters.openai.fake import FakeEndpoint, Say
from adapters.web.agent_api.server import AgentApiServer
from adapters.web.desk.server import Desk
from adapters.web.shared.pages import PageServer
from tests.support.environments import serving
from tests.support.listening import LOOPBACK, listening_addresses
from tests.support.pages import ROOT

TEXT = (ROOT / "SECURITY.md").read_text(encoding="utf-8")
LISTENING = {
    "create_server", "create_tcp_listener", "create_unix_listener", "create_unix_server", "run_app", "SockSite",
    "start_server", "start_unix_server", "TCPServer", "TCPSite", "UnixSite",
}  # fmt: skip
"""Functions of the standard library, anyio and aiohttp that open a listening socket; `.bind(…)` counts too."""


def listens(node: ast.AST) -> bool:
    """Whether this is such a function, called or passed on."""
    match node:
        case ast.Call(func=ast.Attribute(attr="bind")):
            return True
        case ast.Attribute(attr=name) | ast.Name(id=name):
            return name in LISTENING
        case _:
            return False


def listening_modules() -> set[str]:
    """The modules of the project that open a listening socket."""
    found = set()
    for folder in ("runtime", "adapters", "judges"):
        for path in (ROOT / folder).rglob("*.py"):
            text = path.read_text(encoding="utf-8")
            if any(name in text for name in (*LISTENING, ".bind(")) and any(map(listens, ast.walk(ast.parse(text)))):
                found.add(path.relative_to(ROOT).as_posix())
    return found


def test_every_module_that_listens_is_in_the_table() -> None:
    """A new listener needs an entry; an entry without a listener is out of date."""
    named = set(re.findall(r"`((?:runtime|adapters|judges)/[\w/]+\.py)`", TEXT))
    assert named == listening_modules()


def test_every_test_that_is_named_exists() -> None:
    """Files and functions."""
    count = 0
    for group in re.findall(r"`(tests/[\w/]+\.py)`(?::((?: `test_\w+`,?)+))?", TEXT):
        path, names = ROOT / group[0], re.findall(r"test_\w+", group[1])
        source = path.read_text(encoding="utf-8")
        assert [name for name in names if f"def {name}(" not in source] == []
        count += len(names)
    assert count == len(set(re.findall(r"`(test_\w+)`", TEXT))) > 20


def test_every_row_of_ports_has_tests() -> None:
    """Rows are numbered; tests name the rows that they are for."""
    rows = {int(number) for number in re.findall(r"^\| (\d+) \| .* \| `adapters/", TEXT, re.MULTILINE)}
    tested: set[int] = set()
    for cell in re.findall(r"^\| ([\d to,]+) \| `tests/", TEXT, re.MULTILINE):
        for part in cell.split(", "):
            first, _, last = part.partition(" to ")
            tested |= set(range(int(first), int(last or first) + 1))
    assert rows == tested == set(range(1, 13))


async def test_without_an_address_everything_listens_on_the_loopback() -> None:
    """As the system lists the sockets, not as the servers report them."""
    assert ListenAddress.read("http:").host == "127.0.0.1"
    async with AsyncExitStack() as stack:
        page = PageServer({})
        await page.start([])
        stack.push_async_callback(page.stop)
        api = await stack.enter_async_context(AgentApiServer())
        desk = await stack.enter_async_context(Desk())
        fake = await stack.enter_async_context(FakeEndpoint(lambda _: Say("")))
        served = await stack.enter_async_context(serving())
        sandbox = stack.enter_context(await listen_on_loopback(0))
        forward, _ = await stack.enter_async_context(listen(parse("tcp:0")))
        proxy = await stack.enter_async_context(open_proxy(f"127.0.0.1:{fake.port}"))
        ports = [
            page.port,
            api.port,
            desk.server.port,
            served[1].port,
            fake.port,
            port_of(sandbox),
            forward,
            proxy.port,
        ]
        for port in ports:
            assert listening_addresses(port) == LOOPBACK


@pytest.mark.parametrize(
    "promise", ["512", "64 KB", "128 and 16 connections", "16 forwards", "256 connections", "256 clients"]
)
def test_the_limits_are_those_of_the_code(promise: str) -> None:
    """Figures in the text."""
    from adapters.adb.daemon.server import MAX_HOSTS as PHONE_HOSTS
    from adapters.agents.external.process.ports import MAX_CONNECTIONS
    from adapters.agents.external.wire import device_port, endpoint
    from adapters.web.shared.connections import MOST
    from adapters.web.shared.messages import MAX_BODY

    limits = {
        "512": MOST == 512,
        "64 KB": MAX_BODY == 64 << 10 and PHONE_HOSTS == 64,
        "128 and 16 connections": (endpoint.MAX_CLIENTS, device_port.MAX_HOSTS) == (128, 16),
        "16 forwards": endpoint._MAX_FORWARDS == 16,
        "256 connections": MAX_CONNECTIONS == 256,
        "256 clients": MAX_CLIENTS == 256,
    }
    assert promise in TEXT
    assert limits[promise]
