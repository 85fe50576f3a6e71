"""Bargaining on Thriftloom: an offer is written, waits, and is answered by its seller in their own time."""

from dataclasses import replace

from adapters.phone.apps.thriftloom import model
from adapters.phone.apps.thriftloom import parts as p
from adapters.phone.apps.thriftloom.app import app
from adapters.phone.apps.thriftloom.catalogue import BY_KEY, Piece, piece_of, seller_of
from adapters.phone.apps.thriftloom.model import CUTS, FIRST_OFFER, VALIDS, Haggle, State
from adapters.phone.apps.thriftloom.records import Offer
from adapters.phone.components.boxes import column, line
from adapters.phone.framework.actions import Handled, assign, go, switch_to, then, toast
from adapters.phone.framework.dates import TIME_FORMAT, time_or_date
from adapters.phone.framework.prices import money
from adapters.phone.ui import widgets as w
from adapters.phone.ui.app import Focus, Notice, Notify, Replace, Screen, Toast, View, route
from adapters.phone.ui.node import Ev, Node, ev

ACTIVITY = ".OfferActivity"
NOTE_LENGTH = 160
DOLLAR = 100
SHOP, AT_ONCE = "Second Tide", 85
"""The shop takes offers from so many percent of what it asks without thinking."""
FAIR, CLOSE = 92, 78
"""Percent of what is asked from which on an offer is taken, or answered with a price in between."""


@app.screen("haggle", activity=ACTIVITY, distractor="asks for another price instead of buying")
def haggle(state: State, key: str = "") -> Screen:
    """An offer: how much, how long it holds, a few words."""
    piece = piece_of(key)
    draft = model.haggle_for(state, piece)
    cuts = [
        p.square(
            f"{cut}% off", _offer(draft, cents=model.reduced(piece, cut)), draft.cents == model.reduced(piece, cut),
            rid="cut_option",
        )
        for cut in CUTS
    ]  # fmt: skip
    spans = [p.square(span, _offer(draft, valid=span), span == draft.valid, rid="valid_option") for span in VALIDS]
    binding = "An offer is binding: if it is accepted, you have a day to pay."
    body = w.form(
        p.piece_row(piece),
        w.divider(),
        _amount(piece, draft),
        p.squares(cuts, "cut_group"),
        p.section("Holds for", top=22),
        p.squares(spans, "valid_group"),
        p.section("A few words", top=22),
        p.entry(draft.message, "Optional, but it helps", "message", ev("write_offer", draft=draft)),
        p.small(binding, pad=(p.EDGE, 14, p.EDGE, 8)),
    )
    enabled = draft.cents >= piece.least
    send = p.block(f"OFFER  {money(draft.cents)}", ev("send_offer", key=piece.key), rid="send", enabled=enabled)
    return Screen(body, top=p.bar("Make an offer"), bottom=p.foot(send), title="Make an offer")


def _offer(draft: Haggle, **changes: int | str) -> Ev:
    """Change what is offered."""
    return assign("haggle", replace(draft, **changes))  # type: ignore[arg-type]


def _amount(piece: Piece, draft: Haggle) -> Node:
    """The price that is offered, with a dollar less or more, and how it compares."""
    message = f"{round(100 - draft.cents * 100 / piece.cents)}% below the asked {money(piece.cents)}"
    color = "on_surface_variant"
    if draft.cents < piece.least:
        message, color = f"{piece.seller} does not read offers below {money(piece.least)}", "error"
    less, more = max(DOLLAR, draft.cents - DOLLAR), min(piece.cents, draft.cents + DOLLAR)
    stepper = line(
        w.action(
            "remove", "One dollar less", _offer(draft, cents=less), rid="minus", color="on_surface",
            enabled=draft.cents > DOLLAR,
        ),
        w.text(money(draft.cents), "44,52,Light,-0.5", text_align="center", grow=1, id="amount"),
        w.action(
            "add", "One dollar more", _offer(draft, cents=more), rid="plus", color="on_surface",
            enabled=draft.cents + DOLLAR <= piece.cents,
        ),
    )  # fmt: skip
    return column(stepper, w.text(message, "bodyM", color, text_align="center"), pad=(p.EDGE, 10, p.EDGE, 12), gap=2)


@app.on("write_offer")
def write_offer(state: State, draft: Haggle, text: str = "") -> State:
    """Write the words that go with an offer."""
    return replace(state, haggle=replace(draft, message=text[:NOTE_LENGTH]))


@app.on("send_offer")
def send_offer(state: State, view: View, key: str) -> Handled:
    """Make an offer; only one is open for a piece."""
    piece = piece_of(key)
    draft = model.haggle_for(state, piece)
    if model.is_bought(state, piece) or model.open_offer(state, piece) is not None:
        return Toast("You have an offer for it already")
    number = FIRST_OFFER + len(state.offers)
    at_once = piece.seller == SHOP and draft.cents * 100 >= piece.cents * AT_ONCE
    made = Offer(
        str(number), f"OF-{number}", piece.key, piece.brand, piece.name, piece.size, piece.condition, piece.seller,
        money(piece.cents), money(draft.cents), draft.valid, draft.message.strip(), view.now.strftime(TIME_FORMAT),
        "Accepted" if at_once else "Waiting",
    )  # fmt: skip
    after = replace(state, offers=(*state.offers, made), haggle=Haggle())
    agreed = (Toast(f"{SHOP} agrees at once"),) if at_once else ()
    return after, Focus(None), Replace(route("offered", number=made.number)), *agreed


