"""What happens when people bargain on Thriftloom, and when this user sells."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Final

from adapters.phone.apps.thriftloom.catalogue import ONE_SIZE, SHOE_SIZES, Piece, money, piece
from adapters.phone.apps.thriftloom.model import (
    FIRST_LISTING,
    FIRST_OFFER,
    Form,
    Haggle,
    Listing,
    Offer,
    State,
    gone,
    missing,
    offer,
    offer_for,
)
from adapters.phone.apps.thriftloom.rail import draft_for, reduced
from adapters.phone.ui.app import Back, Effect, Focus, Go, Replace, Toast, View, route
from adapters.phone.ui.node import Ev

Result = tuple[State, tuple[Effect, ...]]
Rule = Callable[[State, Ev, View], Result]
NOTE, TITLE = 160, 60
"""How long a note and a title may be."""
SHOP, AT_ONCE = "Second Tide", 85
"""The shop takes offers from so many percent of what it asks without thinking."""


def _haggle(state: State, event: Ev, view: View) -> Result:
    one = piece(event.get("key"))
    if gone(state, one):
        return state, (Toast("It is yours already"),)
    made = offer_for(state, one)
    if made is not None:
        return state, (Go(route("offer", number=made.number)),)
    return replace(state, haggle=Haggle()), (Go(route("haggle", key=one.key)),)


def _drafted(state: State, key: str, **changes: int | str) -> tuple[State, Piece]:
    one = piece(key)
    draft: Haggle = replace(draft_for(state, one), **changes)  # type: ignore[arg-type]
    return replace(state, haggle=draft), one


def _offer_step(state: State, event: Ev, view: View) -> Result:
    one = piece(event.get("key"))
    value = draft_for(state, one).cents + event.get("by")
    return _drafted(state, one.key, cents=min(one.cents, max(100, value)))[0], ()


def _offer_cut(state: State, event: Ev, view: View) -> Result:
    one = piece(event.get("key"))
    return _drafted(state, one.key, cents=reduced(one, event.get("value")))[0], ()


def _offer_valid(state: State, event: Ev, view: View) -> Result:
    return _drafted(state, event.get("key"), valid=event.get("value"))[0], ()


def _offer_text(state: State, event: Ev, view: View) -> Result:
    return _drafted(state, event.get("key"), message=event.get("text", "")[:NOTE])[0], ()


def _offer_send(state: State, event: Ev, view: View) -> Result:
    one = piece(event.get("key"))
    draft = draft_for(state, one)
    if draft.cents < one.least:
        return state, (Toast(f"Offers below {money(one.least)} are not read"),)
    if gone(state, one) or offer_for(state, one) is not None:
        return state, (Toast("You have an offer for it already"),)
    number = FIRST_OFFER + len(state.offers)
    status = "Accepted" if one.seller == SHOP and draft.cents * 100 >= one.cents * AT_ONCE else "Waiting"
    made = Offer(
        str(number), f"OF-{number}", one.key, one.brand, one.name, one.size, one.condition, one.seller,
        money(one.cents), money(draft.cents), draft.valid, draft.message.strip(),
        view.now.strftime("%Y-%m-%dT%H:%M"), status,
    )  # fmt: skip
    after = replace(state, offers=(*state.offers, made), haggle=Haggle())
    said: tuple[Effect, ...] = (Toast(f"{SHOP} agrees at once"),) if status == "Accepted" else ()
    return after, (Focus(None), Replace(route("offered", number=made.number)), *said)


def _offer(state: State, event: Ev, view: View) -> Result:
    return state, (Go(route("offer", number=event.get("number"))),)


def _turned(state: State, number: str, came: str, **changes: str) -> State | None:
    made = offer(state, number)
    if made is None or made.status != came:
        return None
    changed = replace(made, **changes)
    return replace(state, offers=tuple(changed if one is made else one for one in state.offers))


def _withdraw(state: State, event: Ev, view: View) -> Result:
    after = _turned(state, event.get("number"), "Waiting", status="Withdrawn")
    return (after, (Toast("Offer withdrawn"),)) if after is not None else (state, ())


def _refuse(state: State, event: Ev, view: View) -> Result:
    after = _turned(state, event.get("number"), "Countered", status="Declined")
    return (after, (Toast("Declined"),)) if after is not None else (state, ())


def _agree(state: State, event: Ev, view: View) -> Result:
    """The counter-offer becomes the price."""
    made = offer(state, event.get("number"))
    if made is None:
        return state, ()
    after = _turned(state, made.number, "Countered", status="Accepted", price=made.counter)
    return (after, (Toast("Agreed"),)) if after is not None else (state, ())


def _form(state: State, event: Ev, view: View) -> Result:
    name, text = event.get("field"), event.get("text", "")
    form: Form = replace(state.form, **{name: text[: NOTE if name == "note" else TITLE]})
    return replace(state, form=form), ()


def _pick(state: State, event: Ev, view: View) -> Result:
    return state, (Focus(None), Go(route("pick", what=event.get("what"))))


def _picked(state: State, event: Ev, view: View) -> Result:
    """Another kind may come in other sizes; a size that it does not have is forgotten."""
    what, value = event.get("what"), event.get("value")
    form: Form = replace(state.form, **{what: value})
    if what == "kind":
        shoes = form.size in SHOE_SIZES
        if (value == "Shoes") != shoes:
            form = replace(form, size="")
        if value == "Bags":
            form = replace(form, size=ONE_SIZE)
    return replace(state, form=form), (Back(),)


def _photo(state: State, event: Ev, view: View) -> Result:
    return replace(state, form=replace(state.form, photo=event.get("value"))), ()


def _form_offers(state: State, event: Ev, view: View) -> Result:
    return replace(state, form=replace(state.form, offers=not state.form.offers)), ()


def _form_clear(state: State, event: Ev, view: View) -> Result:
    return replace(state, form=Form()), (Focus(None), Toast("The form is empty"))


def _preview(state: State, event: Ev, view: View) -> Result:
    if missing(state.form):
        return replace(state, form=replace(state.form, tried=True)), (Focus(None), Toast("Something is missing"))
    return state, (Focus(None), Go(route("preview")))


def _publish(state: State, event: Ev, view: View) -> Result:
    form = state.form
    if missing(form):
        return replace(state, form=replace(form, tried=True)), (Back(), Toast("Something is missing"))
    number = FIRST_LISTING + len(state.listings)
    made = Listing(
        str(number), f"LS-{number}", form.title.strip(), form.brand.strip(), form.kind, form.size, form.condition,
        form.colour, money(int(form.price) * 100), form.parcel, form.offers, form.note.strip(), form.photo,
        view.now.strftime("%Y-%m-%dT%H:%M"),
    )  # fmt: skip
    after = replace(state, listings=(*state.listings, made), form=Form())
    return after, (Replace(route("home"), root=True), Go(route("listed", number=made.number)))


STEPS: Final[dict[str, Rule]] = {
    "haggle": _haggle,
    "offer_step": _offer_step,
    "offer_cut": _offer_cut,
    "offer_valid": _offer_valid,
    "offer_text": _offer_text,
    "offer_send": _offer_send,
    "offer": _offer,
    "withdraw": _withdraw,
    "refuse": _refuse,
    "agree": _agree,
    "form": _form,
    "pick": _pick,
    "picked": _picked,
    "photo": _photo,
    "form_offers": _form_offers,
    "form_clear": _form_clear,
    "preview": _preview,
    "publish": _publish,
}
