"""`policy`: what a search would most probably do, without search. How much of it the policy has learnt."""

from __future__ import annotations

from haggis.engine.policy import STYLES, Policy, shipped_policy
from haggis.rules import Action, Bet, View

from .player import Clock

SEARCH = STYLES.index("search")


class PolicyPlayer:
    def __init__(self, name: str, policy: Policy | None = None) -> None:
        """Without a policy of its own it asks those in the package."""
        self.name = name
        self._policy = policy

    def choose(self, view: View, clock: Clock) -> Action:  # noqa: ARG002  # it never thinks long
        if view.ask == "give":
            return view.legal_actions()[0]
        found = (self._policy or shipped_policy(view.players)).logits(view)
        return max(found, key=lambda each: each[1][SEARCH])[0]

    def bet(self, view: View, clock: Clock) -> Bet | None:  # noqa: ARG002
        return None
