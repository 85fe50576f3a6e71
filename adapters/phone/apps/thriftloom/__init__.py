"""Thriftloom, second-hand fashion: single pieces in one size and state, offers, one's own rail."""

from adapters.phone.apps.thriftloom import (  # noqa: F401 - they declare its screens
    account,
    front,
    offers,
    piece_page,
    purchases,
    searching,
    selling,
    till,
)
from adapters.phone.apps.thriftloom.app import app

APP = app.build()
