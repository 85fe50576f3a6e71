"""Reelbrook by touch: following, liking and saving, the player and its clock, comments, downloads and uploads."""

from __future__ import annotations

from datetime import datetime, timedelta
from functools import partial
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adapters.phone.apps.reelbrook import APP
from adapters.phone.apps.reelbrook.catalogue import CHANNELS, COMMENTS, FACES, VIDEOS, channel_of
from adapters.phone.apps.reelbrook.model import Player, State, home, position
from adapters.phone.kernel.phone import Phone
from adapters.phone.ui.app import Route, Share, View, route
from adapters.phone.ui.package_names import HOME
from runtime.core.checks import holds
from runtime.core.tasks import Check
from runtime.screen.tree import UiNode
from tests.support.touching import found, phone_with, state_of, texts, toast, walk, window_texts

reel = partial(state_of, app=APP)

BACK = 4
NOW = "2026-11-17T09:24"
CLOCK = datetime(2026, 11, 17, 9, 24)  # noqa: DTZ001 - the phone's own local time
WAX = "Hot wax: the silent chain, from filthy to finished in one evening"
LINE_NINE = "Line 9, last car, rain: the whole line without a word"


def phone(place: str = "", state: dict[str, Any] | None = None, **args: Any) -> Phone:
    """A phone with Reelbrook in front, at home or at a place."""
    made = phone_with(APP, state=state)
    if place:
        made.start(APP.package, route(place, **args))
    return made


def reach(on: Phone, name: str) -> UiNode:
    """What says so, after scrolling down to it where it is further below."""
    for _ in range(16):
        node = found(on, name)
        if node is not None and node.center[1] < 2060:
            return node
        on.touch_swipe(540, 1500, 540, 1000, 500)
    raise AssertionError(f"no {name!r} on this screen")


def tap(on: Phone, *names: str) -> None:
    """Touch what says so, one after the other; what stands at the lower edge is touched where it is."""
    for name in names:
        node = found(on, name) or reach(on, name)
        on.touch_tap(*node.center)


def test_following_liking_and_saving_are_three_things() -> None:
    """The neighbours on a card change each its own record and none of the others."""
    on = phone()
    first = reel(on)
    tap(on, "Follow")
    after = reel(on)
    assert after["followed"][-1] == {"channel": "torque", "alerts": "Highlights", "at": NOW}
    assert (after["liked"], after["saved"]) == (first["liked"], first["saved"])
    tap(on, "Like")
    after = reel(on)
    assert after["liked"][-1] == {"video": "wax", "at": NOW}
    assert after["saved"] == first["saved"]
    tap(on, "Save to Watch later")
    assert reel(on)["saved"][-1] == {"video": "wax", "playlist": "Watch later", "at": NOW}
    assert toast(on) == "Saved to Watch later"
    tap(on, "Unlike")
    assert reel(on)["liked"] == first["liked"]


def test_liking_a_video_is_not_liking_a_comment() -> None:
    """Both say thumbs up; the records differ."""
    on = phone("video", key="wax")
    tap(on, "Like video")
    assert reel(on)["liked"][-1] == {"video": "wax", "at": NOW}
    tap(on, "Unlike video", "Comments", "Like the comment of Tariq Osei")
    after = reel(on)
    assert after["liked_comments"] == [{"comment": "wax.0", "author": "Tariq Osei"}]
    assert all(item["video"] != "wax" for item in after["liked"])
    assert "213" in window_texts(on)


def test_a_comment_and_a_reply_are_told_apart() -> None:
    """A comment is about the video; a reply names the comment and the person it answers."""
    on = phone("comments", key="wax")
    tap(on, "Add a comment")
    on.type_text("Hook installed")
    tap(on, "Post comment", "Reply")
    assert "Replying to Tariq Osei" in window_texts(on)
    on.type_text("Same")
    tap(on, "Post comment")
    comments = reel(on)["comments"]
    assert [(item["number"], item["text"], item["answers"], item["to"]) for item in comments] == [
        ("RC-70", "Hook installed", "", ""),
        ("RC-71", "Same", "wax.0", "Tariq Osei"),
    ]


def test_a_comment_is_answered_once_at_a_time() -> None:
    """Its button rests while the answer is written, and comes back when that is stopped."""
    on = phone("comments", key="wax")
    tap(on, "Reply")
    resting = found(on, "Replying")
    assert resting is not None
    assert not resting.enabled
    tap(on, "Stop replying")
    assert found(on, "Replying") is None


