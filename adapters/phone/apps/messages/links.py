"""The addresses that Messages opens: numbers to write to, numbers to call."""

from collections.abc import Mapping
from urllib.parse import parse_qs, unquote

from adapters.phone.ui.address_book import key_of
from adapters.phone.ui.app import Link, Route, route

_ACTION = "android.intent.action."


def _number(rest: str) -> str:
    """The number of an address, however it is written."""
    number = unquote(rest.partition("?")[0]).strip("/ ")
    return number if any(char.isdigit() for char in key_of(number)) else ""


def writing(rest: str, extras: Mapping[str, str]) -> Route | None:
    """`smsto:5550142`, with a text as `sms_body` or `?body=`; without a number, whom to write to is asked."""
    number = _number(rest)
    query = parse_qs(rest.partition("?")[2])
    body = extras.get("sms_body") or "".join(query.get("body", ())[:1])
    if not number:
        return route("new")
    return route("thread", address=number, body=body) if body else route("thread", address=number)


def dialling(rest: str, extras: Mapping[str, str]) -> Route | None:
    """`tel:5550142`: the dialler with that number over its keys."""
    number = _number(rest)
    return route("keypad", number=number) if number else route("keypad")


def calling(rest: str, extras: Mapping[str, str]) -> Route | None:
    """The same, called at once; it is in the log when it ends."""
    number = _number(rest)
    return route("calling", number=number, linked=True) if number else None


LINKS = (
    *(Link(_ACTION + action, scheme, writing) for action in ("SENDTO", "VIEW") for scheme in ("sms", "smsto", "mmsto")),
    *(Link(_ACTION + action, "tel", dialling) for action in ("DIAL", "VIEW")),
    Link(_ACTION + "CALL", "tel", calling),
)
