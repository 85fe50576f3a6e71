"""Oakthread's search: groves and threads by a word."""

from adapters.phone.apps.oakthread import parts as p
from adapters.phone.apps.oakthread.app import app
from adapters.phone.apps.oakthread.content import GROVES
from adapters.phone.apps.oakthread.home import grove_row
from adapters.phone.apps.oakthread.model import State, visible_threads
from adapters.phone.components.search import search_bar
from adapters.phone.framework.state_paths import bind
from adapters.phone.ui import widgets as w
from adapters.phone.ui.app import Screen, View

SEARCHES = ("sourdough", "first ferry", "chair", "tram timetable", "写生")


@app.screen("search", activity=".SearchActivity", distractor="another way to threads, and to twins of a grove")
def search(state: State, view: View) -> Screen:
    """Threads and groves by a word."""
    query = bind(state, "ui.query")
    wanted = query.value.strip().casefold()
    groves = [grove for grove in GROVES if wanted in f"{grove.name} {grove.about}".casefold()]
    threads = [thread for thread in visible_threads(state) if wanted in f"{thread.title} {thread.text}".casefold()]
    if not wanted:
        icon = w.icon("history", 22)
        rows = [
            w.row(word, on=query.to(word), rid="row_suggestion", leading=icon, height=54, inset=20) for word in SEARCHES
        ]
        body = w.page(p.block("Asked lately"), rows)
    elif not (groves or threads):
        title = f"Nothing on “{query.value.strip()}”"
        body = w.page(w.empty("search_off", title, "Another word may do: tap, rye, tandem."))
    else:
        body = w.page(
            p.block("Groves") if groves else None,
            [grove_row(state, grove) for grove in groves],
            p.block(p.count_of(len(threads), "thread")) if threads else None,
            [p.card(state, thread, view, under="search") for thread in threads],
        )
    return Screen(body, top=search_bar(query, "Search Oakthread"), title="Search")
