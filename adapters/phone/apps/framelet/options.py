"""What can be done with a post of Framelet and with its author, and what is asked before it is done."""

from dataclasses import replace

from adapters.phone.apps.framelet import model
from adapters.phone.apps.framelet import parts as p
from adapters.phone.apps.framelet.app import app
from adapters.phone.apps.framelet.content import ME, PAID, Post
from adapters.phone.apps.framelet.model import BLOCKS, MUTES, REASONS, Blocked, Muted, Report, State
from adapters.phone.components.bottom_sheets import sheet, sheet_option
from adapters.phone.components.choices import confirmed_choice
from adapters.phone.components.dialogs import confirmation
from adapters.phone.framework.actions import Handled, assign, back, replace_with, share, then, toast
from adapters.phone.framework.dates import TIME_FORMAT
from adapters.phone.framework.state_paths import bind, without
from adapters.phone.ui import widgets as w
from adapters.phone.ui.app import Toast, View
from adapters.phone.ui.node import Ev, Node, ev


@app.sheet("options", over="home", title="Post options")
def options(state: State, key: str = "", under: str = "") -> Node:
    """What can be done with a post and its author; mute and block are neighbours."""
    post = model.post_of(state, key)
    if post is None:
        return no_post()
    if post.author == ME:
        rows = _own_options(post, under)
    elif post.author == PAID:
        hide, report_it = _hide(state, post), _ask("report", REASONS, post, under)
        rows = [
            _option("visibility_off", "Hide ad", hide, "hide"),
            _option("flag", "Report ad", report_it, "report", danger=True),
        ]
    else:
        rows = _options(state, post, under)
    return sheet(post.author, rows, look=p.SHEET)


def no_post() -> Node:
    """The sheet about a post that is no longer there."""
    text = w.text("It was removed, or you may not see it.", "bodyL", pad=(18, 8, 18, 12))
    return sheet("Not available", text, look=p.SHEET)


def _option(glyph: str, label: str, on: Ev, rid: str, *, danger: bool = False) -> Node:
    return sheet_option(glyph, label, on, rid=rid, danger=danger, style=p.SHEET_TEXT)


def _own_options(post: Post, under: str) -> list[Node]:
    args = {"key": post.key, "under": under}
    send = then(assign("ui.send_to", ()), assign("ui.message", ""), replace_with("send", **args))
    return [
        _option("near_me", "Send", send, "option_send"),
        _option("delete", "Delete post", replace_with("delete", **args), "delete", danger=True),
    ]


def _options(state: State, post: Post, under: str) -> list[Node]:
    author, collection = post.author, model.saved_in(state, post.key)
    known, muted = model.follows(state, author), model.mute_of(state, author)
    save = then(
        assign("ui.picked", collection or state.collections[0]), replace_with("save_to", key=post.key, under=under)
    )
    return [
        _option(
            "bookmark" if collection else "bookmark_border",
            f"Saved in {collection}" if collection else "Save to a collection", save, "save_to",
        ),
        _option("share", "Share to another app", then(back(), share(_shared_text(post))), "share"),
        _option(
            "person_remove" if known else "person_add", f"Unfollow {author}" if known else f"Follow {author}",
            then(back(), ev("follow", handle=author)), "follow_author",
        ),
        _option("volume_up", f"Unmute {author}", _unmute(state, author), "mute")
        if muted
        else _option("volume_off", f"Mute {author}", _ask("mute", MUTES, post, under), "mute"),
        _option("block", f"Block {author}", _ask("block", BLOCKS, post, under), "block", danger=True),
        _option("visibility_off", "Not interested", _hide(state, post), "hide"),
        _option("flag", "Report post", _ask("report", REASONS, post, under), "report", danger=True),
    ]  # fmt: skip


def _shared_text(post: Post) -> str:
    return f"{post.author} on Framelet: {post.caption}"


def _ask(window: str, choices: tuple[str, ...], post: Post, under: str) -> Ev:
    """Put a question in place of the sheet, with the first answer picked."""
    place = replace_with(window, key=post.key, handle=post.author, under=under)
    return then(assign("ui.picked", choices[0]), place)


def _hide(state: State, post: Post) -> Ev:
    return then(assign("hidden", (*state.hidden, post.key)), back(), toast("You see less like this"))


def _unmute(state: State, handle: str) -> Ev:
    shown = assign("muted", without(state.muted, handle=handle))
    return then(shown, back(), toast(f"{handle} is no longer muted"))


@app.dialog("mute", over="home", title="Mute", distractor="sees less of an account, and keeps following")
def mute_dialog(state: State, handle: str = "") -> Node:
    """What of an account is muted."""
    what = bind(state, "ui.picked")
    done = toast(f"Muted {what.value.lower()} of {handle}")
    mute_it = then(ev("mute", handle=handle), back(), done)
    return confirmed_choice(f"Mute {handle}?", what, MUTES, "Mute", mute_it, **p.DIALOG)


@app.on("mute")
def mute(state: State, view: View, handle: str) -> State:
    """Mute what was picked of an account."""
    muted = Muted(handle, state.ui.picked, view.now.strftime(TIME_FORMAT))
    return replace(state, muted=(*without(state.muted, handle=handle), muted))


@app.dialog("block", over="home", title="Block", distractor="a neighbour of mute, which ends following")
def block_dialog(state: State, handle: str = "") -> Node:
    """How far a block reaches."""
    block_it = then(ev("block", handle=handle), back(), toast(f"Blocked {handle}"))
    return confirmed_choice(f"Block {handle}?", bind(state, "ui.picked"), BLOCKS, "Block", block_it, **p.DIALOG)


@app.on("block")
def block(state: State, view: View, handle: str) -> State:
    """Block an account, which also ends following."""
    blocked = Blocked(handle, state.ui.picked, view.now.strftime(TIME_FORMAT))
    others = without(state.blocked, handle=handle)
    return replace(state, blocked=(*others, blocked), following=without(state.following, handle=handle))


def unblock(state: State, handle: str) -> Ev:
    """End a block."""
    return then(assign("blocked", without(state.blocked, handle=handle)), toast(f"{handle} is no longer blocked"))


@app.dialog("report", over="home", title="Report", distractor="the last of the options of a post")
def report_dialog(state: State, key: str = "") -> Node:
    """Why a post is reported."""
    report_it = then(ev("report", key=key), back())
    reason = bind(state, "ui.picked")
    return confirmed_choice("Why report this post?", reason, REASONS, "Report", report_it, **p.DIALOG)


@app.on("report")
def report(state: State, view: View, key: str) -> Handled:
    """Report a post for the reason that was picked."""
    post = model.post_of(state, key)
    if post is None:
        return None
    number = f"R-{41 + len(state.reports)}"
    made = Report(number, key, post.author, state.ui.picked, view.now.strftime(TIME_FORMAT))
    return replace(state, reports=(*state.reports, made)), Toast(f"Thank you. Report {number}")


@app.dialog("delete", over="home", title="Delete post", distractor="takes back a post that was posted wrongly")
def delete_dialog(state: State, key: str = "") -> Node:
    """Whether a post of one's own is really deleted."""
    done = toast(f"{key} deleted" if model.record(state, key) else "Deleted")
    delete_it = then(assign("deleted", (*state.deleted, key)), back(), done)
    text = "Its likes and comments go with it."
    return confirmation("Delete this post?", text, "Delete", delete_it).styled(**p.DIALOG)
