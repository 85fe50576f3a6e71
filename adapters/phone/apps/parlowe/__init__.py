"""Parlowe, a messenger: chats, groups, mute, and a place that receives shared text."""

from __future__ import annotations

from adapters.phone.apps.parlowe import lists, talk
from adapters.phone.apps.parlowe.model import MUTE_FOR, State
from adapters.phone.apps.parlowe.rules import update
from adapters.phone.style.theme import Theme
from adapters.phone.ui.app import App, Choice, Icon, Notice, Route, Screen, View, route

_SCREENS = {
    "chats": lists.chats,
    "search": lists.search,
    "new": lists.new,
    "share": lists.share,
    "chat": talk.chat_page,
    "info": talk.info,
    "mute": talk.mute,
    "starred": talk.starred,
}


def screen(state: State, place: Route, view: View) -> Screen:
    """What Parlowe shows at a place; an unknown one is the chat list."""
    return _SCREENS.get(place.name, lists.chats)(state, place, view)


APP = App(
    name="parlowe",
    package="com.parlowe.chat",
    label="Parlowe",
    icon=Icon("#5B5FEF", "#FFFFFF", "forum"),
    theme=Theme("#5B5FEF", "brand", radius=18),
    home=route("chats"),
    initial=State,
    screen=screen,
    update=update,
    scratch=(
        "chats/*/messages/*/time",
        "chats/*/unread",
        "share",
        "ui",
    ),
    activities={
        "chats": ".ChatsActivity",
        "search": ".SearchActivity",
        "new": ".NewChatActivity",
        "share": ".ShareActivity",
        "chat": ".ChatActivity",
        "info": ".ChatInfoActivity",
        "mute": ".ChatInfoActivity",
        "starred": ".StarredActivity",
    },
    share="share",
    choices=(
        Choice("parlowe.mute", MUTE_FOR, MUTE_FOR[0]),
        Choice("parlowe.share.chat", ("Most recent chat",), "Most recent chat"),
        Choice("parlowe.share.address", ("Off", "On"), "Off"),
    ),
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
