"""Novabasket's bargains: flash deals, coupons, the offer of the evening."""

from functools import lru_cache

from adapters.phone.apps.novabasket import parts as p
from adapters.phone.apps.novabasket.app import app
from adapters.phone.apps.novabasket.catalogue import FLASH, ITEMS, Item, item_of
from adapters.phone.apps.novabasket.model import State
from adapters.phone.apps.novabasket.terms import COUPONS, Coupon
from adapters.phone.components.boxes import column, line, words
from adapters.phone.framework.actions import assign, back, go, then, toast
from adapters.phone.framework.prices import money
from adapters.phone.ui import controls as c
from adapters.phone.ui import widgets as w
from adapters.phone.ui.app import Screen, View
from adapters.phone.ui.node import Ev, Node, node

FLASH_HOURS = 4
NIGHT_COUPON = "NIGHT12"


@app.screen("deals", activity=".MainActivity", distractor="a main page, which claims a coupon in another way")
def deals(state: State, view: View) -> Screen:
    """The offer of the evening and the coupons on top, the flash deals below, a row each."""
    offer = words(
        w.text("Member night", "16,22,Bold,0", p.WHITE),
        w.text("$12 off orders over $60", "bodyS", p.WHITE),
    )
    night_row = line(
        w.icon("nights_stay", 28, "#FFE27A"), offer, w.icon("chevron_right", 22, p.WHITE),
        on=go("night"), id="row_night", cls=w.GROUP, bg=p.RED, radius=p.CORNER, pad=(14, 12, 10, 12), gap=12,
    )  # fmt: skip
    body = w.page(
        column(night_row, pad=(10, 10, 10, 2)),
        p.card(p.fact("Coupons", "See what you can use", "local_activity", rid="row_coupons", on=go("coupons"))),
        p.section("Flash deals", time_left(view), top=8),
        [_deal_row(deal.key, deal.left) for deal in FLASH],
    )
    return p.main_page(state, "Deals", body, p.search_action("on_primary"))


@lru_cache(maxsize=16)
def _deal_row(key: str, left: int) -> Node:
    item = item_of(key)
    about = words(
        p.name_text(item.name),
        node("row", p.price(item.cents, 18), p.old_price(item), gap=6, align="end"),
        node("row", _meter(left, 120), p.note(_left_text(left)), gap=8, align="center"),
        gap=4,
    )
    photo = node("image", art=item.art, width=104, height=104, radius=8)
    row = line(
        node("stack", photo, p.off_flag(item), width=104, height=104), about,
        on=p.open_product(item), id="row_deal", cls=w.GROUP, bg=p.CARD, radius=p.CORNER, pad=(8, 8, 10, 8), gap=12,
    )  # fmt: skip
    return column(row, pad=p.MARGIN)


def _left_text(left: int) -> str:
    return "Almost gone" if left < 15 else f"{left}% left"


def time_left(view: View) -> str:
    """How long the flash deals still last; they change every four hours."""
    minutes = FLASH_HOURS * 60 - (view.now.hour % FLASH_HOURS * 60 + view.now.minute)
    hours, rest = divmod(minutes, 60)
    return f"Ends in {hours} h {rest:02d} min" if hours else f"Ends in {rest} min"


@lru_cache(maxsize=1)
def flash() -> Node:
    """The flash deals side by side."""
    cards = [_deal_card(item_of(deal.key), deal.left) for deal in FLASH]
    return node("scroll", cards, horizontal=True, id="flash", width="fill", gap=8, pad=(12, 0))


def _deal_card(item: Item, left: int) -> Node:
    picture = node("image", art=item.art, width=112, height=100, radius=(p.CORNER, p.CORNER, 0, 0))
    before = money(item.was) if item.was else "Never cheaper"
    about = node(
        "column",
        p.price(item.cents, 15),
        w.text(before, "11,14,Regular,0.1", "on_surface_variant", strike=bool(item.was)),
        _meter(left, 96),
        w.text(_left_text(left), "11,14,Medium,0.1", "on_surface_variant"),
        pad=(8, 6, 8, 8),
        gap=2,
    )
    return node(
        "column", node("stack", picture, p.off_flag(item), width=112, height=100), about,
        on=p.open_product(item), id="card_deal", cls=w.GROUP, desc=item.name, width=112, bg=p.CARD, radius=p.CORNER,
    )  # fmt: skip


