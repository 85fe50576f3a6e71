"""Framelet by touch: following, liking, saving, sending and posting, and what its state says afterwards."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from functools import partial
from typing import Any

import pytest

from adapters.phone.apps.framelet import APP
from adapters.phone.apps.framelet.content import COMMENTS, OLDER, PEOPLE, POSTS, person
from adapters.phone.apps.framelet.model import FILTERS, State, feed, post_of
from adapters.phone.kernel.phone import Phone
from adapters.phone.ui.app import Share, View, route
from adapters.phone.ui.node import Node
from adapters.phone.ui.package_names import HOME
from runtime.core.checks import holds
from runtime.core.tasks import Check
from tests.support.touching import found, phone_with, state_of, tap, texts, toast, walk, window_texts

framelet = partial(state_of, app=APP)

BACK = 4
NOW = "2026-11-17T09:24"
CLOCK = datetime(2026, 11, 17, 9, 24)  # noqa: DTZ001 - the phone's own local time


def phone(place: str = "", state: dict[str, Any] | None = None, **args: Any) -> Phone:
    """A phone with Framelet in front, at home or at a place."""
    made = phone_with(APP, state=state)
    if place:
        made.start(APP.package, route(place, **args))
    return made


def touch(on: Phone, rid: str, nth: int = 0) -> None:
    """Touch what has this id: the app's tree hides ids and names some icons not at all."""
    for _ in range(14):
        current_boxes = [
            box for window in on.scene().windows if window.package == APP.package for box in walk(window.root)
        ]
        shown = [box.rect for box in current_boxes if box.node.id == rid and box.clip[1] < box.rect[3] <= box.clip[3]]
        if len(shown) > nth:
            left, top, right, bottom = shown[nth]
            on.touch_tap((left + right) // 2, (top + bottom) // 2)
            return
        on.touch_swipe(540, 1500, 540, 1000, 500)
    raise AssertionError(f"no {rid!r} on this screen")


def nodes(root: Node | None) -> Iterator[Node]:
    """A tree in document order."""
    if root is not None:
        yield root
        for child in root.children:
            yield from nodes(child)


def test_following_liking_saving_and_sending_are_four_things() -> None:
    """Each of the neighbours below a photo changes its own record and none of the others."""
    on = phone("post", key="blue")
    first = framelet(on)
    touch(on, "like")
    after = framelet(on)
    assert after["liked"][-1] == {"post": "blue", "author": "doors.of.meridian", "at": NOW}
    assert [after[key] for key in ("following", "saved", "messages")] == [
        first[key] for key in ("following", "saved", "messages")
    ]
    assert "3,481 likes" in window_texts(on)
    touch(on, "follow_author")
    after = framelet(on)
    assert after["following"][-1] == {
        "handle": "doors.of.meridian", "name": "Doors of Meridian", "requested": False,
    }  # fmt: skip
    assert after["saved"] == first["saved"]
    touch(on, "save")
    assert framelet(on)["saved"][-1] == {
        "post": "blue", "author": "doors.of.meridian", "collection": "All saved", "at": NOW,
    }  # fmt: skip
    touch(on, "like")
    touch(on, "save")
    last = framelet(on)
    assert (last["liked"], last["saved"]) == (first["liked"], first["saved"])


def test_two_quick_taps_on_a_photo_like_it() -> None:
    """One tap alone does nothing; on a photo that is liked already two quick taps are not offered."""
    on = phone("post", key="blue")
    first = framelet(on)
    photo = found(on, "Photo by doors.of.meridian")
    assert photo is not None
    on.touch_tap(*photo.center)
    assert framelet(on) == first
    on.elapse(2000)
    on.touch_double_tap(*photo.center)
    assert framelet(on)["liked"][-1]["post"] == "blue"
    screen = on.screen().body
    assert all(node.event("double") is None for node in nodes(screen))


def test_a_post_is_sent_with_words_to_those_who_were_picked() -> None:
    """Two people get it, each as a record of their own; nobody else does."""
    on = phone("post", key="tide")
    touch(on, "send")
    tap(on, "sam_lindqvist", "xiaoyu.lin", "Write a message")
    on.type_text("Look at the last one")
    tap(on, "Send to 2")
    sent = framelet(on)["messages"][5:]
    assert [(item["number"], item["who"], item["post"], item["text"]) for item in sent] == [
        ("M-65", "sam_lindqvist", "tide", "Look at the last one"),
        ("M-66", "xiaoyu.lin", "tide", "Look at the last one"),
    ]
    assert toast(on) == "Sent to 2 people"
    tap(on, "Navigate up", "Messages, 1 new", "sam_lindqvist")
    assert {"Look at the last one", "mira.draws"} <= {*window_texts(on)}


def test_a_photo_is_posted_with_all_that_was_chosen() -> None:
    """Photo, filter, shape, caption, audience, place and comments end in one numbered record."""
    on = phone()
    touch(on, "new_post")
    touch(on, "roll_item", 4)
    tap(on, "Next", "Ember", "Portrait", "Next", "Write a caption")
    on.type_text("It rides again")
    on.key(BACK)
    tap(on, "Audience", "Close friends", "Location", "River Bridge")
    tap(on, "Who can comment", "People you follow", "Review")
    assert {"Close friends", "River Bridge", "People you follow", "Ember"} <= {*window_texts(on)}
    tap(on, "Share now")
    assert framelet(on)["posts"] == [
        {
            "number": "FR-318",
            "photo": "photo:ember:bike",
            "filter": "Ember",
            "crop": "Portrait",
            "caption": "It rides again",
            "audience": "Close friends",
            "place": "River Bridge",
            "comments": "People you follow",
            "at": NOW,
            "shot": 5,
        }
    ]
    assert {"Photo 5 of 16", "River Bridge", "Portrait"} <= {*window_texts(on)}
    assert "FR-318 · Close friends" in window_texts(on)
    tap(on, "See post")
    assert "It rides again" in window_texts(on)
    on.key(BACK)
    on.key(BACK)
    assert on.foreground[0] == HOME


def test_an_untouched_post_ends_with_the_declared_defaults() -> None:
    """Who only goes on gets the default of every choice point."""
    on = phone()
    touch(on, "new_post")
    tap(on, "Next", "Next", "Review", "Share now")
    (made,) = framelet(on)["posts"]
    happened = {
        "post.audience": made["audience"],
        "post.filter": made["filter"],
        "post.crop": made["crop"],
        "post.place": made["place"],
        "post.comments": made["comments"],
    }
    declared = {choice.id.removeprefix("framelet."): choice.default for choice in APP.choices if ".post." in choice.id}
    assert happened == declared


@pytest.mark.parametrize(("audience", "right"), [("Everyone", True), ("Followers", False), ("Only me", False)])
def test_state_tells_the_right_audience_from_near_misses(audience: str, right: bool) -> None:
    """A check on the record holds for the audience that was asked for only."""
    on = phone()
    touch(on, "new_post")
    tap(on, "Next", "Next", "Audience", audience, "Review", "Share now")
    wanted = {"photo": "photo:original:land:dusk:city", "audience": "Everyone"}
    assert holds(Check(path="framelet/posts/*", op="has", value=wanted), on.read()) is right


def test_a_comment_and_a_reply_are_told_apart() -> None:
    """A comment answers the post; a reply names the comment that it answers, unless that is taken back."""
    on = phone("comments", key="tide")
    tap(on, "Add a comment for mira.draws")
    on.type_text("Team yes")
    tap(on, "Post")
    touch(on, "reply", 1)
    tap(on, "Cancel")
    assert "Replying to noor.haddad.clay" not in window_texts(on)
    touch(on, "reply", 1)
    assert "Replying to noor.haddad.clay" in window_texts(on)
    on.type_text("Agreed")
    tap(on, "Post")
    comments = framelet(on)["comments"]
    assert [(item["id"], item["text"], item["answers"]) for item in comments] == [
        ("C-1", "Team yes", ""),
        ("C-2", "Agreed", "tide-1"),
    ]
    tap(on, "Like the comment of noor.haddad.clay")
    after = framelet(on)
    assert after["liked_comments"] == ["tide-1"]
    assert all(item["post"] != "tide" for item in after["liked"])


def test_muting_is_not_blocking() -> None:
    """Muting hides posts and keeps following; blocking ends it. Both can be taken back, and blocking is asked about."""
    on = phone("options", key="tide")
    tap(on, "Mute mira.draws")
    state = framelet(on)
    assert state["muted"] == ["night.tram", "mira.draws"]
    assert (state["blocked"], "mira.draws" in {item["handle"] for item in state["following"]}) == ([], True)
    on.start(APP.package, route("options", key="tide"))
    tap(on, "Unmute mira.draws")
    assert framelet(on)["muted"] == ["night.tram"]
    on.start(APP.package, route("options", key="tide"))
    tap(on, "Block mira.draws", "Block")
    state = framelet(on)
    assert state["blocked"] == ["mira.draws"]
    assert "mira.draws" not in {item["handle"] for item in state["following"]}
    on.start(APP.package, route("post", key="tide"))
    assert "This post isn't available" in window_texts(on)
    on.start(APP.package, route("blocked"))
    tap(on, "Unblock")
    assert framelet(on)["blocked"] == []
    assert "Nobody is blocked" in window_texts(on)


def test_muted_accounts_leave_the_feed() -> None:
    """Posts of a muted account are not on home, though the account is followed."""
    assert "mira.draws" in {post.author for post in feed(State())}
    assert "mira.draws" not in {post.author for post in feed(State(muted=("mira.draws",)))}


def test_twin_accounts_are_two() -> None:
    """Two people of one name: the search shows both, and following one is not following the other."""
    on = phone("search")
    touch(on, "search_src_text")
    on.type_text("noor haddad")
    assert {"noor.haddad", "noor.haddad.clay"} <= {*window_texts(on)}
    tap(on, "noor.haddad.clay", "Follow")
    handles = [item["handle"] for item in framelet(on)["following"]]
    assert handles[-1] == "noor.haddad.clay"
    assert handles.count("noor.haddad") == 1


def test_a_private_account_is_only_asked() -> None:
    """Its page shows no photos, and a follow is a request until it is answered."""
    on = phone("person", handle="bea_kowal")
    assert "This account is private" in window_texts(on)
    tap(on, "Follow")
    assert framelet(on)["following"][-1]["requested"] is True
    assert "Requested" in window_texts(on)
    tap(on, "Requested")
    assert all(item["handle"] != "bea_kowal" for item in framelet(on)["following"])


def test_saving_goes_where_it_was_picked() -> None:
    """A collection that is picked holds the post; the bookmark takes the default one."""
    on = phone("options", key="noodles")
    tap(on, "Save to a collection", "Kitchen ideas", "Save here")
    assert framelet(on)["saved"][-1]["collection"] == "Kitchen ideas"
    on.start(APP.package, route("post", key="tide"))
    touch(on, "save")
    assert framelet(on)["saved"][-1]["collection"] == "All saved"
    on.start(APP.package, route("saved"))
    assert {"Photo by mira.draws", "Photo by sam_lindqvist"} <= {*texts(on)}
    tap(on, "Kitchen ideas")
    assert {"Photo by xiaoyu.lin", "Photo by lowtide.kitchen"} <= {*texts(on)}


def test_settings_are_kept() -> None:
    """A switch and a choice of several values end in the state; the latter is what a new post begins with."""
    on = phone("settings")
    tap(on, "Private account", "Who can comment", "People you follow")
    assert framelet(on)["settings"] == {"private": True, "comments": "People you follow"}
    on.start(APP.package, route("home"))
    touch(on, "new_post")
    tap(on, "Next", "Next", "Review")
    assert "People you follow" in window_texts(on)


@pytest.mark.parametrize(
    ("place", "args", "words"),
    [
        ("post", {"key": "none"}, "This post isn't available"),
        ("person", {"handle": "nobody"}, "This account isn't available"),
        ("saved", {"collection": "none"}, "Nothing saved here"),
        ("comments", {"key": "spring"}, "No comments yet"),
    ],
)
def test_empty_and_missing_places_say_so(place: str, args: dict[str, Any], words: str) -> None:
    """A place without content explains itself and leads back."""
    on = phone(place, **args)
    assert words in window_texts(on)
    assert found(on, "Navigate up") is not None
    tap(on, "Navigate up")
    assert on.foreground[0] in (APP.package, HOME)


def test_a_search_without_results_says_so() -> None:
    """The empty state quotes the words."""
    on = phone("search", state={"ui": {"query": "zeppelin"}})
    assert "No results for “zeppelin”" in window_texts(on)


def test_the_tree_is_poor_but_pixels_are_not() -> None:
    """Ids are short and some icons are mute, as in a shrunk app; every control still is in the tree."""
    on = phone()
    assert "Save" not in texts(on)
    assert "Like" in texts(on)
    assert b"NAF" in on.dump()
    assert b":id/post_more" not in on.dump()


def test_content_is_whole() -> None:
    """Every author has a page, every comment a post; keys are unique; no two pictures of the feed are the same."""
    posts = (*POSTS, *OLDER)
    assert len({post.key for post in posts}) == len(posts)
    for post in posts:
        assert person(post.author) is not None
        assert post.photo.split(":")[1] in {name.lower() for name in FILTERS}
    arts = [post.art() for post in feed(State())]
    assert len(set(arts)) == len(arts)
    for comment in COMMENTS:
        assert post_of(State(), comment.post) is not None
        assert person(comment.author) is not None
    assert len({item.handle for item in PEOPLE}) == len(PEOPLE)


def test_sharing_out_hands_the_caption_over() -> None:
    """Another app gets the author and the words."""
    view = View(CLOCK, {}, 0, (1080, 2400))
    overlay = APP.screen(State(), route("options", key="noodles"), view).overlay
    assert overlay is not None
    event = next(node.event("tap") for node in nodes(overlay.root) if node.id == "share")
    assert event is not None
    _, effects = APP.update(State(), event, view)
    assert Share("xiaoyu.lin on Framelet: 雨天，一碗热面就够了。") in effects


def test_what_is_drawn_depends_on_state_alone() -> None:
    """The same state gives equal screens at every place."""
    view = View(CLOCK, {}, 0, (1080, 2400))
    for name in APP.activities:
        screen, two = (APP.screen(State(), route(name), view) for _ in range(2))
        assert screen == two
        assert any(node.text for part in (screen.top, screen.body) for node in nodes(part))
