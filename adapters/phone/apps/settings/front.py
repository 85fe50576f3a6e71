"""The front page of Settings and its search."""

from adapters.phone.apps.settings.app import app
from adapters.phone.apps.settings.model import State
from adapters.phone.apps.settings.preferences import PAGES, preferences
from adapters.phone.components.boxes import column, line
from adapters.phone.components.search import search_bar
from adapters.phone.framework.actions import assign, focus, go, then, toast
from adapters.phone.framework.state_paths import bind
from adapters.phone.ui import controls as c
from adapters.phone.ui import widgets as w
from adapters.phone.ui.app import Screen, View
from adapters.phone.ui.node import Node

SEARCH = then(assign("ui.query", ""), go("search"), focus("search_src_text"))


@app.screen("root", activity=".Settings")
def root(view: View) -> Screen:
    """The front page."""
    account = w.action("account_circle", "Account and profile", toast("No account on this phone"), color="primary")
    search = line(
        w.icon("search", color="on_surface"),
        w.text("Search settings", "bodyL", "on_surface_variant", grow=1),
        on=SEARCH, id="search_action_bar", cls=w.ROW, height=56, radius=28, bg="high", pad=(16, 0), gap=16,
    )  # fmt: skip
    body = w.page(
        line(w.push(), account.styled(size=32), height=56, pad=(0, 6, 12, 0)),
        w.big_title("Settings"),
        column(search, pad=(16, 0, 16, 10)),
        preferences(view, PAGES.front),
        rid="recycler_view",
    )
    return Screen(body, title="Settings")


@app.screen("search")
def search(state: State) -> Screen:
    """Settings by name."""
    query = bind(state, "ui.query")
    rows = _results(query.value.casefold().strip())
    top = search_bar(query, "Search settings")
    return Screen(w.page(rows, rid="recycler_view"), top=top, title="Search settings")


def _results(wanted: str) -> list[Node]:
    if not wanted:
        return [w.text("Type the name of a setting.", "bodyM", "on_surface_variant", pad=(24, 16, 24, 8))]
    known = [(row.title, "Settings", row.opens) for row in PAGES.front]
    known += [(row.title, row.summary, row.opens) for row in PAGES.findable]
    rows = [c.setting(title, place, on=go(opens)) for title, place, opens in known if wanted in title.casefold()]
    return rows or [w.empty("search_off", "No results", "Nothing in Settings has this name.")]
