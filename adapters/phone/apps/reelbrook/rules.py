"""What happens on Reelbrook with videos, channels, playlists and settings."""

from __future__ import annotations

from dataclasses import replace

from adapters.phone.apps.reelbrook import playing, saying
from adapters.phone.apps.reelbrook.model import (
    ALERTS,
    DOWNLOAD,
    LATER,
    REASONS,
    VISIBILITIES,
    Download,
    Followed,
    Mark,
    Playlist,
    Report,
    Saved,
    State,
    follows,
    opinion,
    saved_in,
    video_of,
)
from adapters.phone.apps.reelbrook.videos import channel, channel_name
from adapters.phone.ui.app import Back, Effect, Focus, Go, Replace, Share, Toast, View, route
from adapters.phone.ui.node import Ev
from adapters.phone.ui.reducer import reducer

Result = tuple[State, tuple[Effect, ...]]
NAME = 30


def _stamp(view: View) -> str:
    return view.now.strftime("%Y-%m-%dT%H:%M")


def _args(event: Ev) -> dict[str, object]:
    return {name: value for name, value in event.args if name not in ("to", "swap")}


def _window(event: Ev, name: str) -> Effect:
    """A question: in place of the sheet that led to it, or above the watch page."""
    if event.get("swap"):
        return Replace(route(name, **_args(event)))
    return Go(route(name, **{"under": "watch", **_args(event)}))


def _nav(state: State, event: Ev, view: View) -> Result:
    return state, (Replace(route(event.get("to")), root=True),)


def _go(state: State, event: Ev, view: View) -> Result:
    ui = replace(state.ui, playlist="", visibility=VISIBILITIES[0], picked="")
    return replace(state, ui=ui), (Focus(None), Go(route(event.get("to"), **_args(event))))


def _ask(state: State, event: Ev, view: View) -> Result:
    ui = replace(state.ui, playlist="", visibility=VISIBILITIES[0], picked="")
    return replace(state, ui=ui), (Replace(route(event.get("to"), **_args(event))),)


def _kind(state: State, event: Ev, view: View) -> Result:
    return state, (Replace(route("home", kind=event.get("kind"))),)


def _channel(state: State, event: Ev, view: View) -> Result:
    return state, (Focus(None), Go(route("channel", key=event.get("key"))))


def _search(state: State, event: Ev, view: View) -> Result:
    return replace(state, ui=replace(state.ui, query="")), (Go(route("search")), Focus("search_src_text"))


def _query(state: State, event: Ev, view: View) -> Result:
    return replace(state, ui=replace(state.ui, query=event.get("text", ""))), ()


def _searched(state: State, event: Ev, view: View) -> Result:
    return state, (Focus(None),)


def _follow(state: State, event: Ev, view: View) -> Result:
    key = event.get("key", "")
    if channel(key) is None or key == "robin":
        return state, ()
    if follows(state, key) is not None:
        left = tuple(one for one in state.followed if one.channel != key)
        return replace(state, followed=left), (Toast(f"You no longer follow {channel_name(key)}"),)
    new = Followed(key, ALERTS[0], _stamp(view))
    return replace(state, followed=(*state.followed, new)), (Toast(f"You follow {channel_name(key)}"),)


def _alerts(state: State, event: Ev, view: View) -> Result:
    key, how = event.get("key", ""), event.get("value", "")
    followed = tuple(replace(one, alerts=how) if one.channel == key else one for one in state.followed)
    return replace(state, followed=followed), (Back(), Toast(f"Notifications: {how.lower()}"))


def _like(state: State, event: Ev, view: View) -> Result:
    """Like or dislike; the same again takes it back."""
    key, value = event.get("key", ""), int(event.get("value", 1))
    left = tuple(one for one in state.liked if one.video != key)
    if opinion(state, key) == value:
        return replace(state, liked=left), ()
    return replace(state, liked=(*left, Mark(key, value, _stamp(view)))), ()


def _kept(state: State, key: str, name: str, view: View) -> State:
    return replace(state, saved=(*state.saved, Saved(key, name, _stamp(view))))


def _without(state: State, key: str, name: str = "") -> State:
    left = tuple(one for one in state.saved if one.video != key or (name and one.playlist != name))
    return replace(state, saved=left)


def _later(state: State, event: Ev, view: View) -> Result:
    """The sign on a card: on the first playlist, or off all of them."""
    key = event.get("key", "")
    lists = saved_in(state, key)
    if lists:
        return _without(state, key), (Toast(f"Removed from {', '.join(lists)}"),)
    return _kept(state, key, LATER, view), (Toast(f"Saved to {LATER}"),)


