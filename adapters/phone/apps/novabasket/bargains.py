"""Novabasket's bargains: flash deals, coupons, the offer of the evening."""

from __future__ import annotations

from functools import lru_cache

from adapters.phone.apps.novabasket import parts as p
from adapters.phone.apps.novabasket.catalogue import FLASH, ITEMS, LEFT, Item, item, money, off
from adapters.phone.apps.novabasket.model import State
from adapters.phone.apps.novabasket.terms import COUPONS, Coupon
from adapters.phone.ui import controls as c
from adapters.phone.ui import widgets as w
from adapters.phone.ui.app import Overlay, Route, Screen, View
from adapters.phone.ui.node import Node, ev, node

FLASH_HOURS = 4


def deals(state: State, place: Route, view: View) -> Screen:
    """The coupons on top, the flash deals below, a row each."""
    rows = [_deal_row(item(key), left) for key, left in zip(FLASH, LEFT, strict=True)]
    night = node(
        "row",
        w.icon("nights_stay", 28, "#FFE27A"),
        node(
            "column",
            w.text("Member night", "16,22,Bold,0", p.WHITE),
            w.text("$12 off orders over $60", "bodyS", p.WHITE),
            grow=1,
        ),
        w.icon("chevron_right", 22, p.WHITE),
        on=ev("go", to="night"),
        id="row_night",
        cls=w.GROUP,
        width="fill",
        bg=p.RED,
        radius=p.CORNER,
        pad=(14, 12, 10, 12),
        gap=12,
        align="center",
    )
    body = w.page(
        node("column", night, width="fill", pad=(10, 10, 10, 2), align="stretch"),
        p.card(
            p.fact(
                "Coupons",
                "See what you can use",
                "local_activity",
                rid="row_coupons",
                on=ev("go", to="coupons"),
            )
        ),
        p.section("Flash deals", left(view), top=8),
        rows,
    )
    top = p.bar("Deals", w.action("search", "Search", ev("search"), rid="search", color="on_primary"), up=False)
    return Screen(body, top=top, bottom=p.nav(state, "Deals"), bg=p.PAGE, bar="primary", title="Deals")


@lru_cache(maxsize=16)
def _deal_row(one: Item, left: int) -> Node:
    old = w.text(money(one.was), "bodyS", "on_surface_variant", strike=True) if one.was else None
    words = node(
        "column",
        w.text(one.name, "bodyM", lines=2, id="name"),
        node("row", p.price(one.cents, 18), old, gap=6, align="end"),
        node(
            "row",
            _meter(left, 120),
            w.text("Almost gone" if left < 15 else f"{left}% left", "bodyS", "on_surface_variant"),
            gap=8,
            align="center",
        ),
        grow=1,
        gap=4,
    )
    flag = p.cut(off(one)) if one.was else None
    photo = node("stack", node("image", art=one.art, width=104, height=104, radius=8), flag, width=104, height=104)
    inner = node(
        "row",
        photo,
        words,
        on=ev("open", key=one.key),
        id="row_deal",
        cls=w.GROUP,
        width="fill",
        bg=p.CARD,
        radius=p.CORNER,
        pad=(8, 8, 10, 8),
        gap=12,
        align="center",
    )
    return node("column", inner, width="fill", pad=(10, 4, 10, 4), align="stretch")


def left(view: View) -> str:
    """How long the flash deals still last; they change every four hours."""
    minutes = FLASH_HOURS * 60 - (view.now.hour % FLASH_HOURS * 60 + view.now.minute)
    hours, rest = divmod(minutes, 60)
    return f"Ends in {hours} h {rest:02d} min" if hours else f"Ends in {rest} min"


@lru_cache(maxsize=1)
def flash() -> Node:
    """The flash deals side by side."""
    cards = [_deal(item(key), left) for key, left in zip(FLASH, LEFT, strict=True)]
    return node("scroll", cards, horizontal=True, id="flash", width="fill", gap=8, pad=(12, 0, 12, 0))


def _deal(one: Item, left: int) -> Node:
    picture = node("image", art=one.art, width=112, height=100, radius=(p.CORNER, p.CORNER, 0, 0))
    return node(
        "column",
        node("stack", picture, p.cut(off(one)) if one.was else None, width=112, height=100),
        node(
            "column",
            p.price(one.cents, 15),
            w.text(
                money(one.was) if one.was else "Never cheaper",
                "11,14,Regular,0.1",
                "on_surface_variant",
                strike=bool(one.was),
            ),
            _meter(left, 96),
            w.text("Almost gone" if left < 15 else f"{left}% left", "11,14,Medium,0.1", "on_surface_variant"),
            pad=(8, 6, 8, 8),
            gap=2,
        ),
        on=ev("open", key=one.key),
        id="card_deal",
        cls=w.GROUP,
        desc=one.name,
        width=112,
        bg=p.CARD,
        radius=p.CORNER,
    )


