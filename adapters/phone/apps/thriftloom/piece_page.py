"""A piece of Thriftloom and its seller."""

from adapters.phone.apps.thriftloom import parts as p
from adapters.phone.apps.thriftloom.app import app
from adapters.phone.apps.thriftloom.catalogue import CONDITIONS, PIECES, Piece, piece_of, seller_of, since, sold_by
from adapters.phone.apps.thriftloom.model import Haggle, State, fee, is_bought, open_offer
from adapters.phone.components.boxes import column, line, words
from adapters.phone.framework.actions import assign, go, share, then
from adapters.phone.framework.prices import money
from adapters.phone.ui import widgets as w
from adapters.phone.ui.app import Screen
from adapters.phone.ui.node import Node, ev, node

SIMILAR = 4


@app.screen("piece")
def piece_page(state: State, key: str = "") -> Screen:
    """One piece: pictures, what it is, how it is, whose it is; below it the two ways to get it."""
    piece = piece_of(key)
    body = w.page(
        _photos(piece),
        _head(state, piece),
        w.divider(),
        p.fact("Size", piece.size),
        p.fact("Condition", piece.condition, support=CONDITIONS[piece.condition], rid="row_condition"),
        p.fact("Colour", piece.colour, rid="row_colour"),
        p.prose(piece.about, pad=(p.EDGE, 18, p.EDGE, 6)) if piece.about else None,
        p.section("Measured flat", top=18) if piece.measures else None,
        [p.sum_row(label, value) for label, value in piece.measures],
        p.section("Sold by"),
        seller_row(state, piece.seller),
        w.divider(),
        p.section("On other rails"),
        [p.piece_row(other) for other in _similar(piece)],
    )
    glyph, label = ("favorite", "Remove from saved") if piece.key in state.saved else ("favorite_border", "Save piece")
    text = f"{piece.brand}, {piece.name}, size {piece.size}, {piece.condition}: {money(piece.cents)} on Thriftloom"
    top = p.bar(
        seller_of(piece.seller).city if is_bought(state, piece) else since(piece.hours),
        w.action("ios_share", "Share", share(text), rid="share", color="on_surface"),
        w.action(glyph, label, ev("save_piece", key=piece.key), rid="save", color="on_surface"),
    )
    return Screen(body, top=top, bottom=_ways(state, piece), title=piece.name)


def _photos(piece: Piece) -> Node:
    photos = [
        node("image", art=piece.photo(place), width=200 if place else 340, height=420, desc=f"Photo {place + 1} of 3")
        for place in range(3)
    ]
    return node("scroll", photos, horizontal=True, id="photos", width="fill", height=420, gap=3)


def _head(state: State, piece: Piece) -> Node:
    prices = line(
        w.text(money(piece.cents), "20,28,Medium,0", id="price"),
        w.text(money(piece.new), "14,20,Regular,0.1", "on_surface_variant", strike=True),
        w.push(),
        p.detail(f"{piece.hearts + (piece.key in state.saved)} hearts"),
        gap=10,
    )
    return column(
        p.caps(piece.brand, "on_surface", id="brand"),
        w.text(piece.name, p.LARGE, id="name", lines=3),
        prices,
        p.small(f"{money(piece.cents + fee(piece.cents))} with buyer protection"),
        pad=(p.EDGE, 20, p.EDGE, 14),
        gap=4,
    )


def _similar(piece: Piece) -> list[Piece]:
    """Four others, its twins first, then the same kind."""

    def distance(other: Piece) -> tuple[bool, bool, bool]:
        return other.name != piece.name, other.kind != piece.kind, other.brand != piece.brand

    return sorted((other for other in PIECES if other.key != piece.key), key=distance)[:SIMILAR]


def _ways(state: State, piece: Piece) -> Node:
    """The ways to get a piece."""
    if is_bought(state, piece):
        return p.foot(p.block("YOU BOUGHT THIS", go("purchases"), rid="mine", filled=False))
    made = open_offer(state, piece)
    if made is None:
        haggle = then(assign("haggle", Haggle()), go("haggle", key=piece.key))
        offer = p.block("MAKE AN OFFER", haggle, rid="make_offer", filled=False)
    else:
        offer = p.block("YOUR OFFER", go("offer", number=made.number), rid="see_offer", filled=False)
    return p.foot(offer, p.block(f"BUY  {money(piece.cents)}", ev("buy_piece", key=piece.key), rid="buy"))


def seller_row(state: State, name: str) -> Node:
    """A seller in a row, who can be followed."""
    seller = seller_of(name)
    rating = f"{seller.stars / 10:.1f}  ·  {seller.sales:,} sold  ·  {seller.city}"
    texts = words(
        w.text(seller.name, "16,22,Medium,0.1", lines=1),
        node("row", w.icon("star", 14, "on_surface"), p.detail(rating, lines=1), gap=4, align="center"),
        gap=2,
    )
    label = "Following" if seller.name in state.following else "Follow"
    return line(
        w.avatar(seller.face, 52).styled(radius=0), texts,
        p.link(label, p.following(state, seller.name), rid="follow"),
        on=go("seller", name=seller.name), id="row_seller", cls=w.GROUP, pad=(p.EDGE, 8, p.EDGE - 4, 16), gap=14,
    )  # fmt: skip


@app.screen("seller", distractor="everything of one seller, who is followed here too")
def seller_page(state: State, name: str = "") -> Screen:
    """Everything that somebody sells."""
    seller = seller_of(name)
    pieces = sold_by(seller.name)
    rating = p.detail(f"{seller.stars / 10:.1f}  ·  {seller.sales:,} sold")
    texts = words(
        w.text(seller.name, p.LARGE, lines=2),
        node("row", w.icon("star", 15, "on_surface"), rating, gap=4, align="center"),
        p.detail(f"{seller.city}  ·  {seller.answers}", lines=2),
        gap=3,
    )
    face = w.avatar(seller.face, 96).styled(radius=0)
    follows = seller.name in state.following
    button = p.block(
        "FOLLOWING" if follows else "FOLLOW", p.following(state, seller.name), rid="follow", filled=not follows
    )
    body = w.page(
        line(face, texts, pad=(p.EDGE, 20, p.EDGE, 10), gap=16, align="start"),
        p.prose(seller.words, pad=(p.EDGE, 4, p.EDGE, 10)) if seller.words else None,
        line(button, pad=(p.EDGE, 8), align="start"),
        p.section(f"{len(pieces)} piece{'' if len(pieces) == 1 else 's'} on the rail"),
        [p.piece_row(piece, support=since(piece.hours)) for piece in pieces],
    )
    return Screen(body, top=p.bar("Seller"), title=seller.name)
