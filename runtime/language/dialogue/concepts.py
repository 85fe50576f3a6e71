"""Synonyms of slot names: other words, question words, and German and Chinese names.

A suite names each slot and gives a few synonyms. An agent may use another synonym or language; the names here are
general knowledge, independent of any suite. A synonym counts for a slot only if it fits no other slot of the intent.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache

from runtime.language.dialogue.words import Words, find_phrase, stems


@dataclass(frozen=True, slots=True)
class _Concept:
    """A concept with its synonyms.

    `marks`: a slot with one of these names is about the concept; `names`: synonyms of such a slot.
    """

    marks: tuple[str, ...]
    names: tuple[str, ...]


_CONCEPTS = (
    _Concept(("size", "fit"), ("size", "how big", "how large", "größe", "größen", "尺寸", "尺码", "大小")),
    _Concept(
        ("pickup time", "collection time"),
        ("pick up time", "when to collect", "abholzeit", "abholung", "取餐时间", "取货时间", "自取时间"),
    ),
    _Concept(("sending time",), ("when to send", "sendezeit", "versandzeit", "发送时间")),
    _Concept(
        ("time", "when", "hour", "due time", "departure"),
        (
            "time",
            "when",
            "hour",
            "what time",
            "uhrzeit",
            "zeit",
            "zeitpunkt",
            "wann",
            "时间",
            "几点",
            "什么时候",
            "何时",
        ),
    ),
    _Concept(
        ("day", "date", "weekday"), ("day", "date", "weekday", "tag", "datum", "wochentag", "日期", "哪天", "哪一天")
    ),
    _Concept(
        ("duration", "length", "how long"), ("duration", "how long", "dauer", "wie lange", "时长", "多久", "多长时间")
    ),
    _Concept(
        ("recipient", "whom"),
        (
            "recipient",
            "receiver",
            "addressee",
            "friend",
            "who should i send",
            "who shall i send",
            "who should get",
            "whom",
            "empfänger",
            "an wen",
            "wem",
            "收件人",
            "接收人",
            "发给谁",
            "谁",
        ),
    ),
    _Concept(("person", "account", "author", "seller", "who"), ("person", "账号")),
    _Concept(
        ("payment", "payment method", "pay", "way to pay"),
        (
            "payment",
            "pay",
            "paid",
            "way of paying",
            "zahlungsart",
            "zahlungsweise",
            "zahlung",
            "bezahlen",
            "付款方式",
            "支付方式",
            "付款",
            "支付",
        ),
    ),
    _Concept(("colour", "color", "shade"), ("colour", "color", "farbe", "farben", "颜色")),
    _Concept(
        ("repeat", "repetition", "how often"),
        (
            "repeat",
            "repetition",
            "how often",
            "frequency",
            "wiederholung",
            "wiederholen",
            "wie oft",
            "重复",
            "多久一次",
            "频率",
        ),
    ),
    _Concept(("reminder", "notification"), ("reminder", "remind", "erinnerung", "提醒")),
    _Concept(("alerts", "notifications"), ("alert", "notification", "benachrichtigungen", "通知")),
    _Concept(("folder",), ("folder", "directory", "ordner", "文件夹")),
    _Concept(
        ("place", "where", "location", "address", "delivery address"),
        ("place", "where", "location", "ort", "standort", "wo", "wohin", "地点", "位置", "哪里", "地址"),
    ),
    _Concept(("address", "delivery address"), ("address", "adresse", "lieferadresse", "地址", "收货地址")),
    _Concept(
        ("branch", "pickup branch", "restaurant", "shop"),
        ("branch", "outlet", "store", "shop", "filiale", "restaurant", "分店", "门店", "餐厅"),
    ),
    _Concept(("destination", "target", "where to"), ("destination", "where to", "ziel", "wohin", "目的地", "去哪里")),
    _Concept(
        ("origin", "starting point"),
        ("origin", "starting point", "from where", "startpunkt", "abfahrtsort", "出发地", "起点"),
    ),
    _Concept(
        ("title", "subject"),
        (
            "title",
            "heading",
            "should i call it",
            "should i call",
            "is called",
            "be called",
            "be named",
            "is named",
            "should it be called",
            "should i name it",
            "titel",
            "betreff",
            "name",
            "标题",
            "题目",
            "名称",
        ),
    ),
    _Concept(
        ("extras", "extra", "topping", "addition"),
        ("extra", "topping", "add on", "zusätze", "beilagen", "加料", "配料"),
    ),
    _Concept(("bun", "bread"), ("bun", "bread", "brötchen", "面包")),
    _Concept(("side dish", "side"), ("side dish", "side", "beilage", "配菜", "小食")),
    _Concept(("heat", "spiciness", "how hot"), ("spiciness", "how hot", "how spicy", "schärfe", "wie scharf", "辣度")),
    _Concept(
        ("priority", "importance"),
        ("priority", "importance", "urgency", "how important", "how urgent", "priorität", "优先级"),
    ),
    _Concept(("due time",), ("deadline", "due", "frist", "截止时间")),
    _Concept(("filter",), ("filter", "滤镜")),
    _Concept(("condition",), ("condition", "zustand", "成色", "新旧")),
    _Concept(
        ("delivery", "shipping"),
        ("delivery", "shipping", "delivered", "shipped", "lieferung", "versand", "配送方式", "配送", "送货方式"),
    ),
    _Concept(("delivery window", "hours"), ("delivery time", "time slot", "lieferzeit", "配送时间", "送货时间")),
    _Concept(("seat",), ("seat", "sitzplatz", "sitz", "座位")),
    _Concept(("fare", "tariff"), ("fare", "tarif", "fahrpreis", "票价", "票种")),
    _Concept(("coach", "carriage"), ("coach", "carriage", "wagen", "waggon", "车厢")),
    _Concept(("tip", "gratuity"), ("tip", "gratuity", "trinkgeld", "小费")),
    _Concept(
        ("category", "kind", "type", "section", "department"),
        ("category", "kind", "type", "kategorie", "art", "typ", "类别", "类型", "种类"),
    ),
    _Concept(("quality", "resolution"), ("quality", "resolution", "qualität", "auflösung", "画质", "清晰度", "质量")),
    _Concept(
        ("number of people", "how many", "passengers"),
        (
            "number of people",
            "how many",
            "head count",
            "anzahl",
            "wie viele",
            "personenzahl",
            "人数",
            "几个人",
            "多少人",
            "几位",
        ),
    ),
    _Concept(("list", "shopping list"), ("list", "liste", "清单", "列表")),
    _Concept(("coupon", "voucher", "discount"), ("coupon", "voucher", "promo code", "gutschein", "优惠券", "优惠码")),
    _Concept(("reason", "complaint"), ("reason", "grund", "原因", "理由")),
    _Concept(("ticket", "kind of ticket"), ("ticket", "fahrkarte", "karte", "车票", "门票")),
    _Concept(
        ("audience", "viewers"),
        ("audience", "who can see", "who may see", "publikum", "zielgruppe", "可见范围", "谁可以看"),
    ),
    _Concept(("attachment", "file"), ("attachment", "attach", "anhang", "datei", "附件", "文件")),
    _Concept(("copy", "cc"), ("carbon copy", "cc", "kopie", "抄送")),
    _Concept(
        ("item", "dish", "product", "piece"),
        ("item", "product", "article", "artikel", "produkt", "gericht", "商品", "菜品", "哪一款"),
    ),
    _Concept(("group",), ("group", "gruppe", "群组", "分组")),
    _Concept(("mode", "means of transport"), ("mode", "verkehrsmittel", "出行方式", "交通方式")),
    _Concept(("unit", "units"), ("unit", "einheit", "单位")),
    _Concept(("note", "message", "kitchen note"), ("message", "note", "nachricht", "notiz", "备注", "留言")),
)


def synonyms(names: Mapping[str, Sequence[Words]], options: Mapping[str, Sequence[Words]]) -> dict[str, list[Words]]:
    """Return additional names of each slot by requirement id, without those that another slot bears or offers."""
    found: dict[str, list[Words]] = {identifier: [] for identifier in names}
    for marks, more in _concepts():
        ranks = {identifier: _rank(own, marks) for identifier, own in names.items()}
        best = max(ranks.values(), default=0)
        owners = [identifier for identifier, rank in ranks.items() if rank == best]
        if not best or len(owners) > 1:
            continue
        elsewhere = [
            phrase
            for identifier in names
            if identifier != owners[0]
            for phrase in (*names[identifier], *options[identifier])
        ]
        found[owners[0]].extend(
            name for name in more if not any(any(find_phrase(name, phrase)) for phrase in elsewhere)
        )
    return found


def _rank(names: Sequence[Words], marks: Sequence[Words]) -> int:
    """Return 2 if the slot's own name is among the marks, 1 if one of its other words is, else 0."""
    return 2 if names[0] in marks else int(any(name in marks for name in names[1:]))


@cache
def _concepts() -> tuple[tuple[tuple[Words, ...], tuple[Words, ...]], ...]:
    return tuple((tuple(map(stems, concept.marks)), tuple(map(stems, concept.names))) for concept in _CONCEPTS)
