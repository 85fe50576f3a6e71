"""Griddle Nine's sheet in which a dish is put together: size, heat, meal, what to leave out, what to add."""

from collections.abc import Sequence
from dataclasses import replace

from adapters.phone.apps.griddle import parts as p
from adapters.phone.apps.griddle.app import app
from adapters.phone.apps.griddle.catalogue import ALONE, MEAL_DRINKS, MOST, Item, item_by_key
from adapters.phone.apps.griddle.menu import menu_under
from adapters.phone.apps.griddle.model import Line, State, cents, draft_for, fresh
from adapters.phone.components.boxes import column, radio_line, words
from adapters.phone.components.choices import Entry, Picked, card_choice, check_choice, chip_choice, radio_choice
from adapters.phone.framework.actions import Handled
from adapters.phone.framework.baskets import with_line
from adapters.phone.framework.prices import Option, money, with_toggled
from adapters.phone.ui import widgets as w
from adapters.phone.ui.app import Back, Focus, Go, Screen, Toast, route
from adapters.phone.ui.node import Ev, Node, ev, node


@app.on("open_item")
def open_dish(state: State, key: str) -> Handled:
    """Open the sheet of a dish, with the declared defaults."""
    item = item_by_key(key)
    if item.sold_out:
        return Toast(f"{item.name} is sold out today")
    return replace(state, draft=fresh(item)), Focus(None), Go(route("item", key=item.key))


@app.screen("item", activity=".MenuActivity")
def options(state: State, key: str = "") -> Screen:
    """One dish and all that can be chosen for it."""
    item = item_by_key(key)
    draft = draft_for(state, item.key)
    body = node(
        "scroll",
        _sizes(item, draft),
        _heats(item, draft),
        _meals(item, draft),
        _drinks(item, draft),
        _leave_out(item, draft),
        _extras(item, draft),
        w.space(12),
        id="options",
        cls="androidx.core.widget.NestedScrollView",
        width="fill",
        grow=1,
        align="stretch",
    )
    quantity = p.stepper(draft.quantity, ev("quantity", key=item.key, by=-1), ev("quantity", key=item.key, by=1))
    add = p.block(f"Add to tray   {money(cents(draft))}", ev("add", key=item.key), rid="add_to_tray")
    sheet = p.sheet(_head(item), w.divider(), body, p.foot(quantity, add))
    return menu_under(state, sheet, item.section)


def _head(item: Item) -> Node:
    contains = f"Contains {', '.join(item.allergens).lower()}"
    about = words(
        p.caps(item.name, 24),
        w.text(item.about, "bodyM", "on_surface_variant", lines=3) if item.about else None,
        w.text(contains, "bodyS", "on_surface_variant", lines=2) if item.allergens else None,
        p.price(item, rid="base_price", top=4),
    )
    return p.head_of_sheet(p.picture(item.name, 104), about, pad=(16, 0, 4, 14), gap=14, align="start")


def _picked(item: Item, group: str, value: str) -> Picked:
    return Picked(value, ev("pick", key=item.key, group=group))


def _sizes(item: Item, draft: Line) -> Node | None:
    if not item.kind.sizes:
        return None
    sizes = [Entry(size.label, size.price or size.about or "As priced") for size in item.kind.sizes]
    picked = _picked(item, "size", draft.size)
    cards = card_choice(picked, sizes, rid="size_option", group="size_group", radius=p.CORNER, pad=(16, 0))
    return column(p.section(item.kind.size_title, "Choose one"), cards)


def _heats(item: Item, draft: Line) -> Node | None:
    """Joined cells, as one control."""
    if not item.kind.heats:
        return None
    picked = _picked(item, "heat", draft.heat)
    cells = [_heat(heat.label, fires, picked) for fires, heat in enumerate(item.kind.heats, 1)]
    return column(p.section("Heat"), radio_line(cells, rid="heat_group", gap=0, pad=(16, 0)))


