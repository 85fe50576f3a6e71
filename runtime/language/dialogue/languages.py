"""How people ask leave for an operation, and how they ask for everything at once: English, German, Chinese.

All languages are understood at any time: what a question is does not depend on how its user talks.
"""

from __future__ import annotations

import re
from functools import cache

from runtime.language.dialogue.words import Words, raw, stems

# -- leave for an operation -------------------------------------------------------------------------------------------

_TOUCH = r"(?:tap|click|press|touch|scroll|swipe|drag|hit|push|double-tap|double tap|long-press|long press)"
_OPERATION = (
    rf"(?:{_TOUCH}|open|launch|close|confirm|proceed|continue|submit|navigate|go (?:back|home|ahead|on|to)"
    r"|allow|accept|skip|log in|return|dismiss|type|enter|wait|finish|stop|start|send|save|post|pay|place|check out)"
)
_LEAVE = (
    r"(?:(?:should|shall|can|could|may|must|do|will) (?:i|we)(?: (?:need|have) to)?"
    r"|(?:do|would|did) you (?:want|like|need|prefer)(?: for)? (?:me|us) to"
    r"|(?:want|need|like) me to"
    r"|(?:is|would) it (?:be )?(?:ok|okay|fine|all right|alright|safe|correct|right)(?: for me)? (?:to|if i|if we)"
    r"|(?:ok|okay|ready|permission|allowed|supposed) to"
    r"|may i|how do i|where do i)"
)
_FILLER = r"(?: (?:now|just|also|please|then|next|first|simply|try to|go ahead and|have to))*"

_LEAVES = (
    re.compile(rf"\b{_LEAVE}{_FILLER} {_OPERATION}\b"),
    re.compile(
        rf"\b(?:do|would) you (?:want|like) to{_FILLER}"
        r" (?:place|submit|confirm|proceed|continue|finish|check out|go ahead|go on)\b"
    ),
    re.compile(
        r"\b(?:soll|darf|kann|muss|konnte|sollte|durfte) (?:ich|man)\b.*\b(?:tippen|klicken|drucken|wischen|scrollen"
        r"|blattern|offnen|schliessen|bestatigen|fortfahren|weitermachen|zuruckgehen|zuruck|abschicken|absenden|warten"
        r"|antippen|anklicken|weitergehen|speichern)\b"
    ),
    re.compile(
        r"(?:我?(?:应该|可以|能|能不能|可不可以|是否|需要|要)(?:我|现在|先|去)*|要我|需要我)"
        r".*(?:(?<![地几])点|按下|按|滑动|滑|滚动|继续|返回|确认|关闭|打开|提交|等待)"
    ),
)
_BARE = re.compile(rf"^{_OPERATION}\b[^?]*\?$")

_LARGE = re.compile(r"\b(?:send|post|save|pay|place|type|enter)\b")
OR = frozenset({"or", "oder", "还", "vs"})
"""Words that stand between candidates."""

WIDGET = re.compile(r"\b(?:button|icon|tab|link|arrow|checkbox)s?\b")
CONTENT = re.compile(r"\b(?:what|which|who|whom|whose|how many|how much|was|welche\w*|wer|wen|wem)\b|什么|哪|谁|多少")


def asks_leave(clause: str) -> bool:
    """Whether leave for an operation is asked for in a sentence (a plain clause)."""
    flat = _flat(clause)
    return any(pattern.search(flat) for pattern in _LEAVES) and not _offers(flat)


def bare_operation(clause: str) -> bool:
    """Whether a clause is an operation and a question mark (`proceed?`)."""
    flat = _flat(clause)
    return bool(_BARE.search(flat)) and not _offers(flat)


def _flat(clause: str) -> str:
    return " ".join(re.sub(r"[^\w\s?'-]", " ", clause).split())


def _offers(flat: str) -> bool:
    """Whether an operation that has content is put forward in more than one way (`send now or tomorrow?`)."""
    return bool(_LARGE.search(flat)) and not OR.isdisjoint(flat.split())


