"""The three apps as pure functions: event sequences and the states they lead to."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import TypeAdapter

from adapters.phone.apps.bunwright import APP as BUNWRIGHT
from adapters.phone.apps.bunwright import catalogue
from adapters.phone.apps.bunwright.model import Checkout, Line, cents, fresh, line_of, total
from adapters.phone.apps.parlowe import APP as PARLOWE
from adapters.phone.apps.parlowe.model import chat_of, recent, share_for
from adapters.phone.apps.settings import APP as SETTINGS
from adapters.phone.apps.settings.model import dnd_status
from adapters.phone.apps.settings.preferences import PAGES
from adapters.phone.framework.actions import assign, then
from adapters.phone.framework.dates import DAYS
from adapters.phone.framework.prices import money
from adapters.phone.ui.app import App, Back, Effect, Go, Put, Replace, Route, Share, Toast, View, route
from adapters.phone.ui.node import Ev, Node, ev
from adapters.phone.ui.package_names import HOME
from adapters.phone.workers.registry import installed_apps

NOW = datetime(2026, 11, 17, 9, 24)  # noqa: DTZ001 - the phone's own local time
APPS = tuple(app for app in installed_apps() if app.package != HOME)
SHARED = (
    "My Bunwright order BW-1042\n1 × Garden Stack, Single, Brioche, No extras\nPickup at 14 Ferry Street, Alder Cross"
)


def view(**tables: Mapping[str, str]) -> View:
    """What the apps see of a phone with these tables."""
    return View(NOW, tables, 0, (1080, 2400))


def play(app: App, *events: Ev, state: Any = None, seen: View | None = None) -> tuple[Any, list[Effect]]:
    """The state after these events, and all that they asked of the phone."""
    state = app.initial() if state is None else state
    effects: list[Effect] = []
    for event in events:
        state, more = app.update(state, event, seen or view())
        effects += more
    return state, effects


def texts(root: Node | None) -> list[str]:
    """Every text and description of a tree."""
    if root is None:
        return []
    return [value for value in (root.text, root.desc) if value] + [
        text for child in root.children for text in texts(child)
    ]


def rows(root: Node | None, name: str) -> list[Node]:
    """Every node with this resource id."""
    if root is None:
        return []
    found = [root] if root.id == name else []
    return found + [node for child in root.children for node in rows(child, name)]


def writing(chat: str, text: str) -> Ev:
    """What the input of a Parlowe chat does when this is typed."""
    return then(assign("ui.typing", chat), assign("ui.input", text))


def tap(app: App, state: Any, place: Route, name: str, label: str = "") -> tuple[Any, tuple[Effect, ...]]:
    """The state after a tap on a node with this resource id that shows this label, and what it asked of the phone."""
    screen = app.screen(state, place, view())
    window = screen.overlay.root if screen.overlay else None
    found = [node for part in (window, screen.top, screen.body, screen.bottom) for node in rows(part, name)]
    event = next(node.event("tap") for node in found if not label or label in texts(node))
    assert event is not None
    return app.update(state, event, view())


CHECKOUT = assign("checkout", Checkout())
"""What the button to the checkout does to the state."""


def choose(key: str, part: str, value: str) -> Ev:
    """A size or a bun, picked on an item's page."""
    return ev("choose", key=key, part=part, value=value)


def item(key: str, *more: Ev) -> tuple[Ev, ...]:
    """An item put into the basket, with what is picked on its page."""
    return (ev("open_item", key=key), *more, ev("add", key=key))