def test_the_player_goes_on_with_the_clock() -> None:
    """It plays from where it was left; what was watched is in the history; the mini player shows it and is closed."""
    on = phone()
    tap(on, WAX)
    assert {"Pause", "0:00 / 12:47"} <= {*texts(on)}
    on.elapse(120_000)
    on.key(BACK)
    assert "Pause" in texts(on)
    tap(on, "Pause")
    stood = reel(on)["player"]["seconds"]
    assert 120 <= stood <= 130
    assert reel(on)["history"][-1]["video"] == "wax"
    on.elapse(60_000)
    tap(on, "Play", "Pause")
    assert reel(on)["player"]["seconds"] - stood < 10
    tap(on, "Close player")
    assert reel(on)["player"]["video"] == ""
    assert "Close player" not in texts(on)
    tap(on, WAX, "Forward 10 seconds")
    assert stood + 10 <= reel(on)["player"]["seconds"] <= stood + 30


def test_a_video_that_a_link_opens_plays_from_where_it_was_left() -> None:
    """It waits until it is asked to play; the bar shows and moves the place."""
    on = phone("video", key="line9")
    assert {"Play", "28:50 / 58:31"} <= {*texts(on)}
    assert reel(on)["player"]["video"] == ""
    tap(on, "Back 10 seconds")
    player = reel(on)["player"]
    assert (player["video"], player["seconds"], player["playing"]) == ("line9", 1720, False)
    tap(on, "Play")
    assert reel(on)["player"]["playing"] is True
    tap(on, "28:40 of 58:31")
    assert 1700 < reel(on)["player"]["seconds"] < 1800


def test_the_quality_of_watching_is_not_that_of_a_download() -> None:
    """It is picked in its own window and stays for the next video; nothing is downloaded."""
    on = phone()
    before = reel(on)["downloads"]
    tap(on, WAX, "Quality: Auto", "1080p")
    assert (reel(on)["player"]["quality"], reel(on)["downloads"]) == ("1080p", before)
    assert found(on, "Quality: 1080p") is not None


@given(st.integers(0, 400), st.integers(0, 5000))
def test_a_position_never_leaves_its_video(start: int, later: int) -> None:
    """However long one waits; a video stays at its end."""
    player = Player("fog", min(start, 213), CLOCK.isoformat(), True)
    at = position(State(player=player), CLOCK + timedelta(seconds=later))
    assert 0 <= at <= 213
    assert at == min(player.seconds + later, 213)


def test_a_video_is_downloaded_in_the_picked_quality() -> None:
    """The preset is the middle one; a second time is refused; the page deletes it."""
    on = phone("options", video="wax")
    tap(on, "Download", "1080p", "Download")
    assert reel(on)["downloads"][-1] == {"number": "D-18", "video": "wax", "quality": "1080p", "at": NOW}
    on.start(APP.package, route("options", video="broth"))
    tap(on, "Download", "Download")
    assert reel(on)["downloads"][-1]["quality"] == "720p"
    on.start(APP.package, route("options", video="wax"))
    tap(on, "Download")
    assert toast(on) == "Already downloaded"
    on.start(APP.package, route("downloads"))
    tap(on, f"Delete {WAX}")
    assert [download["number"] for download in reel(on)["downloads"]] == ["D-17", "D-19"]


def test_a_video_is_uploaded_with_all_that_was_chosen() -> None:
    """Clip, title, words, audience, category, comments and time end in one numbered record."""
    on = phone()
    tap(on, "Upload", "tram window", "Next", "Title")
    on.type_text("Line 9 from the window")
    on.key(BACK)
    tap(on, "Description")
    on.type_text("No words")
    on.key(BACK)
    tap(on, "Who can watch", "With link", "Category", "Trams", "Comments", "Checked first")
    tap(on, "Goes online", "Saturday, 10:00", "Review")
    assert {"Line 9 from the window", "With link", "Trams", "Checked first", "Saturday, 10:00"} <= {*window_texts(on)}
    tap(on, "Upload")
    assert reel(on)["uploads"][-1] == {
        "number": "RB-906",
        "clip": "tram window",
        "title": "Line 9 from the window",
        "about": "No words",
        "audience": "With link",
        "category": "Trams",
        "comments": "Checked first",
        "when": "Saturday, 10:00",
        "at": NOW,
    }
    assert {"RB-906", "Goes online: Saturday, 10:00"} <= {*window_texts(on)}
    tap(on, "Done")
    assert found(on, "Robin Vale") is not None
    on.key(BACK)
    assert on.foreground[0] == HOME


def test_an_untouched_upload_ends_with_the_declared_defaults() -> None:
    """Who types a title only gets the default of every choice point."""
    on = phone()
    tap(on, "Upload", "Next", "Title")
    on.type_text("Hello")
    on.key(BACK)
    tap(on, "Review", "Upload")
    made = reel(on)["uploads"][-1]
    assert {choice.id.removeprefix("reelbrook.upload."): choice.default for choice in APP.choices} == {
        name: made[name] for name in ("audience", "when")
    }


