"""Oakthread, a forum of groves: threads, nested replies, votes, polls; what one follows, saves, mutes and begins."""

from adapters.phone.apps.oakthread import (  # noqa: F401 - they declare its screens
    account,
    answer,
    compose,
    home,
    options,
    search,
    thread,
)
from adapters.phone.apps.oakthread.app import app

APP = app.build()