def _meter(left: int, width: float) -> Node:
    """A bar that shows how much has gone."""
    full = node("spacer", width=max(6.0, width * (100 - left) / 100), height=5, radius=2.5, bg="primary")
    return node("row", full, width=width, height=5, bg="primary_container", radius=2.5)


@app.screen("coupons")
def coupons(state: State) -> Screen:
    """What is in the wallet, and what can be had."""
    mine = [_ticket(state, coupon, held=True) for coupon in COUPONS if coupon.code in state.coupons]
    rest = [_ticket(state, coupon, held=False) for coupon in COUPONS if coupon.code not in state.coupons]
    body = w.page(
        p.section("In your wallet", str(len(mine)), top=8),
        mine or p.text("Nothing in your wallet", pad=(16, 8)),
        p.section("To claim", top=12) if rest else None,
        rest,
        p.section("Spend them on", top=12),
        p.tiles(ITEMS[:6]),
    )
    return p.page("Coupons", body)


def _claim(state: State, code: str) -> Ev:
    """Put a coupon into the wallet."""
    return then(assign("coupons", (*state.coupons, code)), toast(f"{code} is in your coupons"))


def _ticket(state: State, coupon: Coupon, *, held: bool) -> Node:
    stub = node(
        "column", w.text(coupon.title, "17,22,Bold,0", p.WHITE, text_align="center", lines=2),
        width=108, height=84, bg=p.RED if held else "on_surface_variant", radius=(p.CORNER, 0, 0, p.CORNER),
        align="center", justify="center", pad=(6, 0),
    )  # fmt: skip
    about = words(w.text(coupon.code, "15,20,Bold,0.3", id="code"), p.text(coupon.about), p.note(coupon.ends), gap=1)
    claim = None
    if not held:
        label, on = f"Claim {coupon.code}", _claim(state, coupon.code)
        claim = c.button(label, on, rid="claim", height=40, width="wrap")
        claim = claim.styled(radius=p.CORNER, type="labelM", pad=(10, 0, 10, 0))
    row = line(
        stub, about, claim,
        id="row_coupon", cls=w.GROUP, bg=p.CARD, radius=p.CORNER, pad=(0, 0, 10, 0), gap=12, height=84,
    )  # fmt: skip
    return column(row, pad=p.MARGIN)


@app.dialog("night", over="deals", distractor="a second place to claim a coupon, for one of them only")
def night(state: State) -> Node:
    """The offer of the evening."""
    held = NIGHT_COUPON in state.coupons
    ticket = column(
        w.text("$12", "64,72,Bold,-1", p.RED, text_align="center"),
        w.text("off orders over $60", "titleM", "#1C1B19", text_align="center"),
        w.divider(),
        w.text(f"Code {NIGHT_COUPON}  ·  one per account", "bodyM", "#5C564E", text_align="center"),
        bg="#FFF9EC", radius=14, pad=(16, 10, 16, 16), gap=8,
    )  # fmt: skip
    label = "In your wallet" if held else "Claim coupon"
    claim = c.button(label, then(_claim(state, NIGHT_COUPON), back()), rid="claim", height=52, enabled=not held)
    return column(
        node("row", w.push(), w.action("close", "Close", w.UP, rid="close", color=p.WHITE), width="fill"),
        w.text("MEMBER NIGHT", "34,40,Condensed,0.5", p.WHITE, text_align="center"),
        w.text("Tonight 20:00–23:59", "bodyM", p.WHITE, text_align="center"),
        w.space(14),
        ticket,
        w.space(18),
        claim.styled(bg="#FFE27A", color="#5A1410", type="16,24,Bold,0"),
        w.space(10),
        w.text("Terms apply. Ends 30 Nov.", "bodyS", p.WHITE, text_align="center"),
        id="dialog_offer", cls="android.widget.FrameLayout", width=312, bg="#BF3A12", radius=20, pad=(24, 6, 24, 20),
    )  # fmt: skip
