"""A piece and its seller, and the offer that one may make."""

from __future__ import annotations

from adapters.phone.apps.thriftloom import parts as p
from adapters.phone.apps.thriftloom.catalogue import (
    CONDITION_WORDS,
    CONDITIONS,
    PIECES,
    Piece,
    money,
    piece,
    seller,
    since,
    sold_by,
)
from adapters.phone.apps.thriftloom.model import CUT, CUTS, VALIDS, Haggle, State, fee, gone, offer, offer_for
from adapters.phone.ui import widgets as w
from adapters.phone.ui.app import Route, Screen, View
from adapters.phone.ui.node import Art, Node, ev, node


def detail(state: State, place: Route, view: View) -> Screen:
    """One piece: pictures, what it is, how it is, whose it is; below it the two ways to get it."""
    one = piece(place.get("key", ""))
    who = seller(one.seller)
    views = [Art(f"cloth:{one.art}:{one.colour.lower()}", one.seed + 100 * at) for at in range(3)]
    strip = node(
        "scroll",
        [node("image", art=art, width=340 if at == 0 else 200, height=420, desc=f"Photo {at + 1} of 3")
         for at, art in enumerate(views)],
        horizontal=True, id="photos", width="fill", height=420, gap=3,
    )  # fmt: skip
    head = node(
        "column",
        p.caps(one.brand, "on_surface", id="brand"),
        w.text(one.name, p.LARGE, id="name", lines=3),
        node("row", w.text(money(one.cents), "20,28,Medium,0", id="price"),
             w.text(money(one.new), "14,20,Regular,0.1", "on_surface_variant", strike=True),
             w.push(), w.text(f"{one.hearts + (one.key in state.saved)} hearts", "13,18,Regular,0.1",
                              "on_surface_variant"),
             width="fill", gap=10, align="center"),
        w.text(f"{money(one.cents + fee(one.cents))} with buyer protection", "bodyS", "on_surface_variant"),
        width="fill", pad=(p.EDGE, 20, p.EDGE, 14), gap=4, align="stretch",
    )  # fmt: skip
    words = CONDITION_WORDS[CONDITIONS.index(one.condition)]
    body = w.page(
        strip, head, w.divider(),
        p.fact("Size", one.size), p.fact("Condition", one.condition, support=words, rid="row_condition"),
        p.fact("Colour", one.colour, rid="row_colour"),
        w.text(one.about, "15,23,Regular,0.1", pad=(p.EDGE, 18, p.EDGE, 6)) if one.about else None,
        p.section("Measured flat", top=18) if one.measures else None,
        [p.amount(label, value) for label, value in one.measures],
        p.section("Sold by"),
        _seller_row(state, one), w.divider(),
        p.section("On other rails"),
        [p.slim(other, ev("open", key=other.key)) for other in _similar(one)],
    )  # fmt: skip
    kept = one.key in state.saved
    heart = w.action("favorite" if kept else "favorite_border", "Remove from saved" if kept else "Save piece",
                     ev("save", key=one.key), rid="save", color="on_surface")  # fmt: skip
    share = w.action("ios_share", "Share", ev("share", key=one.key), rid="share", color="on_surface")
    top = p.bar(who.city if gone(state, one) else since(one.hours), share, heart)
    return Screen(body, top=top, bottom=_ways(state, one), title=one.name)


def _similar(one: Piece) -> list[Piece]:
    """Four others, its twins first, then the same kind."""
    near = sorted(
        (other for other in PIECES if other.key != one.key),
        key=lambda other: (other.name != one.name, other.kind != one.kind, other.brand != one.brand),
    )
    return near[:4]


def _ways(state: State, one: Piece) -> Node:
    if gone(state, one):
        return p.foot(p.block("YOU BOUGHT THIS", ev("visit", to="purchases"), rid="mine", filled=False))
    made = offer_for(state, one)
    if made is None:
        left = p.block("MAKE AN OFFER", ev("haggle", key=one.key), rid="make_offer", filled=False)
    else:
        left = p.block("YOUR OFFER", ev("offer", number=made.number), rid="see_offer", filled=False)
    return p.foot(left, p.block(f"BUY  {money(one.cents)}", ev("buy", key=one.key), rid="buy"))


def _seller_row(state: State, one: Piece) -> Node:
    who = seller(one.seller)
    follows = who.name in state.following
    names = node(
        "column", w.text(who.name, "16,22,Medium,0.1", lines=1),
        node("row", w.icon("star", 14, "on_surface"),
             w.text(f"{who.stars / 10:.1f}  ·  {who.sales:,} sold  ·  {who.city}", "13,18,Regular,0.1",
                    "on_surface_variant", lines=1), gap=4, align="center"),
        grow=1, gap=2,
    )  # fmt: skip
    button = p.link("Following" if follows else "Follow", ev("follow", name=who.name), rid="follow")
    return node(
        "row", w.avatar(who.face, 52).styled(radius=0), names, button, on=ev("seller", name=who.name),
        id="row_seller", cls=w.GROUP, width="fill", pad=(p.EDGE, 8, p.EDGE - 4, 16), gap=14, align="center",
    )  # fmt: skip


