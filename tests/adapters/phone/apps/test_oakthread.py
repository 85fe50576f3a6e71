"""Oakthread by touch: voting, following, saving, answering and posting differ, and the state tells them apart."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime
from functools import partial
from typing import Any

import pytest

from adapters.phone.apps.oakthread import APP
from adapters.phone.apps.oakthread.content import FACES, GROVES, REPLIES, THREADS, grove_of
from adapters.phone.apps.oakthread.model import Draft, State, front, replies, thread_of
from adapters.phone.kernel.phone import Phone
from adapters.phone.ui.app import Copy, Effect, Share, View, route
from adapters.phone.ui.node import ev
from adapters.phone.ui.package_names import HOME
from runtime.core.checks import holds
from runtime.core.tasks import Check
from runtime.screen.tree import UiNode
from tests.support.touching import found, phone_with, state_of, toast, walk, window_texts

oak = partial(state_of, app=APP)

BACK = 4
NOW = "2026-11-17T09:24"
CLOCK = datetime(2026, 11, 17, 9, 24)  # noqa: DTZ001 - the phone's own local time
TAP = "My tap sings in B flat. Is it dangerous or just musical?"


def phone(place: str = "", state: dict[str, Any] | None = None, **args: Any) -> Phone:
    """A phone with Oakthread in front, at home or at a place."""
    made = phone_with(APP, state=state)
    if place:
        made.start(APP.package, route(place, **args))
    return made


def reach(on: Phone, name: str) -> UiNode:
    """What says so, after scrolling down to it where it is further below."""
    for _ in range(16):
        node = found(on, name)
        if node is not None and node.center[1] < 2080:
            return node
        on.touch_swipe(540, 1400, 540, 900, 500)
    raise AssertionError(f"no {name!r} on this screen")


def tap(on: Phone, *names: str) -> None:
    """Touch what says so, one after the other; what stands at the lower edge is touched where it is."""
    for name in names:
        node = found(on, name) or reach(on, name)
        on.touch_tap(*node.center)


def test_voting_following_saving_and_joining_are_four_things() -> None:
    """Each control of a thread's page changes its own record and none of the others."""
    on = phone("thread", key="comet")
    first = oak(on)
    tap(on, "Upvote thread")
    after = oak(on)
    assert after["votes"][-1] == {
        "kind": "thread", "id": "comet", "author": "flat_white_dwarf", "value": 1, "at": NOW,
    }  # fmt: skip
    assert [after[key] for key in ("watched", "saved", "joined")] == [
        first[key] for key in ("watched", "saved", "joined")
    ]
    assert "58" in window_texts(on)
    tap(on, "Downvote thread")
    assert [vote["value"] for vote in oak(on)["votes"] if vote["id"] == "comet"] == [-1]
    tap(on, "Take back: downvote thread", "Follow thread")
    after = oak(on)
    assert (after["votes"], after["saved"]) == (first["votes"], first["saved"])
    assert after["watched"][-1] == {"thread": "comet", "alerts": "All replies", "at": NOW}
    tap(on, "Save thread", "Night Sky Port Meridian", "Join")
    after = oak(on)
    assert after["saved"][-1]["folder"] == "Reading list"
    assert after["joined"][-1] == {"grove": "sky", "alerts": "Highlights"}


def test_a_reply_to_a_reply_is_not_a_reply_to_the_thread() -> None:
    """Both are written the same way; the record tells whom they answer."""
    on = phone("thread", key="cello")
    tap(on, "Reply to the thread")
    assert "Replying to line9_last_car" in window_texts(on)
    on.type_text("What did it play?")
    on.key(BACK)
    tap(on, "Post reply")
    assert toast(on) == "Reply OR-208 posted"
    tap(on, "Reply")
    assert "Replying to shelfmark" in window_texts(on)
    on.type_text("Wide awake")
    on.key(BACK)
    tap(on, "Post reply")
    assert oak(on)["answers"] == [
        {"number": "OR-208", "thread": "cello", "parent": "", "to": "line9_last_car", "text": "What did it play?",
         "at": NOW},
        {"number": "OR-209", "thread": "cello", "parent": "cello.0", "to": "shelfmark", "text": "Wide awake",
         "at": NOW},
    ]  # fmt: skip
    assert "4 replies" in window_texts(on)
    reach(on, "Wide awake")
    assert "now · to shelfmark" in window_texts(on)


