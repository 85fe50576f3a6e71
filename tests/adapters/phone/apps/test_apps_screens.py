"""Every screen that can be reached, as a phone shows it: it lays out, dumps, has glyphs, and names its controls."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Iterator
from functools import cache
from xml.etree import ElementTree

import pytest

from adapters.phone.apps.bunwright import APP as BUNWRIGHT
from adapters.phone.apps.calendar import APP as CALENDAR
from adapters.phone.apps.clock import APP as CLOCK
from adapters.phone.apps.contacts import APP as CONTACTS
from adapters.phone.apps.dawnwire import APP as DAWNWIRE
from adapters.phone.apps.drizzlecast import APP as DRIZZLECAST
from adapters.phone.apps.framelet import APP as FRAMELET
from adapters.phone.apps.gallery import APP as GALLERY
from adapters.phone.apps.griddle import APP as GRIDDLE
from adapters.phone.apps.jotfern import APP as JOTFERN
from adapters.phone.apps.larderly import APP as LARDERLY
from adapters.phone.apps.mapwren import APP as MAPWREN
from adapters.phone.apps.novabasket import APP as NOVABASKET
from adapters.phone.apps.oakthread import APP as OAKTHREAD
from adapters.phone.apps.parlowe import APP as PARLOWE
from adapters.phone.apps.postquill import APP as POSTQUILL
from adapters.phone.apps.railfinch import APP as RAILFINCH
from adapters.phone.apps.reelbrook import APP as REELBROOK
from adapters.phone.apps.settings import APP as SETTINGS
from adapters.phone.apps.tickmoss import APP as TICKMOSS
from adapters.phone.apps.tunedrift import APP as TUNEDRIFT
from adapters.phone.kernel.phone import Phone
from adapters.phone.state.phone_state import PhoneState
from adapters.phone.style.icons import exists
from adapters.phone.style.typography import missing_glyphs
from adapters.phone.ui.app import App, Route, route
from adapters.phone.ui.kinds import shown_text
from adapters.phone.ui.node import Ev
from adapters.phone.ui.package_names import HOME
from adapters.phone.workers.registry import installed_apps, with_launcher
from tests.support.touching import walk

APPS = tuple(app for app in installed_apps() if app.package != HOME)
SHARED = "My Bunwright order BW-1042\n1 × Garden Stack, Single, Brioche\nPickup at 14 Ferry Street, Alder Cross"
MOST = 260
"""States to look at per app: enough for every place, few enough for a second or two."""


def events(phone: Phone) -> list[Ev]:
    """What the screen in front can send, each once."""
    screen = phone.screen()
    parts = [screen.overlay.root] if screen.overlay else [screen.top, screen.body, screen.bottom, screen.fab]
    found: dict[Ev, None] = {}
    for part in parts:
        for node in walk(part) if part is not None else ():
            for gesture, event in node.on:
                extra = {"value": 0.3} if node.kind == "slider" else {"text": "on"} if gesture == "change" else {}
                found[event.plus(**extra)] = None
    return list(found)


def phones(app: App) -> Iterator[Phone]:
    """A phone at every state that can be reached."""
    phone = Phone(with_launcher(APPS))
    for state in reached(app.name):
        phone.restore(state)
        yield phone


@cache
def reached(name: str) -> tuple[PhoneState, ...]:
    """Every state that a breadth-first search over events reaches, first the near ones."""
    phone = Phone(with_launcher(APPS))
    app = next(app for app in APPS if app.name == name)
    found: list[PhoneState] = []
    queue: deque[PhoneState] = deque()
    seen: set[tuple[Route, str, str]] = set()
    visits: Counter[str] = Counter()
    for start in STARTS.get(name, ()) or (app.home,):
        phone.reset({}, 0)
        phone.start(app.package, start)
        queue.append(phone.snapshot())
    while queue and len(seen) < MOST:
        state = queue.popleft()
        phone.restore(state)
        # One place with many states (a basket of two, three, four …) must not push the other places out.
        if phone.foreground[0] != app.package or visits[state.top.route.name] > MOST // 12:
            continue
        key = (state.top.route, repr(state.apps[app.name]), repr(state.settings))
        if key in seen:
            continue
        seen.add(key)
        visits[state.top.route.name] += 1
        found.append(state)
        for event in events(phone):
            phone.restore(state)
            phone.dispatch(event)
            if visits[phone.state.top.route.name] > MOST // 12:
                continue
            phone.elapse(5000)
            queue.append(phone.state)
    return tuple(found)


TOPS = frozenset(
    (
        "menu",
        "orders",
        "branches",
        "chats",
        "root",
        "today",
        "home",
        "topics",
        "saved",
        "you",
        "inbox",
        "files",
        "people",
        "notes",
        "alarms",
        "ringing",
        "contacts",
        "favourites",
        "organise",
        "clock",
        "timers",
        "stopwatch",
        "bedtime",
        "categories",
        "deals",
        "cart",
        "me",
        "browse",
        "clean",
        "log",
        "threads",
        "calls",
        "schedule",
        "day",
        "week",
        "month",
        "photos",
        "albums",
        "library",
        "explore",
        "activity",
        "groves",
    )
)
"""Places that no other place of their app lies below, so that there is nowhere to go up to."""

STARTS: dict[str, tuple[Route, ...]] = {
    "bunwright": (),
    "calendar": (
        CALENDAR.home,
        *(route(name) for name in ("day", "month", "settings", "search")),
        *(route(name, key="5", day="2026-11-24") for name in ("event", "editor", "delete")),
        route("event", key="4"),
        *(route("date", key="new", which=which) for which in ("start", "until")),
        route("event", key="8"),
        route("editor", key="99"),
    ),
    "clock": (
        CLOCK.home,
        *(route(name) for name in ("clock", "timers", "stopwatch", "bedtime", "settings", "newtimer", "ringing")),
        route("alarm", key="3"),
        route("alarm", key="99"),
    ),
    "contacts": (
        CONTACTS.home,
        *(route(name) for name in ("favourites", "organise", "newgroup")),
        route("review", key="5"),
        route("type", key="new", kind="mails", at=0),
        route("group", name="Family"),
        route("contact", key="99"),
    ),
    "dawnwire": (
        DAWNWIRE.home,
        *(route(name) for name in ("you", "settings", "saved", "topics", "following")),
        route("comments", key="telescope"),
    ),
    "drizzlecast": (
        DRIZZLECAST.home,
        *(route(name) for name in ("places", "warnings", "settings")),
        route("warning", key="gale"),
    ),
    "framelet": (
        FRAMELET.home,
        *(route(name) for name in ("explore", "activity", "you", "saved", "inbox", "new", "edit", "details")),
        *(route(name) for name in ("review", "settings", "blocked")),
        *(route(name, key="tide") for name in ("post", "comments", "options", "send", "save_to")),
        *(route(name, key="FR-317") for name in ("options", "delete", "posted")),
        *(route(name, handle="mira.draws") for name in ("person", "block")),
        route("chat", who="mira.draws"),
        route("person", handle="bea_kowal"),
        route("saved", collection="Day trips"),
        route("post", key="none"),
    ),
    "files": (
        route("browse"),
        *(route(name) for name in ("clean", "log", "bin", "search", "more", "target", "newfolder")),
        *(
            route("folder", **more)
            for more in ({"path": ""}, {"kind": "Images"}, {"path": "Documents"}, {"path": "no"})
        ),
        *(route("file", path=f"Download/{name}") for name in ("harbour_night.png", "tickmoss-4.2.1.apk", "none")),
        *(route(name, path="Documents") for name in ("select", "clash")),
    ),
    "gallery": (
        GALLERY.home,
        *(route(name) for name in ("albums", "search", "bin", "select", "add_to")),
        *(route(name, name="Kestrel Bay") for name in ("album", "album_more", "delete_album", "name_album")),
        *(route(name, key="57", source="Kestrel Bay") for name in ("photo", "photo_more", "delete")),
        *(route("photo", key=key) for key in ("53", "99")),
        route("album", name="none"),
        route("binned", key="6"),
    ),
    "griddle": (GRIDDLE.home, route("review"), route("placed", number="G9-2207")),
    "jotfern": (JOTFERN.home, route("note", key="5"), route("note", key="none"), route("label", name="Trip")),
    "larderly": (
        LARDERLY.home,
        *(route(name) for name in ("account", "addresses", "settings")),
        *(route(name) for name in ("basket", "empty", "slot", "pick_address", "checkout", "review", "search")),
        *(route(name, number="LD-7733") for name in ("order", "cancel", "placed")),
        *(route("order", number=number) for number in ("LD-7732", "none")),
        route("product", key="coffee"),
        route("usual", field="bags"),
        route("substitute", index=1),
    ),
    "mapwren": (
        MAPWREN.home,
        *(route(name) for name in ("you", "trips", "search")),
        *(route(name, key="noodle") for name in ("place", "save")),
        *(route(name) for name in ("directions", "pick_departure", "pick_avoid", "way", "review")),
        route("kind", kind="Fuel", open=True),
        route("list", list="Favourites"),
        route("list", list="none"),
        route("trip", id="31"),
        route("trip", id="none"),
    ),
    "messages": (
        route("threads"),
        *(route(name) for name in ("calls", "scheduled", "waiting", "keypad", "new", "delete")),
        *(route("thread", address=address) for address in ("555 0199 271", "555 0188", "TIDEWAVE", "555 0000")),
        *(route(name, address="555 0163") for name in ("options", "actions")),
        route("calling", number="555 0101"),
    ),
    "novabasket": (
        NOVABASKET.home,
        *(route(name) for name in ("categories", "deals", "cart", "me", "orders", "coupons", "night")),
        *(route(name) for name in ("checkout", "pick_coupon", "review", "search")),
        *(route(name, number="NB-48215") for name in ("order", "placed")),
        *(route(name, key="trail") for name in ("product", "options")),
        route("order", number="none"),
    ),
    "oakthread": (
        OAKTHREAD.home,
        *(route(name) for name in ("groves", "inbox", "you", "saved", "search", "compose")),
        *(route(name) for name in ("pick_grove", "preview", "posted")),
        *(route(name, key="tap") for name in ("thread", "options", "watch")),
        route("grove", grove="bread"),
        route("answer", key="tap", parent="tap.0"),
        route("reply_options", id="tap.0", key="tap", under="thread"),
        route("save_to", key="tap"),
        route("alerts", grove="bread"),
        route("delete", id="OT-5521"),
        route("thread", key="none"),
    ),
    "parlowe": (PARLOWE.home, route("share", text=SHARED)),
    "postquill": (
        POSTQUILL.home,
        route("compose", key="35"),
        route("folder", name="Bin"),
        route("nosubject", key="35"),
    ),
    "railfinch": (
        RAILFINCH.home,
        *(route(name) for name in ("live", "trips", "people", "fares", "seats", "names", "pay", "review")),
        *(route(name, number="RF-40922") for name in ("ticket", "change", "refund", "done")),
        *(route("refunded", number=number) for number in ("RF-40919", "none")),
        *(route("pick_date", field=field) for field in ("day", "back_day")),
        route("results", leg="out"),
        route("results", leg="back"),
        route("stations", field="live"),
        route("who", index=0),
    ),
    "reelbrook": (
        REELBROOK.home,
        *(route(name) for name in ("topics", "you", "downloads", "search", "pick", "details", "review", "uploaded")),
        *(route(name, key="wax") for name in ("video", "comments", "quality")),
        *(route(name, video="wax", under="home") for name in ("options", "save_to", "download")),
        *(route(name, key="lowtide") for name in ("channel", "alerts")),
        route("uploaded", key="RB-905"),
        route("playlist", name="Sunday bread"),
        route("video", key="none"),
    ),
    "seatmint": (
        route("home"),
        *(route(name) for name in ("drawer", "search", "codes", "tickets")),
        *(route(name) for name in ("seats", "who", "checkout", "review")),
        *(route("show", key=key) for key in ("lighthouse", "tides", "comet")),
        *(route(name, number="SM-5521") for name in ("ticket", "cancel", "booked")),
        route("ticket", number="SM-5520"),
        route("ticket", number="none"),
        route("zones", show="tides"),
        route("zones", show="dunes"),
        route("venue", name="The Drydock"),
        route("tickets", tab="Past"),
    ),
    "settings": (
        SETTINGS.home,
        *(route(name, label="Clock") for name in ("app", "force_stop", "app_permissions")),
        route("app_permission", label="Clock", name="android.permission.CAMERA"),
    ),
    "thriftloom": (
        route("home"),
        *(route(name) for name in ("search", "filters", "saved", "checkout", "review", "purchases", "offers", "sell")),
        *(route(name) for name in ("closet", "you", "following", "preview")),
        *(route(name, key="harris") for name in ("piece", "haggle")),
        *(route(name, number="TL-3106") for name in ("purchase", "bought")),
        route("offer", number="OF-216"),
        route("listed", number="LS-901"),
        *(route("pick", what=what) for what in ("kind", "size", "colour", "condition", "parcel")),
        route("seller", name="Tomasz Wilk"),
        route("purchase", number="none"),
    ),
    "tickmoss": (TICKMOSS.home, route("task", key="5"), route("list", list="Home")),
    "tunedrift": (
        TUNEDRIFT.home,
        *(route(name) for name in ("library", "player", "queue", "search")),
        *(route("listing", to=name) for name in ("Late Ferry Home", "Copper Birds", "none")),
        *(route(name, to="Sunday oven") for name in ("list_more", "delete_list")),
        route("form", name="Sunday oven"),
        *(route("artist", name=name) for name in ("Juno Park", "none")),
        *(route("more", key="102", under=under, to="Late Ferry Home") for under in ("listing", "player")),
        route("add_to", key="102"),
        route("form", key="102"),
    ),
}
"""Where the walk through an app begins, if its home does not lead everywhere within the walk's length."""


