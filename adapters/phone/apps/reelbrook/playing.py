"""What happens in Reelbrook's player. It stands at a second and a moment; where it is now follows from the clock."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from adapters.phone.apps.reelbrook.model import Player, Seen, State, position, seen_of, video_of
from adapters.phone.ui.app import Back, Effect, Focus, Go, View, route
from adapters.phone.ui.node import Ev
from adapters.phone.ui.reducer import Step

Result = tuple[State, tuple[Effect, ...]]


def _noted(state: State, view: View) -> State:
    """The state with the player's place of this moment in it, and in the history."""
    player = state.player
    if not player.video:
        return state
    at = position(state, view.moment)
    since = view.moment.replace(tzinfo=None, microsecond=0).isoformat()
    after = replace(state, player=replace(player, seconds=at, since=since))
    past = tuple(one for one in state.history if one.video != player.video)
    return replace(after, history=(*past, Seen(player.video, at, view.now.strftime("%Y-%m-%dT%H:%M"))))


def _loaded(state: State, key: str, view: View) -> State:
    """The state with this video in the player: where it was left, or at its start if it was seen to the end."""
    after = _noted(state, view)
    one = video_of(state, key)
    if one is None or state.player.video == key:
        return after
    start = seen_of(state, key) % max(1, one.seconds)
    kept = state.player
    return _noted(replace(after, player=Player(key, start, "", False, kept.speed, kept.quality, kept.captions)), view)


def _watch(state: State, event: Ev, view: View) -> Result:
    """Open a video; one that was not in the player begins to play."""
    key = event.get("key", "")
    after = _loaded(state, key, view)
    if after.player.video == key != state.player.video:
        after = replace(after, player=replace(after.player, playing=True))
    return after, (Focus(None), Go(route("video", key=key)))


def _play(state: State, event: Ev, view: View) -> Result:
    after = _loaded(state, event.get("key", ""), view)
    return replace(after, player=replace(after.player, playing=not after.player.playing)), ()


def _stop(state: State, event: Ev, view: View) -> Result:
    """Close the player; speed and quality stay as they are picked."""
    after = _noted(state, view)
    return replace(after, player=replace(after.player, video="", seconds=0, since="", playing=False)), ()


def _moved(state: State, view: View, to: int) -> State:
    """The state with the player at this second, or as near as its video goes."""
    one = video_of(state, state.player.video)
    if one is None:
        return state
    return _noted(replace(state, player=replace(state.player, seconds=max(0, min(one.seconds, to)))), view)


def _seek(state: State, event: Ev, view: View) -> Result:
    after = _loaded(state, event.get("key", ""), view)
    return _moved(after, view, after.player.seconds + int(event.get("by", 10))), ()


def _scrub(state: State, event: Ev, view: View) -> Result:
    after = _loaded(state, event.get("key", ""), view)
    one = video_of(after, after.player.video)
    share = float(event.get("value", 0))
    return (after, ()) if one is None else (_moved(after, view, round(share * one.seconds)), ())


def _play_as(state: State, event: Ev, view: View) -> Result:
    """Speed, quality or captions; a new speed counts from this moment."""
    after = _noted(state, view)
    return replace(after, player=replace(after.player, **{event.get("what"): event.get("value")})), (Back(),)


STEPS: Mapping[str, Step[State]] = {
    "watch": _watch,
    "play": _play,
    "stop": _stop,
    "seek": _seek,
    "scrub": _scrub,
    "play_as": _play_as,
}
