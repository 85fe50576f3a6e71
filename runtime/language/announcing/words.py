"""English word lists for announced actions: verbs, negations, conditions, names of things. Pure data."""

from __future__ import annotations

import re
from typing import Final, Literal

ActionKind = Literal[
    "tap", "double_tap", "long_press", "move", "type", "open", "launch", "wait", "ask", "tell", "end", "back", "go",
]  # fmt: skip
Form = Literal["base", "gerund", "past", "third"]


def word_set(words: str) -> frozenset[str]:
    """Return the words as a set."""
    return frozenset(words.split())


def _forms(
    base: str, kind: ActionKind, past: str = "", gerund: str = "", third: str = ""
) -> dict[str, tuple[ActionKind, Form]]:
    stem = base.removesuffix("e")
    return {
        third or f"{base}s": (kind, "third"),
        past or f"{stem}ed": (kind, "past"),
        gerund or f"{stem}ing": (kind, "gerund"),
        base: (kind, "base"),
    }


VERBS: Final[dict[str, tuple[ActionKind, Form]]] = {
    **_forms("tap", "tap", "tapped", "tapping"),
    **_forms("click", "tap"),
    **_forms("press", "tap", third="presses"),
    **_forms("touch", "tap", third="touches"),
    **_forms("hit", "tap", "hit", "hitting"),
    **_forms("select", "tap"),
    **_forms("choose", "tap", "chose"),
    **_forms("pick", "tap"),
    **_forms("toggle", "tap"),
    **_forms("tick", "tap"),
    **_forms("check", "tap"),
    **_forms("uncheck", "tap"),
    **_forms("doubletap", "double_tap", "doubletapped", "doubletapping"),
    **_forms("hold", "long_press", "held"),
    **_forms("scroll", "move"),
    **_forms("swipe", "move"),
    **_forms("slide", "move", "slid"),
    **_forms("flick", "move"),
    **_forms("fling", "move", "flung"),
    **_forms("drag", "move", "dragged", "dragging"),
    **_forms("pull", "move"),
    **_forms("type", "type"),
    **_forms("input", "type", "inputted", "inputting"),
    **_forms("enter", "type"),
    **_forms("write", "type", "wrote"),
    **_forms("fill", "type"),
    **_forms("open", "open"),
    **_forms("launch", "launch", third="launches"),
    **_forms("start", "launch"),
    **_forms("wait", "wait"),
    **_forms("ask", "ask"),
    **_forms("clarify", "ask", "clarified", third="clarifies"),
    **_forms("confirm", "ask"),
    **_forms("verify", "ask", "verified", third="verifies"),
    **_forms("inquire", "ask"),
    **_forms("tell", "tell", "told"),
    **_forms("inform", "tell"),
    **_forms("finish", "end", third="finishes"),
    **_forms("end", "end"),
    **_forms("stop", "end", "stopped", "stopping"),
    **_forms("conclude", "end"),
    **_forms("terminate", "end"),
    **_forms("return", "back"),
    **_forms("go", "go", "went", third="goes"),
    **_forms("navigate", "go"),
    **_forms("head", "go"),
}
FINGER: Final = frozenset(("swipe", "slide", "flick", "fling", "drag", "pull"))
"""Verbs whose direction is the finger's; a `scroll` names what comes into view."""

ADVERBS: Final = word_set(
    "now then first next just simply also again carefully probably directly quickly please only finally immediately "
    "still therefore thus hence so instead rather definitely likely actually further simply gently manually"
)
NOT: Final = word_set("not never without cannot cant dont wont no nor neither avoid instead than hardly")
WILL: Final = word_set("will ll shall should must would let's lets gonna better")
MAY: Final = word_set("can could may might")
SELF: Final = word_set("i we let's you me us")
OTHERS: Final = word_set(
    "it this that which these those they he she who what app page screen user users user's button icon option menu "
    "dialog system phone device link someone tapping clicking pressing selecting action result list"
)
"""Subjects whose actions are not the agent's, such as the page or the user."""
SOMEBODY: Final = word_set("it they he she who which user users")
GOALS: Final = word_set(
    "task goal objective instruction instructions request aim purpose mission query question target user user's users "
    "assignment"
)
GOVERNORS: Final = word_set(
    "going need needs needed have has want wish like plan intend try trying decide decided ready supposed ought aim "
    "prefer time choose chose proceed continue start begin best better necessary is be was step action move required "
    "wise good logical sense appropriate attempt want'd i'd reasonable needs would planning intending about important "
    "sensible right safe safest way idea wanting easiest simplest makes option"
)
"""Words that make `to tap` an intention."""
GERUND_YES: Final = word_set(
    "am i'm be try trying consider suggest recommend involves requires means continue keep proceed start begin is we're"
)
GERUND_NO: Final = word_set(
    "after before without avoid of than not when while upon stop since on from for in about despite once the a if "
    "are was were with and or for"
)
CONDITIONS: Final = word_set("if unless whenever whether")
BEFORE_ANOTHER: Final = word_set("when once until till before")
PERCEIVING: Final = word_set(
    "reviewing looking analyzing analysing examining considering checking scanning reading observing inspecting seeing "
    "noticing evaluating thinking"
)
TURNING: Final = word_set("but however instead rather although though yet better")
"""Words that retract what was said before."""
SEQUELS: Final = word_set("then afterwards afterward subsequently later next finally second third lastly")
"""Sentence openings that continue a plan whose first step comes first."""