def _meter(left: int, width: float) -> Node:
    """A bar that shows how much has gone."""
    full = node("spacer", width=max(6.0, width * (100 - left) / 100), height=5, radius=2.5, bg="primary")
    return node("row", full, width=width, height=5, bg="primary_container", radius=2.5)


def coupons(state: State, place: Route, view: View) -> Screen:
    """What is in the wallet, and what can be had."""
    mine = [_ticket(one, held=True) for one in COUPONS if one.code in state.coupons]
    rest = [_ticket(one, held=False) for one in COUPONS if one.code not in state.coupons]
    none = w.text("Nothing in your wallet", "bodyM", "on_surface_variant", pad=(16, 8, 16, 8))
    body = w.page(
        p.section("In your wallet", str(len(mine)), top=8),
        mine or [none],
        p.section("To claim", top=12) if rest else None,
        rest,
        p.section("Spend them on", top=12),
        p.tiles(ITEMS[:6]),
    )
    return Screen(body, top=p.bar("Coupons"), bg=p.PAGE, bar=p.CARD, title="Coupons")


def _ticket(one: Coupon, *, held: bool) -> Node:
    stub = node(
        "column",
        w.text(one.title, "17,22,Bold,0", p.WHITE, text_align="center", lines=2),
        width=108,
        height=84,
        bg=p.RED if held else "outline",
        radius=(p.CORNER, 0, 0, p.CORNER),
        align="center",
        justify="center",
        pad=(6, 0, 6, 0),
    )
    words = node(
        "column",
        w.text(one.code, "15,20,Bold,0.3", id="code"),
        w.text(one.about, "bodyM", "on_surface_variant"),
        w.text(one.ends, "bodyS", "on_surface_variant"),
        grow=1,
        gap=1,
    )
    claim = None
    if not held:
        claim = c.button(f"Claim {one.code}", ev("claim", code=one.code), rid="claim", height=40, width="wrap")
        claim = claim.styled(radius=p.CORNER, type="labelM", pad=(10, 0, 10, 0))
    inner = node(
        "row", stub, words, claim, id="row_coupon", cls=w.GROUP, width="fill", bg=p.CARD, radius=p.CORNER,
        pad=(0, 0, 10, 0), gap=12, align="center", height=84,
    )  # fmt: skip
    return node("column", inner, width="fill", pad=(10, 4, 10, 4), align="stretch")


def night(state: State, place: Route, view: View) -> Screen:
    """The offer of the evening, over the deals."""
    below = deals(state, place, view)
    held = "NIGHT12" in state.coupons
    ticket = node(
        "column",
        w.text("$12", "64,72,Bold,-1", p.RED, text_align="center"),
        w.text("off orders over $60", "titleM", "#1C1B19", text_align="center"),
        w.divider(),
        w.text("Code NIGHT12  ·  one per account", "bodyM", "#5C564E", text_align="center"),
        width="fill",
        bg="#FFF9EC",
        radius=14,
        pad=(16, 10, 16, 16),
        gap=8,
        align="stretch",
    )
    claim = c.button(
        "In your wallet" if held else "Claim coupon",
        ev("claim", code="NIGHT12", back=True),
        rid="claim",
        height=52,
        enabled=not held,
    )
    window = node(
        "column",
        node("row", w.push(), w.action("close", "Close", w.UP, rid="close", color=p.WHITE), width="fill"),
        w.text("MEMBER NIGHT", "34,40,Condensed,0.5", p.WHITE, text_align="center"),
        w.text("Tonight 20:00–23:59", "bodyM", p.WHITE, text_align="center"),
        w.space(14),
        ticket,
        w.space(18),
        claim.styled(bg="#FFE27A", color="#5A1410", type="16,24,Bold,0"),
        w.space(10),
        w.text("Terms apply. Ends 30 Nov.", "bodyS", p.WHITE, text_align="center"),
        id="dialog_offer",
        cls="android.widget.FrameLayout",
        width=312,
        bg="#BF3A12",
        radius=20,
        pad=(24, 6, 24, 20),
        align="stretch",
    )
    return Screen(
        below.body, below.top, below.bottom, overlay=Overlay("dialog", window), bg=below.bg, bar=below.bar,
        title="Deals",
    )  # fmt: skip
