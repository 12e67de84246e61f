"""What 500 reasons say holds by the rules, read from their text alone: names, cards, bombs, combinations, numbers."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import cache
from itertools import combinations, count, islice
from typing import NamedTuple

from haggis.rules import Action, Cards, HaggisError, Pass, Play, Reading, View, legal_plays, readings
from haggis.rules.words import reading_name
from haggis.study.reasons import reasons

from .test_reasons import KING, SENTENCES, beaten_draws, can_beat, decisions, fewest_turns, left

COMBO = re.compile(r"(?:^|, | and )([^()]+?) \(([^)]+)\)")


class Said(NamedTuple):
    """A sentence, and what it was said of."""

    view: View
    action: Action
    other: Action
    seed: int
    text: str

    @property
    def rivals(self) -> list[int]:
        return [seat for seat, count in enumerate(self.view.counts) if count and seat != self.view.seat]

    def seat(self, name: str) -> int:
        return self.view.names.index(name)

    def is_other(self, words: str) -> bool:
        """Whether the words name the rejected action: its reading and its cards."""
        found = COMBO.fullmatch(words)
        if found is None or not isinstance(self.other, Play):
            return words == "passes" and isinstance(self.other, Pass)
        return Cards(found[2]) == self.other.cards and self.other.reading in named(found[1], found[2], self.view)

    def turns(self, action: Action) -> int:
        return fewest_turns(left(self.view, action), self.view)


def named(words: str, cards: str, view: View) -> list[Reading]:
    """The readings of cards that have this name."""
    return [reading for reading in readings(Cards(cards), view.rules) if reading_name(reading) == words]


def bombs(hand: Cards, words: str, view: View) -> list[Cards]:
    """The bombs of a hand that are called so."""
    return [play.cards for play in legal_plays(hand, KING, view.rules) if is_bomb(play.cards, words)]


def is_bomb(cards: Cards, words: str) -> bool:
    if not words.startswith("3-5-7-9"):
        return sorted(map(str, cards)) == sorted(words.split("-"))
    suits = {"3-5-7-9 in one suit": 1, "3-5-7-9 in four suits": 4}[words]
    return [card.rank for card in cards] == [3, 5, 7, 9] and len({card.suit for card in cards}) == suits


# --- what each sentence claims ---


def goes_out(said: Said, points: str, name: str, cards: str) -> bool:
    view, seat = said.view, said.seat(name)
    most = max(count for each, count in enumerate(view.counts) if each != view.seat)
    whole = isinstance(said.action, Play) and said.action.cards == view.hand
    return whole and seat != view.seat and int(cards) == view.counts[seat] == most and int(points) == 5 * most


def unbeatable(said: Said) -> bool:
    view = said.view
    hidden = {seat: view.counts[seat] > len(view.courts[seat]) for seat in said.rivals}
    largest = [view.courts[seat] | (view.unseen if hidden[seat] else Cards()) for seat in said.rivals]
    return not any(can_beat(hand, said.action, view) for hand in largest)


def beaten_by(said: Said, hands: str, of: str, name: str) -> bool:
    view, seat = said.view, said.seat(name)
    hidden = view.counts[seat] - len(view.courts[seat])
    held = [Cards(each) | view.courts[seat] for each in combinations(view.unseen, hidden)]
    beaten = sum(can_beat(hand, said.action, view) for hand in held)
    return said.rivals == [seat] and (int(hands), int(of)) == (beaten, len(held)) and 3 * beaten <= len(held)


def beaten_in_draws(said: Said, deals: str, of: str) -> bool:
    return (int(deals), int(of)) == (beaten_draws(said.view, said.action, said.seed), 200)


def turns_left(said: Said, cards: str, turns: str, combos: str) -> bool:
    found = COMBO.findall(combos)
    held = [card for _, each in found for card in Cards(each)]
    whole = len(held) == len(set(held)) == int(cards) and Cards(held) == left(said.view, said.action)
    rightly_named = all(named(words, each, said.view) for words, each in found)
    return whole and rightly_named and len(found) == int(turns) == said.turns(said.action)


def one_turn(said: Said, combo: str) -> bool:
    return turns_left(said, str(len(left(said.view, said.action))), "1", combo)


def fewer_turns(said: Said, other: str, its: str, mine: str) -> bool:
    right = (int(its), int(mine)) == (said.turns(said.other), said.turns(said.action))
    return said.is_other(other) and right and int(mine) < int(its)


def no_nearer(said: Said, turns: str, other: str, its: str) -> bool:
    now = fewest_turns(said.view.hand, said.view)
    right = (int(turns), int(its)) == (now, said.turns(said.other)) and now <= int(its)
    return isinstance(said.action, Pass) and said.is_other(other) and right


def loose(said: Said, card: str) -> bool:
    numbers = Cards(each for each in said.view.hand if not each.is_court)
    larger = [each.cards for each in legal_plays(numbers, None, said.view.rules) if len(each.cards) > 1]
    alone = isinstance(said.action, Play) and said.action.cards == Cards(card)
    return alone and larger != [] and not any(Cards(card) <= cards for cards in larger)


def breaks_bomb(said: Said, bomb: str, other: str) -> bool:
    kept, gone = (bombs(left(said.view, each), bomb, said.view) for each in (said.action, said.other))
    plays_it = isinstance(said.other, Play) and is_bomb(said.other.cards, bomb)
    return said.is_other(other) and bool(kept) and not gone and not plays_it


def keeps_bomb(said: Said, bomb: str) -> bool:
    plays_it = isinstance(said.other, Play) and is_bomb(said.other.cards, bomb)
    return plays_it and bool(bombs(left(said.view, said.action), bomb, said.view))


def short(said: Said, name: str, cards: str) -> bool:
    fewest = min(said.view.counts[seat] for seat in said.rivals)
    return said.seat(name) in said.rivals and int(cards) == said.view.counts[said.seat(name)] == fewest <= 4


def trick_points(said: Said, points: str) -> bool:
    return int(points) == sum(card.points for play in said.view.trick for card in play.cards)


def nothing_beats(said: Said) -> bool:
    return isinstance(said.action, Pass) and said.view.legal_actions() == [said.action]


def bet(said: Said, name: str, amount: str) -> bool:
    highest = max(each or 0 for each in said.view.bets)
    return int(amount) == said.view.bets[said.seat(name)] == highest and not said.view.out


def own_bet(said: Said, amount: str) -> bool:
    return bet(said, said.view.names[said.view.seat], amount)


CLAIMS: dict[str, Callable[..., bool]] = {
    r"It goes out, for (\d+) points?: (\w+) holds (\d+) cards?\.": goes_out,
    r"Nobody can beat it, whatever the unseen cards are\.": unbeatable,
    r"Only (\d+) of the (\d+) hands that (\w+) may hold can beat it\.": beaten_by,
    r"None()? of the (\d+) hands that (\w+) may hold can beat it\.": beaten_by,
    r"In only (\d+) of (\d+) deals of the unseen cards can anybody beat it\.": beaten_in_draws,
    r"In none()? of (\d+) deals of the unseen cards can anybody beat it\.": beaten_in_draws,
    r"What is left then goes out in one turn: (.+)\.": one_turn,
    r"The (\d+) cards? left then go out in (\d+) turns?: (.+)\.": turns_left,
    r"After (.+) it would take (\d+) turns?, not (\d+)\.": fewer_turns,
    r"The hand goes out in (\d+) turns? as it is; after (.+) it would take (\d+) more\.": no_nearer,
    r"(\w+) is loose: without court cards it fits no combination of the hand\.": loose,
    r"It keeps the bomb (.+); (.+) breaks it up\.": breaks_bomb,
    r"It keeps the bomb (.+) for later\.": keeps_bomb,
    r"(\w+) has only (\d+) cards? left\.": short,
    r"The trick holds (\d+) points?\.": trick_points,
    r"The trick holds no()? points\.": trick_points,
    r"Nothing in the hand beats the trick\.": nothing_beats,
    r"(\w+) has bet (\d+) on going out first\.": bet,
    r"The bet of (\d+) hangs on going out first\.": own_bet,
}


def claim(text: str) -> tuple[str, tuple[str, ...]]:
    """Which claim a sentence makes, and of what; `none` is 0."""
    ((pattern, found),) = [(each, found) for each in CLAIMS if (found := re.fullmatch(each, text))]
    return pattern, tuple(value or "0" for value in found.groups())


def is_so(said: Said) -> bool:
    pattern, values = claim(said.text)
    return CLAIMS[pattern](said, *values)


@cache
def everything_said() -> list[Said]:
    return list(islice(_said(), SENTENCES))


def _said() -> Iterator[Said]:
    for seed in count(1):
        for view, action, other in decisions(seed):
            better = other if other != action else None
            for reason in reasons(view, action, better, seed=seed):
                yield Said(view, action, other, seed, str(reason.sentence))


def test_what_500_sentences_say_is_so() -> None:
    assert [said.text for said in everything_said() if not is_so(said)] == []
    assert len({claim(said.text)[0] for said in everything_said()}) >= 15


SPOILING: dict[str, Callable[[str], str]] = {
    r"\b(?:Ann|Bob|Cay)\b": lambda word: {"Ann": "Bob", "Bob": "Ann", "Cay": "Ann"}[word],
    r"\b\d+(?= (?:of|points?|cards?|turns?|on|hangs|hands|more))": lambda word: str(int(word) + 1),
    r"(?<=\()\w+": lambda word: "3r" if word != "3r" else "4r",
    r"^\w\w(?= is loose)": lambda word: "3r" if word != "3r" else "4r",
    r"(?<=bomb )(?:[JQK]-?)+": lambda _: "3-5-7-9 in one suit",
    r"(?<=bomb )3-5-7-9 in (?:one suit|four suits)": lambda _: "J-Q-K",
    r"\b(?:single|pair of|run|sequence)\b": lambda word: "run" if word != "run" else "single",
}


def test_a_sentence_with_a_wrong_part_is_found_out() -> None:
    """The check above can fail on every part; a few happen to be true of another one as well."""
    for part, change in SPOILING.items():
        spoiled = [
            said._replace(text=re.sub(part, lambda found, to=change: to(found[0]), said.text, count=1))
            for said in everything_said()
            if re.search(part, said.text)
        ]
        true = [said.text for said in spoiled if holds_all_the_same(said)]
        assert spoiled, part
        assert 10 * len(true) <= len(spoiled), true


def holds_all_the_same(said: Said) -> bool:
    try:
        return is_so(said)
    except HaggisError:  # cards that don't exist, or twice
        return False
