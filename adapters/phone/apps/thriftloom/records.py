"""What this user has bought, offered and put up for sale: plain records, the first of them read from records.yaml."""

from collections.abc import Mapping

from adapters.phone.framework.content import Picture, content, read_content


@content
class Purchase:
    """Something bought. `placed` is local time as `2026-11-16T18:42`; prices read like `$11.40`.

    `status` is Paid, Posted, Received or Cancelled.
    """

    id: str
    number: str
    key: str
    brand: str
    piece: str
    size: str
    condition: str
    colour: str
    seller: str
    price: str
    delivery: str
    place: str
    protection: bool
    payment: str
    total: str
    placed: str
    status: str = "Paid"


@content
class Offer:
    """An offer by this user; `status` is Waiting, Declined, Withdrawn or Bought."""

    id: str
    number: str
    key: str
    brand: str
    piece: str
    size: str
    condition: str
    seller: str
    asked: str
    price: str
    made: str
    status: str = "Waiting"


@content
class Listing:
    """Something that this user sells; `status` is On sale or Hidden."""

    id: str
    number: str
    title: str
    brand: str
    kind: str
    size: str
    condition: str
    colour: str
    price: str
    parcel: str
    offers: bool
    note: str
    photo: int
    listed: str
    status: str = "On sale"


@content
class Records:
    """Everything that is there after a reset, and pictures of what is no longer on sale."""

    purchases: tuple[Purchase, ...]
    offers: tuple[Offer, ...]
    listings: tuple[Listing, ...]
    past: Mapping[str, Picture]


RECORDS = read_content(__package__, "records.yaml", Records)