BOUNDARIES: Final = word_set(
    "to so which because since as that and then where while when if by but or in order who until before after via "
    "using will would should for using instead rather"
)
"""Words at which the name of the target may end."""
CLAUSE_MARKS: Final = frozenset(",;:—–-•>*()[]|")
DETERMINERS: Final = word_set(
    "the a an this that its my our on at in into onto over inside within to upon one these those their his her your "
    "any some available visible suitable appropriate correct right"
)
KINDS: Final = word_set(
    "button buttons icon icons tab option options link item entry row field box bar menu switch toggle checkbox "
    "radio key text label image picture card tile section element control area chip list input dropdown slider app "
    "application shortcut contact conversation chat message value choice setting settings result suggestion "
    "notification header title number digit letter page logo symbol arrow thumbnail heading"
)
CARRYING: Final = word_set("perform execute use do make apply")
"""Verbs in phrases such as `perform a click action`."""
ACTIONS: Final = word_set("action gesture operation motion")
REASONS: Final = word_set("since because given")
"""Conjunctions of clauses that say why, not what."""
COORDINATES: Final = word_set("coordinates coordinate position point location spot center centre")
LISTED: Final = word_set("result option item row entry one suggestion message email song video product contact card")
"""Things that stand in lists, so that a number identifies them."""
RELATIONS: Final = word_set("below above beside near under underneath adjacent opposite behind between")
"""Words before an element that only describes the place of the target."""
SWITCHES: Final = word_set("checkbox switch toggle box radio slider tick")
PURPOSES: Final = word_set(
    "open see view go proceed continue create add save find get access return search select confirm complete make "
    "turn enable disable set change edit delete remove send share submit exit close dismiss navigate begin bring "
    "show reveal display expand use play sort filter sign log move explore look read reach install accept apply "
    "update book buy order put activate initiate execute perform achieve ensure do be have switch clear schedule "
    "download upload load refresh unlock allow grant agree skip cancel mark copy paste rename rate review compose "
    "reply call dial message trigger collapse browse learn locate provide avoid give take keep let listen watch "
    "record adjust increase decrease lower raise mute resume follow subscribe join leave invite connect pair scan "
    "print export import sync then wait check i we bring fulfil fulfill advance discard modify manage configure "
    "customize enlarge zoom authenticate verify purchase "
)
"""Verbs that begin a purpose or a next step; other words may continue the name: `Add to library`."""
CHOSEN: Final = word_set(
    "right correct suitable appropriate same other new different another specific desired relevant"
)
"""Words that select something without identifying it."""
GENERIC: Final = word_set("button icon option item one element entry label choice row")
"""Kinds that refer to anything named before."""
THINGS: Final = word_set(
    "alarm note event file folder song video email mail post photo album playlist product restaurant store shop task "
    "reminder recipe address website browser account profile group channel filter category day date time"
)
"""Nouns that may follow a name: `the 9:00 alarm`."""
NAMING: Final = word_set(
    "labeled labelled named called titled says saying reading reads marked with word words showing for of which is "
    "displaying that"
)
LOOKS: Final = word_set(
    "blue red green yellow orange white black gray grey purple pink large big small floating round circular plus "
    "highlighted main primary default same other new bright dark coloured colored"
)
PLACES: Final = word_set(
    "at in on below above beside next near under underneath located from within inside here there again now first "
    "directly once below, left right top bottom corner side part half middle center "
    "centre edge portion shown displayed listed visible available"
)
"""Words after a name that only say where it is."""
WITHOUT_OBJECT: Final = word_set("by with to from over again , at off and")
PRONOUNS: Final = word_set("it this that here one them there")
ORDINALS: Final = {
    "first": 1, "1st": 1, "second": 2, "2nd": 2, "third": 3, "3rd": 3, "fourth": 4, "4th": 4, "fifth": 5, "5th": 5,
    "sixth": 6, "6th": 6, "seventh": 7, "eighth": 8, "last": -1, "topmost": 1,
}  # fmt: skip
VAGUE_TEXT: Final = word_set(
    "the a an my this that it its some your in into on something text name query details information data address "
    "keyword keywords content required necessary desired and his her their another search here"
)
"""Words that begin a description of a text rather than the text itself."""