CHEESY = ("Grilled onion", "Extra cheddar")
ORDERS: dict[str, tuple[tuple[Ev, ...], dict[str, Any]]] = {
    "defaults": (
        item("copper-pan"),
        {
            "lines": (Line("Copper Pan Burger", "Single", "Brioche"),),
            "branch": "Ferry Street",
            "time": "As soon as possible",
            "total": "$9.40",
            "number": "BW-1042",
        },
    ),
    "every option": (
        (
            *item(
                "copper-pan",
                choose("copper-pan", "size", "Double"),
                choose("copper-pan", "bun", "Gluten-free"),
                ev("extra", key="copper-pan", value="Extra cheddar"),
                ev("extra", key="copper-pan", value="Grilled onion"),
                ev("quantity", key="copper-pan", by=1),
                ev("note", key="copper-pan", text="cut in half"),
            ),
            CHECKOUT,
            assign("checkout.branch", "Kestrel Pier"),
            assign("checkout.time", "12:30"),
        ),
        {
            "lines": (Line("Copper Pan Burger", "Double", "Gluten-free", CHEESY, 2, "cut in half"),),
            "branch": "Kestrel Pier",
            "time": "12:30",
            "total": "$27.00",
        },
    ),
    "an extra taken back": (
        item(
            "garden-stack",
            ev("extra", key="garden-stack", value="Bacon"),
            ev("extra", key="garden-stack", value="Bacon"),
        ),
        {"lines": (Line("Garden Stack", "Single", "Brioche"),), "total": "$8.70"},
    ),
    "two of the same are one line": (
        (*item("fries"), *item("malt"), *item("fries")),
        {
            "lines": (Line("Skin-on Fries", "Regular", quantity=2), Line("Strawberry Malt", "Regular")),
            "total": "$11.90",
        },
    ),
    "the same with another bun is another line": (
        (*item("harbour-fish"), *item("harbour-fish", choose("harbour-fish", "bun", "Seeded wholegrain"))),
        {
            "lines": (
                Line("Harbour Fish Bun", "Single", "Brioche"),
                Line("Harbour Fish Bun", "Single", "Seeded wholegrain"),
            ),
            "total": "$19.80",
        },
    ),
    "changed in the basket": (
        (*item("fries"), *item("malt"), ev("line", index=0, by=1), ev("line", index=0, by=1), ev("remove", index=1)),
        {"lines": (Line("Skin-on Fries", "Regular", quantity=3),), "total": "$10.20"},
    ),
    "a checkout that is left forgets its picks": (
        (
            *item("fries"),
            CHECKOUT,
            assign("checkout.branch", "Quarry Park"),
            assign("checkout.time", "18:30"),
            CHECKOUT,
        ),
        {"branch": "Ferry Street", "time": "As soon as possible"},
    ),
}


@pytest.mark.parametrize("name", ORDERS)
def test_orders_hold_what_was_chosen(name: str) -> None:
    """The placed order has the labels that were picked, the defaults elsewhere, and a total that adds up."""
    events, wanted = ORDERS[name]
    state, effects = play(BUNWRIGHT, *events, ev("place"))
    order = state.orders[-1]
    assert {key: getattr(order, key) for key in wanted} == wanted
    assert state.basket == ()
    assert state.checkout == Checkout()
    assert Go(route("placed", number=order.number)) in effects


def test_order_numbers_follow_the_count_of_orders() -> None:
    """Numbers are a function of the state alone."""
    state, _ = play(BUNWRIGHT, *item("fries"), ev("place"), *item("slaw"), ev("place"))
    assert [order.number for order in state.orders] == ["BW-1041", "BW-1042", "BW-1043"]


def test_an_empty_basket_is_not_ordered() -> None:
    """Placing nothing changes nothing."""
    state, effects = play(BUNWRIGHT, ev("place"))
    assert state == BUNWRIGHT.initial()
    assert effects == [Toast("Your basket is empty")]


def test_a_fifth_extra_is_refused() -> None:
    """The page promises up to four extras and keeps to it."""
    labels = [option.label for option in catalogue.EXTRAS]
    state, effects = play(BUNWRIGHT, *(ev("extra", key="copper-pan", value=label) for label in labels[:5]))
    assert state.draft.extras == tuple(labels[:4])
    assert effects[-1] == Toast("Up to 4 extras")


def test_a_page_that_is_opened_again_starts_fresh() -> None:
    """A left options page has no memory; nothing that nobody chose can get into an order."""
    state, _ = play(
        BUNWRIGHT, ev("open_item", key="fries"), choose("fries", "size", "Large"), ev("open_item", key="fries")
    )
    assert state.draft == fresh(catalogue.item("fries"))


@pytest.mark.parametrize("page", ["placed", "order"])
def test_an_order_page_tells_each_line_in_one_row(page: str) -> None:
    """Item, size, bun, extras and quantity stand in the same row; branch and time each in theirs."""
    events, _ = ORDERS["every option"]
    state, _ = play(BUNWRIGHT, *events, ev("place"))
    body = BUNWRIGHT.screen(state, route(page, number="BW-1042"), view()).body
    text = " | ".join(texts(rows(body, "row_line")[0]))
    for word in (
        "Copper Pan Burger",
        "Double",
        "Gluten-free",
        "Grilled onion",
        "Extra cheddar",
        "2 ×",
        "cut in half",
        "$27.00",
    ):
        assert word in text
    assert texts(rows(body, "row_branch")[0])[:2] == ["Pickup branch", "Kestrel Pier"]
    assert texts(rows(body, "row_time")[0]) == ["Pickup time", "12:30"]


