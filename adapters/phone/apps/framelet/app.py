"""Framelet's declaration; its screens and handlers stand in the modules of their topics."""

from adapters.phone.apps.framelet.model import (
    AUDIENCES,
    COLLECTIONS,
    CROPS,
    FILTERS,
    PLACES,
    WHO_COMMENTS,
    State,
)
from adapters.phone.framework.app_builder import AppBuilder
from adapters.phone.style.theme import Theme
from adapters.phone.ui.app import Choice, Icon, Notice, route

app = AppBuilder(
    State,
    activity=".MainActivity",
    name="framelet",
    package="com.framelet.photos",
    label="Framelet",
    icon=Icon("#0B1F24", "#4FE0EA", "filter_center_focus"),
    theme=Theme("#0FA3B1", "neutral", dark=True, overrides=(("primary", "#4FE0EA"),), radius=0),
    home=route("home"),
    scratch=(
        "draft",
        "liked/*/at",
        "messages/*/at",
        "messages/*/number",
        "posts/*/at",
        "posts/*/number",
        "saved/*/at",
        "ui",
    ),
    choices=(
        Choice("framelet.post.audience", AUDIENCES, AUDIENCES[0]),
        Choice("framelet.post.filter", FILTERS, FILTERS[0]),
        Choice("framelet.post.crop", CROPS, CROPS[0]),
        Choice("framelet.post.place", PLACES, PLACES[0]),
        Choice("framelet.post.comments", WHO_COMMENTS, WHO_COMMENTS[0]),
        Choice("framelet.save.collection", COLLECTIONS, COLLECTIONS[0]),
    ),
    notices=(
        Notice("comment", "noor.haddad", "Is that the bench by the ferry?", route("comments", key="FR-317"), ago=89),
    ),
    version="38.2.0",
    tree_style="poor",
)
