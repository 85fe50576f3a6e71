"""What Railfinch sells and on which terms, read from terms.yaml: fares, classes, seats, refunds."""

from adapters.phone.framework.content import Picture, content, read_content

ONE_WAY, RETURN, OPEN = "One way", "Return", "Open return"
TRIPS = (ONE_WAY, RETURN, OPEN)
OWNER = "Robin Vale"


@content
class Fare:
    """A fare: what it costs against the cheapest seat, and what can be done with it later."""

    name: str
    factor: float
    plus: int
    terms: tuple[str, ...]
    refund: str
    """What comes back: `half` as credit, all but a `fee`, or `all`."""


@content
class Age:
    """Passengers of an age, and the share of the fare in percent that they pay."""

    name: str
    noun: str
    ages: str
    percent: int


@content
class Option:
    """A class, something that is taken along, how a ticket comes, or how it is paid."""

    name: str
    about: str = ""
    icon: str = ""
    cents: int = 0
    per_head: bool = False


@content
class Offer:
    """Somewhere to go for the weekend."""

    name: str
    about: str
    art: Picture


@content
class Terms:
    """All terms; the first of each is the default."""

    days_ahead: int
    """So many days ahead tickets go on sale."""
    most_passengers: int
    refund_fee: int
    change_fee: int
    cover: int
    """Refund cover for one passenger: with it every fare is refunded in full."""
    post: int
    first_factor: float
    open_factor: float
    fares: tuple[Fare, ...]
    ages: tuple[Age, ...]
    classes: tuple[Option, ...]
    extras: tuple[Option, ...]
    tickets: tuple[Option, ...]
    payments: tuple[Option, ...]
    seats: tuple[str, ...]
    coaches: tuple[str, ...]
    facing: tuple[str, ...]
    reasons: tuple[str, ...]
    repaid: tuple[str, ...]
    offers: tuple[Offer, ...]


TERMS = read_content(__package__, "terms.yaml", Terms)
FARES = tuple(fare.name for fare in TERMS.fares)
CLASSES = tuple(option.name for option in TERMS.classes)
TICKETS = PHONE_TICKET, COLLECT, POST = tuple(option.name for option in TERMS.tickets)
PAYMENTS = CARD, CREDIT, AT_THE_COUNTER = tuple(option.name for option in TERMS.payments)
TO_PAYMENT, TO_CREDIT = TERMS.repaid
ADULT, YOUTH, CHILD, SENIOR = TERMS.ages


def fare_of(name: str) -> Fare:
    """Return the fare of this name; the first for a name that is none."""
    return next((fare for fare in TERMS.fares if fare.name == name), TERMS.fares[0])