@pytest.mark.parametrize(("audience", "right"), [("Private", True), ("With link", False), ("Followers", False)])
def test_state_tells_the_right_audience_from_near_misses(audience: str, right: bool) -> None:
    """A check on the record holds for the audience that was asked for only."""
    on = phone()
    tap(on, "Upload", "Next", "Title")
    on.type_text("Chair")
    on.key(BACK)
    tap(on, "Who can watch", audience, "Review", "Upload")
    wanted = {"title": "Chair", "audience": "Private"}
    assert holds(Check(path="reelbrook/uploads/*", op="has", value=wanted), on.read()) is right


def test_an_upload_without_comments_says_so() -> None:
    """The first one was uploaded with comments off."""
    on = phone("video", key="RB-905")
    tap(on, "Comments")
    assert "Comments are off" in window_texts(on)


@pytest.mark.parametrize(
    "page", [route("channel", key="torque"), route("search"), route("topics"), route("video", key="line9")]
)
def test_a_window_lies_over_the_page_that_it_was_opened_from(page: Route) -> None:
    """What can be done with a video, and its download, are asked over the list that shows it."""
    on = phone(page.name, **dict(page.args), state={"ui": {"query": "the"}})
    below = on.screen().body
    (more, *_) = (node for node in walk(below) if node.id == "more")
    tap(on, more.desc)
    assert on.screen().body == below
    tap(on, "Download")
    assert on.state.top.route.name == "download"
    assert on.screen().body == below


def test_hiding_a_video_is_not_hiding_its_channel() -> None:
    """The channel's other videos stay on home."""
    on = phone("options", video="wax")
    tap(on, "Not interested")
    keys = {video.key for video in home(on.state.apps["reelbrook"], "All")}
    assert "wax" not in keys
    assert "tandem" in keys


def test_twin_channels_are_two() -> None:
    """Quarry Loop is not Quarry Loops."""
    on = phone("search", state={"ui": {"query": "quarry loop"}})
    assert {"Quarry Loop", "Quarry Loops"} <= {*window_texts(on)}
    tap(on, "Quarry Loops", "Follow", "Alerts", "Every video")
    assert reel(on)["followed"][-1] == {"channel": "loops", "alerts": "Every video", "at": NOW}


@pytest.mark.parametrize(
    ("place", "args", "words"),
    [
        ("video", {"key": "none"}, "This video isn't available"),
        ("channel", {"key": "none"}, "This channel isn't available"),
        ("playlist", {"name": "none"}, "No such playlist"),
        ("uploaded", {"key": "none"}, "This video isn't available"),
        ("comments", {"key": "pull"}, "No comments yet"),
    ],
)
def test_empty_and_missing_places_say_so(place: str, args: dict[str, Any], words: str) -> None:
    """A place without content explains itself and leads back."""
    on = phone(place, **args)
    assert words in window_texts(on)
    tap(on, "Navigate up")
    assert on.foreground[0] in (APP.package, HOME)


def test_nobody_followed_and_nothing_found_say_so() -> None:
    """Both are window_texts in words."""
    assert "Nobody followed yet" in window_texts(phone("topics", state={"followed": []}))
    assert "No results for “zeppelin”" in window_texts(phone("search", state={"ui": {"query": "zeppelin"}}))


def test_sharing_out_hands_title_and_channel_over() -> None:
    """Another app gets the words."""
    body = phone("video", key="line9").screen().body
    (share,) = (node for node in walk(body) if node.id == "share")
    event = share.event("tap")
    assert event is not None
    _, effects = APP.update(State(), event, View(CLOCK, {}, 0, (1080, 2400)))
    assert effects == (Share(f"{LINE_NINE}\nNight Tram on Reelbrook"),)


def test_content_is_whole() -> None:
    """Keys are unique, every video has a channel, every comment a video and a face."""
    assert len({video.key for video in VIDEOS}) == len(VIDEOS)
    assert len({item.key for item in CHANNELS}) == len(CHANNELS)
    assert all(channel_of(video.channel) is not None and video.seconds > 0 for video in VIDEOS)
    assert {comment.video for comment in COMMENTS} <= {video.key for video in VIDEOS}
    assert {comment.author for comment in COMMENTS} <= {*FACES}
    assert len({video.art for video in VIDEOS}) == len(VIDEOS)


def test_what_is_drawn_depends_on_state_alone() -> None:
    """The same state gives equal screens at every place."""
    seen = View(CLOCK, {}, 0, (1080, 2400))
    for name in APP.activities:
        screen, two = (APP.screen(State(), route(name, key="wax"), seen) for _ in range(2))
        assert screen == two
