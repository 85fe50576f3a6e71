"""Finds the actions that a Chinese sentence announces, resolved against the screen. Pure.

Chinese joins clauses with commas and has no tense. Whether an action was done, may be done or serves a purpose shows in
the words right before and after the verb.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Final

from runtime.core.actions import AskUser, DoubleTap, Finish, Key, Launch, LongPress, Tap, Type, Wait
from runtime.core.geometry import Direction
from runtime.language.announcing.elements import Screen, Target
from runtime.language.announcing.english import Modality
from runtime.language.announcing.english_actions import AnnouncedAction, MentionedAction, swipe_in
from runtime.language.announcing.places import PlaceHint, points
from runtime.language.announcing.targets import by_partial_name, by_place, by_quotation, last_mentioned
from runtime.language.announcing.text import Sentence, ThoughtText

_WAY = (
    r"(?:从.{1,4}?)?(?:向|往|朝|继续)?(?P<way>[上下左右])(?:方|面|边|侧)?"
    r"(?P<how>滑动|滑|划动|划|滚动|滚|翻页|翻动|翻|拖动|拖|拉动|拉)"
)
_VERBS: Final = re.compile(
    r"(?P<long_press>长按)|(?P<double_tap>双击)"
    r"|(?P<key>按(?:下|一下)?(?:手机|系统|键盘)?(?:上的?|的)?(?P<name>返回|home|主页|回车|后退)(?:键|按键|按钮)?"
    r"|使用(?P<name2>返回|回车)(?:键|手势))"
    r"|(?P<tap>点击|点按|轻点|单击|点一下|点开|轻触|按下|勾选|选中|选择|点选|选定|按一下|点(?=\x00))"
    rf"|(?P<move>{_WAY}|(?:滚动|滑动|翻)到(?:页面|列表|屏幕)?(?:的?最)?(?P<end>底部|底端|下面|下方|顶部|顶端|上面|上方))"
    r"|(?P<type>(?:输入|键入|填写|填入)(?!框|法|栏|区|字段|界面|状态|页面|光标|键盘))"
    r"|(?P<open>打开|启动)"
    r"|(?P<back>返回|退回|后退|回到|退出到)"
    r"|(?P<wait>等待|稍等|等一下|等候|等一会)"
    r"|(?P<ask>(?:询问|问一下|问问|请教|咨询)(?:一下)?(?:用户)?|向用户(?:询问|确认|提问|了解)|(?:和|与|跟)用户确认|需要用户(?:确认|提供|选择|告知|指定))"
    r"|(?P<end_it>(?:结束|停止)(?:本次|当前|该|整个)?任务)",
    re.IGNORECASE,
)
_NEAR: Final = 120
"""Characters around a verb that are taken into account."""
_CLAUSE: Final = re.compile(r"(?:[^,(\[]|[(\[](?:[^,()\[\]]{0,20},[^,()\[\]]{0,20}[)\]])?)+")

_DENIED: Final = re.compile(r"(?:不|别|没有|没|无需|不用|不必|而非|避免|无法|禁止|免得|以免)[^,]{0,3}$")
_DONE_BEFORE: Final = re.compile(r"(?:已经|已|刚才|刚刚|之前|曾经|刚)[^,]{0,12}$")
_DONE_AFTER: Final = re.compile(r"(?:了(?!解)|过(?!滤|程)|后(?!台|退|续|面)|之后|以后|完(?!成|善)|好了|成功)")
_STATE: Final = re.compile(
    r"(?:正在|表明|显示|提示|说明|看到|支持|用于|用来|能够|允许|让用户|供用户|可供|的)[^,]{0,2}$"
)
_SUPPOSED: Final = re.compile(r"如果|假如|倘若|要是|若(?!干)|一旦|除非")
_GOAL: Final = re.compile(
    r"任务(?:的?目标)?(?:是|为|要求)|目标(?:是|为)|用户(?:想|要|需|希望|让|的)|要求(?:是|我)?|指令(?:是|为)|题目"
)
_PURPOSE: Final = re.compile(
    r"(?:为了|以便|便于|方便|从而|进而|才能|就能|来|用以|(?<!可)(?<!所)以|即可|就可以?)[^,]{0,2}$|为了[^,]*$"
)
_MAY: Final = re.compile(r"(?:可以|可能|或许|也许|能|可)(?:先|直接|尝试|通过|考虑|继续|再)?$")
_NEXT: Final = re.compile(r"(?:然后|再|接着|并且?|随后|之后|后|接下来)[^,]{0,3}$")
_OR: Final = re.compile(r"(?:或者|或|还是)[^,]{0,2}$")
_HOW: Final = re.compile(r"(?:通过|借助|靠)$")
_AFTERWARDS: Final = re.compile(r"(?:后|时|的时候)$|后(?:会|将|可|能|就|即)")
_TURNING: Final = re.compile(r"但是?|不过|而是|然而|因此|所以|应该|最好|反而")
_GOES_ON: Final = re.compile(r"\s*(?:然后|接着|随后|之后|最后|其次|接下来|再)")

_FINISHED: Final = re.compile(
    r"(?:任务|操作|目标|步骤|要求|需求|指令|全部|一切)[^,]{0,10}?(?:已经?|都已?|均已?|全部|成功|顺利)+[^,]{0,4}?(?:完成|结束|达成|实现|满足)"
    r"|(?:任务|操作)(?:完成|结束|达成)了?$|已经?(?:成功|顺利|全部)?完成了?(?:任务|所有|全部|用户|指令|操作|整个|该)"
    r"|(?:任务|操作)[^,]{0,4}(?:完成|结束)了",
)
_UNFINISHED: Final = re.compile(
    r"未|没|为了|才能|还需|还要|即将|后|如果|是否|尚|离|接近|直到|来完成|以完成|部分|第一步|不"
)
_FAILED: Final = re.compile(
    r"(?:任务|操作|要求)[^,]{0,6}?(?:无法|不能|不可能)(?:被)?(?:继续|完成|实现|达成)|无法(?:继续)?完成(?:该|此|这个|用户的?)?任务"
)


@dataclass(frozen=True, slots=True)
class _Verb:
    """A verb of a clause with the words after it, up to the end of the clause."""

    kind: str
    found: re.Match[str]
    rest: str
    start: int
    """Start of `rest` in the text."""


def mentioned_actions(sentence: Sentence, text: ThoughtText, screen: Screen) -> Iterator[MentionedAction]:
    """Iterate over the actions that the sentence says will or could be done, in order."""
    before = False
    supposed = False
    for clause in _CLAUSE.finditer(text.masked, sentence.start, sentence.end):
        turned = _TURNING.search(clause[0]) is not None
        supposed = (supposed and not turned) or _SUPPOSED.search(clause[0]) is not None
        if supposed:
            continue
        at = clause.start()
        while verb := _VERBS.search(text.masked, at, clause.end()):
            at = verb.end()
            kind = str(verb.lastgroup)
            lead = text.masked[max(clause.start(), verb.start() - _NEAR) : verb.start()]
            rest = text.masked[verb.end() : min(clause.end(), verb.end() + _NEAR)]
            standing = _standing(lead, rest, kind, before)
            if standing is None:
                continue
            action = _PARSERS[kind](_Verb(kind, verb, rest, verb.end()), text, screen)
            if action is None:
                continue
            turns = before and turned
            if standing == "will" and before and not turns:
                standing = "then"
            yield MentionedAction(standing, action, turns)
            before = True


def _standing(lead: str, rest: str, kind: str, before: bool) -> Modality | None:
    lead = lead.rstrip()
    refused = (_DENIED, _DONE_BEFORE, _STATE, _PURPOSE)
    if any(pattern.search(lead[-20:]) for pattern in refused) or _GOAL.search(lead):
        return None
    if kind != "wait" and (_DONE_AFTER.match(rest) or _AFTERWARDS.search(rest.rstrip())):
        return None
    if _OR.search(lead):
        return "or" if before else "may"
    if _HOW.search(lead):
        return "how"
    if _MAY.search(lead):
        return "may"
    return "then" if before and _NEXT.search(lead) else "will"


def continues_plan(sentence: Sentence, text: ThoughtText) -> bool:
    """Return whether the sentence is a later step of a plan."""
    return _GOES_ON.match(text.masked, sentence.start, sentence.end) is not None


def stated_end(sentence: Sentence, text: ThoughtText) -> AnnouncedAction | None:
    """Return the end of the task or a question to the user if the sentence itself is one."""
    stated_text = text.masked[sentence.start : sentence.end].strip()
    if _FAILED.search(stated_text):
        return AnnouncedAction(Finish(status="infeasible"))
    for clause in _CLAUSE.findall(stated_text):
        if _FINISHED.search(clause) and not _UNFINISHED.search(clause):
            return AnnouncedAction(Finish())
    if sentence.asks and ("您" in stated_text or "你" in stated_text or "请问" in stated_text):
        return AnnouncedAction(AskUser(text.original[sentence.start : sentence.end].strip() + "？"))
    return None


# Verbs to actions


_KEYS: Final = {"返回": "BACK", "后退": "BACK", "home": "HOME", "主页": "HOME", "回车": "ENTER"}


def _key(verb: _Verb, text: ThoughtText, screen: Screen) -> AnnouncedAction | None:
    return AnnouncedAction(Key(_KEYS[(verb.found["name"] or verb.found["name2"]).lower()]))


def _touch(verb: _Verb, text: ThoughtText, screen: Screen) -> AnnouncedAction | None:
    kinds: dict[str, Callable[[int, int], Tap | LongPress | DoubleTap]] = {
        "tap": Tap, "long_press": LongPress, "double_tap": DoubleTap,
    }  # fmt: skip
    found = _target(verb, text, screen)
    if found.point is None:
        return AnnouncedAction(None, found.why)
    return AnnouncedAction(kinds[verb.kind](*found.point), "", found.element)


_DIRECTIONS: Final[dict[str, Direction]] = {"上": "up", "下": "down", "左": "left", "右": "right"}
_BACKWARDS: Final[dict[Direction, Direction]] = {"up": "down", "down": "up", "left": "right", "right": "left"}
_MORE: Final = re.compile(r"(?:查看|看看|寻找|找到|浏览|显示|加载|看)[^,]{0,8}(?:更多|下面|下方|后面|其他|其它|剩余)")


def _move(verb: _Verb, text: ThoughtText, screen: Screen) -> AnnouncedAction | None:
    """Return the swipe.

    A slide (滑) names the finger's direction; a roll or page turn (滚, 翻) names what comes into view.
    """
    if verb.found["end"]:
        way: Direction = "down" if verb.found["end"][0] in "底下" else "up"
        return AnnouncedAction(swipe_in(way if screen.finger else _BACKWARDS[way], screen))
    way = _DIRECTIONS[verb.found["way"]]
    if verb.found["how"][0] in "滚翻":
        return AnnouncedAction(swipe_in(way if screen.finger else _BACKWARDS[way], screen))
    if way == "down" and _MORE.search(text.masked[verb.start : verb.start + 40]):
        return AnnouncedAction(None, "the finger's way down shows something else than it is for")
    return AnnouncedAction(swipe_in(way, screen))


_TEXT_LEAD: Final = re.compile(
    r"(?:[:\s]|一下|搜索)*(?:关键词|关键字|文字|文本|内容|搜索词|搜索内容|目的地|地址|名称|信息|密码)?[:\s]*(?:为|是)?"
)
_VAGUE: Final = re.compile(
    r"^(?:$|关键|文字|文本|内容|搜索|目的地|信息|名称|要|想|需|相关|该|这|我|他|用户|地址|数字|密码|验证|账号|标题|所|以|并|进|查|和|或)"
)
_TEXT_END: Final = re.compile(r"(?:并|以便|来(?!自)|进行|然后|后|到|至|在|作为|以(?=进|查|搜|找|便))|[,()]")


def _type(verb: _Verb, text: ThoughtText, screen: Screen) -> AnnouncedAction | None:
    lead = _TEXT_LEAD.match(verb.rest)
    at = verb.start + (lead.end() if lead else 0)
    quoted = text.quotations.get(at)
    if quoted is None:  # 输入搜索内容“…”
        near = [start for start in text.quotations if verb.start <= start < verb.start + len(verb.rest)]
        quoted = text.quotations[near[0]] if len(near) == 1 and near[0] - verb.start <= 8 else None
    if quoted is not None:
        return AnnouncedAction(Type(quoted))
    own = text.original[verb.start : verb.start + len(verb.rest)]
    end = _TEXT_END.search(verb.rest)
    own = own[: end.start()].strip() if end else own.strip()
    if _VAGUE.match(own) or not own:
        return AnnouncedAction(None, "what to type is not said in so many words")
    return AnnouncedAction(Type(own))


_APP: Final = re.compile(
    r"(?:手机)?(?:上的|里的|中的)?(?P<name>[^,的]{1,20}?)\s?(?:应用程序|应用|app|软件|客户端)(?!商店|市场|列表|抽屉|内|的)",
    re.IGNORECASE,
)


def _open(verb: _Verb, text: ThoughtText, screen: Screen) -> AnnouncedAction | None:
    if app := _APP.match(verb.rest):
        start, end = verb.start + app.start("name"), verb.start + app.end("name")
        name = text.quotations.get(start) or text.original[start:end].strip()
        if "\x00" not in text.masked[start:end] or start in text.quotations:
            return AnnouncedAction(Launch(name), "", screen.unique(screen.called(name)))
    found = _target(verb, text, screen)
    return AnnouncedAction(Tap(*found.point), "", found.element) if found.point else AnnouncedAction(None, found.why)


_HOME: Final = re.compile(r"(?:到|至)?(?:手机|系统)?的?(?:桌面|主屏幕|主屏)")
_PAGE_BEFORE: Final = re.compile(r"(?:到|至)?(?:$|上一|前一|之前|上级|按钮|键|以|并|重新|,)")


def _back(verb: _Verb, text: ThoughtText, screen: Screen) -> AnnouncedAction | None:
    if _HOME.match(verb.rest):
        return AnnouncedAction(Key("HOME"))
    if _PAGE_BEFORE.match(verb.rest.strip()) and (verb.found[0] != "回到" or verb.rest.strip()):
        return AnnouncedAction(Key("BACK"))
    return AnnouncedAction(None, "how far to go back is in doubt") if verb.found[0] in ("返回", "退回") else None


_SECONDS: Final = re.compile(r"(\d{1,3})\s?秒")


def _wait(verb: _Verb, text: ThoughtText, screen: Screen) -> AnnouncedAction | None:
    found = _SECONDS.search(verb.rest)
    return AnnouncedAction(Wait(min(int(found[1]), 60) * 1000 if found else 1000))


def _ask(verb: _Verb, text: ThoughtText, screen: Screen) -> AnnouncedAction | None:
    if "用户" not in verb.found[0] and "用户" not in verb.rest:
        return None
    near = [start for start in text.quotations if verb.start <= start]
    question = (
        text.quotations[near[0]] if near else text.original[verb.start : verb.start + len(verb.rest)].strip(" ,，:：")
    )
    return AnnouncedAction(AskUser(question if not question or question.endswith(("?", "？")) else f"{question}？"))


def _end(verb: _Verb, text: ThoughtText, screen: Screen) -> AnnouncedAction | None:
    return AnnouncedAction(Finish())


_PARSERS: Final[dict[str, Callable[[_Verb, ThoughtText, Screen], AnnouncedAction | None]]] = {
    "key": _key, "tap": _touch, "long_press": _touch, "double_tap": _touch, "move": _move, "type": _type,
    "open": _open, "back": _back, "wait": _wait, "ask": _ask, "end_it": _end,
}  # fmt: skip


# Targets


_FILLER: Final = re.compile(
    r"页面|屏幕|界面|手机|左上角|右上角|左下角|右下角|左侧|右侧|左边|右边|上方|下方|上面|下面|底部|顶部|中间|中央|最|这个|那个|这里的?|该|此|"
    r"一个|一下|名为|叫做|标有|带有|写着|显示为?|标注为?|为|位于|在|按钮|图标|选项|应用|标签|当前|蓝色|红色|绿色|橙色|黄色|白色|"
    r"第[一二三四五六1-6](?:个|条|项|首|张)|最后一(?:个|条|项)|上|下|左|右|中|里|的|\s|它|其"
)
_KIND_ENDS: Final = re.compile(
    r"(?:$|[,:()\x00.\s]|这|按|图|选|标|栏|框|键|链|菜|开|入|一|页|应|功|字|卡|列|联|聊|对|以|来|进|并|然|再|打|查|继|完|启|即|就|可|后|确|执|跳|发|"
    r"获|从|切|添|保|提|的|区|项|搜|看|返|浏|展|播|让|去|触|使|因|将|把|输|设|作|吧|了|,)"
)
_NAME_ENDS: Final = re.compile(
    r"按钮|图标|选项|标签|链接|菜单|入口|功能|这个|来|以便|以(?=进|查|打|便|开|继|完|确|搜)|进入|进行|从而|并|然后|查看|继续|即可|就|后|[,()\x00]"
)


def _target(verb: _Verb, text: ThoughtText, screen: Screen) -> Target:
    flat = text.flat[verb.start : verb.start + len(verb.rest)]
    places = points(flat, screen.size)
    if len(places) == 1:
        return Target(places[0], screen.at(places[0]), "")
    where = _where(verb.rest)
    lowered = flat.lower() if len(flat.lower()) == len(flat) else flat
    at = 0
    while at <= len(flat):
        quoted = text.quotations.get(verb.start + at)
        if quoted is not None:
            return by_quotation(quoted, screen, where)
        size, found = screen.prefix(lowered, at)
        if size and _KIND_ENDS.match(verb.rest, at + size):
            index = screen.unique(found, where)
            return screen.touch(index) if index is not None else Target(None, None, "several have this name")
        filler = _FILLER.match(verb.rest, at)
        if filler is None:
            break
        at = filler.end()
    end = _NAME_ENDS.search(verb.rest, at)
    name = flat[at : end.start() if end else len(flat)].strip(" .的")
    if name:
        found_target = by_partial_name(name, screen, where)
        if found_target.point is None and _POINTING.match(verb.rest.lstrip()):
            earlier = last_mentioned(text, screen, verb.found.start(), sentences=2)
            return earlier if earlier.point is not None else found_target
        return found_target
    if where.named:
        return by_place(screen, where)
    return last_mentioned(text, screen, verb.found.start(), sentences=2)


_POINTING: Final = re.compile(r"这个|那个|该|此|它")
_ORDINAL: Final = re.compile(r"第([一二三四五六1-6])(?:个|条|项|首|张)|(最后一)(?:个|条|项)")
_PLACE: Final = re.compile(r"(左|右)(上|下)角|(左|右)(?:侧|边)|(顶|底)部|(上|下)(?:方|面)")


def _where(rest: str) -> PlaceHint:
    across: set[int] = set()
    down: set[int] = set()
    corner = False
    for found in _PLACE.finditer(rest[:60]):
        if side := found[1] or found[3]:
            across.add(-1 if side == "左" else 1)
        if side := found[2] or found[4] or found[5]:
            down.add(-1 if side in "上顶" else 1)
        corner = corner or bool(found[1])
    if len(across) > 1 or len(down) > 1:
        return PlaceHint()
    ordinal = _ORDINAL.search(rest[:60])
    number = None
    if ordinal:
        number = -1 if ordinal[2] else "一二三四五六123456".index(ordinal[1]) % 6 + 1
    return PlaceHint(across.pop() if across else None, down.pop() if down else None, corner, number)
