"""Parlowe's declaration; its screens and handlers stand in `chats`, `conversation`, `chat_info` and `sharing`."""

from adapters.phone.apps.parlowe.model import MUTE_FOR, State
from adapters.phone.framework.app_builder import AppBuilder
from adapters.phone.style.theme import Theme
from adapters.phone.ui.app import Choice, Icon, Notice, route

app = AppBuilder(
    State,
    name="parlowe",
    package="com.parlowe.chat",
    label="Parlowe",
    icon=Icon("#5B5FEF", "#FFFFFF", "forum"),
    theme=Theme("#5B5FEF", "brand", radius=18),
    home=route("chats"),
    scratch=("chats/*/messages/*/time", "chats/*/unread", "share", "ui"),
    share="share",
    choices=(Choice("parlowe.mute", MUTE_FOR, MUTE_FOR[0]),),
    notices=(
        Notice("noor", "Noor Haddad", "It opens at half past eleven", route("chat", chat="noor"), ago=42),
        Notice(
            "runners",
            "Quarry Park Runners",
            "Mira: Meeting point is the gate, 18:45 sharp",
            route("chat", chat="runners"),
            ago=69,
        ),
    ),
    version="2.9.1",
)