def test_a_thread_is_posted_with_all_that_was_chosen() -> None:
    """Grove, kind, words, readers, repliers and alerts end in one numbered record."""
    on = phone()
    tap(on, "New thread", "Town Square", "Slow Readers", "Question", "Title")
    on.type_text("Is 140 pages a book?")
    on.key(BACK)
    tap(on, "What is it about?")
    on.type_text("Asking for a slow friend")
    on.key(BACK)
    tap(on, "Who can read it", "Grove members", "Who can reply", "Members", "Tell me about", "Direct replies")
    tap(on, "Preview")
    assert {"Is 140 pages a book?", "Grove members", "Members"} <= {*window_texts(on)}
    tap(on, "Post thread")
    assert oak(on)["threads"] == [
        {
            "number": "OT-5521",
            "grove": "books",
            "kind": "Question",
            "title": "Is 140 pages a book?",
            "text": "Asking for a slow friend",
            "audience": "Grove members",
            "replies": "Members",
            "watch": "Direct replies",
            "at": NOW,
        }
    ]
    assert {"Kind", "Question", "OT-5521 in Slow Readers"} <= {*window_texts(on)}
    assert oak(on)["watched"][-1] == {"thread": "OT-5521", "alerts": "Direct replies", "at": NOW}
    assert "OT-5521 in Slow Readers" in window_texts(on)
    tap(on, "See the thread")
    assert "Asking for a slow friend" in window_texts(on)
    on.key(BACK)
    assert "Oakthread" in window_texts(on)
    on.key(BACK)
    assert on.foreground[0] == HOME


def test_an_untouched_form_ends_with_the_declared_defaults() -> None:
    """Who types a title only gets the default of every choice point."""
    on = phone()
    tap(on, "New thread", "Title")
    on.type_text("Hello")
    on.key(BACK)
    tap(on, "Preview", "Post thread")
    (made,) = oak(on)["threads"]
    known = grove_of(made["grove"])
    assert known is not None
    happened = {
        "post.grove": known.name,
        "post.kind": made["kind"],
        "post.audience": made["audience"],
        "post.replies": made["replies"],
        "post.watch": made["watch"],
    }
    assert happened == {
        choice.id.removeprefix("oakthread."): choice.default for choice in APP.choices if ".post." in choice.id
    }


@pytest.mark.parametrize(("where", "right"), [("Quiet Bicycles", True), ("Mend It", False)])
def test_state_tells_the_right_grove_from_near_misses(where: str, right: bool) -> None:
    """A check on the record holds for the grove that was asked for only."""
    on = phone()
    tap(on, "New thread", "Town Square", where, "Title")
    on.type_text("Tandem saddle")
    on.key(BACK)
    tap(on, "Preview", "Post thread")
    wanted = {"grove": "quiet", "title": "Tandem saddle"}
    assert holds(Check(path="oakthread/threads/*", op="has", value=wanted), on.read()) is right


def test_a_thread_without_title_cannot_be_posted() -> None:
    """The way on stays shut, and the form says why; what is longer than a title may be is cut off."""
    on = phone()
    tap(on, "New thread", "Preview")
    assert "A title is needed, the rest may stay empty" in window_texts(on)
    tap(on, "Preview", "Title")
    on.type_text("x" * 121)
    assert oak(on)["draft"]["title"] == "x" * 120


def test_twin_groves_are_two() -> None:
    """Quiet Bicycles is not Quick Bicycles."""
    on = phone("search", state={"ui": {"query": "bicycles"}})
    assert {"Quiet Bicycles", "Quick Bicycles"} <= {*window_texts(on)}
    tap(on, "Join")
    keys = [item["grove"] for item in oak(on)["joined"]]
    assert (keys[-1], keys.count("quiet")) == ("quick", 1)


def test_muting_somebody_hides_threads_from_home_until_it_is_taken_back() -> None:
    """Their threads are still in their groves, where the mute can be taken back; hiding takes one thread only."""
    on = phone("options", key="tap")
    tap(on, "Mute noor_h")
    assert oak(on)["muted"] == ["noor_h"]
    assert "noor_h" not in {thread.author for thread in front(on.state.apps["oakthread"])}
    on.start(APP.package, route("options", key="tap"))
    tap(on, "Unmute noor_h")
    assert oak(on)["muted"] == []
    on.start(APP.package, route("options", key="tap"))
    tap(on, "Hide this thread")
    assert "tap" not in {thread.key for thread in front(on.state.apps["oakthread"])}
    on.start(APP.package, route("thread", key="tap"))
    assert TAP in window_texts(on)


def test_a_thread_is_saved_to_the_folder_that_is_picked() -> None:
    """It is in one folder at a time, and the page of a folder takes it out again."""
    on = phone("options", key="chain")
    tap(on, "Save to a folder", "How-to", "Save")
    assert oak(on)["saved"][-1]["folder"] == "How-to"
    on.start(APP.package, route("options", key="chain"))
    tap(on, "Saved in How-to", "Recipes", "Save")
    assert [saved["folder"] for saved in oak(on)["saved"] if saved["thread"] == "chain"] == ["Recipes"]
    on.start(APP.package, route("saved", folder="Recipes"))
    tap(on, "Remove from Recipes")
    assert all(saved["thread"] != "chain" for saved in oak(on)["saved"])


def test_sorts_and_alerts_are_kept() -> None:
    """A chip sets the order of home, another one that of replies; `Off` no longer follows a thread."""
    on = phone()
    tap(on, "New")
    assert front(on.state.apps["oakthread"])[0].key == "tap"
    on.start(APP.package, route("thread", key="chain"))
    tap(on, "Old")
    assert oak(on)["ui"]["reply_sort"] == "Old"
    on.start(APP.package, route("grove", grove="bread"))
    tap(on, "Alerts: Highlights", "Every thread")
    assert {"grove": "bread", "alerts": "Every thread"} in oak(on)["joined"]
    on.start(APP.package, route("watch", key="rye"))
    tap(on, "Off")
    assert [item["thread"] for item in oak(on)["watched"]] == ["ferry"]


