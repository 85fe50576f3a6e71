"""Names of slots in questions: names that are not nouns, and names in other languages."""

from __future__ import annotations

QUESTION_WORDS = frozenset(
    {"when", "where", "who", "whom", "how long", "how many", "how often", "how hot", "how to travel", "where to"}
)
"""Names that stand at the beginning of a question, in the place of `which NAME`."""

NO_NOUNS = frozenset(
    {
        "at the door", "avoid", "avoided", "calls", "following", "goes online", "how to get in",
        "how to get the tickets", "leave off", "leave out", "left out", "notify me about", "one way", "order",
        "price", "return", "sort", "sorted", "state", "the door", "told about", "way back", "what is wrong",
        "what to avoid", "where it stands", "where it was taken", "which one", "who can call", "who can comment",
        "who can read it", "who can see it", "who can watch", "whose", "without", "pay", "wear", "car", "house",
    }
)  # fmt: skip
"""Names that read oddly after `which`."""

NAMES_IN: dict[str, dict[str, str]] = {
    "de": {
        "size": "Größe", "time": "Uhrzeit", "pickup time": "Abholzeit", "recipient": "Empfänger",
        "payment": "Zahlungsart", "colour": "Farbe", "repeat": "Wiederholung", "reminder": "Erinnerung",
        "folder": "Ordner", "place": "Ort", "destination": "Ziel", "duration": "Dauer", "title": "Titel",
        "extras": "Extras", "bun": "Brötchen", "branch": "Filiale", "priority": "Priorität", "filter": "Filter",
        "condition": "Zustand", "delivery": "Lieferung", "seat": "Sitzplatz", "fare": "Tarif", "day": "Tag",
        "tip": "Trinkgeld", "category": "Kategorie", "location": "Standort", "quality": "Qualität",
    },
    "zh": {
        "size": "尺寸", "time": "时间", "pickup time": "取餐时间", "recipient": "收件人", "payment": "付款方式",
        "colour": "颜色", "repeat": "重复", "reminder": "提醒", "folder": "文件夹", "place": "地点",
        "destination": "目的地", "duration": "时长", "title": "标题", "extras": "加料", "branch": "分店",
        "priority": "优先级", "filter": "滤镜", "condition": "成色", "delivery": "配送方式", "seat": "座位",
        "fare": "票价", "day": "日期", "tip": "小费", "category": "类别", "quality": "画质",
    },
}  # fmt: skip
"""A translation of the names that most slots have; the others are not asked for in that language."""
