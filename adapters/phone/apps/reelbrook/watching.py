"""One video of Reelbrook: the player, what can be done, what is said, what comes next."""

from __future__ import annotations

from adapters.phone.apps.reelbrook import parts as p
from adapters.phone.apps.reelbrook.front import gone
from adapters.phone.apps.reelbrook.model import (
    COMMENT_SORTS,
    State,
    clock,
    count,
    follows,
    home,
    opinion,
    position,
    record,
    said,
    saved_in,
    seen_of,
    video_of,
)
from adapters.phone.apps.reelbrook.videos import Comment, Video, channel
from adapters.phone.ui import controls as c
from adapters.phone.ui import widgets as w
from adapters.phone.ui.app import Route, Screen, View
from adapters.phone.ui.node import Ev, Node, ev, node


def video(state: State, place: Route, view: View) -> Screen:
    """The watch page: the player stays, the rest scrolls."""
    one = video_of(state, place.get("key", ""))
    if one is None:
        return gone("video")
    mark = opinion(state, one.key)
    own = record(state, one.key)
    kept = next((each for each in state.downloads if each.video == one.key), None)
    lists = saved_in(state, one.key)
    author = channel(one.channel)
    followers = (author.followers if author is not None else 0) + (follows(state, one.channel) is not None)
    who = node(
        "row",
        node("row", p.face(one.channel, 40), node("column", w.text(author.name if author else one.channel,
        "15,20,Medium,0", lines=1,
             id="channel"), w.text(f"{count(followers)} followers", "12,16,Regular,0.2", "on_surface_variant")),
             on=ev("channel", key=one.channel), id="channel_row", cls=w.ROW, grow=1, gap=12, align="center", height=52),
        p.follow_button(state, one.channel) if one.channel != "robin" else None,
        width="fill", pad=(16, 4, 16, 4), gap=10, align="center",
    )  # fmt: skip
    pills = [
        p.small(count(one.likes + (mark > 0)), ev("like", key=one.key, value=1), "like", active=mark > 0,
                glyph="thumb_up" if mark > 0 else "thumb_up_off_alt",
                desc="Unlike video" if mark > 0 else "Like video"),
        p.small("Dislike", ev("like", key=one.key, value=-1), "dislike", active=mark < 0,
                glyph="thumb_down" if mark < 0 else "thumb_down_off_alt",
                desc="Take back dislike" if mark < 0 else "Dislike video"),
        p.small("Share", ev("share", key=one.key), "share", glyph="share"),
        p.small("Saved" if lists else "Save", ev("save_to", key=one.key), "save", active=bool(lists),
                glyph="playlist_add_check" if lists else "playlist_add"),
        p.small("Downloaded" if kept else "Download", ev("download", key=one.key), "download", active=kept is not None,
                glyph="download_done" if kept else "download"),
        p.small("Report", ev("report", key=one.key), "report", glyph="flag"),
    ]  # fmt: skip
    strip = node("scroll", pills, horizontal=True, id="actions", cls="android.widget.HorizontalScrollView",
    width="fill",
                 height=52, pad=(16, 6, 16, 10), gap=8)  # fmt: skip
    when = f"{count(one.views)} views · {p.ago(one.at, view.now)}"
    if own is not None:
        when = f"{own.number} · {own.audience} · {p.ago(one.at, view.now)}"
    if kept is not None:
        when += f" · downloaded in {kept.quality}"
    head = node("column", w.text(one.title, "19,26,Bold,-0.1", heading=True, id="video_title", lines=3),
                w.text(when, "13,18,Regular,0.1", "on_surface_variant"), width="fill", pad=(16, 12, 16, 6),
                gap=3)  # fmt: skip
    after = [each for each in home(state, "All") if each.key != one.key]
    after.sort(key=lambda each: (each.kind != one.kind, each.channel == one.channel))
    body = w.page(head, who, strip, _teaser(state, one), w.space(6), p.block("Next up"),
                  [p.line_video(state, each, view) for each in after[:9]], rid="watch_list")  # fmt: skip
    return Screen(body, top=_player(state, one, view), bar="#0E0509", ink="light", title=one.title)


