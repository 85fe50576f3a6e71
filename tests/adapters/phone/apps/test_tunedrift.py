"""Tunedrift by touch: what is tapped through the tree, and what its state says afterwards."""

from __future__ import annotations

from datetime import datetime, timedelta
from functools import partial
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adapters.phone.apps.parlowe import APP as PARLOWE
from adapters.phone.apps.tunedrift import APP
from adapters.phone.apps.tunedrift.catalogue import REPEATS, TRACKS, matches, tracks
from adapters.phone.apps.tunedrift.model import LIBRARY, Player, State
from adapters.phone.apps.tunedrift.playback import due, heard, mixed, settled
from adapters.phone.kernel.phone import Phone
from adapters.phone.ui.app import route
from adapters.phone.ui.package_names import HOME
from runtime.screen.tree import parse
from tests.support.touching import found as seen
from tests.support.touching import phone_with, state_of, tap, texts, toast, window_texts

phone = partial(phone_with, APP)
music = partial(state_of, app=APP)

BACK = 4
SECOND, MINUTE = 1000, 60_000
NOW = datetime(2026, 11, 17, 9, 24)  # noqa: DTZ001 - the phone's own local time
FERRY = LIBRARY.playlists[0]


def playlist(on: Phone, name: str) -> dict[str, Any]:
    """The playlist with this name."""
    (item,) = [each for each in music(on)["playlists"] if each["name"] == name]
    return dict(item)


def touchable(on: Phone) -> set[str]:
    """What the buttons that can be touched are called; their words lie within them."""
    buttons = [node for node in parse(on.dump()).walk() if node.clickable and node.enabled]
    return {inner.desc for button in buttons for inner in button.walk()}


def test_a_song_of_a_list_plays_with_the_list_behind_it() -> None:
    """The touched song is on, the list is the queue, and the play is remembered."""
    on = phone(place=route("listing", to="Late Ferry Home"))
    tap(on, "Kitchen Light")
    player = music(on)["player"]
    assert (player["queue"][player["at"]], player["source"]) == ("602", "Late Ferry Home")
    assert tuple(player["queue"]) == FERRY.tracks
    assert music(on)["played"][-1]["track"] == "602"
    assert on.foreground == (APP.package, ".PlayerActivity")
    on.elapse(2 * MINUTE)
    assert {"2:00", "3:22", "Pause"} <= {*texts(on)}


def test_songs_follow_each_other_while_time_goes_by() -> None:
    """At the end of one the next begins, in the state too; a pause keeps the place; the last one ends it."""
    on = phone(place=route("player"))
    tap(on, "Play")
    on.elapse(150 * SECOND)
    assert music(on)["player"]["at"] == 1
    assert [item["track"] for item in music(on)["played"][-2:]] == ["101", "102"]
    tap(on, "Pause")
    assert (music(on)["player"]["since"], music(on)["player"]["kept"]) == ("", 150 - (232 - 98))
    on.elapse(30 * MINUTE)
    assert music(on)["player"]["at"] == 1
    tap(on, "Play")
    on.elapse(60 * MINUTE)
    assert (music(on)["player"]["since"], music(on)["player"]["at"]) == ("", 0)


def test_the_buttons_of_the_player_do_what_they_say() -> None:
    """Next, previous, seek, shuffle and repeat; what rests stays at rest."""
    on = phone(place=route("player"))
    tap(on, "Next song")
    assert (music(on)["player"]["at"], music(on)["player"]["since"]) == (1, "")
    tap(on, "Previous song", "Repeat, off", "Repeat, all")
    assert (music(on)["player"]["at"], music(on)["player"]["repeat"]) == (0, "One")
    slider = seen(on, "0:00 of 3:52")
    assert slider is not None
    on.touch_tap(*slider.center)
    assert 110 <= music(on)["player"]["kept"] <= 122
    tap(on, "Shuffle, off")
    queue = music(on)["player"]["queue"]
    assert (queue[0], sorted(queue), queue == [*FERRY.tracks]) == ("101", sorted(FERRY.tracks), False)
    tap(on, "Shuffle, on")
    assert music(on)["player"]["queue"] == [*FERRY.tracks]


def test_shuffle_play_mixes_anew_each_time() -> None:
    """A second touch gives another order; a list without songs cannot be played."""
    on = phone(place=route("listing", to="Late Ferry Home"))
    tap(on, "Shuffle play")
    first = music(on)["player"]["queue"]
    tap(on, "Shuffle play")
    assert music(on)["player"]["queue"] != first
    assert sorted(music(on)["player"]["queue"]) == sorted(FERRY.tracks)
    without_songs = phone(state={"playlists": [{"name": "Bread"}]}, place=route("listing", to="Bread"))
    assert "Shuffle play" not in touchable(without_songs)


