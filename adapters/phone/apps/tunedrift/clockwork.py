"""What the player does while time goes by: tracks end, the next begins, the sleep timer stops it all."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, timedelta

from adapters.phone.apps.tunedrift.model import State, stamp, track
from adapters.phone.apps.tunedrift.music import END_OF_TRACK, Play, Player, Sleep


def plain(now: datetime) -> datetime:
    """The moment on the phone's clock, without its zone."""
    return now.replace(tzinfo=None, microsecond=0)


def heard(player: Player, now: datetime) -> int:
    """Seconds since the track began, the pauses not counted; more than its length if it has ended since."""
    if not player.since:
        return player.kept
    return player.kept + max(0, int((plain(now) - datetime.fromisoformat(player.since)).total_seconds()))


def length(player: Player) -> int:
    """Seconds of the track that is on."""
    one = track(player.queue[player.at]) if player.at < len(player.queue) else None
    return one.seconds if one else 0


def after(player: Player) -> int | None:
    """Which place of the queue comes next by itself; None where the music ends."""
    if player.repeat == "One":
        return player.at
    if player.at + 1 < len(player.queue):
        return player.at + 1
    return 0 if player.repeat == "All" and player.queue else None


def ends(state: State) -> datetime | None:
    """When the track that plays is over."""
    player = state.player
    if not player.since or not length(player):
        return None
    return datetime.fromisoformat(player.since) + timedelta(seconds=length(player) - player.kept)


def settled(state: State, now: datetime) -> State:
    """The state as it is now: what has ended since has made room for what comes next."""
    sleep = state.sleep
    limit = datetime.fromisoformat(sleep.until) if sleep.until else None
    while (over := ends(state)) is not None:
        if limit is not None and limit <= min(over, plain(now)):
            player = replace(state.player, kept=heard(state.player, limit), since="")
            return replace(state, player=player, sleep=Sleep())
        if over > plain(now):
            break
        turn = after(state.player)
        last = sleep.label == END_OF_TRACK
        if turn is None or last:
            player = replace(state.player, at=turn or 0, kept=0, since="")
            return replace(state, player=player, sleep=Sleep() if last else sleep)
        state = begun(state, replace(state.player, at=turn, kept=0, since=stamp(over)), over)
    if limit is not None and limit <= plain(now):
        state = replace(state, sleep=Sleep())
    return state


def begun(state: State, player: Player, now: datetime) -> State:
    """Another track begins, which the history of plays keeps."""
    state = replace(state, player=player)
    if not player.since or player.at >= len(player.queue) or state.prefs.private:
        return state
    one = Play(stamp(plain(now)), player.queue[player.at], player.source)
    return replace(state, played=(*state.played, one)[-60:])


def due(state: State, now: datetime) -> datetime | None:
    """When something happens by itself: a track ends, or the sleep timer does."""
    coming = [ends(state), datetime.fromisoformat(state.sleep.until) if state.sleep.until else None]
    later = [one for one in coming if one is not None and one > plain(now)]
    return min(later).replace(tzinfo=now.tzinfo) if later else None


def mixed(keys: Sequence[str], salt: str) -> tuple[str, ...]:
    """The same tracks in another order, the same one for the same salt."""
    out = [*keys]
    random.Random(salt).shuffle(out)
    return tuple(out)