@app.screen("offered", activity=ACTIVITY, distractor="what an offer leads to")
def offered(state: State, number: str = "") -> Screen:
    """The offer is out."""
    made = model.offer_of(state, number)
    if made is None:
        return p.missing_page("Offer", "handshake", "No such offer", name="Offer sent")
    head = column(
        w.space(24),
        w.icon("handshake", 44, "on_surface"),
        w.space(12),
        w.text("Your offer is with", "16,22,Regular,0.1", "on_surface_variant", text_align="center"),
        p.huge(made.seller, text_align="center"),
        w.space(18),
        align="center",
    )
    body = w.page(
        head,
        w.divider(),
        p.fact("Offer", made.number),
        p.fact("Piece", made.piece, support=f"{made.brand}, size {made.size}"),
        p.fact("Price", made.price, support=f"Asked: {made.asked}"),
        p.fact("Holds for", made.valid),
        p.fact("Words", made.message or "None"),
        p.note(seller_of(made.seller).answers, pad=(p.EDGE, 16, p.EDGE, 0)),
    )
    bottom = p.foot(p.block("ALL OFFERS", switch_to("offers"), rid="all_offers", filled=False), p.TO_RAIL)
    return Screen(body, top=p.bar("Offer sent"), bottom=bottom, title="Offer sent")


@app.screen("offers", activity=".RailActivity", distractor="a main page")
def offers(state: State) -> Screen:
    """This user's offers, the newest first."""
    rows = [_row(made) for made in reversed(state.offers)]
    none = p.empty("handshake", "No offers made", "Prices are where a conversation begins.")
    bottom = p.main_pages(state, "offers")
    return Screen(w.page(rows or none), top=p.bar("Offers", up=False), bottom=bottom, title="Offers")


def _row(made: Offer) -> Node:
    answer = f"they say {made.counter}" if made.status == "Countered" else f"asked {made.asked}"
    return p.record_row(
        p.thumb(made.key, made.piece, 76, 94), made.brand, made.piece, f"{made.number}  ·  {made.seller}  ·  {answer}",
        p.price(made.price, pad=(0, 4, 0, 0)), made.status, on=go("offer", number=made.number), id="row_offer",
    )  # fmt: skip


@app.screen("offer", distractor="a piece at another price")
def offer_page(state: State, view: View, number: str = "") -> Screen:
    """One offer, what became of it, and what can be said next."""
    made = model.offer_of(state, number)
    if made is None:
        return p.missing_page("Offer", "handshake", "No such offer")
    amount = made.counter if made.status == "Countered" else made.price
    head = column(
        p.status_mark(made.status), w.text(amount, "44,52,Light,-0.5", id="amount"), p.news(_news(made)),
        pad=(p.EDGE, 20, p.EDGE, 18), gap=6, align="start",
    )  # fmt: skip
    body = w.page(
        head,
        w.divider(),
        p.piece_row(BY_KEY[made.key]) if made.key in BY_KEY else None,
        w.divider(),
        p.fact("Your offer", made.price, rid="row_price"),
        p.facts(asked=made.asked, seller=made.seller),
        p.fact("Holds for", made.valid, rid="row_valid"),
        p.fact("Words", made.message or "None", rid="row_message"),
        p.facts(made=time_or_date(made.made, view.now)),
    )
    return Screen(body, top=p.bar(made.number), bottom=_answers(made), title=made.number)


def _news(made: Offer) -> str:
    return {
        "Waiting": f"{made.seller} has not answered yet",
        "Accepted": f"{made.seller} agrees. Pay within a day.",
        "Countered": f"{made.seller} says so, instead of your {made.price}",
        "Declined": f"{made.seller} said no, kindly",
        "Withdrawn": "You took it back",
        "Bought": "You bought it at this price",
    }.get(made.status, "")


def _answers(made: Offer) -> Node | None:
    """What can be said next."""

    def say(status: str, message: str, *more: Ev) -> Ev:
        return then(assign(f"offers[number={made.number}].status", status), *more, toast(message))

    if made.status == "Waiting":
        withdraw = say("Withdrawn", "Offer withdrawn")
        return p.foot(p.block("WITHDRAW", withdraw, rid="withdraw", filled=False))
    if made.status == "Accepted":
        return p.foot(p.block(f"BUY FOR {made.price}", ev("buy_at_offer", number=made.number), rid="settle"))
    if made.status == "Countered":
        agree = say("Accepted", "Agreed", assign(f"offers[number={made.number}].price", made.counter))
        refuse = p.block("DECLINE", say("Declined", "Declined"), rid="refuse", filled=False)
        return p.foot(refuse, p.block(f"ACCEPT {made.counter}", agree, rid="agree"))
    return None


def answer(made: Offer) -> Offer:
    """An offer with the answer of its seller, by how fair the price is."""
    price, asked = model.cents_of(made.price), model.cents_of(made.asked)
    if price * 100 >= asked * FAIR:
        return replace(made, status="Accepted")
    if price * 100 >= asked * CLOSE:
        return replace(made, status="Countered", counter=money((price + asked) // 200 * 100))
    return replace(made, status="Declined")


@app.on("@due")
def arrive(state: State, view: View) -> Handled:
    """Take in the answers that have come by now, each with a notification."""
    now = view.moment.replace(tzinfo=None)
    answers = {
        made.number: answer(made)
        for made in state.offers
        if made.status == "Waiting" and model.answered_at(made) <= now
    }
    notices = [Notify(_notice(made)) for made in answers.values()]
    return replace(state, offers=tuple(answers.get(made.number, made) for made in state.offers)), *notices


def _notice(made: Offer) -> Notice:
    texts = {"Accepted": f"Yes to {made.price}", "Countered": f"How about {made.counter}?"}
    text = f"{made.piece}: {texts.get(made.status, 'Sorry, no')}"
    return Notice(made.number, f"{made.seller} answered", text, route("offer", number=made.number))