def test_there_is_nothing_before_the_start_of_the_first_song() -> None:
    """The button for the previous song rests there, and begins the song again once it has been heard."""
    on = phone(place=route("player"), state={"player": {"queue": ["101", "102"], "kept": 0}})
    assert "Previous song" not in touchable(on)
    tap(on, "Play")
    on.elapse(20 * SECOND)
    assert "Previous song" in touchable(on)
    tap(on, "Pause", "Previous song")
    assert (music(on)["player"]["at"], music(on)["player"]["kept"]) == (0, 0)


def test_a_playlist_is_made_filled_changed_and_deleted() -> None:
    """A name is needed and not taken twice; a song goes to the list that was touched and to no other."""
    on = phone(place=route("library"))
    before = {item["name"]: item["tracks"] for item in music(on)["playlists"]}
    tap(on, "New playlist", "Create")
    assert toast(on) == "Give the playlist a name"
    on.type_text("Sunday oven")
    tap(on, "Create")
    assert toast(on) == "There is “Sunday oven” already"
    on.clear_text()
    on.type_text("Bread")
    tap(on, "Public", "Create")
    assert "No songs yet" in window_texts(on)
    on.start(APP.package, route("listing", to="Copper Birds"))
    tap(on, "More for Ida", "Add to playlist", "Bread")
    assert playlist(on, "Bread")["tracks"] == ["404"]
    after = {item["name"]: item["tracks"] for item in music(on)["playlists"] if item["name"] != "Bread"}
    assert after == before
    assert music(on)["history"][-1]["what"] == "Added to playlist"
    on.start(APP.package, route("listing", to="Bread"))
    tap(on, "Playlist options", "Edit name and description", "Description")
    on.type_text("Second loaf")
    tap(on, "Private", "Save")
    assert (playlist(on, "Bread")["about"], playlist(on, "Bread")["visibility"]) == ("Second loaf", "Private")
    tap(on, "More for Ida", "Remove from this playlist")
    assert playlist(on, "Bread")["tracks"] == []
    tap(on, "Playlist options", "Delete playlist", "Cancel")
    assert playlist(on, "Bread")
    tap(on, "Playlist options", "Delete playlist", "Delete")
    assert "Bread" not in {item["name"] for item in music(on)["playlists"]}


def test_an_untouched_form_makes_what_is_declared() -> None:
    """Who types a name only gets the default of the choice point."""
    on = phone(place=route("form"))
    tap(on, "Name")
    on.type_text("Untouched")
    tap(on, "Create")
    (choice,) = APP.choices
    assert playlist(on, "Untouched")["visibility"] == choice.default


def test_near_twins_are_told_apart() -> None:
    """Liking a song is not following its artist, saving its album or adding it to a list."""
    on = phone(place=route("listing", to="Paper Lighthouse"))
    on.touch_swipe(540, 1600, 540, 700, 300)
    tap(on, "More for Paper Lighthouse (Night Version)", "Add to liked songs", "Close")
    assert music(on)["likes"][-1] == "107"
    assert music(on)["artists"] == ["Mira Okonedo", "Juno Park"]
    on.start(APP.package, route("artist", name="The Slow Tides"))
    tap(on, "Follow")
    assert (music(on)["artists"][-1], music(on)["likes"][-1]) == ("The Slow Tides", "107")
    on.start(APP.package, route("listing", to="Live at the Railyard"))
    tap(on, "Save to library", "Download")
    assert music(on)["albums"][-1] == "Live at the Railyard"
    assert music(on)["downloads"][-1] == "Live at the Railyard"
    tap(on, "Remove download")
    assert music(on)["downloads"] == ["Late Ferry Home"]


def test_the_queue_is_changed_song_by_song() -> None:
    """Out, next and last; what plays stays."""
    on = phone(place=route("player"))
    tap(on, "Up next", "Take Salt Map out", "Take 雨后的街 out")
    assert music(on)["player"]["queue"][:3] == ["101", "602", "403"]
    on.start(APP.package, route("listing", to="Copper Birds"))
    tap(on, "More for Ida", "Play next", "More for Copper Birds", "Add to queue")
    queue = music(on)["player"]["queue"]
    assert (queue[1], queue[-1]) == ("404", "401")