def _player(state: State, one: Video, view: View) -> Node:
    """The picture with its controls; the page's video is the one in the player once it was opened."""
    mine = state.player.video == one.key
    at = position(state, view.now) if mine else seen_of(state, one.key) % max(1, one.seconds)
    playing = mine and state.player.playing
    white = "#FFFFFF"

    def round_(glyph: str, label: str, on: Ev, rid: str, size: float) -> Node:
        disc = node(
            "spacer", width=size, height=size, radius=size / 2, bg="#0E0509", alpha=0.6, place=("center", "center")
        )
        button = w.action(glyph, label, on, rid=rid, color=white)
        return node("stack", disc, button.styled(size=size * 0.56, place=("center", "center")), width=max(48, size),
                    height=max(48, size))  # fmt: skip

    subtitles = state.player.captions != "Off"
    picture = node("image", art=one.art, width="fill", height=231, desc=f"Video: {one.title}", id="surface")
    top = node("row", round_("keyboard_arrow_down", "Navigate up", w.UP, "up", 38), w.push(),
               round_("closed_caption" if subtitles else "closed_caption_off", f"Captions: {state.player.captions}",
                      ev("go", to="captions", key=one.key), "captions", 38),
               round_("settings", "Player settings", ev("go", to="player", key=one.key), "player_settings", 38),
               width="fill", pad=(6, 4, 6, 0), place=("start", "start"))  # fmt: skip
    middle = node("row", round_("replay_10", "Back 10 seconds", ev("seek", by=-10, key=one.key), "back_ten", 44),
                  round_("pause" if playing else "play_arrow", "Pause" if playing else "Play", ev("play", key=one.key),
                  "play", 60),
                  round_("forward_10", "Forward 10 seconds", ev("seek", by=10, key=one.key), "forward_ten", 44),
                  gap=26, align="center",
                  place=("center", "center"))  # fmt: skip
    low = node("row", _told(f"{clock(at)} / {clock(one.seconds)}", "time"), w.push(),
               _told(state.player.speed, "speed") if state.player.speed != "Normal" else None,
               width="fill", pad=(12, 0, 12, 12), place=("start", "end"))  # fmt: skip
    scrub = node("slider", value=at / one.seconds if one.seconds else 0, id="seek_bar",
                 desc=f"{clock(at)} of {clock(one.seconds)}", on={"change": ev("scrub", key=one.key)}, width="fill",
                 height=28)  # fmt: skip
    screen = node("stack", picture, top, middle, low, width="fill", height=231)
    return node("column", screen, node("row", scrub, width="fill", pad=(8, 0, 8, 0), bg="surface"), width="fill",
    align="stretch",
                bg="#0E0509")  # fmt: skip


def _told(words: str, rid: str) -> Node:
    """A few words on the picture."""
    return w.text(words, "13,18,Medium,0.2", "#FFFFFF", id=rid, bg="#15080F", radius=6, pad=(8, 2, 8, 2), height=22)


def _teaser(state: State, one: Video) -> Node:
    """The first comment in a card, which leads to all."""
    every = said(state, one.key)
    own = record(state, one.key)
    if own is not None and own.comments == "Off":
        words: Node = w.text("Comments are off", "14,20,Regular,0.1", "on_surface_variant")
        count_ = ""
    elif every:
        best = max(every, key=lambda each: each.likes)
        words = node(
            "row",
            w.avatar(best.face, 24),
            w.text(best.text, "14,20,Regular,0.1", lines=2, grow=1),
            width="fill",
            gap=10,
        )
        count_ = str(len(every))
    else:
        words = w.text("Say the first word", "14,20,Regular,0.1", "on_surface_variant")
        count_ = "0"
    card = node("column", node("row", w.text("Comments", "14,20,Bold,0.1"), w.text(count_, "14,20,Regular,0.1",
    "on_surface_variant"),
                               gap=8), words, on=ev("comments", key=one.key), id="comments", cls=w.GROUP, width="fill",
                               gap=8,
                pad=(14, 12, 14, 12), bg="container", radius=p.ROUND)  # fmt: skip
    return node("column", card, width="fill", pad=(12, 2, 12, 2), align="stretch")