# -- everything at once -----------------------------------------------------------------------------------------------

_WANTING = (
    re.compile(
        r"\b(?:want|like|need|prefer|preferred|preferences?|details?|everything|anything|something|specif\w+|clarif\w+"
        r"|elaborate|explain|describe|requirements?|which|what|options?|choices?|mean|mind|information|info)\b"
    ),
    re.compile(r"\b(?:was|welche\w*|alles|details|einzelheiten|wunsche?|vorlieben|angaben|informationen|genauer)\b"),
    re.compile(r"什么|哪|所有|全部|细节|要求|需求|偏好|信息|具体|详细|一切"),
)
# Words that carry no subject of their own: a question made of these (and of the instruction's own words) asks for
# nothing in particular, hence for everything.
_EMPTY = """
add a about additional again all also am an and any anything are as at be before but by can could could'd d did do does
don each else ever every everything exact exactly few for from full further get give going got had has have having hello
help here hey hi how i if in information info into is it its just kind kindly know let like list ll look m make many may
me mean mind more most much must my need needs never nor not now of off on one ones only onto option or other our out
over own please possible precise precisely provide quite rather re really regarding s say see share shall should so some
something sort specific specifically still such t tell than thank thanks that the their them then there these they thing
things this those though through to too type under until up upon us use used useful very ve want was way we well were
what whatever when where whether which while who whole whom whose why will wish with within without would yes yet you
your yours looking choose select pick prefer preference preferences preferred detail details specify clarify
clarification elaborate explain describe description requirement requirements intent intention request task goal order
answer question questions favorite favourite choice choices item items first next complete rest precise understand sure
"""
_EMPTY_GERMAN = """
alle alles andere anderen bitte brauche brauchen das dass dem den der details die du ein eine einen einzelheiten er es
euch fur genau genauer gern gerne gibt haben hatten hast ich ihnen ihr ihre ihren im in informationen ist kann konnen
konnten mehr mehrere mich mir mit mitteilen mochte mochten mussen muss nennen noch nun oder sagen sag sie sind sonst
soll sollen uber um und uns vorlieben wahlen was weitere welche welchen welcher welches wie wissen wollen wunsch
wunsche wunschen wunscht zu angaben auftrag aufgabe anliegen erklaren beschreiben geben anforderungen
"""
_EMPTY_CHINESE = (
    "请告诉我您你的所有全部细节要求需求想什么到底哪一个些种供提更多信息具体详细说明描述一下吗呢啊吧还有其他别关于"
    "能不能可以麻烦清楚知道选择偏好究竟完整给把是我们这那怎样么想法任务内容体求讲都一切"
)


def asks_for_all(question: str, words: Words, instruction: Words) -> bool:
    """Whether a question (plain, and as stems) asks for nothing in particular."""
    if not any(pattern.search(question) for pattern in _WANTING):
        return False
    return all(word in _empty_words() or word in instruction for word in words)


@cache
def _empty_words() -> frozenset[str]:
    return frozenset(stems(_EMPTY)) | frozenset(stems(_EMPTY_GERMAN)) | frozenset(_EMPTY_CHINESE)


# -- common words -----------------------------------------------------------------------------------------------------

_COMMON = """
after afterwards along already although another around because been behind below between both bring called change check
come correct currently day default double during either enough example fill fine found going good great happy hold
however instead keep kept last later leave left less line little long maybe might minute moment name nearly night number
okay once page part people perhaps place point price proper put read ready right same screen second send serve set
several show side since small soon sorry start stay stop suit take taste than these think third thought three time today
together tomorrow trouble turn under used using usual want while white word work worth write wrong year
button click open press scroll swipe continue confirm proceed submit close
"""


@cache
def common_words() -> frozenset[str]:
    """Words, as they are written, that are no misspelt name of anything."""
    return frozenset(raw(_COMMON)) | frozenset(raw(_EMPTY)) | frozenset(raw(_EMPTY_GERMAN))
