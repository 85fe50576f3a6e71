"""The pages of Settings as data, read from pages.yaml, and the rows that they are shown in."""

from adapters.phone.apps.settings.model import is_on, switched, values
from adapters.phone.components.boxes import line
from adapters.phone.components.settings_rows import section
from adapters.phone.framework.actions import assign, go, then, toast
from adapters.phone.framework.content import content, read_content
from adapters.phone.ui import controls as c
from adapters.phone.ui import widgets as w
from adapters.phone.ui.app import Screen, View
from adapters.phone.ui.node import Ev, Node


@content
class Preference:
    """A row: with a switch, or one that opens a page, or one that says something about itself.

    `when_on` and `when_off` are its summaries while its switch, or the key that it follows, is on or off.
    """

    title: str
    summary: str = ""
    icon: str = ""
    switch: str = ""
    opens: str = ""
    clears: str = ""
    """Path of the app's state that is emptied before the page opens."""
    toast: str = ""
    follows: str = ""
    when_on: str | None = None
    when_off: str | None = None
    shown_while: str = ""
    disabled_while: str = ""


@content
class Section:
    """Rows under a heading."""

    heading: str
    rows: tuple[Preference, ...]


@content
class Page:
    """A page: rows, sections, and a remark at its end."""

    title: str
    rows: tuple[Preference, ...] = ()
    sections: tuple[Section, ...] = ()
    note: str = ""


@content
class Pages:
    """Everything in pages.yaml."""

    front: tuple[Preference, ...]
    findable: tuple[Preference, ...]
    pages: dict[str, Page]


PAGES = read_content(__package__, "pages.yaml", Pages)


def page(title: str, *rows: w.Some) -> Screen:
    """A bar with the way back, the large title and the rows, which all scroll together below the bar."""
    return Screen(w.page(w.big_title(title), *rows, rid="recycler_view"), top=w.app_bar(""), title=title)


def page_of(view: View, name: str, *head: w.Some) -> Screen:
    """A page of pages.yaml, with what stands above its rows."""
    known = PAGES.pages[name]
    sections = [[section(part.heading), *preferences(view, part.rows)] for part in known.sections]
    note = _note(known.note) if known.note else None
    return page(known.title, *head, preferences(view, known.rows), *sections, note)


def preferences(view: View, rows: tuple[Preference, ...]) -> list[Node]:
    """The rows of those that are shown now."""
    return [_row(view, row) for row in rows if not row.shown_while or is_on(view, row.shown_while)]


def _row(view: View, row: Preference) -> Node:
    summary = _summary(view, row)
    return c.setting(
        row.title, summary, on=_action(view, row, summary), icon_name=row.icon,
        checked=is_on(view, row.switch) if row.switch else None,
        enabled=not (row.disabled_while and is_on(view, row.disabled_while)),
    )  # fmt: skip


def _summary(view: View, row: Preference) -> str:
    key = row.switch or row.follows
    changed = None
    if key:
        changed = row.when_on if is_on(view, key) else row.when_off
    return (row.summary if changed is None else changed).format_map(values(view))


def _action(view: View, row: Preference, summary: str) -> Ev:
    if row.switch:
        return switched(view, row.switch)
    if row.clears:
        return then(assign(row.clears, ""), go(row.opens))
    if row.opens:
        return go(row.opens)
    return toast(row.toast or f"{row.title}: {summary or 'not available'}")


def _note(text: str) -> Node:
    return line(
        w.icon("info"), w.text(text, "bodyM", "on_surface_variant", grow=1), align="start", pad=(24, 14), gap=24
    )