def comments(state: State, place: Route, view: View) -> Screen:
    """All comments of a video; answers stand below what they answer."""
    one = video_of(state, place.get("key", ""))
    if one is None:
        return gone("video")
    own = record(state, one.key)
    if own is not None and own.comments == "Off":
        off = w.empty("comments_disabled", "Comments are off", "You chose so when you uploaded this video.")
        return Screen(w.page(off), top=p.bar("Comments"), title="Comments")
    every = said(state, one.key)
    chips = [c.chip(name, ev("comment_sort", value=name), name == state.ui.sort, rid="chip_sort", single=True, radius=8)
             for name in COMMENT_SORTS]  # fmt: skip
    roots = [each for each in every if not each.answers]
    roots.sort(key=lambda each: -each.likes) if state.ui.sort == COMMENT_SORTS[0] else roots.reverse()
    rows: list[Node] = []
    for root in roots:
        rows.append(_comment(state, one, root, view))
        rows += [_comment(state, one, each, view, deep=True) for each in every if each.answers == root.id]
    nothing = w.empty("chat_bubble_outline", "No comments yet", "Say the first word.")
    body = w.page(node("row", chips, width="fill", gap=8, pad=(16, 6, 16, 8)), rows or nothing, rid="comment_list")
    return Screen(body, top=p.bar("Comments"), bottom=_box(state, one), title="Comments")


def _comment(state: State, one: Video, comment: Comment, view: View, deep: bool = False) -> Node:
    liked = any(mark.comment == comment.id for mark in state.liked_comments)
    like = w.action("thumb_up" if liked else "thumb_up_off_alt",
    f"{'Unlike' if liked else 'Like'} the comment of {comment.author}",
                    ev("like_comment", comment=comment.id, who=comment.author), rid="like_comment",
                    color="primary" if liked else "on_surface_variant").styled(size=18, width=40,
                    height=40)  # fmt: skip
    foot = node(
        "row", like, w.text(count(comment.likes + liked), "13,18,Regular,0.1", "on_surface_variant", id="likes"),
        node("button", text="Reply", on=ev("reply", comment=comment.id, who=comment.author), id="reply",
        variant="text", height=40,
             type="13,18,Medium,0.1", pad=(14, 0, 14, 0)),
        align="center", height=40,
    )  # fmt: skip
    words = node("column", w.text(f"{comment.author} · {p.ago(comment.at, view.now)}", "13,18,Medium,0.1",
    "on_surface_variant",
                                  id="author", lines=1), w.text(comment.text, "15,21,Regular,0.1", id="comment_text"),
                                  foot, grow=1)  # fmt: skip
    return node("row", w.avatar(comment.face, 28 if deep else 38), words, id="row_comment", cls=w.GROUP, width="fill",
    gap=12,
                pad=(66 if deep else 16, 8, 16, 0))  # fmt: skip


def _box(state: State, one: Video) -> Node:
    answered = next((each for each in said(state, one.key) if each.id == state.ui.answers), None)
    banner = None
    if answered is not None:
        banner = node("row", w.text(f"Replying to {answered.author}", "13,18,Medium,0.1", "primary", grow=1,
        id="replying_to"),
                      w.action("close", "Stop replying", ev("reply", comment="", who=""),
                      rid="stop_reply").styled(size=18),
                      width="fill", height=40, pad=(16, 0, 4, 0), align="center", bg="container")  # fmt: skip
    ready = bool(state.ui.comment.strip())
    field = node("field", text=state.ui.comment, hint="Add a comment", id="comment_box", grow=1, height=46,
    type="15,20,Regular,0.1",
                 color="on_surface", on={"change": ev("type_comment"), "submit": ev("comment",
                 key=one.key)})  # fmt: skip
    send = w.action(
        "send", "Post comment", ev("comment", key=one.key), rid="post_comment", color="primary", enabled=ready
    )
    row = node("row", w.avatar(61, 34), node("row", field, grow=1, height=46, radius=23, bg="container", pad=(16, 0,
    12, 0),
               align="center"), send, width="fill", height=64, pad=(12, 0, 4, 0), gap=10, align="center")  # fmt: skip
    return node("column", w.divider(), banner, row, width="fill", bg="surface", align="stretch")
