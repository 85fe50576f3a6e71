"""Answers: which single value a text asserts, in English, German and Chinese."""

from __future__ import annotations

import cProfile

import pytest
from hypothesis import given
from hypothesis import strategies as st

from runtime.language.answering import AnswerSlot, contains_value, read_answer, same_value

CLOSING = AnswerSlot({"detail": ("20:45", "21:00"), "day": ("20:45",)}, ("opens", "open from", "öffnet", "开门"))
GUSTS = AnswerSlot({"detail": ("26 knots", "49 km/h")})
PRICE = AnswerSlot({"detail": ("20.00", "22.00")})
NAME = AnswerSlot({"detail": ("M. Tarrant", "Tarrant", "José Arriaga")})
KNOTS = AnswerSlot({"detail": ("26 knots",)}, grounds={"26 knots": ("49 km/h",)})
SHOP = AnswerSlot({"detail": ("Uncle Raj’s Canteen",)}, rivals=("Corner Pharmacy",))
RATE = AnswerSlot({"rate": ("$20.00",)}, ("fee",), wanted=("Student",), others=("Adult", "Child"))
WIND = AnswerSlot({"detail": ("26 knots",)}, ("wind",), asked=("gusts",), wanted=("Friday",), others=("Thursday",))
COUNT = AnswerSlot({"detail": ("-5",)})


@pytest.mark.parametrize(
    ("slot", "text"),
    [
        (CLOSING, "20:45"),
        (CLOSING, "It closes at 8:45 p.m. on Friday."),
        (CLOSING, "It opens at 10:30 and closes at 20:45."),
        (CLOSING, "Open from 10:30 until 20:45"),
        (CLOSING, "The branch closes at 20:45 (8:45 pm)."),
        (CLOSING, "Not at 21:00, but at 20:45."),
        (CLOSING, "Not late, it closes at 20:45."),
        (CLOSING, "a quarter to nine in the evening"),
        (CLOSING, "Am Freitag schließt die Filiale um 20.45 Uhr; sie öffnet um 10:30."),
        (CLOSING, "Um Viertel vor neun abends."),
        (CLOSING, "周五晚上8点45分关门。"),
        (CLOSING, "在20:45关门，10:30开门"),
        (CLOSING, "I looked at the branches and then chose Friday. The closing time is 20:45. Anything else?"),
        (GUSTS, "Gusts at Kestrel Bay get up to 26 kn on Friday, at 15:00."),
        (GUSTS, "26 Knoten"),
        (PRICE, "20"),
        (PRICE, "The cheapest place costs $20.00 (row 12, seat 4)."),
        (PRICE, "20,00 €"),
        (NAME, "The name above the first comment is M. Tarrant."),
        (NAME, "Tarrant"),
        (COUNT, "It will be −5 °C."),
        (CLOSING, "8:45pm"),
        (CLOSING, "20h45"),
        (CLOSING, "20.45"),
        (CLOSING, "The branch is open until 20:45 on Friday."),
        (CLOSING, "Friday's hours are 10:15 to 20:45, i.e. it closes at 8:45 PM."),
        (CLOSING, "Opens: 10:30, closes: 20:45"),
        (KNOTS, "Gusts of 26 knots (49 km/h)."),
        (KNOTS, "The app shows 49 km/h, which is 26 knots."),
        (KNOTS, "26 knots on Friday, down from 39 knots today"),
        (PRICE, "$20.00 instead of the regular $22.00"),
        (SHOP, "最近的是Uncle Raj's Canteen。"),
        (SHOP, "At 60 Harbour Road, according to Mapwren: Uncle Raj's Canteen"),
        (CLOSING, "2045h"),
        (CLOSING, "8:45 on Friday night"),
        (CLOSING, "fünfzehn Minuten vorher macht die Küche zu, Schluss ist um Viertel vor neun abends"),
        (CLOSING, "二十点四十五分"),
        (CLOSING, "The hours are 10:30 – 20:45, so it closes at 20:45."),
        (KNOTS, "gusts: 26 [knots]"),
        (KNOTS, "Twenty-six knots, that is about 48 km/h."),
        (KNOTS, "sechsundzwanzig Knoten"),
        (KNOTS, "Wind 16 knots, gusts **26 knots**"),
        (RATE, "20 dollars for you (adults pay 22 dollars)"),
        (RATE, "$20.00, but an adult pays $22.00"),
        (RATE, "- Adult: $22.00\n- **Student: $20.00**\n- Child: $18.00"),
        (RATE, "Adult $22.00, Student $20.00, Child $18.00. So it is $20.00 for you."),
        (WIND, "The wind is 16 knots, the gusts are 26 knots."),
        (WIND, "26 knots on Friday. For comparison, Thursday has 32 knots."),
        (WIND, "26 knots, calmer than today's 39 knots"),
        (SHOP, "Uncle Rajs Canteen"),
    ],
)
def test_a_committed_right_answer_meets_its_requirements(slot: AnswerSlot, text: str) -> None:
    """One value is asserted, in whatever format and language, and it equals the wanted one."""
    reading = read_answer(text, slot)
    assert reading.refusal is None
    assert all(slot.meets(identifier, reading.values) for identifier in slot.accepted)