def test_a_number_is_not_given_again_after_a_thread_is_deleted() -> None:
    """What is posted next has a number of its own; the answers to the deleted thread are gone with it."""
    view = View(CLOCK, {}, 7, (1080, 2400))
    state: State = APP.initial()

    def post(title: str) -> State:
        after: State = APP.update(replace(state, draft=Draft(title=title)), ev("post_thread"), view)[0]
        return after

    state = post("First")
    state = post("Second")
    first, second = state.threads[-2:]
    state = replace(state, ui=replace(state.ui, answer="Yes"))
    state, _ = APP.update(state, ev("post_answer", key=first.number, parent=""), view)
    assert state.answers[-1].thread == first.number
    state, _ = APP.update(state, ev("delete_own", id=first.number), view)
    assert first.number not in {answer.thread for answer in state.answers}
    state = post("Third")
    assert state.threads[-2] == second
    assert state.threads[-1].number != second.number


def test_own_words_can_be_deleted() -> None:
    """A thread of one's own goes with what follows it; it asks first."""
    on = phone()
    tap(on, "New thread", "Title")
    on.type_text("Oops")
    on.key(BACK)
    tap(on, "Preview", "Post thread", "See the thread", "More options", "Delete thread", "Delete")
    state = oak(on)
    assert state["threads"] == []
    assert all(item["thread"] != "OT-5521" for item in state["watched"])
    assert "This thread is gone" in window_texts(on)


@pytest.mark.parametrize(
    ("place", "args", "words"),
    [
        ("thread", {"key": "none"}, "This thread is gone"),
        ("grove", {"grove": "none"}, "This grove is gone"),
        ("saved", {"folder": "none"}, "Nothing saved here"),
        ("thread", {"key": "comet"}, "No replies yet"),
    ],
)
def test_empty_and_missing_places_say_so(place: str, args: dict[str, Any], words: str) -> None:
    """A place without content explains itself and leads back."""
    on = phone(place, **args)
    assert words in window_texts(on)
    tap(on, "Navigate up")
    assert on.foreground[0] in (APP.package, HOME)


def test_a_home_without_groves_and_a_search_without_results_say_so() -> None:
    """Both offer a way on."""
    on = phone(state={"joined": []})
    assert "Quiet in here" in window_texts(on)
    tap(on, "Find a grove")
    assert "Groves" in window_texts(on)
    on = phone("search", state={"ui": {"query": "zeppelin"}})
    assert "Nothing on “zeppelin”" in window_texts(on)


def test_a_closed_thread_takes_no_replies() -> None:
    """Whoever lets nobody reply gets a page without the field."""
    own = {
        "number": "OT-5521", "grove": "square", "kind": "Offer", "title": "Keys", "text": "", "audience": "Everyone",
        "replies": "Nobody", "watch": "Off", "at": NOW,
    }  # fmt: skip
    on = phone("thread", state={"threads": [own]}, key="OT-5521")
    assert "Replies are off" in window_texts(on)
    assert "Reply to the thread" not in window_texts(on)


def test_sharing_and_copying_hand_words_over() -> None:
    """Another app gets title and grove, the clipboard a link or the words of a reply."""
    seen = View(CLOCK, {}, 0, (1080, 2400))

    def effects(place: str, rid: str, **args: Any) -> tuple[Effect, ...]:
        screen = APP.screen(State(), route(place, **args), seen)
        root = screen.body if screen.overlay is None else screen.overlay.root
        event = next(node.event("tap") for node in walk(root) if node.id == rid)
        assert event is not None
        return APP.update(State(), event, seen)[1]

    shared = Share("中文换西语，每周三晚上，茶我请\nOakthread, 中文角")
    assert shared in effects("thread", "share", key="swap")
    assert shared in effects("options", "share", key="swap")
    assert Copy("oakthread://thread/swap") in effects("thread", "copy_link", key="swap")
    assert Copy("No.") in effects("reply_options", "copy", id="chain.4")


def test_content_is_whole() -> None:
    """Every thread has a grove and an author with a page; every reply answers something of its own thread."""
    assert len({item.key for item in THREADS}) == len(THREADS)
    for item in THREADS:
        assert grove_of(item.grove) is not None
        assert item.author in FACES
    ids = {reply.id for reply in REPLIES}
    for reply in REPLIES:
        assert thread_of(State(), reply.thread) is not None
        assert reply.author in FACES
        assert not reply.parent or (reply.parent in ids and reply.parent.startswith(reply.thread))
    assert len({item.name for item in GROVES}) == len(GROVES)
    assert all(len(replies(State(), item.key)) < 20 for item in THREADS)


def test_what_is_drawn_depends_on_state_alone() -> None:
    """The same state gives equal screens at every place."""
    seen = View(CLOCK, {}, 0, (1080, 2400))
    for name in APP.activities:
        screen, two = (APP.screen(State(), route(name, key="tap"), seen) for _ in range(2))
        assert screen == two
