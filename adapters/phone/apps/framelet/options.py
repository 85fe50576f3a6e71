"""What can be done with a post of Framelet and with its author; where posts are saved."""

from dataclasses import replace

from adapters.phone.apps.framelet import model
from adapters.phone.apps.framelet import parts as p
from adapters.phone.apps.framelet.app import app
from adapters.phone.apps.framelet.content import ME, Post
from adapters.phone.apps.framelet.model import ALL_SAVED, COLLECTIONS, Saved, State
from adapters.phone.components.bottom_sheets import sheet, sheet_option
from adapters.phone.components.choices import chip_strip, radio_choice
from adapters.phone.components.dialogs import confirmation
from adapters.phone.framework.actions import Handled, assign, back, replace_with, share, then, toast
from adapters.phone.framework.dates import TIME_FORMAT
from adapters.phone.framework.state_paths import bind, toggled, without
from adapters.phone.ui import controls as c
from adapters.phone.ui import widgets as w
from adapters.phone.ui.app import Back, Screen, Toast, View
from adapters.phone.ui.node import Ev, Node, ev, node


@app.sheet("options", over="home", title="Post options")
def options(state: State, key: str = "", under: str = "") -> Node:
    """What can be done with a post and its author; mute and block are neighbours."""
    post = model.post_of(state, key)
    if post is None:
        return p.no_post()
    rows = _own_options(post, under) if post.author == ME else _options(state, post, under)
    return sheet(post.author, rows, look=p.SHEET)


def _option(glyph: str, label: str, on: Ev, rid: str, *, danger: bool = False) -> Node:
    return sheet_option(glyph, label, on, rid=rid, danger=danger, style="16,22,Regular,0")


def _own_options(post: Post, under: str) -> list[Node]:
    args = {"key": post.key, "under": under}
    send = then(assign("ui.send_to", ()), assign("ui.message", ""), replace_with("send", **args))
    return [
        _option("near_me", "Send", send, "option_send"),
        _option("delete", "Delete post", replace_with("delete", **args), "delete", danger=True),
    ]


def _options(state: State, post: Post, under: str) -> list[Node]:
    author, collection = post.author, model.saved_in(state, post.key)
    saved = "bookmark" if collection else "bookmark_border"
    save = then(assign("ui.collection", collection or ALL_SAVED), replace_with("save_to", key=post.key, under=under))
    follow = ("person_remove", "Unfollow") if model.follows(state, author) else ("person_add", "Follow")
    mute, muted = ("volume_up", "Unmute"), f"{author} is no longer muted"
    if author not in state.muted:
        mute, muted = ("volume_off", "Mute"), f"Muted {author}"
    mute_it = then(assign("muted", toggled(state.muted, author)), back(), toast(muted))
    block = replace_with("block", key=post.key, handle=author, under=under)
    hide = then(assign("hidden", (*state.hidden, post.key)), back(), toast("You see less like this"))
    return [
        _option(saved, f"Saved in {collection}" if collection else "Save to a collection", save, "save_to"),
        _option("share", "Share to another app", then(back(), share(_shared_text(post))), "share"),
        _option(follow[0], f"{follow[1]} {author}", then(back(), ev("follow", handle=author)), "follow_author"),
        _option(mute[0], f"{mute[1]} {author}", mute_it, "mute"),
        _option("block", f"Block {author}", block, "block", danger=True),
        _option("visibility_off", "Not interested", hide, "hide"),
    ]


def _shared_text(post: Post) -> str:
    return f"{post.author} on Framelet: {post.caption}"


@app.dialog("block", over="home", title="Block", distractor="a neighbour of mute, which ends following")
def block_dialog(state: State, handle: str = "") -> Node:
    """Whether an account is really blocked."""
    block_it = then(
        assign("blocked", (*state.blocked, handle)), assign("following", without(state.following, handle=handle)),
        back(), toast(f"Blocked {handle}"),
    )  # fmt: skip
    text = "Neither of you will see what the other one posts, and you no longer follow this account."
    return confirmation(f"Block {handle}?", text, "Block", block_it).styled(**p.DIALOG)


def unblock(state: State, handle: str) -> Ev:
    """End a block."""
    return then(assign("blocked", toggled(state.blocked, handle)), toast(f"{handle} is no longer blocked"))


@app.dialog("delete", over="home", title="Delete post", distractor="takes back a post that was posted wrongly")
def delete_dialog(state: State, key: str = "") -> Node:
    """Whether a post of one's own is really deleted."""
    delete_it = then(assign("deleted", (*state.deleted, key)), back(), toast("Deleted"))
    text = "Its likes and comments go with it."
    return confirmation("Delete this post?", text, "Delete", delete_it).styled(**p.DIALOG)


@app.on("save")
def save(state: State, view: View, key: str) -> Handled:
    """The bookmark: into the first collection, or out of whichever has the post."""
    collection = model.saved_in(state, key)
    if collection:
        return replace(state, saved=without(state.saved, post=key)), Toast(f"Removed from {collection}")
    return _with_saved(state, key, ALL_SAVED, view), Toast(f"Saved to {ALL_SAVED}")


@app.sheet("save_to", over="home", title="Save to")
def save_to(state: State, key: str = "") -> Node:
    """Which collection a post goes to."""
    if model.post_of(state, key) is None:
        return p.no_post()
    collection = bind(state, "ui.collection")
    choices = radio_choice(
        collection, COLLECTIONS, rid="collection_option", group="collections", inset=18, height=54
    )  # fmt: skip
    button = c.button("Save here", ev("save_there", key=key), rid="save_here", height=46).styled(radius=4)
    return sheet("Save to", choices, node("row", button, width="fill", pad=(16, 10, 16, 4)), look=p.SHEET)


@app.on("save_there")
def save_there(state: State, view: View, key: str) -> Handled:
    """Save a post to the collection that is picked."""
    collection = state.ui.collection
    return _with_saved(state, key, collection, view), Back(), Toast(f"Saved to {collection}")


def _with_saved(state: State, key: str, collection: str, view: View) -> State:
    post = model.post_of(state, key)
    if post is None:
        return state
    saved = Saved(key, post.author, collection, view.now.strftime(TIME_FORMAT))
    return replace(state, saved=(*without(state.saved, post=key), saved))


@app.screen("saved", activity=".SavedActivity", distractor="where a saved photo is looked for")
def saved_page(state: State, collection: str = ALL_SAVED) -> Screen:
    """What is in a collection, the latest first."""
    chips = chip_strip(
        collection, COLLECTIONS, rid="chip_collection", group="collections", radius=6,
        on=lambda name: replace_with("saved", collection=name),
    )  # fmt: skip
    keys = [saved.post for saved in reversed(state.saved) if saved.collection == collection]
    posts = tuple(post for key in keys if (post := model.post_of(state, key)) is not None)
    nothing = w.empty("bookmark_border", "Nothing saved here", "Use the bookmark below a photo.")
    return Screen(w.page(chips, p.grid(posts) if posts else nothing), top=p.bar("Saved"), title="Saved")
