"""Dawnwire as a reader uses it: following, liking and saving differ, and so do comments and answers to them."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest

from adapters.phone.apps.dawnwire import APP
from adapters.phone.apps.dawnwire.paper import AUTHORS, COMMENTS, SECTIONS, SOURCES, STORIES, TOPICS
from adapters.phone.kernel.phone import Phone
from adapters.phone.ui.app import Share, View, route
from runtime.core.checks import holds
from runtime.core.tasks import Check
from runtime.screen.tree import parse
from tests.support.touching import found, phone_with, state_of, tap, texts

started = partial(phone_with, APP)
app_state = partial(state_of, app=APP)

HOME = "com.android.launcher3"
TRAM = "River tram opens a year early, and the first week rides are free"
KILNS = "Quiet kilns: why a pottery town is going electric after three hundred years of fire"


def enabled(phone: Phone, label: str) -> bool:
    """Whether a button can be touched."""
    button = found(phone, label)
    assert button is not None
    return button.enabled


def test_following_liking_and_saving_are_three_things() -> None:
    """Each of the three neighbours on an article's page changes its own record and none of the others."""
    phone = started()
    first = app_state(phone)
    tap(phone, TRAM, "Follow")
    after = app_state(phone)
    assert after["authors"][-1] == {"name": "Ines Kallow", "alerts": "Highlights"}
    assert (after["liked"], after["saved"]) == (first["liked"], first["saved"])
    tap(phone, "Like")
    after = app_state(phone)
    assert after["liked"][-1] == {"story": "river-tram", "title": TRAM, "time": "2026-11-17T09:24"}
    assert after["saved"] == first["saved"]
    assert "843" in texts(phone)
    tap(phone, "Save")
    assert app_state(phone)["saved"][-1]["list"] == "Read later"
    tap(phone, "Unlike", "Remove from saved", "Following")
    last = app_state(phone)
    assert [last[key] for key in ("authors", "liked", "saved")] == [first[key] for key in ("authors", "liked", "saved")]


@pytest.mark.parametrize(("name", "right"), [("Ines Kallow", True), ("Ines Kalloway", False), ("Joan Field", False)])
def test_a_check_tells_an_author_from_the_namesake(name: str, right: bool) -> None:
    """Following the one whose name is almost the same is not what was asked for."""
    phone = started()
    tap(phone, "You", "Authors you follow", name, "Follow")
    assert holds(Check("dawnwire/authors/*", "has", {"name": "Ines Kallow"}), phone.read()) is right


def test_an_author_may_ring_as_loudly_as_was_picked() -> None:
    """The choice of one author leaves the others as they are; leaving the dialog changes nothing."""
    phone = started()
    tap(phone, "You", "Authors you follow", "Alerts from Dara Quill", "Cancel")
    assert app_state(phone)["authors"][1]["alerts"] == "Highlights"
    tap(phone, "Alerts from Dara Quill", "Off")
    assert app_state(phone)["authors"] == [
        {"name": "Tomasz Weir", "alerts": "Every article"},
        {"name": "Dara Quill", "alerts": "Off"},
    ]


def test_an_article_is_saved_to_a_list_of_ones_choice() -> None:
    """The list is picked in a dialog and counts only after "Save"; an article is on one list at a time."""
    phone = started()
    tap(phone, KILNS, "Save to a list", "Book club", "Cancel")
    assert all(item["story"] != "kilns" for item in app_state(phone)["saved"])
    tap(phone, "Save to a list", "Book club", "Save")
    assert [item["list"] for item in app_state(phone)["saved"] if item["story"] == "kilns"] == ["Book club"]
    tap(phone, "Save to a list", "Weekend", "Save")
    assert [item["list"] for item in app_state(phone)["saved"] if item["story"] == "kilns"] == ["Weekend"]


def test_a_comment_is_written_below_the_others_and_posted() -> None:
    """It stands first among the newest; nothing is posted before "Post", and the page is left by one step back."""
    phone = started()
    tap(phone, TRAM, "Comments", "Write a comment")
    phone.type_text("Rode it twice 好玩")
    assert len(app_state(phone)["comments"]) == 1
    tap(phone, "Post")
    posted = app_state(phone)["comments"][-1]
    assert {key: posted[key] for key in ("id", "story", "name", "text", "time", "parent")} == {
        "id": "m2",
        "story": "river-tram",
        "name": "Robin Vale",
        "text": "Rode it twice 好玩",
        "time": "2026-11-17T09:24",
        "parent": "",
    }
    assert {"6 comments", "Rode it twice 好玩", "You"} <= {*texts(phone)}
    assert not enabled(phone, "Post")
    phone.key(4)
    assert TRAM in texts(phone)


def test_a_reply_stands_below_what_it_answers() -> None:
    """It names the comment it belongs to, in the record and in its place; "Stop replying" and "Cancel" end that."""
    phone = started()
    phone.start(APP.package, route("comments", key="river-tram"))
    row = next(
        node
        for node in parse(phone.dump()).walk()
        if node.short_id == "row_comment" and "Sam Lindqvist" in node.texts()
    )
    reply = next(node for node in row.walk() if node.text == "Reply")
    phone.touch_tap(*reply.center)
    tap(phone, "Stop replying")
    phone.touch_tap(*reply.center)
    tap(phone, "Cancel")
    assert app_state(phone)["ui"]["answers"] == ""
    phone.touch_tap(*reply.center)
    assert "Replying to Sam Lindqvist" in texts(phone)
    phone.type_text("Ask the captain")
    tap(phone, "Post")
    assert app_state(phone)["comments"][-1]["parent"] == "c2"
    shown = texts(phone)
    assert shown.index("Sam Lindqvist") < shown.index("Ask the captain") < shown.index("Hanne Vold")


