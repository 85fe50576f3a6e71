"""What is this user's own on Thriftloom: the overview, and whom one follows."""

from __future__ import annotations

from adapters.phone.apps.thriftloom import parts as p
from adapters.phone.apps.thriftloom.catalogue import money, seller, sold_by
from adapters.phone.apps.thriftloom.model import State, cents
from adapters.phone.ui import widgets as w
from adapters.phone.ui.app import Route, Screen, View
from adapters.phone.ui.node import Node, ev, node

OWNER, OWNER_FACE = "Robin Vale", 21


def you(state: State, place: Route, view: View) -> Screen:
    """The overview."""
    on_sale = [one for one in state.listings if one.status == "On sale"]
    worth = money(sum(cents(one.price) for one in on_sale))
    head = node(
        "row", w.avatar(OWNER_FACE, 84).styled(radius=0),
        node("column", w.text(OWNER, p.LARGE, lines=1),
             w.text("Alder Cross  ·  member since 2023", "13,18,Regular,0.2", "on_surface_variant"),
             w.text(f"{len(on_sale)} pieces on sale, {worth} in all", "13,18,Regular,0.2", "on_surface_variant",
                    lines=2), grow=1, gap=3),
        width="fill", pad=(p.EDGE, 22, p.EDGE, 22), gap=16, align="center",
    )  # fmt: skip

    def row(label: str, line: str, to: str) -> Node:
        inner = node(
            "row", node("column", w.text(label, p.TITLE, lines=1),
                        w.text(line, "13,18,Regular,0.2", "on_surface_variant", lines=1), grow=1, gap=1),
            w.icon("chevron_right", 20, "outline"), on=ev("visit", to=to), id=f"row_{to}", cls=w.GROUP, width="fill",
            height=76, pad=(p.EDGE, 0, p.EDGE - 4, 0), align="center",
        )  # fmt: skip
        return node("column", inner, w.divider(), width="fill", align="stretch")

    open_ = sum(one.status in ("Paid", "Posted") for one in state.purchases)
    body = w.page(
        head, w.divider(),
        row("My rail", f"{len(state.listings)} pieces", "closet"),
        row("Purchases", f"{open_} on the way" if open_ else f"{len(state.purchases)} so far", "purchases"),
        row("Saved", f"{len(state.saved)} pieces", "saved"),
        row("Sellers I follow", ", ".join(state.following) or "Nobody yet", "following"),
        w.text("Since you joined, pieces from your rail have been worn by 31 other people.", "15,23,Regular,0.1",
               "on_surface_variant", pad=(p.EDGE, 24, p.EDGE, 0)),
        node("image", art=p.photo(on_sale[0].photo), width="fill",
             height=260) if on_sale else None,
    )  # fmt: skip
    return Screen(body, top=p.bar("You", up=False), bottom=p.nav(state, "you"), title="You")


def following(state: State, place: Route, view: View) -> Screen:
    """Whom one follows."""
    rows = []
    for name in state.following:
        who = seller(name)
        button = p.link("Unfollow", ev("follow", name=name), rid="follow")
        words = node("column", w.text(name, "16,22,Medium,0.1", lines=1),
                     w.text(f"{len(sold_by(name))} pieces  ·  {who.city}", "13,18,Regular,0.1", "on_surface_variant"),
                     grow=1, gap=2)  # fmt: skip
        rows.append(node("row", w.avatar(who.face, 52).styled(radius=0), words, button, on=ev("seller", name=name),
                         id="row_seller", cls=w.GROUP, width="fill", pad=(p.EDGE, 10, p.EDGE - 4, 10), gap=14,
                         align="center"))  # fmt: skip
    if not rows:
        rows = [p.nothing("person_add", "You follow nobody", "Good sellers are worth coming back to.")]
    return Screen(w.page(w.space(6), rows), top=p.bar("Sellers I follow"), title="Sellers I follow")
