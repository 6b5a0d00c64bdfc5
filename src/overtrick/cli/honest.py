"""`overtrick honest`: shows that a bot decides by its view alone, by deals with other hidden cards."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import partial

from overtrick import texts
from overtrick.bots.bot import check_bot
from overtrick.bots.honesty import Asking, Decision, Question, decide, play_examined
from overtrick.cli.options import Parser, bot_text, positive, random_seed
from overtrick.cli.progress import Progress
from overtrick.cli.terminal import print_json
from overtrick.conversation.words import Words
from overtrick.core.actions import Action
from overtrick.core.cards import Cards
from overtrick.core.catalogue import changed_rules, find_game
from overtrick.core.game import Game
from overtrick.core.parallel import obey_the_caller
from overtrick.core.seats import SEATS
from overtrick.core.shuffle import Seed
from overtrick.deal.deals import numbered_deal
from overtrick.deal.round import Round
from overtrick.deal.view import view

DEALS = 5
CHANGES = 4


def run(arguments: Sequence[str]) -> int:
    """Let a bot play deals and decide again with other hidden cards; gives 1 unless it always did the same."""
    parser = Parser(
        "honest",
        "Let a bot play deals on all seats. At each decision the cards that it cannot see are dealt anew, as far "
        "as all that it has seen allows, and the same bot with the same seed is asked again: it must decide the same.",
    )
    parser.game()
    parser.bot("which bot")
    parser.value("--deals", "N", f"how many deals ({DEALS})", type=positive, default=DEALS)
    parser.value(
        "--changes", "N", f"how many changed deals for each decision ({CHANGES})", type=positive, default=CHANGES
    )
    parser.seed()
    parser.flag("--json", "print one JSON object instead of a table")
    parser.lang("of the table")
    options = parser.parse_args(arguments)
    game, bot = find_game(options.game), bot_text(options)
    check_bot(bot, is_own=True, game=game)
    seed = random_seed("honest", options.lang, "simulation.seed") if options.seed is None else options.seed
    decisions = list(_decisions(game, bot, seed, options.deals, options.changes))
    if options.json:
        print_json(_as_json(game, bot, seed, options.deals, decisions))
    else:
        print(*_lines(bot, decisions, options.lang), sep="\n")
    return 0 if all(decision.is_honest for decision in decisions) else 1


def _decisions(game: Game, bot: str, seed: Seed, deals: int, changes: int) -> Iterator[Decision]:
    progress = Progress(deals)
    with _process() as in_deal, _process() as in_changed:
        for number in range(1, deals + 1):
            deal = numbered_deal(game, seed, number)
            yield from play_examined(deal, bot, f"{seed}/{number}", changes, in_deal, in_changed)
            progress.advance(1)
    progress.clear()


@contextmanager
def _process() -> Iterator[Asking]:
    """A process of its own in which a bot decides: it gets the deals of its questions, and never any other."""
    from concurrent.futures import ProcessPoolExecutor

    with ProcessPoolExecutor(1, initializer=obey_the_caller) as executor:
        executor.submit(_begin).result()  # it may be a copy of this process, which has no deal yet
        yield lambda question: executor.submit(_decide, question).result()
        executor.submit(_end).result()


def _begin() -> None:
    """Nothing: the process is there."""


def _decide(question: Question) -> Action:
    from overtrick.bots.program.bot import programs_here

    return decide(question, programs_here(), files=True)


def _end() -> None:
    from overtrick.bots.program.bot import programs_here

    programs_here().close()


def _lines(bot: str, decisions: Sequence[Decision], language: str) -> Iterator[str]:
    """A table, what it means in a sentence, and a decision with two of its deals side by side."""
    say, counts = partial(texts.say, language), _counts(decisions)
    heads = [say(f"honest.{head}") for head in ("bot", *counts)]
    yield from texts.table_lines([heads, [bot, *map(str, counts.values())]], left=1)
    yield ""
    yield say(f"honest.verdict.{_verdict(decisions)}")
    sample = _sample(decisions)
    if sample is not None:
        yield ""
        yield from _sample_lines(sample, language)


def _counts(decisions: Sequence[Decision]) -> dict[str, int]:
    return {
        "decisions": len(decisions),
        "changed": sum(len(decision.changed) for decision in decisions),
        "same": sum(decision.same for decision in decisions),
        "unsteady": sum(not decision.is_steady for decision in decisions),
    }


def _verdict(decisions: Sequence[Decision]) -> str:
    if not all(decision.is_steady for decision in decisions):  # one with chance of its own may seem to look by chance
        return "unsteady"
    return "honest" if all(decision.is_honest for decision in decisions) else "looks"


def _sample(decisions: Sequence[Decision]) -> Decision | None:
    """The first decision that was not the same; else one in the middle of a deal."""
    tried = [decision for decision in decisions if decision.changed]
    wrong = [decision for decision in tried if not decision.is_honest]
    played = [decision for decision in tried if decision.question.deal.plays]
    return next(iter(wrong), None) or next(iter([*played[len(played) // 3 :], *tried]), None)


def _sample_lines(decision: Decision, language: str) -> Iterator[str]:
    """Who holds what in the deal and in a changed one, and what the bot does in both."""
    words, deal = Words(language), decision.question.deal
    seen = view(deal, deal.actor)
    number = next((n for n, other in enumerate(decision.others) if other != decision.action), 0)
    changed, other = decision.changed[number], decision.others[number]
    known = {seen.seat, seen.open_hand and seen.open_hand[0]}
    if deal.actor is not None:
        yield words.say("honest.sample", player=deal.game.seat_name(deal.actor), hand=words.hand(seen, seen.hand))
    rows = [["", words.say("honest.as-dealt"), words.say("honest.dealt-anew")]]
    for seat in SEATS:
        if seat not in known:
            hands = (words.hand(seen, each.hands[seat - 1]) for each in (deal, changed))
            rows.append([deal.game.seat_name(seat), *hands])
    rows.append([words.say("honest.decides"), words.action(decision.action), words.action(other)])
    yield from texts.table_lines(rows, indent="  ")


def _as_json(game: Game, bot: str, seed: Seed, deals: int, decisions: Sequence[Decision]) -> dict[str, object]:
    sample = _sample(decisions)
    return {
        "game": game.name,
        "preset": game.preset,
        "house": changed_rules(game),
        "bot": bot,
        "seed": seed,
        "deals": deals,
        **_counts(decisions),
        "verdict": _verdict(decisions),
        "sample": sample and _sample_as_json(sample),
    }


def _sample_as_json(decision: Decision) -> dict[str, object]:
    deal = decision.question.deal
    return {
        "seat": deal.actor,
        "hands": _hands(deal),
        "action": str(decision.action),
        "changed": [
            {"hands": _hands(changed), "action": str(other)}
            for changed, other in zip(decision.changed, decision.others, strict=True)
        ],
    }


def _hands(deal: Round) -> list[list[str]]:
    return [list(map(str, Cards.from_mask(held))) for held in deal.held]