def _heat(label: str, fires: int, picked: Picked) -> Node:
    chosen = label == picked.value
    ink, soft, ground = (
        ("on_primary", "on_primary", "primary") if chosen else ("on_surface", "on_surface_variant", "surface")
    )
    return node(
        "row",
        [w.icon("local_fire_department", 16, soft) for _ in range(fires)],
        w.text(label, "labelL", ink, pad=(4, 0, 0, 0)),
        on=picked.to(label), id="heat_option", cls="android.widget.RadioButton", checked=chosen, selected=chosen,
        grow=1, height=44, bg=ground, outline="outline", align="center", justify="center",
    )  # fmt: skip


def _meals(item: Item, draft: Line) -> Node | None:
    if not item.kind.meals:
        return None
    meals = [Entry(meal.label, meal.about, meal.price) for meal in item.kind.meals]
    picked = _picked(item, "meal", draft.meal)
    rows = radio_choice(picked, meals, rid="meal_option", group="meal_group", inset=16, height=48, tall=60)
    return column(p.section("Make it a meal"), rows)


def _drinks(item: Item, draft: Line) -> Node | None:
    if draft.meal in ("", ALONE):
        return None
    picked = _picked(item, "drink", draft.drink or MEAL_DRINKS[0])
    chips = chip_choice(picked, MEAL_DRINKS, rid="chip_drink", group="drink_group", inset=16, radius=p.CORNER)
    return column(p.section("Drink with it", top=10), chips)


def _leave_out(item: Item, draft: Line) -> Node | None:
    rows = _any_of(item, "without", item.kind.without, draft.without, "leave_out")
    return column(p.section("Leave out", "As it comes: all in"), rows) if rows else None


def _extras(item: Item, draft: Line) -> Node | None:
    rows = _any_of(item, "extras", item.kind.extras, draft.extras, "add_extra")
    return column(p.section("Add", "Optional"), rows) if rows else None


def _any_of(item: Item, group: str, known: Sequence[Option], chosen: Sequence[str], rid: str) -> list[Node]:
    def flip(label: str) -> Ev:
        return ev("flip", key=item.key, group=group, value=label)

    entries = [Entry(option.label, trailing=option.price) for option in known]
    return check_choice(chosen, entries, rid=rid, on=flip)


@app.on("pick")
def pick(state: State, key: str, group: str, value: str) -> State:
    """Pick one of a group: size, heat, meal or drink. A meal brings the first drink, a dish on its own none."""
    changed = {group: value}
    draft = draft_for(state, key)
    if group == "meal":
        changed["drink"] = "" if value == ALONE else draft.drink or MEAL_DRINKS[0]
    return replace(state, draft=replace(draft, **changed))  # type: ignore[arg-type]


@app.on("flip")
def flip(state: State, key: str, group: str, value: str) -> State:
    """Leave something out or in, or add something or not."""
    draft, kind = draft_for(state, key), item_by_key(key).kind
    if group == "without":
        return replace(state, draft=replace(draft, without=with_toggled(kind.without, draft.without, value)))
    return replace(state, draft=replace(draft, extras=with_toggled(kind.extras, draft.extras, value)))


@app.on("quantity")
def quantity(state: State, key: str, by: int) -> State:
    """Order more or fewer of the dish."""
    draft = draft_for(state, key)
    return replace(state, draft=replace(draft, quantity=min(MOST, max(1, draft.quantity + by))))


@app.on("add")
def add(state: State, key: str) -> Handled:
    """Put the dish on the tray as it was chosen."""
    draft = draft_for(state, key)
    tray = with_line(state.tray, draft, most=MOST)
    return replace(state, tray=tray, draft=Line("")), Back(), Toast(f"{draft.item} is on your tray")


@app.on("quick_add")
def quick_add(state: State, key: str) -> Handled:
    """Put a dish on the tray as it comes: the plus on its picture."""
    item = item_by_key(key)
    tray = with_line(state.tray, fresh(item), most=MOST)
    return replace(state, tray=tray), Toast(f"{item.name} is on your tray, as it comes")