@pytest.mark.parametrize("app", APPS, ids=lambda app: app.name)
def test_every_reachable_screen_is_whole(app: App) -> None:
    """Each lays out inside its parents, dumps as XML, has all glyphs and icons, and names every control."""
    places = set()
    for phone in phones(app):
        where = phone.state.top.route.name
        places.add(where)
        scene = phone.scene()
        ElementTree.fromstring(phone.dump())
        for box in (box for window in scene.windows if window.package == app.package for box in walk(window.root)):
            node = box.node
            assert not missing_glyphs(shown_text(node) + node.desc + node.hint), (where, node.text)
            if node.on:
                assert any(shown_text(item) or item.desc for item in walk(node)), (where, node.id)
            assert not node.icon or exists(node.icon), (where, node.icon)
            assert not any(char.isdigit() for char in node.id.removeprefix("android:id/").rstrip("123")), node.id
            if node.kind != "scroll":
                left, _, right, _ = box.rect
                assert all(left <= child.rect[0] and child.rect[2] <= right for child in box.children), (where, node.id)
    assert places == set(app.activities)


@pytest.mark.parametrize("app", APPS, ids=lambda app: app.name)
def test_every_screen_has_one_title_and_a_way_back(app: App) -> None:
    """The heading names the screen; all but the top places have "Navigate up", and dialogs can be cancelled."""
    for phone in phones(app):
        screen = phone.screen()
        where = phone.state.top.route.name
        assert screen.title
        parts = [part for part in (screen.top, screen.body) if part is not None]
        flat = [node for part in parts for node in walk(part)]
        assert sum(node.heading and bool(node.text) for node in flat) == (0 if where == "search" else 1), where
        if screen.overlay is not None and screen.overlay.kind == "drawer":
            continue  # it goes by a touch beside it
        if screen.overlay is not None:
            assert any(node.text == "Cancel" or node.desc == "Close" for node in walk(screen.overlay.root)), where
        elif where not in TOPS and not leads(phone):
            assert any(node.desc == "Navigate up" for node in flat), where


