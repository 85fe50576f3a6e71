"""Clients that disconnect at any moment cost no listener of the project anything."""

from __future__ import annotations

import logging

import anyio
import pytest

from adapters.web.shared.serving import Limits
from tests.support.aborted_requests import Resources, abort_requests
from tests.support.adb_listeners import ADB_LISTENERS
from tests.support.http_servers import HTTP_SERVERS, answers

LISTENERS = HTTP_SERVERS | ADB_LISTENERS


@pytest.mark.parametrize("name", LISTENERS)
async def test_two_hundred_aborted_requests_leave_nothing(
    name: str, caplog: pytest.LogCaptureFixture, capfd: pytest.CaptureFixture[str]
) -> None:
    """Nothing is logged or printed, the server still serves, and no task, descriptor or connection is left."""
    with anyio.fail_after(60), caplog.at_level(logging.WARNING):
        async with LISTENERS[name](Limits()) as served:
            resources = Resources()
            assert await answers(served)
            await abort_requests(served.port, served.requests)
            await resources.settled(served.held)
            assert await answers(served)
    assert [record.getMessage() for record in caplog.records] == []
    assert capfd.readouterr() == ("", "")
