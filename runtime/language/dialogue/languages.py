"""Recognizes questions for permission and questions for everything, in English, German and Chinese.

All languages are recognized at any time: the label of a question does not depend on the user's language.
"""

from __future__ import annotations

import re
from functools import cache

from runtime.language.dialogue.words import Words, normalized_words, stems

# -- permission for an operation --------------------------------------------------------------------------------------

_TOUCH = r"(?:tap|click|press|touch|scroll|swipe|drag|hit|push|double-tap|double tap|long-press|long press)"
_OPERATION = (
    rf"(?:{_TOUCH}|open|launch|close|confirm|proceed|continue|submit|navigate|go (?:back|home|ahead|on|to)"
    r"|allow|accept|skip|log in|return|dismiss|type|enter|wait|finish|stop|start|send|save|post|pay|place|check out)"
)
_PERMISSION = (
    r"(?:(?:should|shall|can|could|may|must|do|will) (?:i|we)(?: (?:need|have) to)?"
    r"|(?:do|would|did) you (?:want|like|need|prefer)(?: for)? (?:me|us) to"
    r"|(?:want|need|like) me to"
    r"|(?:is|would) it (?:be )?(?:ok|okay|fine|all right|alright|safe|correct|right)(?: for me)? (?:to|if i|if we)"
    r"|(?:ok|okay|ready|permission|allowed|supposed) to"
    r"|may i|how do i|where do i)"
)
_FILLER = r"(?: (?:now|just|also|please|then|next|first|simply|try to|go ahead and|have to))*"

_PERMISSION_PATTERNS = (
    re.compile(rf"\b{_PERMISSION}{_FILLER} {_OPERATION}\b"),
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
_BARE_OPERATION = re.compile(rf"^{_OPERATION}\b[^?]*\?$")

_WITH_CONTENT = re.compile(r"\b(?:send|post|save|pay|place|type|enter)\b")
ALTERNATIVE_WORDS = frozenset({"or", "oder", "还", "vs"})
"""Words between alternatives."""

WIDGET = re.compile(r"\b(?:button|icon|tab|link|arrow|checkbox)s?\b")
CONTENT = re.compile(r"\b(?:what|which|who|whom|whose|how many|how much|was|welche\w*|wer|wen|wem)\b|什么|哪|谁|多少")


def asks_permission(clause: str) -> bool:
    """Return whether a normalized clause asks permission for an operation."""
    simplified = _simplified(clause)
    return any(pattern.search(simplified) for pattern in _PERMISSION_PATTERNS) and not _offers_alternatives(simplified)


def is_bare_operation(clause: str) -> bool:
    """Return whether a clause is only an operation and a question mark (`proceed?`)."""
    simplified = _simplified(clause)
    return bool(_BARE_OPERATION.search(simplified)) and not _offers_alternatives(simplified)


def _simplified(clause: str) -> str:
    """Return the clause without punctuation except question marks, apostrophes and hyphens, with single spaces."""
    return " ".join(re.sub(r"[^\w\s?'-]", " ", clause).split())


def _offers_alternatives(simplified: str) -> bool:
    """Return whether an operation with content is offered in more than one way (`send now or tomorrow?`)."""
    return bool(_WITH_CONTENT.search(simplified)) and not ALTERNATIVE_WORDS.isdisjoint(simplified.split())


# -- everything at once -----------------------------------------------------------------------------------------------

_WANTING = (
    re.compile(
        r"\b(?:want|like|need|prefer|preferred|preferences?|details?|everything|anything|something|specif\w+|clarif\w+"
        r"|elaborate|explain|describe|requirements?|which|what|options?|choices?|mean|mind|information|info)\b"
    ),
    re.compile(r"\b(?:was|welche\w*|alles|details|einzelheiten|wunsche?|vorlieben|angaben|informationen|genauer)\b"),
    re.compile(r"什么|哪|所有|全部|细节|要求|需求|偏好|信息|具体|详细|一切"),
)
# Words without a subject of their own: a question that consists of these and of the instruction's words asks for
# nothing in particular, hence for everything.
_UNSPECIFIC = """
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
_UNSPECIFIC_GERMAN = """
alle alles andere anderen bitte brauche brauchen das dass dem den der details die du ein eine einen einzelheiten er es
euch fur genau genauer gern gerne gibt haben hatten hast ich ihnen ihr ihre ihren im in informationen ist kann konnen
konnten mehr mehrere mich mir mit mitteilen mochte mochten mussen muss nennen noch nun oder sagen sag sie sind sonst
soll sollen uber um und uns vorlieben wahlen was weitere welche welchen welcher welches wie wissen wollen wunsch
wunsche wunschen wunscht zu angaben auftrag aufgabe anliegen erklaren beschreiben geben anforderungen
"""
_UNSPECIFIC_CHINESE = (
    "请告诉我您你的所有全部细节要求需求想什么到底哪一个些种供提更多信息具体详细说明描述一下吗呢啊吧还有其他别关于"
    "能不能可以麻烦清楚知道选择偏好究竟完整给把是我们这那怎样么想法任务内容体求讲都一切"
)


def asks_for_all(question: str, words: Words, instruction: Words) -> bool:
    """Return whether a question, given as normalized text and as stems, asks for nothing in particular."""
    if not any(pattern.search(question) for pattern in _WANTING):
        return False
    return all(word in _unspecific_words() or word in instruction for word in words)


@cache
def _unspecific_words() -> frozenset[str]:
    return frozenset(stems(_UNSPECIFIC)) | frozenset(stems(_UNSPECIFIC_GERMAN)) | frozenset(_UNSPECIFIC_CHINESE)


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
    """Return common words, which are never corrected into the name of a slot or option."""
    return (
        frozenset(normalized_words(_COMMON))
        | frozenset(normalized_words(_UNSPECIFIC))
        | frozenset(normalized_words(_UNSPECIFIC_GERMAN))
    )