def leads(phone: Phone) -> bool:
    """Whether the place in front has the app's navigation: a bar of destinations, or the button of its drawer."""
    screen = phone.screen()
    parts = [part for part in (screen.top, screen.body, screen.bottom) if part is not None]
    flat = [node for part in parts for node in walk(part)]
    return any(node.id.startswith("nav_") or node.desc in ("Open navigation drawer", "Navigation") for node in flat)


def at(phone: Phone, *, text: str = "", desc: str = "") -> tuple[int, int]:
    """The middle of the first element with this text or description."""
    for element in ElementTree.fromstring(phone.dump()).iter("node"):
        if (text and element.get("text") == text) or (desc and element.get("content-desc") == desc):
            left, top, right, bottom = map(int, element.attrib["bounds"].replace("][", ",").strip("[]").split(","))
            return (left + right) // 2, (top + bottom) // 2
    raise AssertionError(f"no {text or desc!r} on this screen")


def tap(phone: Phone, *names: str) -> None:
    """Touch elements one after the other, by what they say."""
    for name in names:
        try:
            x, y = at(phone, text=name)
        except AssertionError:
            x, y = at(phone, desc=name)
        phone.touch_tap(x, y)


def test_an_order_is_placed_and_shared_by_touch() -> None:
    """The whole way, from the menu to the bubble in the chat, without a scroll."""
    phone = Phone(with_launcher(APPS))
    phone.start(BUNWRIGHT.package)
    tap(phone, "Copper Pan Burger", "Double", "Gluten-free", "Pickles", "Add one", "Add to order   $25.20")
    tap(phone, "View basket", "Go to checkout   $25.20", "Kestrel Pier", "12:30", "Place order   $25.20")
    tap(phone, "View order", "Share", "Family table", "Add pickup address", "Send")
    state = phone.read()
    order = state["bunwright"]["orders"][-1]
    line = {
        "item": "Copper Pan Burger",
        "size": "Double",
        "bun": "Gluten-free",
        "extras": ["Pickles"],
        "quantity": 2,
        "note": "",
    }
    assert order["lines"] == [line]
    assert (order["branch"], order["time"], order["number"]) == ("Kestrel Pier", "12:30", "BW-1042")
    family = next(chat for chat in state["parlowe"]["chats"] if chat["name"] == "Family table")
    assert family["messages"][-1]["text"].endswith("Pickup at Pier House 5, Kestrel Bay")
    at(phone, text=family["messages"][-1]["text"])
    phone.key(4)
    assert phone.foreground[0] == BUNWRIGHT.package


