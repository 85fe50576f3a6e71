"""What people say in several words, in the words of buttons: "take it off my list" removes it from the list. Pure."""

from __future__ import annotations

import re
from functools import lru_cache, partial

from adapters.agents.scripted.reader.language.clocktimes import in_figures

_START = r"(?:^|(?<=[.!?;:] )|(?<=, so )|(?<=, )(?=(?:leave|write|post) (?:a|the) comment )|(?<=, then )|(?<=\band ))"
_APP = r"((?:(?:the|my) )?[A-Z]\w+(?: [A-Z]\w+)?)"
_END = r"(?=[.!;]|$)"
_NP = r"((?:[^,;.]|(?<=\bDr)\.|(?<=\bMr)\.|(?<=\bMs)\.|(?<=\bSt)\.|(?<=\bMrs)\.)+?)"
_NP += r"(?<!\bDr)(?<!\bMr)(?<!\bMs)(?<!\bSt)(?<!\bMrs)"


def _idiom(said: str, meant: str) -> tuple[re.Pattern[str], str]:
    return re.compile(_START + said), meant


_PUT = (
    r"(?:[Pp]ut|[Aa]dd|[Ww]rite|[Aa]ppend|[Ss]et) (?:the (?:year|words?|letters?|number|date) )?"
    r"[“\"]?([^“”\".;,]+?)[”\"]? "
)
_OF_NAME = r"(?:the name|the title) of ((?:my|the|our|his|her) [^.;]+?)"
_BEHIND = r"(?:behind|after|(?:to|at) the end of)"
_BEFORE = r"(?:before|in front of|(?:to|at) the (?:front|beginning|start) of)"

_THING = r"[^,;:.!?“”\"]{2,60}?"
_SIGNS = ("like", "star", "upvote")
"""What is given to a thing with the verb of the same name."""

_IDIOMS = (
    _idiom(rf"{_PUT}{_BEHIND} {_OF_NAME}{_END}", r"Rename \2 by “\1”"),
    _idiom(rf"{_PUT}{_BEFORE} {_OF_NAME}{_END}", r"Rename \2 with “\1” first"),
    _idiom(r"(?:[Ss]top following|[Uu]nsubscribe from|[Nn]o longer follow)\b", "Unfollow"),
    _idiom(r"I(?:['’]d| would) like (?!to\b|you\b|it\b|my\b|the\b)", "Order "),
    _idiom(r"[Gg]ive ((?:my|the) [^,;.]+?) back\b", r"Return \1"),
    _idiom(r"([A-Z\d][^.;:!?“”\"]{2,80}?) is what I(?:['’]d| would)? (?:want|like|need)(?: to have)?\b", r"Order \1"),
    _idiom(
        r"[Hh]ave (?!it\b|them\b|this\b|that\b)([^.;,:!?“”\"]{2,80}?) (?:sent|delivered|shipped|brought)"
        r" to (?=my\b|me\b|our\b|us\b)",
        r"Order \1, delivered to ",
    ),
    _idiom(
        r"[Mm]ake (?:me )?(?=(?:an?|another|a new) (?:[a-z-]+ ){1,3}(?:(?:called|named|titled)\b|[“\"]))", "Create "
    ),
    *(_idiom(rf"([A-Z“\"]{_THING}) (?:deserves|should get) an? {one}\b", rf"{one.capitalize()} \1") for one in _SIGNS),
    *(_idiom(rf"[Gg]ive ((?:the|my|\w+['’]s) {_THING}) an? {one}\b", rf"{one.capitalize()} \1") for one in _SIGNS),
    _idiom(r"(?:[Ll]eave|[Ww]rite|[Pp]ost|[Aa]dd|[Pp]ut) (?:a|the) comment (?=[“\"])", "Comment "),
    _idiom(r"[Oo]nly ([^,;:.!?]{2,40}?) (?:may|can|should|must|are (?:to|allowed to)) (?=[a-z])", r"Let only \1 "),
    _idiom(r"(?:[Nn]obody|[Nn]o one) (?:may|can|should|must|is (?:to|allowed to)) (?=[a-z])", "Let nobody "),
    _idiom(
        rf"(?:[Cc]hange|[Uu]pdate|[Cc]orrect) ((?:the|my|[A-Z][\w.]+(?: [A-Z]\w+)*['’]s) {_THING}) to (?=[“\"])",
        r"Edit \1 to ",
    ),
    _idiom(r"(?:[Gg]et rid of|[Tt]hrow (?:away|out))\b", "Delete"),
    _idiom(r"[Tt]ake ([^.“”\"]+|[^.]*[“\"][^”\"]+[”\"][^.]*?) (?:off|out of) ", r"Remove \1 from "),
    _idiom(r"(?:[Gg]et|[Bb]ring|[Pp]ut|[Tt]ake) ([^,;]+?) back (?:out of|from) ", r"Restore \1 from "),
    _idiom(r"(?:[Mm]ark|[Mm]ake|[Ff]lag) ([^,;]+?) (?:as )?(?:a|my) favou?rite\b", r"Add \1 to favourites"),
    _idiom(rf"(?:[Dd]o not|[Dd]on['’]t|[Nn]ever) (?:let|have) {_APP} ([^.;]+?){_END}", r"Turn off \2 in \1"),
    _idiom(
        r"(?:[Ss]top|[Dd]o not|[Dd]on['’]t|[Nn]ever) (?:tell|notify|warn|alert|inform)(?:ing)? me"
        r"(?: about| of| when(?:ever)?)?\b",
        "Turn off",
    ),
    _idiom(
        rf"[Mm]ake ((?:the|my|his|her|our) (?:(?! and )[^,;.“”\"])*[a-z](?: in {_APP})?) "
        r"(red|orange|yellow|green|blue|purple|violet|pink|brown|gr[ae]y|black|white|teal|amber|mint|lilac)"
        r"(?=[.!;,]|$| (?:and|on|in) )",
        r"Edit \1 to \3",
    ),
    _idiom(
        rf"[Mm]ake ((?:the|my|his|her|our) (?:(?! and )[^,;.“”\"])*[a-z](?: in {_APP})?) ((?!of\b)[a-z]+)"
        r"(?=[.!;,]|$| (?:and|on|in) )",
        r"Change \1 to \3",
    ),
    _idiom(
        r"(?:[Mm]ove|[Pp]ostpone|[Rr]eschedule|[Ss]hift|[Pp]ush|[Dd]elay) ([^,;]+?) (?:to|till|until) "
        r"(?=(?:the )?(?:to(?:day|morrow|night)|next|(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day|\d))",
        r"Edit \1 to ",
    ),
    _idiom(
        r"(?:[Pp]ut|[Aa]dd|[Ee]nter|[Ww]rite|[Ss]et) ([“\"][^”\"]+[”\"]) (?:in|into|to|on) ((?:my|the) [a-z]+|[A-Z]\w+)"
        r" as (?:the|its|a) ([a-z]+) (?:of|for) ([^,;.]+?)(?=[.,;]|$| and )",
        r"Edit \4 in \2 with the \3 \1",
    ),
    _idiom(
        r"(?:[Pp]ut|[Aa]dd|[Ee]nter|[Ss]ave) ([A-Z][\w'’.]*(?: (?:(?:and|of|the|&) )?[A-Z][\w'’]*)*)"
        r" (?:in|into|to|among) (?:my |the )?(?:contacts|address book|phone ?book)\b",
        r"Create a contact called \1",
    ),
    _idiom(rf"(?:[Tt]ick|[Cc]heck|[Cc]ross) off {_NP}(?= in [A-Z]|[.,;]|$)", r"Mark \1 as done"),
    _idiom(rf"(?:[Tt]ick|[Cc]heck|[Cc]ross) {_NP} off(?= in [A-Z]|[.,;]|$)", r"Mark \1 as done"),
    _idiom(r"(?:[Aa]lways )?([a-z]{3,}) in ([\w-]+) quality\b", r"Set the \1 quality to \2"),
    _idiom(r"(?:[Dd]isable|[Dd]eactivate)\b|[Hh]ide(?= my\b)", "Turn off"),
    _idiom(
        r"I(?:['’]d| would)? (?:want|like|need) ([^.,;]+?) (?:turned |switched )?(on|off)(?=[.,;]|$)", r"Turn \2 \1"
    ),
    _idiom(
        rf"[Hh]ave {_APP} (?![A-Z]|(?:as|in|on|at|to|for|with|and|be)\b)([a-z]+ [^.;]+?){_END}",
        r"Have it \2 in \1",
    ),
    _idiom(
        r"(?:[Dd]o not|[Dd]on['’]t|[Nn]ever|[Ss]top) (?!be\b)(\w+[^.;]*?)(?: any ?more| any longer)?"
        r"(?= (?:on|in) [A-Z]|[.;]|$)",
        r"Turn off \1",
    ),
)  # fmt: skip
"""What is said at the beginning of a sentence, and how buttons and menus call it."""