def test_sharing_an_order_puts_the_address_on_its_own_line() -> None:
    """The receiver can leave the address out without touching the rest."""
    events, _ = ORDERS["every option"]
    state, _ = play(BUNWRIGHT, *events, ev("place"))
    bottom = BUNWRIGHT.screen(state, route("order", number="BW-1042"), view()).bottom
    share = rows(bottom, "share_order")[0].event("tap")
    assert share is not None
    _, effects = BUNWRIGHT.update(state, share, view())
    text = next(effect.text for effect in effects if isinstance(effect, Share))
    lines = text.splitlines()
    assert "BW-1042" in lines[0]
    assert "2 × Copper Pan Burger, Double, Gluten-free, Grilled onion, Extra cheddar" in lines
    assert lines[-1] == "Pickup at Pier House 5, Kestrel Bay"
    assert sum("Pier House" in line for line in lines) == 1


def test_opening_hours_differ_by_branch_and_day() -> None:
    """No two answers to "when is it open" are the same, and the page shows the day that was picked."""
    full_texts = [branch.open_on(day) for branch in catalogue.BRANCHES for day in DAYS]
    assert len(set(full_texts)) == len(full_texts)
    for branch in catalogue.BRANCHES:
        for day in DAYS:
            body = BUNWRIGHT.screen(BUNWRIGHT.initial(), route("branch", branch=branch.name, day=day), view()).body
            assert [row.text for row in rows(body, "hours")] == [branch.open_on(day)]
            assert [texts(row) for row in rows(body, "chip_day") if row.checked] == [[day]]


def test_a_branch_opens_at_today() -> None:
    """17 November 2026 is a Tuesday."""
    body = BUNWRIGHT.screen(BUNWRIGHT.initial(), route("branch", branch="Ferry Street"), view()).body
    assert rows(body, "hours")[0].text == "Open 11:00 – 21:30"


@given(st.data())
def test_prices_add_up(data: st.DataObject) -> None:
    """A line costs its item plus its options, times its quantity; an order costs its lines."""
    lines = []
    expected = 0
    for _ in range(data.draw(st.integers(1, 4))):
        this_item = data.draw(st.sampled_from(catalogue.ITEMS))
        size = data.draw(st.sampled_from(this_item.sizes))
        extras = data.draw(st.lists(st.sampled_from(this_item.extras), unique=True, max_size=4))
        count = data.draw(st.integers(1, 9))
        draft = replace(
            fresh(this_item), size=size.label, extras=tuple(extra.label for extra in extras), quantity=count
        )
        lines.append(line_of(draft))
        expected += (this_item.cents + size.cents + sum(extra.cents for extra in extras)) * count
    assert sum(map(cents, lines)) == expected
    assert total(tuple(lines)) == money(expected)


def muting(state: Any, chat: str, *durations: str) -> Any:
    """The state with the mute dialog of a chat open, in which these durations were picked."""
    state, effects = tap(PARLOWE, state, route("info", chat=chat), "row_mute")
    assert effects == (Go(route("mute", chat=chat)),)
    for duration in durations:
        state, _ = tap(PARLOWE, state, route("mute", chat=chat), "choice", duration)
    return state


def test_muting_takes_the_chosen_time() -> None:
    """Nothing is muted before "Mute"; then it lasts as long as was picked."""
    before = muting(PARLOWE.initial(), "noor", "8 hours")
    assert chat_of(before, "noor").muted == ""
    after, effects = tap(PARLOWE, before, route("mute", chat="noor"), "android:id/button1", "Mute")
    assert chat_of(after, "noor").muted == "8 hours"
    assert effects == (Back(),)
    row = rows(PARLOWE.screen(after, route("info", chat="noor"), view()).body, "row_mute")[0]
    assert texts(row)[:2] == ["Mute notifications", "8 hours"]


def test_muting_without_a_choice_takes_the_default() -> None:
    """One hour, also after another duration was looked at in a dialog that was left."""
    before = muting(muting(PARLOWE.initial(), "sam", "Always"), "noor")
    state, _ = tap(PARLOWE, before, route("mute", chat="noor"), "android:id/button1", "Mute")
    assert chat_of(state, "noor").muted == "1 hour"
    assert chat_of(state, "sam").muted == ""


