"""What study says in English, by key."""

from __future__ import annotations

from haggis.rules.sentences import Catalogue

say = Catalogue(
    {
        # --- records that can't be replayed ---
        "replay.at-line": "line {line}: {reason}",
        "replay.not-json": "this is not JSON ({reason} at column {column})",
        "replay.long-number": "there is a number of more than {most} digits in it",
        "replay.cut-off": "the file ends in the middle of a game",
        "replay.cut-off-round": "the file ends in the middle of round {round}, after {actions:action|actions}",
        "replay.not-ours": "this is not a game record: it must be a JSON object with the format {format!r}",
        "replay.empty": "there is no game in it",
        "replay.too-many-rounds": "a game of {given} rounds is too long: at most {most} are looked at",
        "replay.no-moment": "there is no action {action} in round {round}",
        "replay.no-round": "there is no round {round}: the game has {rounds:round|rounds}",
        # --- puzzles ---
        "puzzle.unknown": "there is no puzzle {given}",
        # --- review and hints ---
        "review.cancelled": "the review was stopped",
        "review.truth-same": "As the cards lay, it made no difference.",
        "review.truth-worse": "As the cards lay, it turned out worse, too: by {points} points.",
        "review.truth-better": "As the cards lay, it turned out better than the advice: by {points} points.",
        "review.truth-best": "Best with all hands known: {action}.",
        "review.luck-of-two": "Where the results came from, in points ahead of the other:",
        "review.luck-of-three": "Where the results came from, in points ahead of the mean of the others:",
        "review.luck": (
            "{name}, {result}: the deal {deal}, the lead {lead}, others' play {given}, own play {own}, the rest {rest}"
        ),
        "review.play": (
            "Own play and others' play count every choice and bet, with its sign: "
            "they are not the sums of the losses above."
        ),
        "review.bet": "round {round}: {name} {did}; {better} (chance to win {chance}). It cost {loss} points.",
        "review.did-bet": "bet {amount}",
        "review.did-not-bet": "did not bet",
        "review.better-bet": "a bet of {amount} was better",
        "review.better-no-bet": "not betting was better",
        "review.counts": "{counts:, |, }",
        "review.count-inaccuracy": "{count:inaccuracy|inaccuracies}",
        "review.count-mistake": "{count:mistake|mistakes}",
        "review.count-blunder": "{count:blunder|blunders}",
        "review.all-fine": "all fine",
        "review.by-nodes": "{nodes} nodes a decision, seed {seed}.",
        "review.by-time": "{millis} ms a decision, seed {seed}.",
        "review.levels": "Levels compare only at {nodes} nodes a decision: so they were measured.",
        "choice.pass": "pass",
        "choice.give": "give the trick to {to}",
        "review.loss": "{loss} ± {bar}",
        "review.bars": "± is two standard errors: about 95 %.",
        "review.no-result": "No round is finished: there is no result yet.",
        "review.no-level": "too few decisions to name a level",
        "hint.over": "nobody is asked before action {action} of round {round}",
        # --- reasons ---
        "reason.goes-out": "It goes out, for {points:point|points}: {other} holds {cards:card|cards}.",
        "reason.unbeatable": "Nobody can beat it, whatever the unseen cards are.",
        "reason.beaten-by": "Only {hands} of the {of} hands that {other} may hold can beat it.",
        "reason.beaten-by-none": "None of the {of} hands that {other} may hold can beat it.",
        "reason.beaten-in-draws": "In only {deals} of {of} deals of the unseen cards can anybody beat it.",
        "reason.beaten-in-no-draw": "In none of {of} deals of the unseen cards can anybody beat it.",
        "reason.one-turn": "What is left then goes out in one turn: {combo}.",
        "reason.turns-left": "The {cards:card|cards} left then go out in {turns:turn|turns}: {combos:, | and }.",
        "reason.fewer-turns": "After {other} it would take {other_turns:turn|turns}, not {turns}.",
        "reason.no-nearer": (
            "The hand goes out in {turns:turn|turns} as it is; after {other} it would take {other_turns} more."
        ),
        "reason.loose": "{card} is loose: without court cards it fits no combination of the hand.",
        "reason.nothing-beats": "Nothing in the hand beats the trick.",
        "reason.no-points": "The trick holds no points.",
        "reason.breaks-bomb": "It keeps the bomb {bomb}; {other} breaks it up.",
        "reason.keeps-bomb": "It keeps the bomb {bomb} for later.",
        "reason.short": "{name} has only {cards:card|cards} left.",
        "reason.trick": "The trick holds {points:point|points}.",
        "reason.bet": "{name} has bet {amount} on going out first.",
        "reason.your-bet": "The bet of {amount} hangs on going out first.",
        "combo": "{reading} ({cards})",
    }
)