def _save_to(state: State, event: Ev, view: View) -> Result:
    return state, (_window(event, "save_to"),)


def _keep(state: State, event: Ev, view: View) -> Result:
    key, name = event.get("key", ""), event.get("playlist", "")
    if name in saved_in(state, key):
        return _without(state, key, name), ()
    return _kept(state, key, name, view), ()


def _unsave(state: State, event: Ev, view: View) -> Result:
    name = event.get("playlist", "")
    return _without(state, event.get("key", ""), name), (Toast(f"Removed from {name}"),)


def _name_playlist(state: State, event: Ev, view: View) -> Result:
    return replace(state, ui=replace(state.ui, playlist=event.get("text", "")[:NAME])), ()


def _visibility(state: State, event: Ev, view: View) -> Result:
    return replace(state, ui=replace(state.ui, visibility=event.get("value"))), ()


def _make_playlist(state: State, event: Ev, view: View) -> Result:
    """A playlist more; the video that was being saved is its first."""
    name, key = state.ui.playlist.strip(), event.get("key", "")
    if not name or any(one.name == name for one in state.playlists):
        return state, (Toast("There is such a playlist" if name else "A playlist needs a name"),)
    made = replace(state, playlists=(*state.playlists, Playlist(name, state.ui.visibility)))
    if key:
        return _kept(made, key, name, view), (Back(), Toast(f"Saved to {name}"))
    return made, (Back(), Toast(f"{name} created"))


def _download(state: State, event: Ev, view: View) -> Result:
    """Ask for the quality; what is kept already is deleted from the downloads page."""
    key = event.get("key", "")
    if any(one.video == key for one in state.downloads):
        return state, (*((Back(),) if event.get("swap") else ()), Toast("Already downloaded"))
    ui = replace(state.ui, picked=DOWNLOAD)
    return replace(state, ui=ui), (_window(event, "download"),)


def _pick(state: State, event: Ev, view: View) -> Result:
    return replace(state, ui=replace(state.ui, picked=event.get("value"))), ()


def _download_now(state: State, event: Ev, view: View) -> Result:
    key = event.get("key", "")
    if video_of(state, key) is None:
        return state, (Back(),)
    last = max((int(one.number.removeprefix("D-")) for one in state.downloads), default=17)
    new = Download(f"D-{last + 1}", key, state.ui.picked or DOWNLOAD, _stamp(view))
    return replace(state, downloads=(*state.downloads, new)), (Back(), Toast(f"Downloaded in {new.quality}"))


def _undownload(state: State, event: Ev, view: View) -> Result:
    left = tuple(one for one in state.downloads if one.number != event.get("number"))
    return replace(state, downloads=left), (Toast("Deleted from this phone"),)


def _hide(state: State, event: Ev, view: View) -> Result:
    return replace(state, hidden=(*state.hidden, event.get("key", ""))), (Back(), Toast("This video is hidden"))


def _report(state: State, event: Ev, view: View) -> Result:
    return replace(state, ui=replace(state.ui, picked=REASONS[0])), (_window(event, "report"),)


def _report_now(state: State, event: Ev, view: View) -> Result:
    key = event.get("key", "")
    if video_of(state, key) is None:
        return state, (Back(),)
    new = Report(f"RR-{31 + len(state.reports)}", key, state.ui.picked or REASONS[0], _stamp(view))
    return replace(state, reports=(*state.reports, new)), (Back(), Toast(f"Thank you. Report {new.number}"))


def _share(state: State, event: Ev, view: View) -> Result:
    one = video_of(state, event.get("key", ""))
    return state, () if one is None else (
        *((Back(),) if event.get("close") else ()),
        Share(f"{one.title}\n{channel_name(one.channel)} on Reelbrook"),
    )


update = reducer(
    {
        "nav": _nav,
        "go": _go,
        "ask": _ask,
        "kind": _kind,
        "channel": _channel,
        "search": _search,
        "query": _query,
        "searched": _searched,
        "follow": _follow,
        "alerts": _alerts,
        "like": _like,
        "later": _later,
        "save_to": _save_to,
        "keep": _keep,
        "unsave": _unsave,
        "name_playlist": _name_playlist,
        "visibility": _visibility,
        "make_playlist": _make_playlist,
        "download": _download,
        "pick": _pick,
        "download_now": _download_now,
        "undownload": _undownload,
        "hide": _hide,
        "report": _report,
        "report_now": _report_now,
        "share": _share,
        **saying.STEPS,
        **playing.STEPS,
    }
)