def test_notifications_get_another_sound_in_their_chat_alone() -> None:
    """A tone is taken over by a touch; the chat is no more muted than before, and no other chat changes."""
    before = PARLOWE.initial()
    after, effects = tap(PARLOWE, before, route("tone", chat="noor"), "choice", "Knock")
    assert effects == (Back(),)
    assert (chat_of(after, "noor").tone, chat_of(after, "noor").muted) == ("Knock", "")
    row = rows(PARLOWE.screen(after, route("info", chat="noor"), view()).body, "row_tone")[0]
    assert texts(row) == ["Custom notifications", "Knock"]
    assert [chat for chat in after.chats if chat.id != "noor"] == [chat for chat in before.chats if chat.id != "noor"]


@pytest.mark.parametrize(("chat", "label"), [("runners", "Leave group"), ("noor", "Delete chat")])
def test_a_chat_is_left_after_a_question(chat: str, label: str) -> None:
    """The row of the info page asks; the answer takes that chat out of the list, which is shown."""
    before = PARLOWE.initial()
    asked, effects = tap(PARLOWE, before, route("info", chat=chat), "row_leave", label)
    assert (asked, effects) == (before, (Go(route("leave", chat=chat)),))
    after, effects = tap(PARLOWE, asked, route("leave", chat=chat), "android:id/button1", label)
    assert after.chats == tuple(known for known in before.chats if known.id != chat)
    assert effects == (Replace(route("chats"), root=True),)


def test_a_muted_chat_is_unmuted_by_its_row() -> None:
    """The row is a switch once something is muted."""
    state, effects = tap(PARLOWE, PARLOWE.initial(), route("info", chat="jose"), "row_mute")
    assert chat_of(state, "jose").muted == ""
    assert not any(isinstance(effect, Go) for effect in effects)


OTHER = "Tea at noon\nPickup at the gate"
SHARES: dict[str, tuple[tuple[tuple[str, str, str], ...], str, bool]] = {
    "nobody chose": ((), "Sam Lindqvist", False),
    "another chat": (((SHARED, "share_target", "Family table"),), "Family table", False),
    "with address": (((SHARED, "row_address", ""),), "Sam Lindqvist", True),
    "address on and off": (
        ((SHARED, "row_address", ""), (SHARED, "row_address", "")),
        "Sam Lindqvist",
        False,
    ),
    "choices for another text": (
        ((OTHER, "share_target", "José Arriaga"), (OTHER, "row_address", "")),
        "Sam Lindqvist",
        False,
    ),
}
"""What is tapped on the share page: its text, the resource id and the label; the receiver; whether with the address."""


@pytest.mark.parametrize("name", SHARES)
def test_shared_text_arrives_where_it_was_sent(name: str) -> None:
    """The chosen chat gets one message with the order's number, and the address only if it was asked for."""
    taps, receiver, address = SHARES[name]
    state = PARLOWE.initial()
    for text, node, label in (*taps, (SHARED, "send", "")):
        state, effects = tap(PARLOWE, state, route("share", text=text), node, label)
    changed = [
        chat for chat, was in zip(state.chats, PARLOWE.initial().chats, strict=True) if chat.messages != was.messages
    ]
    assert [chat.name for chat in changed] == [receiver]
    sent = changed[0].messages[-1]
    assert sent.sender == "me"
    assert sent.time == "2026-11-17T09:24"
    assert "BW-1042" in sent.text
    assert ("Pickup at" in sent.text) is address
    assert effects[-1] == Replace(route("chat", chat=changed[0].id))
    screen = PARLOWE.screen(state, route("chat", chat=changed[0].id), view())
    assert receiver in texts(screen.top)
    assert sent.text in texts(rows(screen.body, "message")[-1])
    assert share_for(state, SHARED).address is False


def test_the_address_switch_shows_only_where_there_is_an_address() -> None:
    """A text without an address line offers none."""
    state = PARLOWE.initial()
    assert rows(PARLOWE.screen(state, route("share", text=SHARED), view()).body, "row_address")
    assert not rows(PARLOWE.screen(state, route("share", text="just words"), view()).body, "row_address")