def test_a_comment_takes_so_many_characters_and_not_none() -> None:
    """What is longer is cut off, and blanks alone are not posted."""
    phone = started()
    phone.start(APP.package, route("comments", key="kilns"))
    tap(phone, "Write a comment")
    phone.type_text("  ")
    assert not enabled(phone, "Post")
    phone.type_text("x" * 401)
    assert len(app_state(phone)["ui"]["comment"]) == 400


def test_a_comment_is_liked_without_liking_the_article() -> None:
    """Two thumbs, two records."""
    phone = started()
    phone.start(APP.package, route("comments", key="river-tram"))
    tap(phone, "Like the comment of M. Tarrant")
    after = app_state(phone)
    assert after["liked_comments"] == ["c5"]
    assert all(item["story"] != "river-tram" for item in after["liked"])
    tap(phone, "Unlike the comment of M. Tarrant")
    assert app_state(phone)["liked_comments"] == []


def test_topics_are_followed_by_their_tiles() -> None:
    """The button in the corner follows; the tile opens the topic."""
    phone = started()
    tap(phone, "Topics", "Follow Energy")
    assert app_state(phone)["topics"] == ["Alder Cross", "Space", "Food", "Energy"]
    tap(phone, "Energy", "Following")
    assert app_state(phone)["topics"] == ["Alder Cross", "Space", "Food"]
    assert KILNS in texts(phone)


def test_settings_are_picked_in_dialogs_and_hold() -> None:
    """The edition changes what is shown, not only what is stored; without a briefing its time is not asked for."""
    phone = started()
    tap(phone, "You", "Edition and alerts", "Edition", "Kestrel Bay")
    tap(phone, "Briefing at", "18:00", "Morning briefing")
    assert found(phone, "Briefing at") is None
    held = app_state(phone)["prefs"]
    assert (held["edition"], held["briefing_time"], held["briefing"]) == ("Kestrel Bay", "18:00", False)
    phone.start(APP.package, route("today", tab="City"))
    assert "Kestrel Bay edition" in texts(phone)


def test_search_finds_articles_and_authors() -> None:
    """Words of the text count; a name finds its author; nothing says so."""
    phone = started()
    tap(phone, "Search")
    phone.type_text("brass trio")
    assert {"1 article", TRAM} <= {*texts(phone)}
    phone.clear_text()
    phone.type_text("ines k")
    assert {"Ines Kallow", "Ines Kalloway"} <= {*texts(phone)}
    phone.clear_text()
    phone.type_text("zeppelin")
    assert "Nothing on “zeppelin”" in texts(phone)


def test_the_advertisement_is_hidden_by_its_cross() -> None:
    """It leaves the front page, and no article does."""
    phone = started()
    tap(phone, "Hide this advertisement")
    assert app_state(phone)["ui"]["hide_ad"] is True
    assert found(phone, "Hide this advertisement") is None


def test_an_article_is_shared_as_title_author_and_link() -> None:
    """What the receiver gets tells what it is."""
    phone = started()
    screen = APP.screen(APP.initial(), route("article", key="kilns"), View(phone.now, {}, 0, (1080, 2400)))
    assert screen.top is not None
    (event,) = [node.event("tap") for node in screen.top.children if node.id == "share"]
    assert event is not None
    _, effects = APP.update(APP.initial(), event, View(phone.now, {}, 0, (1080, 2400)))
    assert effects == (Share(f"{KILNS}\nMarguerite Sole, Field & Forge\nhttps://dawnwire.example/kilns"),)


@pytest.mark.parametrize(
    ("place", "word"),
    [
        (route("article", key="library"), "渡口新图书馆周六开放"),
        (route("author", name="林晓雨"), "城市与书"),
        (route("topic", name="Space"), "1 article"),
        (route("comments", key="chess"), "Nobody has said anything yet"),
        (route("article", key="none"), "No such article"),
        (route("author", name="Nobody"), "No such author"),
    ],
    ids=lambda value: str(value) if isinstance(value, str) else value.name,
)
def test_deep_links_open_at_their_place(place: Any, word: str) -> None:
    """Articles, authors and topics can be opened from outside; what there is not says so."""
    phone = started()
    phone.start(APP.package, place)
    assert word in texts(phone)


def test_the_paper_is_consistent() -> None:
    """Authors, papers and sections exist, comments belong to articles, and no article is empty."""
    names = {author.name for author in AUTHORS}
    assert {story.author for story in STORIES} == names
    assert {story.source for story in STORIES} == {*SOURCES}
    assert {story.section for story in STORIES} == {*SECTIONS} - {"For you"}
    assert {comment.story for comment in COMMENTS} <= {story.key for story in STORIES}
    assert {topic for story in STORIES for topic in story.topics} >= {*TOPICS}
    assert all(story.text and all(story.text) for story in STORIES)
