"""Dawnwire's authors: one with all articles, those that are followed, and their alerts."""

from dataclasses import replace

from adapters.phone.apps.dawnwire import parts as p
from adapters.phone.apps.dawnwire.app import app
from adapters.phone.apps.dawnwire.model import ALERTS, OFF, Following, State, following_of
from adapters.phone.apps.dawnwire.paper import AUTHORS, Author, author_of, by
from adapters.phone.components.boxes import column, line, words
from adapters.phone.components.choices import choice_dialog
from adapters.phone.framework.actions import Handled, go
from adapters.phone.framework.state_paths import Bound, without
from adapters.phone.ui import widgets as w
from adapters.phone.ui.app import Overlay, Screen, Toast, View
from adapters.phone.ui.node import Node, ev


def follow_author(state: State, name: str) -> Node:
    """The button that follows an author."""
    return p.follow_button(ev("follow", name=name), following_of(state, name) is not None, rid="follow_author")


def author_row(state: State, author: Author) -> Node:
    """An author with the button that follows."""
    return w.row(
        author.name, author.beat, on=go("author", name=author.name), rid="row_author",
        leading=w.avatar(author.face, 44), trailing=follow_author(state, author.name), style="titleM", height=72,
    )  # fmt: skip


def _bell(alerts: str) -> str:
    return "notifications_off" if alerts == OFF else "notifications_none"


@app.screen("author")
def author_page(state: State, view: View, name: str = "") -> Screen:
    """An author with all articles."""
    author = author_of(name)
    if author is None:
        return p.not_found("author")
    about = words(
        p.headline(author.name, 26, lines=2), p.note(author.beat, lines=2), p.note(f"{author.followers} followers")
    )
    followed = following_of(state, author.name)
    alerts = None
    if followed is not None:
        alerts = w.row(
            "Notify me about", followed.alerts, on=go("alerts", name=author.name), rid="row_alerts",
            leading=w.icon(_bell(followed.alerts)), trailing=w.icon("expand_more"), height=72,
        )  # fmt: skip
    body = w.page(
        line(w.avatar(author.face, 76), about, pad=(16, 14, 16, 10), gap=16),
        w.text(author.about, "bodyL", pad=(16, 0, 16, 12)),
        line(follow_author(state, author.name).styled(grow=1, height=44), pad=(16, 0, 16, 10), align="start"),
        alerts,
        p.kicker("Articles"),
        p.ruled([p.story_row(story, view.now) for story in by(author.name)]),
    )
    return Screen(body, top=w.app_bar(author.name), title=author.name)


@app.on("follow")
def follow(state: State, name: str) -> Handled:
    """Follow an author with the usual alerts, or no longer."""
    if following_of(state, name):
        return replace(state, authors=without(state.authors, name=name)), Toast(f"You no longer follow {name}")
    return replace(state, authors=(*state.authors, Following(name))), Toast(f"You follow {name}")


@app.dialog("alerts", over="author", title="Notify me about")
def alerts(state: State, name: str = "") -> Overlay:
    """Which articles of an author are announced."""
    followed = following_of(state, name) or Following(name)
    value = Bound(f"authors[name={name}].alerts", followed.alerts)
    return choice_dialog("Notify me about", value, ALERTS, radius=p.WINDOW_RADIUS)


@app.screen("following", distractor="a second way to the same authors, near-twin names among them")
def following(state: State) -> Screen:
    """The authors that are followed with their alerts, and others to follow."""
    known = {followed.name: followed for followed in state.authors if author_of(followed.name)}
    rows: list[Node] = []
    for name, followed in known.items():
        bell = w.row(
            f"Alerts from {name}", followed.alerts, on=go("alerts", name=name), rid="row_alerts",
            leading=w.icon(_bell(followed.alerts), 20), height=64,
        )  # fmt: skip
        rows += [column(author_row(state, author), bell) for author in AUTHORS if author.name == name]
    none = w.text("Nobody yet. Follow an author from an article.", "bodyL", "on_surface_variant", pad=(16, 16, 16, 8))
    others = [author_row(state, author) for author in AUTHORS if author.name not in known]
    body = w.page(p.ruled(rows) if rows else none, p.kicker("More voices"), others)
    return Screen(body, top=w.app_bar("Authors you follow"), title="Authors you follow")