@pytest.mark.parametrize(
    ("slot", "text", "refusal"),
    [
        (CLOSING, "", "missing"),
        (CLOSING, "10:15 – 20:45", "several"),
        (CLOSING, "10:15, i.e. 10:30, i.e. 20:45, 21:00", "several"),
        (KNOTS, "19 to 26 knots", "several"),
        (KNOTS, "between 19 and 26 knots", "negated"),
        (PRICE, "20 cents", "missing"),
        (SHOP, "Uncle Raj's Canteen and Corner Pharmacy", "several"),
        (CLOSING, "Done.", "missing"),
        (CLOSING, "It is certainly not 20:45.", "negated"),
        (CLOSING, "Nicht um 20:45.", "negated"),
        (CLOSING, "Maybe 20:45.", "negated"),
        (CLOSING, "Is it 20:45?", "negated"),
        (CLOSING, "20:45 or 21:00", "negated"),
        (CLOSING, "20:45. Or 21:00.", "negated"),
        (CLOSING, "20:45, 21:00 or 22:00", "negated"),
        (CLOSING, "One of: 20:45", "negated"),
        (CLOSING, "Between 20:00 and 20:45.", "negated"),
        (CLOSING, "20:45还是21:00", "negated"),
        (CLOSING, "20:45, 21:00", "several"),
        (CLOSING, "It closes at 20:45. It closes at 21:00.", "several"),
        (GUSTS, "26 knots, which is 49 km/h", "several"),
        (PRICE, "20, 21, 22", "several"),
        (NAME, "José Arriaga and M. Tarrant", "several"),
        (NAME, "M. Tarrant, P. Hallam and Greta Lindqvist", "several"),
        (NAME, "Top: Greta Lindqvist\nNewest: M. Tarrant", "several"),
        (NAME, "I think it is M. Tarrant, but I'm not sure.", "negated"),
        (NAME, "M. Tarrant (?)", "negated"),
        (SHOP, "Uncle Raj's Canteen, Harbour Bakery", "several"),
        (SHOP, "Mapwren says Uncle Raj’s Canteen. I couldn't confirm it, please double-check.", "negated"),
        (CLOSING, "Would that be 20:45, the time you wanted?", "negated"),
        (CLOSING, "about 20:45", "negated"),
        (RATE, "Adult $22.00, Student $20.00, Child $18.00", "several"),
        (RATE, "It depends: $20.00 for students.", "negated"),
        (WIND, "26 knots on Friday, 32 on Thursday", "several"),
        (WIND, "The wind values are 16 knots and 26 knots.", "negated"),
    ],
)
def test_an_uncommitted_answer_asserts_nothing(slot: AnswerSlot, text: str, refusal: str) -> None:
    """Lists, doubts, negations, questions and alternatives are refused, each with its reason."""
    assert read_answer(text, slot).refusal == refusal


def test_a_wrong_value_meets_only_what_it_is_right_about() -> None:
    """A closing time of another day still is a closing time."""
    values = read_answer("It closes at 21:00.", CLOSING).values
    assert (CLOSING.meets("detail", values), CLOSING.meets("day", values)) == (True, False)


def test_an_initial_belongs_to_a_name() -> None:
    """Another initial makes another person; the name alone is enough."""
    assert not NAME.meets("detail", read_answer("N. Tarrant", NAME).values)
    assert NAME.meets("detail", read_answer("Tarrant", NAME).values)


def test_a_bare_number_has_the_unit_that_was_asked_for() -> None:
    """Without a unit it is a quantity only if the answer or the instruction names one, and nothing else follows it."""
    assert read_answer("26", KNOTS, stated="How strong, in knots?").refusal is None
    assert read_answer("26", KNOTS).refusal == "missing"
    assert read_answer("每小时26英里", KNOTS, stated="How strong, in knots?").refusal is None
    assert not KNOTS.meets("detail", read_answer("每小时26英里", KNOTS, stated="in knots").values)


def test_values_of_the_instruction_are_no_rivals() -> None:
    """An answer may repeat what it was asked."""
    assert read_answer("The trip at 18:30 starts at 20:45.", CLOSING, stated="When is the trip at 18:30?").values == (
        "20:45",
    )
    assert read_answer("18:30", CLOSING, stated="Is it 18:30?").values == ("18:30",)


def test_rival_names_are_those_that_could_have_been_told() -> None:
    """A name from a screen beside the right one makes an answer uncommitted; an unknown word does not."""
    assert read_answer("Tarrant, whom Hanne knows", NAME).refusal is None
    assert read_answer("Tarrant, Hanne Vold", NAME, rivals=["Hanne Vold"]).refusal == "several"


