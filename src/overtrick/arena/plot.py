"""A picture of a scoreboard: points per deal and pairs won of each bot with intervals, and how they came about."""

from __future__ import annotations

import io
from collections.abc import Sequence
from importlib import import_module
from typing import TYPE_CHECKING, Any, Final, Literal

from overtrick import texts
from overtrick.arena.estimates import Estimate
from overtrick.arena.scoreboard import Scoreboard
from overtrick.core.catalogue import game_text
from overtrick.core.errors import Invalid

if TYPE_CHECKING:
    from matplotlib.axes import Axes

Form = Literal["png", "svg"]

WORTH_A_COURSE: Final = 20
"""at how many stops it is shown how the points came about"""
WIDTH: Final = 9.0
"""in inches, as all sizes here"""
HEIGHT: Final = 1.4
"""of all but the rows of the bots"""
ROW: Final = 0.4
COURSE: Final = 3.2
DOTS: Final = 150
"""in an inch"""
FAINT: Final = 0.15
MARGIN: Final = 0.05
"""beside the rates of 0 and 1, where points have room"""
PAPER: Final = {"facecolor": "white", "edgecolor": "none", "pad": 0.5}
"""behind numbers, which may stand on a line"""
INK: Final = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#000000")
"""colours that everybody can tell apart (Okabe and Ito)"""


def plot_form(path: str) -> Form:
    """What the name of a picture says that it is; refuses other names, and a machine that cannot draw."""
    name = path.lower()
    if not name.endswith((".png", ".svg")):
        raise Invalid("bad-plot-name", path=path)
    try:
        import_module("matplotlib.figure")
    except ImportError as error:
        raise Invalid("not-installed", module=error.name or "matplotlib", extra="plot") from None
    return "png" if name.endswith(".png") else "svg"


def plot(board: Scoreboard, form: Form, language: str = "en") -> bytes:
    """The picture as a file; the same scoreboard gives the same bytes."""
    from matplotlib import rc_context
    from matplotlib.figure import Figure

    bots, heights = board.contest.bots, [HEIGHT + ROW * len(board.contest.bots)]
    rows: list[Any] = [["points", "rate"]]
    if len(board.course) >= WORTH_A_COURSE:
        rows.append(["course", "course"])
        heights.append(COURSE)
    with rc_context({"svg.hashsalt": "overtrick"}):
        figure = Figure(figsize=(WIDTH, sum(heights)), dpi=DOTS, layout="constrained")
        figure.suptitle(texts.say(language, "arena.title", game=game_text(board.contest.game), pairs=board.pairs))
        axes = figure.subplot_mosaic(rows, height_ratios=heights)
        _estimates(axes["points"], bots, [board.points_per_deal(bot) for bot in bots], 0.0)
        axes["points"].set_xlabel(texts.say(language, "arena.points"))
        _estimates(axes["rate"], bots, [board.win_rate(bot) for bot in bots], 0.5)
        axes["rate"].set_xlabel(texts.say(language, "arena.win-rate"))
        axes["rate"].set_yticklabels([])
        axes["rate"].set_xlim(-MARGIN, 1 + MARGIN)
        axes["rate"].set_xticks([0, 0.25, 0.5, 0.75, 1])
        axes["rate"].xaxis.set_major_formatter("{x:.0%}")
        if "course" in axes:
            _course(axes["course"], board)
            axes["course"].set_xlabel(texts.say(language, "arena.deals"))
            axes["course"].set_ylabel(texts.say(language, "arena.points"))
        file = io.BytesIO()
        figure.savefig(file, format=form, metadata={"Date": None} if form == "svg" else {"Software": None})
    return file.getvalue()


def _estimates(axes: Axes, bots: Sequence[str], estimates: Sequence[Estimate], even: float) -> None:
    """A row for each bot: where it stands, the interval, and the number."""
    axes.axvline(even, color="grey", linewidth=0.8)
    for row, (value, low, high) in enumerate(estimates):
        ink = INK[row % len(INK)]
        if low is not None and high is not None:
            axes.plot([low, high], [row, row], color=ink, linewidth=2, solid_capstyle="butt", marker="|", markersize=9)
        if value is not None:
            axes.plot(value, row, color=ink, marker="o", markersize=7)
            text = f"{value:.1%}" if even else f"{value:+.2f}"
            axes.annotate(text, (value, row), (0, 6), textcoords="offset points", ha="center", fontsize=8, bbox=PAPER)
    axes.set_yticks(range(len(bots)), bots)
    axes.set_ylim(len(bots) - 0.5, -0.7)
    axes.spines[["top", "right", "left"]].set_visible(False)
    axes.tick_params(left=False)


def _course(axes: Axes, board: Scoreboard) -> None:
    """The points per deal of each bot after each stop, with the interval as a band."""
    axes.axhline(0, color="grey", linewidth=0.8)
    deals = [stop.deals for stop in board.course]
    for row, bot in enumerate(board.contest.bots):
        ink, points = INK[row % len(INK)], [stop.points[bot] for stop in board.course]
        axes.plot(deals, [point.value or 0.0 for point in points], color=ink, label=bot)
        banded = [(at, point.low, point.high) for at, point in zip(deals, points, strict=True) if point.margin]
        if banded:
            at, low, high = zip(*banded, strict=True)
            axes.fill_between(at, low, high, color=ink, alpha=FAINT, linewidth=0)
    axes.set_xlim(0, deals[-1])
    axes.spines[["top", "right"]].set_visible(False)
    axes.legend(frameon=False, loc="center left", bbox_to_anchor=(1, 0.5))
    early = board.course[len(board.course) // 10].points.values()  # the first deals scatter too far to show all of it
    most = max((abs(end) for point in early for end in point if end), default=1.0)
    axes.set_ylim(-1.1 * most, 1.1 * most)