def seller_page(state: State, place: Route, view: View) -> Screen:
    """Somebody's rail."""
    who = seller(place.get("name", ""))
    follows = who.name in state.following
    pieces = sold_by(who.name)
    head = node(
        "row", w.avatar(who.face, 96).styled(radius=0),
        node(
            "column", w.text(who.name, p.LARGE, lines=2),
            node("row", w.icon("star", 15, "on_surface"),
                 w.text(f"{who.stars / 10:.1f}  ·  {who.sales:,} sold", "13,18,Regular,0.1", "on_surface_variant"),
                 gap=4, align="center"),
            w.text(f"{who.city}  ·  {who.answers}", "13,18,Regular,0.1", "on_surface_variant", lines=2), grow=1, gap=3,
        ),
        width="fill", pad=(p.EDGE, 20, p.EDGE, 10), gap=16,
    )  # fmt: skip
    words = w.text(who.words, "15,23,Regular,0.1", pad=(p.EDGE, 4, p.EDGE, 10)) if who.words else None
    button = node("row", p.block("FOLLOWING" if follows else "FOLLOW", ev("follow", name=who.name), rid="follow",
                                 filled=not follows), width="fill", pad=(p.EDGE, 8, p.EDGE, 8))  # fmt: skip
    count = f"{len(pieces)} piece{'' if len(pieces) == 1 else 's'} on the rail"
    rows = [p.slim(one, ev("open", key=one.key), extra=since(one.hours)) for one in pieces]
    return Screen(w.page(head, words, button, p.section(count), rows), top=p.bar("Seller"), title=who.name)


def haggle(state: State, place: Route, view: View) -> Screen:
    """An offer: how much, how long it holds, a few words."""
    one = piece(place.get("key", ""))
    draft = draft_for(state, one)
    low = draft.cents < one.least
    price = node(
        "column",
        node(
            "row",
            w.action("remove", "One dollar less", ev("offer_step", key=one.key, by=-100), rid="minus",
                     color="on_surface", enabled=draft.cents > 100),
            w.text(money(draft.cents), "44,52,Light,-0.5", text_align="center", grow=1, id="amount"),
            w.action("add", "One dollar more", ev("offer_step", key=one.key, by=100), rid="plus", color="on_surface",
                     enabled=draft.cents + 100 <= one.cents),
            width="fill", align="center",
        ),
        w.text(f"{one.seller} does not read offers below {money(one.least)}" if low else
               f"{round(100 - draft.cents * 100 / one.cents)}% below the asked {money(one.cents)}", "bodyM",
               "error" if low else "on_surface_variant", text_align="center"),
        width="fill", align="stretch", pad=(p.EDGE, 10, p.EDGE, 12), gap=2,
    )  # fmt: skip
    cuts = [p.square(f"{cut}% off", ev("offer_cut", key=one.key, value=cut), draft.cents == reduced(one, cut),
                     rid="cut_option") for cut in CUTS]  # fmt: skip
    spans = [p.square(span, ev("offer_valid", key=one.key, value=span), span == draft.valid, rid="valid_option")
             for span in VALIDS]  # fmt: skip
    body = w.form(
        p.slim(one, ev("open", key=one.key)), w.divider(), price, p.squares(cuts, "cut_group"),
        p.section("Holds for", top=22), p.squares(spans, "valid_group"),
        p.section("A few words", top=22),
        p.entry(draft.message, "Optional, but it helps", "message", ev("offer_text", key=one.key)),
        w.text("An offer is binding: if it is accepted, you have a day to pay.", "bodyS", "on_surface_variant",
               pad=(p.EDGE, 14, p.EDGE, 8)),
    )  # fmt: skip
    send = p.block(f"OFFER  {money(draft.cents)}", ev("offer_send", key=one.key), rid="send", enabled=not low)
    return Screen(body, top=p.bar("Make an offer"), bottom=p.foot(send), title="Make an offer")


def reduced(one: Piece, cut: int) -> int:
    """The price less so many percent, in whole dollars."""
    return one.cents * (100 - cut) // 10000 * 100


def draft_for(state: State, one: Piece) -> Haggle:
    """The offer being written for this piece, or a fresh one: a tenth less, for two days."""
    return state.haggle if state.haggle.key == one.key else Haggle(one.key, reduced(one, CUT))


def offered(state: State, place: Route, view: View) -> Screen:
    """The offer is out."""
    made = offer(state, place.get("number", ""))
    if made is None:
        return Screen(w.page(p.nothing("handshake", "No such offer", "It may be an old link.")),
                      top=p.bar("Offer"), title="Offer sent")  # fmt: skip
    body = w.page(
        node("column", w.space(24), w.icon("handshake", 44, "on_surface"), w.space(12),
             w.text("Your offer is with", "16,22,Regular,0.1", "on_surface_variant", text_align="center"),
             w.text(made.seller, "34,42,Light,0", text_align="center"), w.space(18), width="fill", align="center"),
        w.divider(),
        p.fact("Offer", made.number), p.fact("Piece", made.piece, support=f"{made.brand}, size {made.size}"),
        p.fact("Price", made.price, support=f"Asked: {made.asked}"), p.fact("Holds for", made.valid),
        p.fact("Words", made.message or "None"),
        w.text(seller(made.seller).answers, "bodyM", "on_surface_variant", pad=(p.EDGE, 16, p.EDGE, 0)),
    )  # fmt: skip
    bottom = p.foot(p.block("ALL OFFERS", ev("nav", to="offers"), rid="all_offers", filled=False),
                    p.block("BACK TO THE RAIL", ev("nav", to="home"), rid="browse"))  # fmt: skip
    return Screen(body, top=p.bar("Offer sent"), bottom=bottom, title="Offer sent")