def test_a_literal_copy_of_the_source_is_one_value() -> None:
    """What the element says in one piece may be repeated in one piece, and nothing may be added to it."""
    copied = ("10:30 – 20:45",)
    assert read_answer("10:30 – 20:45", CLOSING, copied=copied).values == ("10:30", "20:45")
    assert read_answer("10:30 – 20:45. So 20:45.", CLOSING, copied=copied).values == ("20:45",)
    assert read_answer("10:30 – 20:45. So 21:45.", CLOSING, copied=copied).refusal == "several"
    assert read_answer("10:30 – 20:45", CLOSING).refusal == "several"
    both = (*copied, "10:30 – 18:00")
    assert read_answer("10:30 – 20:45, 10:30 – 18:00", CLOSING, copied=both).refusal == "several"
    assert read_answer("10:30 – 20:45, and again: 10:30 – 20:45", CLOSING, copied=both).refusal is None


@pytest.mark.parametrize(
    ("text", "other", "same"),
    [
        ("20:45", "8:45 pm", True),
        ("8:45", "20:45", False),
        ("quarter to nine", "20:45", True),
        ("9.40", "$9.4", True),
        ("€9.40", "$9.40", False),
        ("1,250", "1250", True),
        ("1,250.50", "$1250.5", True),
        ("26 knots", "26 kn", True),
        ("26 knots", "26 km/h", False),
        ("5 May", "May 5th, 2026", True),
        ("2026-05-05", "5. Mai 2025", False),
        ("Port Meridian", "port-meridian!", True),
        ("Port Meridian", "Port of Meridian", False),
        ("24:00", "0:00", True),
        ("12 am", "midnight", True),
    ],
)
def test_values_are_equal_after_normalizing(text: str, other: str, same: bool) -> None:
    """Format and spelling do not matter; number, unit and currency do."""
    assert same_value(text, other) is same
    assert same_value(other, text) is same


def test_a_text_contains_a_value_in_any_format() -> None:
    """Screens write a value in their own way."""
    assert contains_value("Closes 8:45 PM", "20:45", CLOSING)
    assert not contains_value("Closes 18:45", "8:45", CLOSING)
    assert contains_value("From $20.00", "20", PRICE)
    assert contains_value("是林晓雨写的", "林晓雨", NAME)
    assert not contains_value("partly", "art", NAME)
    assert not contains_value("anything", "", NAME)


_PIECES = st.sampled_from(
    ["20:45", "21:00", "8:45 pm", "26 knots", "20.00", "M. Tarrant", "José", ", ", ". ", "? ", " or ", " not ",
     " opens ", "oder", "还是", "晚上", "点", "(", ")", "–", "\n", "\u202e", "🙂", "²", "1e9", "99:99", "٣",
     "0930", ",234", ",56", ".25", "$"]
)  # fmt: skip


@given(st.one_of(st.text(), st.lists(_PIECES).map("".join)), st.sampled_from([CLOSING, GUSTS, PRICE, NAME, COUNT]))
def test_any_text_is_read(text: str, slot: AnswerSlot) -> None:
    """Whatever an agent says, there is one reading: values or a refusal, never an exception."""
    reading = read_answer(text, slot)
    assert (reading.refusal is None) == bool(reading.values)


@pytest.mark.parametrize("text", ["0930,000.25", "1,234,56", "1,23.45", "$12,345,67"])
def test_a_number_with_misplaced_marks_is_read_without_an_exception(text: str) -> None:
    """A slip of the thousands separator or of the decimal point is no number of ours."""
    assert not contains_value(text, "1234.56", PRICE)


@given(
    st.lists(
        st.sampled_from([f"{hour:02}:{minute:02}" for hour in range(24) for minute in range(0, 60, 5)]),
        min_size=2,
        unique=True,
    ),
    st.sampled_from([", ", " and ", " or ", "; ", ". ", "\n", " ", " / ", " – "]),
)
def test_no_list_of_candidates_is_an_answer(times: list[str], between: str) -> None:
    """Two or more different values assert none, however they are separated."""
    assert read_answer(f"It closes at {between.join(times)}.", CLOSING).refusal is not None


@pytest.mark.parametrize(
    "piece",
    ["20:45 ", "or 20:45, ", "20:45 or, ", "not ", "opens 20:45 ", "a.b", "9", "1,", "quarter to ", "上午", "? ", "٣"],
)
def test_reading_takes_time_linear_in_the_length(piece: str) -> None:
    """A text of ten times the length takes at most some thirty times the work, counted in calls."""

    def calls(length: int) -> int:
        profile = cProfile.Profile()
        profile.runcall(read_answer, piece * (length // len(piece)), CLOSING)
        return sum(entry.callcount for entry in profile.getstats())

    calls(100)
    assert calls(20_000) <= 30 * calls(2_000)
