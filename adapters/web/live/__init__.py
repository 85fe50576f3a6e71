"""The page on which runs are looked at while a server runs: recorded ones, and one that is being played.

run_view     the newest state of a run that is being played                                    pure
trials       what a page sends and shows of actions that are tried in recorded episodes       pure
recordings   what a page shows of recorded runs, read when it is asked for
what_if      tries actions at recorded steps, on virtual phones that are opened when needed
server       serves the page, streams the newest state, takes operations
dashboard    `python -m runtime.bench --live`
command      `python -m runtime.bench serve RUN`

front/ runs in the browser, beside the scripts of a report.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

from runtime.plugins.specs import DashboardSpec


def _open(path: Path, port: int) -> Any:
    from adapters.web.live.dashboard import open_dashboard  # a web server, which most runs do not need

    return open_dashboard(path, port)


DASHBOARD: Final = DashboardSpec(open=_open)
