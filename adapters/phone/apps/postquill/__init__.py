"""Postquill, a mail app: inbox, conversations, answers, a writing page, folders, snooze."""

from adapters.phone.apps.postquill import compose, drafts, lists, thread  # noqa: F401 - they declare its screens
from adapters.phone.apps.postquill.app import app

APP = app.build()
