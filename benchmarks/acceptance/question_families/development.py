"""Families that the rules of `runtime.language.questions` are worked on with."""

from __future__ import annotations

from benchmarks.acceptance.question_families.families import Family

DEVELOPMENT = (
    Family(
        "which of these",
        "choice",
        (
            "Which {name} would you like: {list}?",
            "What {name} do you want, {list}?",
            "For the {name}, would you like {list}?",
            "{list} as {name}?",
            "Please choose a {name}: {list}.",
        ),
    ),
    Family(
        "either or",
        "options",
        (
            "{list}?",
            "Should it be {first} or {second}?",
            "Do you want the {first} or the {second} one?",
            "{first} or {second}, please?",
        ),
    ),
    Family(
        "polite",
        "choice",
        (
            "Would you mind telling me which {name} you would prefer, {list}?",
            "Excuse me, could you please let me know the {name}: {list}?",
            "I was wondering whether you'd like {list} for the {name}.",
        ),
    ),
    Family("short", "choice", ("{name}: {first}/{second}?", "{name} - {list}?")),
    Family("listed", "choice", ("Here are the options for {name}:\n{first}\n{second}\nWhich one?",)),
    Family("mistyped", "choice", ("What {name} should I choose: {list}?", "which {name}, {list}"), misspelt=1),
    Family(
        "question word",
        "choice",
        ("{how}: {list}?", "{how} would you like it, {list}?"),
        slots=frozenset({"when", "where", "who", "whom", "how long", "how many", "how often", "how hot", "where to"}),
    ),
    Family(
        "whom",
        "options",
        ("Who should I send it to, {list}?", "To {first} or to {second}?"),
        slots=frozenset({"recipient"}),
    ),
    Family(
        "free text",
        "free",
        (
            "What {name} should I use?",
            "What is the {name}?",
            "Please tell me the {name}.",
            "{name}?",
            "What {name} works?",
        ),
    ),
    Family("pair", "two", ("Which {name}, {list}, and which {name2}, {list2}?", "{name}: {list}? {name2}: {list2}?")),
    Family("pair and a half", "half", ("Which {name}: {list}? And which {name2}?",)),
    Family("with leave", "leave", ("Should I open the next page? And which {name}: {list}?",)),
    Family(
        "bare",
        "bare",
        (
            "Which {name} would you like?",
            "What {name}?",
            "{name}?",
            "Which {name} should I pick for you?",
            "What's the {name}?",
        ),
    ),
    Family(
        "guess",
        "one",
        (
            "Should the {name} be {first}?",
            "Do you want {first} as {name}?",
            "{name}: {first}?",
            "Is {first} okay for the {name}?",
        ),
    ),
    Family("repeated", "again", ("Which {name} was it, {list}?", "{name}: {first} or {second}?")),
    Family("stated", "stated", ("Which {name} do you mean: {list}?", "Do you want {first} or {second} as {name}?")),
    Family(
        "everything",
        "dump",
        (
            "Tell me everything.",
            "What exactly do you want?",
            "Please give me more details.",
            "Which one would you like?",
            "What do you need?",
        ),
    ),
    Family(
        "operations",
        "trivial",
        (
            "Should I click the confirm button?",
            "Shall I proceed?",
            "Can I scroll down?",
            "Do you want me to go back?",
            "Proceed?",
            "Which button should I tap?",
        ),
    ),
    Family(
        "elsewhere",
        "off",
        (
            "What colour should the wrapping be?",
            "Do you like music?",
            "How is the weather on Mars?",
            "Would you like cutlery?",
        ),
    ),
    Family(
        "deutsch",
        "choice",
        ("Welche {name} möchten Sie: {list}?", "{name}: {list}?", "Möchten Sie {list} als {name}?"),
        language="de",
    ),
    Family("deutsch frei", "free", ("Welchen {name} möchten Sie?", "{name}?"), language="de"),
    Family("deutsch ohne", "bare", ("Welche {name} möchten Sie?",), language="de"),
    Family(
        "deutsch tippen", "trivial", ("Soll ich auf die Schaltfläche tippen?", "Soll ich fortfahren?"), language="de"
    ),
    Family("deutsch alles", "dump", ("Was möchten Sie?", "Sagen Sie mir alles."), language="de"),
    Family("中文", "choice", ("您想要哪种{name}：{list}？", "{name}：{list}？"), language="zh"),
    Family("中文填空", "free", ("{name}是什么？",), language="zh"),
    Family("中文无选项", "bare", ("您想要哪种{name}？",), language="zh"),
    Family("中文点击", "trivial", ("我应该点击确认按钮吗？", "要继续吗？"), language="zh"),
    Family("中文全部", "dump", ("请告诉我所有细节。", "您想要什么？"), language="zh"),
)