def test_the_most_recent_chat_leads() -> None:
    """Whoever was written to last is first in the list and preselected for sharing."""
    state, _ = play(PARLOWE, ev("open", chat="hanne"), writing("hanne", "Found it!"), ev("send", chat="hanne"))
    assert recent(state)[0].id == "hanne"
    assert share_for(state, "x").chat == "hanne"
    assert state.ui.input == ""


def test_blank_messages_are_not_sent() -> None:
    """Spaces are no message."""
    state, _ = play(PARLOWE, ev("open", chat="sam"), writing("sam", "   "), ev("send", chat="sam"))
    assert state.chats == PARLOWE.initial().chats


def test_a_contact_without_chat_gets_one() -> None:
    """The page "New chat" makes a conversation only where there is none."""
    state, _ = play(
        PARLOWE, ev("start", person="Bea Kowal"), ev("start", person="Bea Kowal"), ev("start", person="Noor Haddad")
    )
    assert [chat.name for chat in state.chats].count("Bea Kowal") == 1
    assert [chat.name for chat in state.chats].count("Noor Haddad") == 1


PUTS: dict[str, tuple[tuple[tuple[str, str], ...], dict[str, str], Put]] = {
    "airplane on": ((("network", "Airplane mode"),), {}, Put("global", "airplane_mode_on", "1")),
    "airplane off": (
        (("network", "Airplane mode"),),
        {"airplane_mode_on": "1"},
        Put("global", "airplane_mode_on", "0"),
    ),
    "wifi off": ((("network", "Wi-Fi"),), {}, Put("global", "wifi_on", "0")),
    "dark theme": ((("display", "Dark theme"),), {}, Put("secure", "ui_night_mode", "2")),
    "dnd": ((("dnd", "Turn on now"),), {}, Put("global", "zen_mode", "1")),
    "dnd off": ((("dnd", "Turn off now"),), {"zen_mode": "1"}, Put("global", "zen_mode", "0")),
    "duration": (
        (("dnd", "Duration"), ("dnd_duration", "2 hours"), ("dnd_duration", "OK")),
        {},
        Put("global", "zen_duration", "2 hours"),
    ),
    "duration untouched": (
        (("dnd", "Duration"), ("dnd_duration", "OK")),
        {},
        Put("global", "zen_duration", "Until you turn it off"),
    ),
    "calls": ((("dnd_calls", "Anyone"),), {}, Put("global", "zen_calls", "Anyone")),
}
"""Places and what is touched there, the `global` table, and what is written."""


def touch(app: App, state: Any, place: str, text: str, seen: View) -> tuple[Any, tuple[Effect, ...]]:
    """What a tap on this text makes of the state at a place."""
    screen = app.screen(state, route(place), seen)
    (event,) = {event for node in controls(screen.overlay.root if screen.overlay else screen.body)
                if text in texts(node) and (event := node.event("tap")) is not None}  # fmt: skip
    return app.update(state, event, seen)


def controls(root: Node) -> list[Node]:
    """Every node that takes a gesture."""
    return ([root] if root.on else []) + [node for child in root.children for node in controls(child)]


@pytest.mark.parametrize("name", PUTS)
def test_settings_write_the_device_tables(name: str) -> None:
    """Each control writes one key with the value that Android or the label has; the app's own state stays as it was."""
    touches, tables, wanted = PUTS[name]
    seen, state = view(**{"global": tables}), SETTINGS.initial()
    effects: list[Effect] = []
    for place, text in touches:
        state, more = touch(SETTINGS, state, place, text, seen)
        effects += more
    assert [effect for effect in effects if isinstance(effect, Put)] == [wanted]
    assert state == SETTINGS.initial()


@pytest.mark.parametrize(
    ("place", "key", "share", "value"),
    [("display", "screen_brightness", 0.5, "128"), ("sound", "volume_ring", 1.0, "7")],
)
def test_sliders_write_whole_numbers(place: str, key: str, share: float, value: str) -> None:
    """A slider's share of its largest value, as the whole number that Android stores."""
    events = [
        slider.event("change")
        for slider in rows(SETTINGS.screen(SETTINGS.initial(), route(place), view()).body, "seekbar")
    ]
    (event,) = [event for event in events if event is not None and event.get("key") == key]
    assert play(SETTINGS, event.plus(value=share))[1] == [Put("system", key, value)]


