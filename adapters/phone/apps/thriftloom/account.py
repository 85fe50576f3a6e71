"""What is this user's own on Thriftloom: the overview, and whom one follows."""

from adapters.phone.apps.thriftloom import parts as p
from adapters.phone.apps.thriftloom.app import app
from adapters.phone.apps.thriftloom.catalogue import seller_of, sold_by
from adapters.phone.apps.thriftloom.model import State, cents_of
from adapters.phone.components.boxes import column, line, words
from adapters.phone.framework.actions import go
from adapters.phone.framework.prices import money
from adapters.phone.ui import widgets as w
from adapters.phone.ui.app import Screen
from adapters.phone.ui.node import Ev, Node, node

OWNER, OWNER_FACE = "Robin Vale", 21


@app.screen("you", activity=".RailActivity", distractor="a main page")
def you(state: State) -> Screen:
    """The overview."""
    on_sale = [made for made in state.listings if made.status == "On sale"]
    worth = money(sum(cents_of(made.price) for made in on_sale))
    names = words(
        w.text(OWNER, p.LARGE, lines=1),
        p.airy("Alder Cross  ·  member since 2023"),
        p.airy(f"{len(on_sale)} pieces on sale, {worth} in all", lines=2),
        gap=3,
    )
    face = w.avatar(OWNER_FACE, 84).styled(radius=0)
    coming = sum(made.status in ("Paid", "Posted") for made in state.purchases)
    bought = f"{coming} on the way" if coming else f"{len(state.purchases)} so far"
    worn = "Since you joined, pieces from your rail have been worn by 31 other people."
    body = w.page(
        line(face, names, pad=(p.EDGE, 22), gap=16),
        w.divider(),
        _row("My rail", f"{len(state.listings)} pieces", go("closet"), "row_closet"),
        _row("Purchases", bought, go("purchases"), "row_purchases"),
        _row("Saved", f"{len(state.saved)} pieces", go("saved"), "row_saved"),
        _row("Sellers I follow", ", ".join(state.following) or "Nobody yet", go("following"), "row_following"),
        w.text(worn, "15,23,Regular,0.1", "on_surface_variant", pad=(p.EDGE, 24, p.EDGE, 0)),
        node("image", art=p.photo(on_sale[0].photo), width="fill", height=260) if on_sale else None,
    )
    return Screen(body, top=p.bar("You", up=False), bottom=p.main_pages("you"), title="You")


def _row(label: str, support: str, on: Ev, rid: str) -> Node:
    texts = words(w.text(label, p.TITLE, lines=1), p.airy(support, lines=1), gap=1)
    row = line(
        texts, w.icon("chevron_right", 20, "outline"),
        on=on, id=rid, cls=w.GROUP, height=76, pad=(p.EDGE, 0, p.EDGE - 4, 0),
    )  # fmt: skip
    return column(row, w.divider())


@app.screen("following", distractor="where followed sellers are")
def following(state: State) -> Screen:
    """Whom one follows."""
    rows = [_seller_row(state, name) for name in state.following]
    none = p.empty("person_add", "You follow nobody", "Good sellers are worth coming back to.")
    return Screen(w.page(w.space(6), rows or none), top=p.bar("Sellers I follow"), title="Sellers I follow")


def _seller_row(state: State, name: str) -> Node:
    seller = seller_of(name)
    texts = words(
        w.text(name, "16,22,Medium,0.1", lines=1),
        p.detail(f"{len(sold_by(name))} pieces  ·  {seller.city}"),
        gap=2,
    )
    return line(
        w.avatar(seller.face, 52).styled(radius=0), texts,
        p.link("Unfollow", p.following(state, name), rid="follow"),
        on=go("seller", name=name), id="row_seller", cls=w.GROUP, pad=(p.EDGE, 10, p.EDGE - 4, 10), gap=14,
    )  # fmt: skip