def test_search_finds_by_scope() -> None:
    """Live and studio are two songs; nothing found is said; a genre finds its songs."""
    on = phone(place=route("home"))
    tap(on, "Search")
    on.type_text("salt map")
    assert {"Salt Map", "Salt Map (Live)"} <= {*window_texts(on)}
    tap(on, "Albums")
    assert "Nothing for “salt map”" in window_texts(on)
    on.start(APP.package, route("home"))
    tap(on, "Search", "Hip-hop")
    assert "Overnight Parcel" in window_texts(on)


def test_a_song_is_shared_to_a_chat() -> None:
    """Title and artist go out as text."""
    on = phone(PARLOWE, place=route("player"))
    tap(on, "Share", "Send")
    sent = on.read()["parlowe"]["chats"][0]["messages"][-1]["text"]
    assert sent == "Paper Lighthouse by Mira Okonedo, The Slow Tides on Tunedrift"


def test_the_tree_is_one_of_compose() -> None:
    """No resource ids of its own, and everything that can be touched says what it is."""
    on = phone(place=route("player"))
    dump = on.dump().decode()
    assert "androidx.compose.ui.platform.ComposeView" in dump
    assert f"{APP.package}:id" not in dump


def test_empty_pages_say_so() -> None:
    """No queue, no playlists, a list or artist that is gone."""
    on = phone(
        state={"player": {"queue": []}, "played": [], "history": [], "playlists": [], "albums": [], "artists": [],
               "downloads": []},
        place=route("player"),
    )  # fmt: skip
    assert "Nothing is playing" in window_texts(on)
    on.start(APP.package, route("queue"))
    assert "The queue is empty" in window_texts(on)
    on.start(APP.package, route("library"))
    tap(on, "Artists")
    assert "No artists yet" in window_texts(on)
    on.start(APP.package, route("listing", to="None such"))
    assert "This list is gone" in window_texts(on)
    on.start(APP.package, route("artist", name="None such"))
    assert "Nobody here" in window_texts(on)


@pytest.mark.parametrize("place", sorted(APP.activities))
def test_back_leads_home(place: str) -> None:
    """From every place, however it was reached, BACK ends at the launcher, without a change to the lists."""
    on = phone(place=route(place))
    for _ in range(6):
        on.key(BACK)
    assert on.foreground[0] == HOME
    assert music(on)["playlists"] == music(phone())["playlists"]


@given(
    st.lists(st.sampled_from([item.id for item in TRACKS]), min_size=1, max_size=6),
    st.sampled_from(REPEATS),
    st.lists(st.integers(1, 900), min_size=1, max_size=6),
)
def test_time_in_one_go_or_in_pieces_is_the_same(queue: list[str], repeat: str, steps: list[int]) -> None:
    """However often one looks, the same song is at the same place."""
    state = State(player=Player(tuple(queue), since="2026-11-17T09:24:00", repeat=repeat), played=())
    now, pieces = NOW, state
    for step in steps:
        now += timedelta(seconds=step)
        pieces = settled(pieces, now)
    current_state = settled(state, now)
    assert pieces == current_state
    item = current_state.player.track
    assert item is not None
    assert heard(current_state.player, now) < item.seconds


@given(st.integers(1, 900))
def test_the_phone_is_woken_when_a_song_ends(later: int) -> None:
    """At that moment the next song is on, and nothing is due once the last one has ended."""
    state = State(player=Player(("101", "403"), since="2026-11-17T09:24:00"))
    wake = NOW + timedelta(seconds=232)
    assert due(state, NOW) == wake
    assert settled(state, wake).player.at == 1
    ended = settled(state, NOW + timedelta(seconds=232 + 441 + later))
    assert (ended.player.since, due(ended, NOW + timedelta(days=1))) == ("", None)


@given(st.sampled_from(LIBRARY.playlists), st.text(max_size=8))
def test_a_mixed_list_has_the_same_songs(item: Any, salt: str) -> None:
    """None is lost or doubled, and the same salt mixes in the same way."""
    assert sorted(mixed(item.tracks, salt)) == sorted(item.tracks)
    assert mixed(item.tracks, salt) == mixed(item.tracks, salt)
    assert len(tracks(item.tracks)) == len(item.tracks)


@given(st.sampled_from(TRACKS))
def test_every_song_is_found_by_its_words_in_any_order(item: Any) -> None:
    """Title and artist, words turned around."""
    words = " ".join(reversed(f"{item.title} {item.artist}".split()))
    assert matches(words, item.title, item.artist)
