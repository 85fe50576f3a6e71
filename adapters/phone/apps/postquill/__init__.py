"""Postquill, a mail app: inbox, conversations, answers, a writing page, folders, snooze."""

from adapters.phone.apps.postquill import (  # noqa: F401 - they declare its screens
    compose,
    compose_windows,
    drafts,
    files_and_people,
    lists,
    thread,
)
from adapters.phone.apps.postquill.app import app

APP = app.build()
