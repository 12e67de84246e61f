"""A review as one page of HTML that needs nothing but itself: no network, no script."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape

from haggis.rules import Cards
from haggis.rules.words import action_words, rank_name

from .key_moments import KeyMoment
from .replay import Replay
from .review import BetDecision, Decision, PlayerReview, Review
from .review_words import (
    bars_words,
    best_words,
    bet_words,
    budget_words,
    choice_words,
    class_words,
    error_bar,
    level_words,
    like_words,
    loss_words,
    luck_head,
    luck_words,
    no_result_words,
    play_words,
    truth_words,
)

STYLE = """
body { font: 16px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 60rem; padding: 0 1rem; color: #1d2522; }
table { border-collapse: collapse; width: 100%; margin: 1rem 0; } .wide { overflow-x: auto; }
th, td { text-align: left; padding: .3rem .6rem; border-bottom: 1px solid #d5dcd8; }
td.n, th.n { text-align: right; font-variant-numeric: tabular-nums; }
.players { table-layout: fixed; max-width: 40rem; }
.players th, .players td { overflow-wrap: anywhere; vertical-align: top; }
@media (max-width: 30rem) { .players { font-size: .88rem; } .players th, .players td { padding: .3rem .2rem; } }
.inaccuracy { background: #fdf6dc; } .mistake { background: #fbe5d0; } .blunder { background: #f6d0cd; }
svg { width: 100%; height: 90px; } .moment { border-left: 4px solid #1c5b45; padding-left: 1rem; margin: 1rem 0; }
.truth { border-top: 1px solid #8a9691; padding-top: .5rem; font-style: italic; }
.card { display: inline-block; border: 1px solid #8a9691; border-radius: 5px; padding: 0 .35rem; margin: 1px;
  background: #fff; color: #1d2522; font-weight: 600; }
.s0 { color: #b3261e; } .s1 { color: #9a5200; } .s2 { color: #6b5a00; } .s3 { color: #1c6b3a; } .s4 { color: #1f4fa3; }
@media (prefers-color-scheme: dark) {
  body { background: #14201b; color: #e4ebe7; } th, td { border-color: #34443c; }
  .inaccuracy { background: #4a431f; } .mistake { background: #55371c; } .blunder { background: #5a2622; }
}
"""
COLOURS = ("#1c5b45", "#b5502a", "#3b5fa8")
SUIT_SIGNS = ("❦", "★", "☀", "☘", "●")
HEIGHT, MOST = 80, 20.0
TITLES = ("decisions", "points lost each", "95 %", "plays like")
RESULTS = ("result", "luck", "adjusted")
EVERY_DECISION = (
    "What the played action lost against the best one, by what the player could know; beside it, what it lost as the "
    "cards happened to lie. Forced decisions are left out."
)


def review_page(games: Sequence[tuple[Replay, Review]]) -> str:
    """All games of a file on one page."""
    body = "".join(part for number, (game, found) in enumerate(games, 1) for part in _game(number, game, found))
    return (
        "<!doctype html>\n<html lang='en'><head><meta charset='utf-8'>"
        "<meta name='viewport' content='width=device-width'>"
        f"<title>Haggis: review</title><style>{STYLE}</style></head><body><main>\n{body}</main></body></html>\n"
    )


def _game(number: int, game: Replay, found: Review) -> Iterator[str]:
    names = game.game.names
    yield f"<h1>Game {number}: {escape(' - '.join(names))}</h1>\n"
    finished = bool(game.game.finished)
    yield _players(found.players, with_results=finished)
    yield _luck(found.players) if finished else f"<p>{escape(no_result_words())}</p>\n"
    yield f"<p>{escape(bars_words())}</p>\n"
    yield from (_bars(player, found) for player in found.players)
    if found.key_moments:
        yield "<h2>What cost most</h2>\n"
    yield from (_moment(game, moment) for moment in found.key_moments)
    yield _bets(found.bets, names)
    yield f"<h2>Every decision</h2>\n<p>{EVERY_DECISION}</p>\n"
    yield _decisions(game, found.decisions)
    words = filter(None, (budget_words(found.budget), level_words(found.budget)))
    yield f"<p>{escape(' '.join(words))}</p>\n"


def _row(cells: Sequence[object], kind: str = "td", numbers_from: int = 1, css: str = "") -> str:
    text = "".join(
        f"<{kind}{' class=n' if place >= numbers_from else ''}>{escape(str(cell))}</{kind}>"
        for place, cell in enumerate(cells)
    )
    return f"<tr class='{css}'>{text}</tr>\n"


def _table(rows: str) -> str:
    """On a narrow screen a table is moved sideways, not the page; by keys as well."""
    return f"<div class='wide' tabindex='0'><table>{rows}</table></div>\n"


def _players(players: Sequence[PlayerReview], *, with_results: bool) -> str:
    """A column a player: three fit the narrowest screen."""
    told = [(*_cells(player), *(_results(player) if with_results else ())) for player in players]
    titles = (*TITLES, *(RESULTS if with_results else ()))
    head = "".join(f"<th scope='col' class=n>{escape(player.name)}</th>" for player in players)
    rows = "".join(
        f"<tr><th scope='row'>{title}</th>{''.join(f'<td class=n>{escape(cell)}</td>' for cell in cells)}</tr>\n"
        for title, cells in zip(titles, zip(*told, strict=True), strict=True)
    )
    return f"<table class='players'><tr><td></td>{head}</tr>\n{rows}</table>\n"


def _cells(player: PlayerReview) -> tuple[str, ...]:
    interval = player.loss.ci95
    bounds = "" if interval is None else f"{interval[0]:.2f} to {interval[1]:.2f}"
    return (str(player.decisions), f"{player.loss.mean:.2f}", bounds, like_words(player))


def _results(player: PlayerReview) -> tuple[str, ...]:
    luck = player.luck
    return (f"{luck.result:+.0f}", f"{luck.luck:+.1f}", f"{luck.adjusted:+.1f}")


def _luck(players: Sequence[PlayerReview]) -> str:
    """Where each result came from."""
    rows = "".join(f"<li>{escape(luck_words(player))}</li>" for player in players)
    return f"<p>{escape(luck_head(len(players)))}</p><ul>{rows}</ul><p>{escape(play_words())}</p>\n"


def _bars(player: PlayerReview, found: Review) -> str:
    """What each decision lost, as a picture."""
    lost = [each.judgement.loss for each in found.decisions if each.seat == player.seat and not each.judgement.forced]
    width = 1000 / max(1, len(lost))
    bars = "".join(
        f"<rect x='{place * width:.1f}' width='{max(1.0, width - 2):.1f}' y='{HEIGHT - height:.1f}' "
        f"height='{height:.1f}' fill='{COLOURS[player.seat]}'/>"
        for place, loss in enumerate(lost)
        if (height := max(1.0, HEIGHT * min(loss, MOST) / MOST))
    )
    words = escape(f"Points lost by {player.name}, decision by decision ({class_words(player.classes)})")
    picture = (
        f"<svg viewBox='0 0 1000 {HEIGHT}' preserveAspectRatio='none' role='img' aria-label='{words}'>{bars}</svg>"
    )
    return f"<figure><figcaption>{words}</figcaption>{picture}</figure>\n"


def _moment(game: Replay, moment: KeyMoment) -> str:
    names = game.game.names
    state = game.before(moment.round_number, moment.action).state
    why = " ".join(str(reason.sentence) for reason in moment.reasons)
    line = "; ".join(str(action_words(action, names)) for action in moment.line)
    truth = f"{truth_words(moment.truth)} {best_words(moment.truth, names)}" if moment.truth else ""
    parts = (
        f"<h3>Round {moment.round_number}, action {moment.action}: {escape(names[moment.seat])} loses "
        f"{loss_words(moment.loss, moment.error)} points</h3>",
        f"<p class='cards'>{_cards(state.trick[-1].cards) + ' is to beat; the hand: ' if state.trick else ''}"
        f"{_cards(state.hands[moment.seat])}</p>",
        f"<p>Played: {escape(choice_words(moment.played, names))}. "
        f"Better: <b>{escape(choice_words(moment.best, names))}</b>. {escape(why)}</p>",
        f"<p>The line: {escape(line)}.</p><p class='truth'>{escape(truth)}</p>",
    )
    return f"<section class='moment'>{''.join(parts)}</section>\n"


def _bets(bets: Sequence[BetDecision], names: Sequence[str]) -> str:
    wrong = [each for each in bets if each.judgement.class_ != "fine"]
    rows = "".join(f"<li>{escape(bet_words(each, names))}</li>" for each in wrong)
    return f"<h2>Bets</h2>\n{f'<ul>{rows}</ul>' if wrong else '<p>All bets were fine.</p>'}\n"


def _cards(cards: Cards) -> str:
    """Cards as small pictures: rank, and the sign of the suit in its colour."""
    return " ".join(
        f"<span class='card s{card.suit if not card.is_court else 9}'>{rank_name(card.rank)}"
        f"{'' if card.is_court else SUIT_SIGNS[card.suit]}</span>"
        for card in cards
    )


def _decisions(game: Replay, decisions: Sequence[Decision]) -> str:
    titles = ("round", "action", "player", "played", "best", "lost", "±", "as the cards lay", "class")
    rows = [_decision(game.game.names, each) for each in decisions if not each.judgement.forced]
    return _table(_row(titles, "th", 5) + "".join(rows))


def _decision(names: Sequence[str], each: Decision) -> str:
    judged = each.judgement
    best = "" if judged.best == judged.played else choice_words(judged.best, names)
    cells = (each.round_number, each.action, names[each.seat], choice_words(judged.played, names), best)
    true = f"{judged.truth.loss:.1f}" if judged.truth and best else ""
    return _row((*cells, f"{judged.loss:.1f}", error_bar(judged.error), true, judged.class_), "td", 5, judged.class_)