_SUBJECT = (
    r"(?:(?:the |this |our |my |whole |entire |user'?s? |given |requested |current |overall ){0,6}"
    r"(?:task|request|goal|objective|job|instruction|order|everything|all (?:\w+ )?(?:steps|requirements|tasks|parts|"
    r"items|of it|of them|that was asked|is)|all))"
)
_DONE = r"(?:complete|completed|done|finished|fulfilled|accomplished|satisfied|achieved|reached|met|over)"
_BEING = r"(?:is|are|(?:has|have) (?:now |already |thus )?been|was|were|seems?|appears?(?: to be)?|looks)"
FINISHED: Final = re.compile(
    rf"^(?:ok(?:ay)?|good|great|so|now|therefore|thus|hence|and|,|\s){{0,9}}(?:{_DONE}|all {_DONE})[\s,]*$"
    rf"|\b{_SUBJECT}\b[^,;:]{{0,60}}?(?:\b{_BEING}|'s)"
    rf"\s+(?:now |already |all |fully |successfully |thus |therefore |finally |to be ){{0,6}}{_DONE}\b(?! \w+ing)"
    rf"|\bi(?:'ve| have) (?:now |already |successfully |just |also ){{0,4}}"
    rf"(?:completed|finished|done|accomplished|fulfilled) (?:the |this |my |all|everything|what)"
    rf"|\bi(?:'m| am) (?:now |all ){{0,2}}(?:done|finished)\b"
    rf"|\bnothing (?:more|else|further|is left|remains|left)(?: \w+)? (?:to (?:do|be done)|needs to be done)"
    rf"|\bnothing (?:more|else|further) (?:remains|is left|is needed)|\bthat'?s (?:all|it)\b"
    rf"|\bmark (?:the |this )?task as (?:complete|completed|done)",
    re.IGNORECASE,
)
UNFINISHED: Final = re.compile(
    r"\bnot\b|n't\b|\bnever\b|\bbefore\b|\buntil\b|\bonce\b|\bwhen\b|\bif\b|\bafter\b|\bwhether\b|\bunless\b"
    r"|\bby\b|\bensure\b|\bmake sure\b|\bwill be\b|\bso that\b|\bwould be\b|\bshould be\b|\bto be\b"
    r"|\balmost\b|\bnearly\b|\bpart\b|\bpartially\b|\bhalf\b|\bto (?:see|verify|check|confirm)\b"
    r"|\bstep is\b|\bthen\b|\bfirst\b",
    re.IGNORECASE,
)
FAILED: Final = re.compile(
    r"\b(?:task|request|goal|instruction|order|this)\b[^,;:]{0,30}?\b(?:cannot|can't|can not|could not|couldn't) be "
    r"(?:completed|done|fulfilled|finished|accomplished|carried out)"
    r"|\b(?:task|request|goal)\b[^,;:]{0,20}?\b(?:is|seems) (?:impossible|infeasible|not (?:possible|feasible))"
    r"|\bi (?:can't|cannot|can not|am unable to|am not able to|'m unable to) "
    r"(?:go on|continue|proceed|complete (?:the|this) task|finish (?:the|this) task|do (?:this|that|it))\b"
    r"|\bimpossible to (?:complete|finish|do) (?:the|this) task",
    re.IGNORECASE,
)
ANSWER: Final = re.compile(r"\banswer(?: to [^,;:]{1,80}?)? (?:is|was|would be)[: ]*", re.IGNORECASE)
