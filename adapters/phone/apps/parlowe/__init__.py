"""Parlowe, a messenger: chats, groups, mute, and a page that receives shared text."""

from adapters.phone.apps.parlowe import chat_info, chats, conversation, sharing  # noqa: F401 - they declare its screens
from adapters.phone.apps.parlowe.app import app

APP = app.build()
