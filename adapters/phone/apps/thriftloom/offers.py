"""Bargaining on Thriftloom: an offer is made, waits for its seller, and can be withdrawn."""

from dataclasses import replace

from adapters.phone.apps.thriftloom import model
from adapters.phone.apps.thriftloom import parts as p
from adapters.phone.apps.thriftloom.app import app
from adapters.phone.apps.thriftloom.catalogue import BY_KEY, Piece, piece_of
from adapters.phone.apps.thriftloom.model import CUTS, FIRST_OFFER, Haggle, State
from adapters.phone.apps.thriftloom.records import Offer
from adapters.phone.components.boxes import column, line
from adapters.phone.framework.actions import Handled, assign, go, then, toast
from adapters.phone.framework.dates import TIME_FORMAT, time_or_date
from adapters.phone.framework.prices import money
from adapters.phone.framework.state_paths import find
from adapters.phone.ui import widgets as w
from adapters.phone.ui.app import Replace, Screen, Toast, View, route
from adapters.phone.ui.node import Ev, Node, ev

ACTIVITY = ".OfferActivity"
DOLLAR = 100


@app.screen("haggle", activity=ACTIVITY, distractor="asks for another price instead of buying")
def haggle(state: State, key: str = "") -> Screen:
    """An offer: how much."""
    piece = piece_of(key)
    draft = model.haggle_for(state, piece)
    cuts = [
        p.square(
            f"{cut}% off", _offer(piece, model.reduced(piece, cut)), draft.cents == model.reduced(piece, cut),
            rid="cut_option",
        )
        for cut in CUTS
    ]  # fmt: skip
    binding = "An offer is binding: if it is accepted, you have a day to pay."
    body = w.form(
        p.piece_row(piece),
        w.divider(),
        _amount(piece, draft),
        p.squares(cuts, "cut_group"),
        p.small(binding, pad=(p.EDGE, 14, p.EDGE, 8)),
    )
    enabled = draft.cents >= piece.least
    send = p.block(f"OFFER  {money(draft.cents)}", ev("send_offer", key=piece.key), rid="send", enabled=enabled)
    return Screen(body, top=p.bar("Make an offer"), bottom=p.foot(send), title="Make an offer")


def _offer(piece: Piece, cents: int) -> Ev:
    """Change what is offered."""
    return assign("haggle", Haggle(piece.key, cents))


def _amount(piece: Piece, draft: Haggle) -> Node:
    """The price that is offered, with a dollar less or more, and how it compares."""
    message = f"{round(100 - draft.cents * 100 / piece.cents)}% below the asked {money(piece.cents)}"
    color = "on_surface_variant"
    if draft.cents < piece.least:
        message, color = f"{piece.seller} does not read offers below {money(piece.least)}", "error"
    less, more = max(DOLLAR, draft.cents - DOLLAR), min(piece.cents, draft.cents + DOLLAR)
    stepper = line(
        w.action(
            "remove", "One dollar less", _offer(piece, less), rid="minus", color="on_surface",
            enabled=draft.cents > DOLLAR,
        ),
        w.text(money(draft.cents), "44,52,Light,-0.5", text_align="center", grow=1, id="amount"),
        w.action(
            "add", "One dollar more", _offer(piece, more), rid="plus", color="on_surface",
            enabled=draft.cents + DOLLAR <= piece.cents,
        ),
    )  # fmt: skip
    return column(stepper, w.text(message, "bodyM", color, text_align="center"), pad=(p.EDGE, 10, p.EDGE, 12), gap=2)


@app.on("send_offer")
def send_offer(state: State, view: View, key: str) -> Handled:
    """Make an offer; only one is open for a piece."""
    piece = piece_of(key)
    draft = model.haggle_for(state, piece)
    if model.is_bought(state, piece) or model.open_offer(state, piece) is not None:
        return Toast("You have an offer for it already")
    number = FIRST_OFFER + len(state.offers)
    made = Offer(
        str(number), f"OF-{number}", piece.key, piece.brand, piece.name, piece.size, piece.condition, piece.seller,
        money(piece.cents), money(draft.cents), view.now.strftime(TIME_FORMAT),
    )  # fmt: skip
    after = replace(state, offers=(*state.offers, made), haggle=Haggle())
    return after, Replace(route("offer", number=made.number)), Toast(f"Your offer is with {made.seller}")


@app.screen("offers", activity=".RailActivity", distractor="a main page")
def offers(state: State) -> Screen:
    """This user's offers, the newest first."""
    rows = [_row(made) for made in reversed(state.offers)]
    none = p.empty("handshake", "No offers made", "Prices are where a conversation begins.")
    return Screen(w.page(rows or none), top=p.bar("Offers", up=False), bottom=p.main_pages("offers"), title="Offers")


def _row(made: Offer) -> Node:
    support = f"{made.number}  ·  {made.seller}  ·  asked {made.asked}"
    return p.record_row(
        p.thumb(made.key, made.piece, 76, 94), made.brand, made.piece, support,
        p.price(made.price, pad=(0, 4, 0, 0)), made.status, on=go("offer", number=made.number), id="row_offer",
    )  # fmt: skip


@app.screen("offer", activity=ACTIVITY, distractor="an offer, which buys nothing")
def offer_page(state: State, view: View, number: str = "") -> Screen:
    """One offer, and what became of it."""
    made = find(state.offers, number=number)
    if made is None:
        return p.missing_page("Offer", "handshake", "No such offer")
    head = column(
        p.status_mark(made.status), w.text(made.price, "44,52,Light,-0.5", id="amount"), p.news(_news(made)),
        pad=(p.EDGE, 20, p.EDGE, 18), gap=6, align="start",
    )  # fmt: skip
    body = w.page(
        head,
        w.divider(),
        p.piece_row(BY_KEY[made.key]) if made.key in BY_KEY else None,
        w.divider(),
        p.fact("Your offer", made.price, rid="row_price"),
        p.facts(asked=made.asked, seller=made.seller, made=time_or_date(made.made, view.now)),
    )
    withdraw = then(assign(f"offers[number={number}].status", "Withdrawn"), toast("Offer withdrawn"))
    bottom = p.foot(p.block("WITHDRAW", withdraw, rid="withdraw", filled=False)) if made.status == "Waiting" else None
    return Screen(body, top=p.bar(made.number), bottom=bottom, title=made.number)


def _news(made: Offer) -> str:
    return {
        "Waiting": f"{made.seller} has not answered yet",
        "Declined": f"{made.seller} said no, kindly",
        "Withdrawn": "You took it back",
        "Bought": "You bought it at this price",
    }.get(made.status, "")
