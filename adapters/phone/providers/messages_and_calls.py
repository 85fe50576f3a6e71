"""`content://sms` and `content://call_log/calls`: messages and calls of the Messages app."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final

from adapters.phone.providers.rows import Row, Table
from adapters.phone.providers.source import ContentProvider, Path, ProviderContext, Values, app_with, number, text
from adapters.phone.providers.timestamps import millis, moment
from adapters.phone.state.phone_state import PhoneState
from adapters.phone.ui.records import Call, Sms

APP: Final = "messages"
_BOXES: Final = {"inbox": 1, "sent": 2, "draft": 3, "outbox": 4, "failed": 5, "queued": 6}
SMS: Final = (
    "_id", "thread_id", "address", "person", "date", "date_sent", "protocol", "read", "status", "type",
    "reply_path_present", "subject", "body", "service_center", "locked", "sub_id", "error_code", "creator", "seen",
)  # fmt: skip
CALLS: Final = (
    "_id", "number", "date", "duration", "type", "new", "name", "numbertype", "numberlabel", "is_read", "countryiso",
    "geocoded_location", "presentation", "subscription_id", "features",
)  # fmt: skip


def _held(world: ProviderContext) -> Any:
    return world.state.apps.get(APP)


def _sms(world: ProviderContext, path: Path) -> Table | None:
    held = _held(world)
    box = path[0] if path else ""
    if path and not box.isdigit() and box not in _BOXES and box not in ("conversations", "raw"):
        return None
    messages = getattr(held, "messages", ())
    threads: dict[str, int] = {}
    rows: list[Row] = []
    for message in messages:
        thread = threads.setdefault(message.address, len(threads) + 1)
        if (box.isdigit() and str(message.id) != box) or (box in _BOXES and message.type != _BOXES[box]):
            continue
        when, came = millis(message.date), message.type == 1
        rows.append(
            dict(
                zip(
                    SMS,
                    (message.id, thread, message.address, None, when, when if came else 0, 0 if came else None,
                     int(message.read), -1, message.type, 0 if came else None, None, message.body, None, 0, 1, -1,
                     "com.android.messaging", 1),
                    strict=True,
                )
            )
        )  # fmt: skip
    # The provider returns the newest message first.
    return Table(SMS, tuple(sorted(rows, key=lambda row: (-number(row, "date"), -number(row, "_id")))))


def _add_sms(world: ProviderContext, path: Path, values: Values) -> PhoneState:
    held = _held(world)
    if held is None:
        return world.state
    kind = _BOXES.get(path[0], 1) if path else number(values, "type", 1)
    made = Sms(
        1 + max((message.id for message in held.messages), default=0),
        text(values, "address"),
        text(values, "body"),
        moment(number(values, "date", -1), world.state),
        kind,
        bool(number(values, "read", int(kind != 1))),
    )
    return app_with(world.state, APP, replace(held, messages=(*held.messages, made)))


def _change_sms(world: ProviderContext, path: Path, keys: frozenset[str], values: Values) -> PhoneState:
    held = _held(world)
    given: dict[str, object] = {}
    for name in ("address", "body"):
        if name in values:
            given[name] = text(values, name)
    if "read" in values:
        given["read"] = bool(number(values, "read"))
    if "type" in values:
        given["type"] = number(values, "type")
    if "date" in values:
        given["date"] = moment(number(values, "date"), world.state)
    changed = tuple(replace(message, **given) if str(message.id) in keys else message for message in held.messages)
    return app_with(world.state, APP, replace(held, messages=changed))


def _drop_sms(world: ProviderContext, path: Path, keys: frozenset[str]) -> PhoneState:
    held = _held(world)
    if held is None:
        return world.state
    remaining = tuple(message for message in held.messages if str(message.id) not in keys)
    return app_with(world.state, APP, replace(held, messages=remaining))


def _calls(world: ProviderContext, path: Path) -> Table | None:
    if path[:1] not in ((), ("calls",)):
        return None
    rows: list[Row] = [
        dict(
            zip(
                CALLS,
                (item.id, item.number, millis(item.date), item.duration, item.type, int(item.new), None, 0, None,
                 int(not item.new), "US", None, 1, "1", 0),
                strict=True,
            )
        )
        for item in getattr(_held(world), "calls", ())
        if path[1:] in ((), (str(item.id),))
    ]  # fmt: skip
    return Table(CALLS, tuple(sorted(rows, key=lambda row: -number(row, "date"))))


def _add_call(world: ProviderContext, path: Path, values: Values) -> PhoneState:
    held = _held(world)
    if held is None:
        return world.state
    made = Call(
        1 + max((call.id for call in held.calls), default=0),
        text(values, "number"),
        moment(number(values, "date", -1), world.state),
        number(values, "duration"),
        number(values, "type", 1),
        bool(number(values, "new")),
    )
    return app_with(world.state, APP, replace(held, calls=(*held.calls, made)))


def _change_call(world: ProviderContext, path: Path, keys: frozenset[str], values: Values) -> PhoneState:
    held = _held(world)
    given: dict[str, object] = {name: number(values, name) for name in ("duration", "type") if name in values}
    if "number" in values:
        given["number"] = text(values, "number")
    if "new" in values or "is_read" in values:
        given["new"] = bool(number(values, "new", int(not number(values, "is_read", 1))))
    if "date" in values:
        given["date"] = moment(number(values, "date"), world.state)
    changed = tuple(replace(call, **given) if str(call.id) in keys else call for call in held.calls)
    return app_with(world.state, APP, replace(held, calls=changed))


def _drop_call(world: ProviderContext, path: Path, keys: frozenset[str]) -> PhoneState:
    held = _held(world)
    if held is None:
        return world.state
    remaining = tuple(call for call in held.calls if str(call.id) not in keys)
    return app_with(world.state, APP, replace(held, calls=remaining))


MESSAGES = ContentProvider(_sms, _add_sms, _change_sms, _drop_sms)
CALL_LOG = ContentProvider(_calls, _add_call, _change_call, _drop_call)