def test_every_row_of_settings_opens_a_page_that_there_is() -> None:
    """No row, and nothing that the search finds, leads to the front page by mistake."""
    pages = PAGES.pages.values()
    listed = [
        row for page in pages for part in (page.rows, *(section.rows for section in page.sections)) for row in part
    ]
    opened = {row.opens for row in (*PAGES.front, *PAGES.findable, *listed) if row.opens}
    assert {"network", "dnd_duration"} <= opened <= {*SETTINGS.activities}
    assert {*PAGES.pages} <= {*SETTINGS.activities}


@pytest.mark.parametrize(
    ("tables", "status"),
    [
        ({}, "Off"),
        ({"zen_mode": "1"}, "On"),
        ({"zen_mode": "1", "zen_duration": "2 hours"}, "On · 2 hours"),
        ({"zen_duration": "2 hours"}, "Off"),
    ],
)
def test_do_not_disturb_tells_its_status_in_one_row(tables: dict[str, str], status: str) -> None:
    """Status page, sound page and button agree."""
    seen = view(**{"global": tables})
    assert dnd_status(seen) == status
    for place in ("dnd", "sound"):
        assert status in texts(SETTINGS.screen(SETTINGS.initial(), route(place), seen).body)
    button = rows(SETTINGS.screen(SETTINGS.initial(), route("dnd"), seen).body, "dnd_button")[0]
    assert button.text == ("Turn on now" if status == "Off" else "Turn off now")


def test_choice_points_are_declared_once_with_a_default_among_their_options() -> None:
    """Who asks the user must be able to name the options, and who doesn't gets the declared default."""
    choices = [choice for app in APPS for choice in app.choices]
    assert len({choice.id for choice in choices}) == len(choices)
    for choice in choices:
        assert choice.default in choice.options
        assert choice.id.partition(".")[0] in {app.name for app in APPS}


def test_declared_defaults_are_what_happens() -> None:
    """The defaults of the choice points are the values that an untouched flow ends with."""
    declared = {choice.id: choice.default for app in APPS for choice in app.choices}
    ordered, _ = play(BUNWRIGHT, *item("copper-pan"), ev("checkout"), ev("place"))
    order, line = ordered.orders[-1], ordered.orders[-1].lines[0]
    opened = muting(PARLOWE.initial(), "sam")
    muted, _ = tap(PARLOWE, opened, route("mute", chat="sam"), "android:id/button1", "Mute")
    _, put = touch(SETTINGS, SETTINGS.initial(), "dnd_duration", "OK", view())
    happened = {
        "bunwright.size": line.size,
        "bunwright.bun": line.bun,
        "bunwright.extras": ", ".join(line.extras) or "None",
        "bunwright.quantity": str(line.quantity),
        "bunwright.note": line.note,
        "bunwright.branch": order.branch,
        "bunwright.time": order.time,
        "parlowe.mute": chat_of(muted, "sam").muted,
        "settings.dnd.duration": next(effect.value for effect in put if isinstance(effect, Put)),
    }
    assert {key: declared[key] for key in happened} == happened


@pytest.mark.parametrize("app", APPS, ids=lambda app: app.name)
def test_states_survive_json(app: App) -> None:
    """A state that was written and read again is the same state."""
    events = (
        *item("copper-pan", ev("extra", key="copper-pan", value="Bacon")),
        ev("place"),
        ev("open", chat="noor"),
        ev("query", text="é 林"),
    )
    state, _ = play(app, *events)
    adapter: TypeAdapter[Any] = TypeAdapter(type(state))
    assert adapter.validate_json(adapter.dump_json(state)) == state


@pytest.mark.parametrize("app", APPS, ids=lambda app: app.name)
def test_odd_events_and_places_change_nothing(app: App) -> None:
    """An unknown event is ignored, "up" goes back, an unknown place is the first one."""
    state, effects = play(app, ev("no-such-event"), ev("up"))
    assert state == app.initial()
    assert effects == [Back()]
    assert app.screen(state, Route("no-such-place"), view()) == app.screen(state, app.home, view())


def test_what_is_typed_stays_in_its_chat() -> None:
    """Another chat has an empty input, and sending there sends nothing."""
    state, _ = play(PARLOWE, ev("open", chat="sam"), writing("sam", "half a sen"), ev("send", chat="noor"))
    assert state.chats == PARLOWE.initial().chats
    fields = [
        rows(PARLOWE.screen(state, route("chat", chat=chat), view()).bottom, "message_input")[0].text
        for chat in ("sam", "noor")
    ]
    assert fields == ["half a sen", ""]