def test_a_chat_is_muted_by_touch() -> None:
    """Chat, its info, the dialog, the summary in the row."""
    phone = Phone(with_launcher(APPS))
    phone.start(PARLOWE.package)
    tap(phone, "Quarry Park Runners", "Chat info", "Mute notifications", "8 hours", "Mute")
    runners = next(chat for chat in phone.read()["parlowe"]["chats"] if chat["group"])
    assert runners["muted"] == "8 hours"
    at(phone, text="8 hours")


def test_do_not_disturb_is_set_by_touch() -> None:
    """Sound, Do Not Disturb, its duration, and on."""
    phone = Phone(with_launcher(APPS))
    phone.start(SETTINGS.package)
    tap(phone, "Sound & vibration", "Do Not Disturb", "Duration", "2 hours", "OK", "Turn on now")
    tables = phone.read()["settings"]["global"]
    assert (tables["zen_mode"], tables["zen_duration"]) == ("1", "2 hours")
    at(phone, text="On · 2 hours")


def test_words_are_typed_into_the_fields() -> None:
    """A search and a message, by keyboard."""
    phone = Phone(with_launcher(APPS))
    phone.start(BUNWRIGHT.package)
    tap(phone, "Search the menu")
    assert phone.type_text("slow onions")
    tap(phone, "Smoked Onion Melt")
    phone.start(PARLOWE.package)
    tap(phone, "Sam Lindqvist", "Message")
    assert phone.type_text("On my way")
    tap(phone, "Send")
    at(phone, text="On my way")
    assert phone.read()["parlowe"]["chats"][0]["messages"][-1]["text"] == "On my way"


@pytest.mark.parametrize("app", APPS, ids=lambda app: app.name)
def test_the_first_list_is_longer_than_the_screen(app: App) -> None:
    """A real screen is a window on longer content."""
    phone = Phone(with_launcher(APPS))
    phone.start(app.package)
    lists = [box for window in phone.scene().windows for box in walk(window.root) if box.node.kind == "scroll"]
    assert any(box.scroll[1] > 0 for box in lists)
