"""Clients that disconnect at any moment cost an HTTP server nothing."""

from __future__ import annotations

import logging

import anyio
import pytest

from adapters.web.shared.serving import Limits
from tests.support.aborted_requests import Resources, abort_requests
from tests.support.http_servers import HTTP_SERVERS, spoken


@pytest.mark.parametrize("name", HTTP_SERVERS)
async def test_two_hundred_aborted_requests_leave_nothing(
    name: str, caplog: pytest.LogCaptureFixture, capfd: pytest.CaptureFixture[str]
) -> None:
    """Nothing is logged or printed, the server still serves, and no task, descriptor or connection is left."""
    with anyio.fail_after(60), caplog.at_level(logging.WARNING):
        async with HTTP_SERVERS[name](Limits()) as served:
            resources = Resources()
            assert (await spoken(served.port, served.requests[-1])).startswith(served.answer)
            await abort_requests(served.port, served.requests)
            await resources.settled(served.held)
            assert (await spoken(served.port, served.requests[-1])).startswith(served.answer)
    assert [record.getMessage() for record in caplog.records] == []
    assert capfd.readouterr() == ("", "")
