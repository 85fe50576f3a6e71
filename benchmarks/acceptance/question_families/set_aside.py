"""Families that the rules were never worked on with: written before, only measured. Do not tune anything on them."""

from __future__ import annotations

from benchmarks.acceptance.question_families.families import Family

SET_ASIDE = (
    Family(
        "screen reader",
        "choice",
        (
            "The app offers {list} for the {name}. Which should it be?",
            "I see the following on the screen for {name}: {list}. Which of these do you want?",
            "On this page the {name} can be {list}; which one is yours?",
            "There are several choices of {name} here ({list}). Please tell me your pick.",
        ),
    ),
    Family(
        "dilemma",
        "options",
        (
            "I'm torn between {first} and {second} - your call?",
            "Would {first} be better for you, or rather {second}?",
            "{first}, or would you rather go for {second}?",
            "Is it {list} that you had in mind?",
        ),
    ),
    Family(
        "slash",
        "options",
        ("{first}/{second}?", "{first} vs. {second}?", "{first} | {second} - which?"),
    ),
    Family(
        "telegram",
        "choice",
        ("{name}: {list}?", "{name} = {first} / {second} ?", "need {name}: {list}", "pls choose {name} - {list}"),
    ),
    Family(
        "butler",
        "choice",
        (
            "Might I trouble you to let me know whether you'd favour {list} as the {name}?",
            "If it isn't too much bother, could you say which {name} suits you best - {list}?",
            "Apologies for the interruption. As for the {name}, would {first} or {second} be more to your taste?",
        ),
    ),
    Family(
        "hedge",
        "choice",
        (
            "I am not sure, but I think you haven't said which {name} you'd like. Maybe {first}? Or perhaps {second}?",
            "Hmm, so about the {name}... I guess it's either {first} or {second}?",
            "Sorry if I missed it: was it {list} for the {name}?",
        ),
    ),
    Family(
        "numbered",
        "choice",
        (
            "Choose a {name}:\n1) {first}\n2) {second}",
            "{name}?\n- {first}\n- {second}",
            "Available for {name}:\n* {first}\n* {second}\nReply with one of them.",
        ),
    ),
    Family(
        "default in mind",
        "choice",
        (
            "The {name} is set to {first} at the moment. Keep that or change it to {second}?",
            "By default the {name} would be {first}. Is that fine, or do you prefer {second}?",
        ),
    ),
    Family(
        "long winded",
        "choice",
        (
            (
                "Thank you for your patience so far. I have looked through everything that the program puts before me "
                "and worked out most of what you have in mind, and I only have one thing left that I cannot decide on "
                "my own without guessing, which is the {name}. As far as I can see there is {list}. Since I'd rather "
                "not guess wrongly, could you kindly tell me which of these you would be happiest with?"
            ),
        ),
    ),
    Family(
        "slips",
        "choice",
        ("which {name} would you like: {list}?", "so what {name} do you want, {list}?", "{name} please: {list}"),
        misspelt=1,
    ),
    Family(
        "many slips",
        "choice",
        ("Could you please tell me about the {name}, should I take {list}?", "About the {name}: {list}, which one?"),
        misspelt=2,
    ),
    Family(
        "pronouns",
        "options",
        (
            "And should that be {first} or {second}?",
            "OK, and is this one {list}?",
            "For that, do you mean {first} or do you mean {second}?",
            "Got it. Then it's {list}, right?",
        ),
    ),
    Family(
        "question words",
        "choice",
        ("{how} should it be: {list}?", "{how} then? {list}?", "One more question, {how}: {list}?"),
        slots=frozenset({"when", "where", "who", "whom", "how long", "how many", "how often", "how hot", "where to"}),
    ),
    Family(
        "who gets it",
        "options",
        (
            "Who gets it, {list}?",
            "Whom shall I address this to, {first} or {second}?",
            "Is this going to {first} or to {second}?",
        ),
        slots=frozenset({"recipient"}),
    ),
    Family(
        "paying",
        "options",
        ("How are you paying, {list}?", "Is {first} fine or do you want to pay another way, say {second}?"),
        slots=frozenset({"payment"}),
    ),
    Family(
        "blank to fill",
        "free",
        (
            "I need to enter a {name}. What should it say?",
            "Which {name} do you have in mind?",
            "What {name} works best for you?",
            "May I ask for the {name}?",
            "The {name} is still missing, could you provide it?",
            "{name}?",
            "What would you like the {name} to be?",
            "i dont know the {name} yet",
        ),
    ),
    Family(
        "two at once",
        "two",
        (
            "Two questions: {name} - {list}? And {name2} - {list2}?",
            "Which {name} ({list}) and which {name2} ({list2}) shall I choose?",
            "First, {list} for the {name}? Second, {list2} for the {name2}?",
        ),
    ),
    Family(
        "one and a half",
        "half",
        ("Is the {name} {list}? And what about the {name2}?", "{name2}, and {name} ({list})?"),
    ),
    Family(
        "proper beside leave",
        "leave",
        (
            "May I tap on Next, and which {name} is it, {list}?",
            "{list} for the {name}? And should I press OK afterwards?",
        ),
    ),
    Family(
        "proper beside small talk",
        "choice",
        (
            "How is your day going? By the way, which {name}: {list}?",
            "Nice weather, isn't it! {name}: {list}?",
        ),
    ),
    Family(
        "nameless",
        "bare",
        (
            "{name}?",
            "And the {name}?",
            "Could you tell me your preferred {name}?",
            "I need to know the {name} that you want.",
            "Any particular {name}?",
            "Do you have a {name} in mind?",
            "What about the {name}, please?",
        ),
    ),
    Family(
        "single guess",
        "one",
        (
            "I'd go with {first} for the {name}, agreed?",
            "Is {first} the right {name}?",
            "So the {name} would be {first}, correct?",
            "Would {first} suit you as the {name}?",
        ),
    ),
    Family(
        "once more",
        "again",
        (
            "Just to double-check, the {name}: {list}?",
            "Sorry, what did you say about the {name}, {list}?",
            "Let me ask again: {first} or {second} as the {name}?",
        ),
    ),
    Family(
        "was told",
        "stated",
        (
            "To be sure: what {name} did you have in mind, {list}?",
            "And the {name} - {first} or {second}?",
            "Is it {first} or {second}, the {name}?",
        ),
    ),
    Family(
        "dumping",
        "dump",
        (
            "Please give me all the details of your request.",
            "Tell me everything that I need to know.",
            "What are your preferences?",
            "Could you clarify what exactly you want?",
            "I need more information. Please specify all your requirements.",
            "Can you describe your request more precisely?",
            "Which one would you like to select?",
            "What else should I know?",
            "Please list all of your requirements.",
            "Which of them do you mean?",
            "Can you be more specific?",
        ),
    ),
    Family(
        "leave",
        "trivial",
        (
            "Should I tap on the back arrow?",
            "Is it alright if I press the blue button now?",
            "Do I have your permission to scroll further down?",
            "Shall I close this pop-up?",
            "Can I swipe to the next page?",
            "Would you like me to press Continue?",
            "May I hit Save?",
            "Ready to submit?",
            "Do you want me to dismiss the dialog?",
            "Which icon should I click?",
            "Shall I go ahead?",
            "Am I allowed to close the advertisement?",
            "Should I wait until the page has loaded?",
            "Is it okay to tap Allow?",
        ),
    ),
    Family(
        "go ahead with",
        "trivial",
        (
            "Shall I go ahead and confirm it?",
            "Everything is filled in, can I proceed?",
            "All set. Should I finish now?",
        ),
    ),
    Family(
        "off topic",
        "off",
        (
            "What's your favourite movie?",
            "How old are you?",
            "Do you like jazz?",
            "Which wallpaper should the hallway have?",
            "Would you like to hear a joke?",
            "Should the napkins be red or green?",
            "What is the capital of France?",
            "Do you own a bicycle?",
            "Is your sister older than you?",
        ),
    ),
    Family(
        "not the user's",
        "off",
        (
            "How much battery is left on this phone?",
            "Is the network connection stable?",
            "Who developed this program?",
            "Why is the screen so dark?",
            "How does this app store its data?",
        ),
    ),
    Family(
        "auf Deutsch",
        "choice",
        (
            "Entschuldigung, soll es bei {name} {list} sein?",
            "Was darf es sein? {name}: {list}?",
            "Bei {name} gibt es {list} - was hätten Sie gern?",
        ),
        language="de",
    ),
    Family("auf Deutsch, frei", "free", ("Wie lautet {name}?", "Welche(n) {name} soll ich nehmen?"), language="de"),
    Family(
        "auf Deutsch, ohne Auswahl",
        "bare",
        ("Was ist mit {name}?", "Haben Sie einen Wunsch bei {name}?", "{name}?"),
        language="de",
    ),
    Family(
        "auf Deutsch, Erlaubnis",
        "trivial",
        ("Darf ich auf den Knopf tippen?", "Soll ich jetzt auf Weiter klicken?", "Kann ich nach unten scrollen?"),
        language="de",
    ),
    Family(
        "auf Deutsch, alles",
        "dump",
        (
            "Sagen Sie mir bitte alles, was ich wissen muss.",
            "Was genau möchten Sie?",
            "Bitte nennen Sie mir alle Details.",
        ),
        language="de",
    ),
    Family(
        "用中文",
        "choice",
        ("请问您的{name}要{list}？", "关于{name}，是{list}呢？", "{name}有{list}，您选哪个？"),
        language="zh",
    ),
    Family("用中文, 填空", "free", ("请告诉我{name}。", "您想要什么{name}？"), language="zh"),
    Family("用中文, 无选项", "bare", ("您对{name}有要求吗？", "{name}呢？", "要什么{name}？"), language="zh"),
    Family("用中文, 许可", "trivial", ("我可以点击按钮吗？", "要我点确认吗？", "可以继续往下滑吗？"), language="zh"),
    Family("用中文, 全部", "dump", ("请告诉我您的全部要求。", "您到底想要什么？", "请提供更多信息。"), language="zh"),
)
