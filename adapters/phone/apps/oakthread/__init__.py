"""Oakthread, a forum of groves: threads, nested replies, votes; what one follows, saves, mutes and begins."""

from adapters.phone.apps.oakthread import account, compose, home, options, thread  # noqa: F401 - they declare its screens
from adapters.phone.apps.oakthread.app import app

APP = app.build()
