"""`content://com.android.contacts`: the address book."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any, Final

from adapters.phone.providers.rows import Row, Table, Value
from adapters.phone.providers.source import (
    ContentProvider,
    Path,
    ProviderContext,
    Unsupported,
    Values,
    app_with,
    number,
    text,
)
from adapters.phone.state.phone_state import PhoneState
from adapters.phone.ui.records import Reach

APP: Final = "contacts"
NAME, PHONE, EMAIL = (
    f"vnd.android.cursor.item/{kind}" for kind in ("name", "phone_v2", "email_v2")
)  # the three data types that contact forms support
CONTACTS: Final = (
    "_id", "lookup", "display_name", "display_name_alt", "sort_key", "has_phone_number", "starred", "in_visible_group",
    "name_raw_contact_id", "photo_id", "times_contacted", "last_time_contacted",
)  # fmt: skip
RAW: Final = ("_id", "contact_id", "account_name", "account_type", "display_name", "starred", "deleted", "version")
DATA: Final = (
    "_id", "raw_contact_id", "contact_id", "mimetype", "display_name", "data1", "data2", "data3", "data4",
    "is_primary", "is_super_primary", "starred", "lookup",
)  # fmt: skip
_PHONE_TYPES: Final = {"Home": 1, "Mobile": 2, "Work": 3, "Other": 7, "Main": 12}
_MAIL_TYPES: Final = {"Home": 1, "Work": 2, "Other": 3}


def _all(world: ProviderContext) -> tuple[Any, ...]:
    return tuple(getattr(world.state.apps.get(APP), "contacts", ()))


def _name(item: Any) -> str:
    chinese = bool(item.last or item.first) and ord((item.last or item.first)[0]) > 0x2E7F
    name = item.last + item.first if chinese else f"{item.first} {item.last}".strip()
    reach = next((each.value for each in (*item.phones, *item.mails)), "")
    return name or item.company or reach


def _contact(item: Any) -> dict[str, Value]:
    name = _name(item)
    key = int(item.id)
    last = ", ".join(part for part in (item.last, item.first) if part)
    values = (key, f"0r{key}-{item.id}", name, last or name, name, int(bool(item.phones)), int(item.favourite), 1, key,
              None, 0, 0)  # fmt: skip
    return dict(zip(CONTACTS, values, strict=True))


def _datum(item: Any, number: int, kind: str, first: Value, second: Value, third: Value, fourth: Value) -> Row:
    key = int(item.id)
    values = (key * 100 + number, key, key, kind, _name(item), first, second, third, fourth, 0, 0, int(item.favourite),
              f"0r{key}-{item.id}")  # fmt: skip
    return dict(zip(DATA, values, strict=True))


def _data(item: Any) -> list[Row]:
    rows = [_datum(item, 0, NAME, _name(item), item.first or None, item.last or None, None)]
    for at, each in enumerate(item.phones, 1):
        plain = re.sub(r"[^\d+]", "", each.value)
        rows.append(_datum(item, at, PHONE, each.value, _PHONE_TYPES.get(each.type, 0), None, plain))
    for at, each in enumerate(item.mails, 50):
        rows.append(_datum(item, at, EMAIL, each.value, _MAIL_TYPES.get(each.type, 0), None, None))
    return rows


def _look(world: ProviderContext, path: Path) -> Table | None:
    people = [item for item in _all(world) if item.id.isdigit()]
    match path:
        case ("contacts",):
            return Table(CONTACTS, tuple(_contact(person) for person in people))
        case ("contacts", key) if key.isdigit():
            return Table(CONTACTS, tuple(_contact(person) for person in people if person.id == key))
        case ("contacts", "filter", query):
            return Table(
                CONTACTS, tuple(_contact(person) for person in people if query.casefold() in _name(person).casefold())
            )
        case ("raw_contacts",):
            rows = [
                dict(
                    zip(
                        RAW,
                        (int(person.id), int(person.id), None, None, _name(person), int(person.favourite), 0, 1),
                        strict=True,
                    )
                )
                for person in people
            ]
            return Table(RAW, tuple(rows))
        case ("data",):
            return Table(DATA, tuple(row for person in people for row in _data(person)))
        case ("data", ("phones" | "emails") as kind):
            wanted = PHONE if kind == "phones" else EMAIL
            found = [row for person in people for row in _data(person) if row["mimetype"] == wanted]
            # These addresses have named columns beside data1…
            named = [{**row, "number" if kind == "phones" else "address": row["data1"]} for row in found]
            return Table((*DATA, "number" if kind == "phones" else "address"), tuple(named))
        case ("phone_lookup", asked):
            digits = re.sub(r"\D", "", asked)[-9:]
            fits = [
                person
                for person in people
                if any(re.sub(r"\D", "", each.value).endswith(digits) for each in person.phones)
            ]
            return Table(CONTACTS, tuple(_contact(fit) for fit in fits if digits))
        case ("groups",):
            groups = getattr(world.state.apps.get(APP), "groups", ())
            return Table(("_id", "title"), tuple({"_id": at, "title": group} for at, group in enumerate(groups, 1)))
        case _:
            return None


def _put(world: ProviderContext, path: Path, values: Values) -> PhoneState:
    held: Any = world.state.apps.get(APP)
    if held is None or not held.contacts:
        return world.state
    if path == ("raw_contacts",):
        key = str(1 + max((int(contact.id) for contact in held.contacts if contact.id.isdigit()), default=0))
        made = type(held.contacts[0])(key)
        return app_with(world.state, APP, replace(held, contacts=(*held.contacts, made)))
    if path != ("data",):
        raise Unsupported(f"java.lang.UnsupportedOperationException: Unknown URI: {'/'.join(path)}")
    key = text(values, "raw_contact_id")
    changed = tuple(_with(contact, values) if contact.id == key else contact for contact in held.contacts)
    return app_with(world.state, APP, replace(held, contacts=changed))


def _with(item: Any, values: Values) -> Any:
    """Return the contact with one more data row."""
    kind, first = text(values, "mimetype"), text(values, "data1")
    if kind == NAME:
        given, family = text(values, "data2"), text(values, "data3")
        if not given and not family:
            given, _, family = first.partition(" ")
        return replace(item, first=given, last=family)
    if kind not in (PHONE, EMAIL):
        raise Unsupported(f"java.lang.IllegalArgumentException: mimetype {kind} is not supported")
    types = _PHONE_TYPES if kind == PHONE else _MAIL_TYPES
    label = next((name for name, value in types.items() if value == number(values, "data2", 2)), "Other")
    reach = Reach(first, label)
    return replace(item, phones=(*item.phones, reach)) if kind == PHONE else replace(item, mails=(*item.mails, reach))


def _drop(world: ProviderContext, path: Path, keys: frozenset[str]) -> PhoneState:
    held: Any = world.state.apps.get(APP)
    if path[:1] not in (("contacts",), ("raw_contacts",)) or held is None:
        raise Unsupported(f"java.lang.UnsupportedOperationException: Unknown URI: {'/'.join(path)}")
    remaining = tuple(contact for contact in held.contacts if contact.id not in keys)
    return app_with(world.state, APP, replace(held, contacts=remaining))


def _change(world: ProviderContext, path: Path, keys: frozenset[str], values: Values) -> PhoneState:
    held: Any = world.state.apps.get(APP)
    if path[:1] not in (("contacts",), ("raw_contacts",)) or held is None or set(values) - {"starred"}:
        raise Unsupported(f"java.lang.UnsupportedOperationException: Unknown URI: {'/'.join(path)}")
    star = bool(number(values, "starred"))
    changed = tuple(replace(contact, favourite=star) if contact.id in keys else contact for contact in held.contacts)
    return app_with(world.state, APP, replace(held, contacts=changed))


PEOPLE = ContentProvider(_look, _put, _change, _drop)