_AHEAD = re.compile(
    r"\b(an?|\d+|one|two|three|half an) (hours?|minutes?|days?|weeks?)"
    r" (?:before(?:hand)?|ahead|earlier|in advance|early)\b"
)


def _ahead(found: re.Match[str]) -> str:
    return f"{'1' if found[1] in ('a', 'an', 'one') else found[1]} {found[2]} before"


_SOME_OF = re.compile(
    r"\b(two|three|four|five|six|seven|eight|nine|ten|\d) of (?:the|those|these|your|their) (?=[A-Za-z])"
)
_WITHOUT = re.compile(r",?\s+(?:and\s+)?(?:I\s+)?(?:do not|don['’]t) (?:need|want) (?!to\b|you\b|it\b)")
_WITH = re.compile(r",?\s+and\s+I\s+(?:also\s+)?need (?!to\b|you\b|it\b)")
"""What is not needed, and what is, said of what is being ordered."""


@lru_cache(maxsize=1 << 8)
def in_short(instruction: str) -> str:
    """The instruction with each idiom in the words of buttons."""
    instruction = _SOME_OF.sub(r"\1 ", instruction)
    instruction = _WITH.sub(", with ", _WITHOUT.sub(", without ", in_figures(instruction)))
    for said, meant in _IDIOMS:
        instruction = said.sub(partial(_cased, meant), instruction)
    return _AHEAD.sub(_ahead, instruction)


_LATE = re.compile(r"\b(?:The|An?|My|Our|His|Her|This|These|One|Two|Three|Four|Five|Six|Seven|Eight|Nine|Ten)\b(?= )")
"""What has a capital only where it begins a sentence."""


def _cased(meant: str, found: re.Match[str]) -> str:
    """In the middle of a sentence it begins with a small letter."""
    text = _LATE.sub(lambda late: late[0].lower() if late.start() else late[0], found.expand(meant))
    return text[:1].lower() + text[1:] if found[0][:1].islower() else text
