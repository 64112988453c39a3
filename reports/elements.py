"""What a page may yield; none of it knows where it will be shown: in the dashboard or in the report."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, TypeAlias, TypeVar

import polars as pl
from plotly.graph_objects import Figure

from lab.tables import column
from lab.tables.metric import load_metrics


class Data(dict[str, pl.DataFrame]):
    """What a page draws: its sources by name, small tables about the runs (`ABOUT`), and what the reader chose.

    `whole` is the same for all arms, where there are more than a chart can show: what needs no chart may tell of them
    all. `of` is the number of arms that there are, shown or not.
    """

    def __init__(
        self,
        frames: Mapping[str, pl.DataFrame],
        chosen: Mapping[str, str] | None = None,
        whole: Data | None = None,
        of: int | None = None,
    ) -> None:
        super().__init__(frames)
        self.chosen = dict(chosen or {})
        self.whole: Data = self if whole is None else whole
        self._of = of

    @property
    def of(self) -> int:
        """How many arms there are, shown or not."""
        return self["arm"].height if self._of is None else self._of


@dataclass(frozen=True)
class Choice:
    """Something that the reader of a page chooses: `key` is its name in the address, the first option the default."""

    key: str
    label: str
    options: Callable[[Data], Mapping[str, str]]  # value in the address -> words
    many: bool = False  # of few options: all are in sight, else they are in a list that can be searched
    about: str = ""
    linked: bool = False  # chosen by links of the page alone
    seldom: bool = False  # out of sight until somebody wants it


@dataclass(frozen=True)
class Link:
    """Where a cell leads: a page, and which column of the row gives each of its parameters.

    Where rows lead to different pages, `by_row` is the column that names the page of each; `page` is empty.
    """

    page: str
    parameters: Mapping[str, str]
    by_row: str = ""


@dataclass(frozen=True)
class Column(column.Column):
    """A column as all tables of the lab have it, and what only a page can do: lead somewhere, and be shaded.

    Its interval is in the columns NAME_low and NAME_high of the frame, if there are such; `about` is for those who
    point at the heading.
    """

    link: Link | None = None
    heat: float | None = None  # the value of a full shade; shades go both ways from zero
    shade: str | None = None  # or the column that says the shade, from -1 to 1
    wide: bool = False  # left out on a phone
    long: bool = False  # a line of its own there
    picture: Callable[[Mapping[str, Any]], str] | None = None  # of its row, as HTML


@dataclass(frozen=True)
class Table:
    """A frame to be read: `columns` names what is shown, in order; rows whose `pale` column is true are dimmed."""

    frame: pl.DataFrame
    caption: str
    columns: Mapping[str, Column]
    title: str = ""
    pale: str | None = None
    counted: str = ""  # how it was counted, for whoever asks; it stands at the end of the page

    @property
    def said(self) -> str:
        """All that is said of the table: what stands below it, and how it was counted."""
        return " ".join(filter(None, (self.caption, self.counted)))


@dataclass(frozen=True)
class Answer:
    """The first sentence of a page, which answers its question from the numbers; **words** between stars are bold.

    Every further line of the text is a finding of its own below it. A page about one card has it beside the answer:
    its `name`, and what stands on it as headings and texts. `asked` is a question of its own that stands above; `more`
    are pages that tell more of each finding.
    """

    text: str
    card: Sequence[tuple[str, str]] = ()
    name: str = ""
    asked: str = ""
    more: Sequence[str] = ()


@dataclass(frozen=True)
class Note:
    """A paragraph; `kind` is info or warning."""

    text: str
    kind: str = "info"


@dataclass(frozen=True)
class Markdown:
    """A text of the Guide, in Markdown."""

    text: str


@dataclass(frozen=True)
class Ask:
    """What is known once a command has played: a paragraph, and the command for each thing that it may be asked of."""

    text: str
    commands: Mapping[str, str]  # what it is asked of, such as an arm -> a line for a terminal
    label: str = "Find out"  # of its buttons


@dataclass(frozen=True)
class Jump:
    """A line that leads to a page with some parameters; where there are no pages, the command that shows the same."""

    text: str
    page: str
    parameters: Mapping[str, Any]
    command: str


@dataclass(frozen=True)
class Tile:
    """One number in large figures: what it is, its value, and its interval or what it is compared with."""

    label: str
    value: str
    detail: str = ""


@dataclass(frozen=True)
class Tiles:
    """Numbers side by side, below one another where there is no room."""

    tiles: Sequence[Tile]


@dataclass(frozen=True)
class Row:
    """Charts side by side, below one another where there is no room; one heading and one caption for all."""

    title: str
    figures: Sequence[Figure]
    subtitle: str = ""
    caption: str = ""
    columns: int = 3
    counted: str = ""  # as that of a table

    @property
    def said(self) -> str:
        """All that is said of the charts: what stands below them, and how they were counted."""
        return " ".join(filter(None, (self.caption, self.counted)))


@dataclass(frozen=True)
class Fold:
    """Elements that are opened by whoever wants them."""

    title: str
    elements: Sequence[Any] = field(default_factory=tuple)  # of `Element`


COUNTED = "How this was counted"
"""What stands above the fold at the end of a page."""

Element: TypeAlias = Figure | Table | Answer | Note | Markdown | Ask | Jump | Tiles | Row | Fold


def columns_of(metric: str, *names: str, **otherwise: dict[str, Any]) -> dict[str, Column]:
    """Columns of a metric as it says them itself; `otherwise`: by name what is different on a page, such as a link.

    What the lab calls an arm pages call by what people see of it.
    """
    known = load_metrics()[metric].columns
    own = {"arm": {"label": "rules"}} | otherwise
    return {name: Column(**vars(known[name]) | own.get(name, {})) for name in names}


def beside(
    frame: pl.DataFrame, key: str, across: str, values: Mapping[Any, Column], value: str
) -> tuple[pl.DataFrame, dict[str, Column]]:
    """One row for each KEY, a column for each of the `values` of ACROSS: a wide frame, and how its columns are read.

    What stands in them is VALUE with its bounds, and its shade if the frame has such a column. Columns are numbered,
    because arms may be called anything.
    """
    wide, columns = frame.select(key).unique(maintain_order=True), {}
    for place, (of, column_) in enumerate(values.items()):
        own, name = frame.filter(pl.col(across) == of), f"c{place}"
        named = {name: value, **{f"{name}_{side}": f"{value}_{side}" for side in ("low", "high")}}
        if "shade" in frame.columns:
            named[f"{name}_shade"], column_ = "shade", replace(column_, shade=f"{name}_shade")
        sides = [pl.col(old).alias(new) for new, old in named.items()]
        wide = wide.join(own.select(key, *sides), on=key, how="left", maintain_order="left")
        columns[name] = column_
    return wide, columns


Charts = TypeVar("Charts", Figure, Row)


def captioned(charts: Charts, caption: str, *counted: str) -> Charts:
    """Put a short caption under a figure or a row of them, and say for whoever asks how it was counted."""
    more = " ".join(s for s in counted if s)
    if isinstance(charts, Row):
        return replace(charts, caption=caption, counted=more)
    charts.layout.meta = {**(charts.layout.meta or {}), "caption": caption, "counted": more}
    return charts


def alone(figure: Figure) -> Row:
    """A figure as a row of one."""
    title, *more = (_said(figure, what) for what in ("title", "subtitle", "caption", "counted"))
    return Row(title, (figure,), more[0], more[1], 1, more[2])


def with_counts(elements: Iterable[Element]) -> Iterator[Element]:
    """The elements of a page, and behind them in one fold how their numbers were counted."""
    told: dict[str, list[str]] = {}
    for element in elements:
        _note_counts(element, told)
        yield element
    if told:
        lines = [
            f"{'**' + ', '.join(dict.fromkeys(of)) + '.** ' if any(of) else ''}{said}" for said, of in told.items()
        ]
        yield Fold(COUNTED, tuple(map(Note, lines)))


def _note_counts(element: Element, told: dict[str, list[str]]) -> None:
    """Gather what charts and tables say of how they are counted; what several say is told once."""
    if isinstance(element, Fold):
        for inner in element.elements:
            _note_counts(inner, told)
    own = alone(element) if isinstance(element, Figure) else element
    if isinstance(own, (Row, Table)) and own.counted:
        told.setdefault(own.counted, []).append(own.title)


def caption_of(figure: Figure) -> str:
    """All that is said of a figure."""
    return alone(figure).said


def title_of(figure: Figure) -> str:
    """The title of a figure in one line."""
    return _said(figure, "title")


def _said(figure: Figure, what: str) -> str:
    """What a figure carries for whoever shows it, in one line."""
    return str((figure.layout.meta or {}).get(what, "")).replace("<br>", " ")


def in_order(frame: pl.DataFrame, arms: Sequence[str]) -> pl.DataFrame:
    """Rows in the order of the run's arms; within an arm their order stays."""
    place = {arm: i for i, arm in enumerate(arms)}
    rank = pl.col("arm").replace_strict(place, default=len(place), return_dtype=pl.Int64)
    return frame.sort(rank, maintain_order=True)
