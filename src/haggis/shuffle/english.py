"""What the check of a shuffle says in English, by key."""

from __future__ import annotations

from haggis.rules.sentences import Catalogue

say = Catalogue(
    {
        "proof.shuffle": "the shuffle",
        "proof.no-promises": "this record has no promises: nothing shows that its deals were not changed or chosen",
        "proof.no-promise": "its promise is missing: nothing shows that this deal was not changed or chosen",
        "proof.no-shuffle": "no player gave a share: its deals were not changed, "
        "but nothing shows that nobody chose them",
        "proof.format": "the shuffle has the format {given}; {format} is known here",
        "proof.sizes": "the shuffle must have a commitment and a share, or null, for each of {seats:seat|seats}",
        "proof.number": "{what} of the shuffle is not a number of 64 hexadecimal digits",
        "proof.no-secret": "its secret is missing: nothing shows that nobody chose this deal",
        "proof.secret": "its secret is not the one that was promised before the game",
        "proof.cards": "the cards are not those that the secret and the shares give",
        "proof.dealer": "the dealer is not the one that the secret and the shares give",
        "proof.share": "the share of {name} is not the one that was promised before the game",
        "proof.unpromised": "the share of {name} was not promised before the game",
        "proof.no-share": "no share was given in time: nothing shows that nobody chose the deals",
        "proof.not-mine": "the share {given} is not in the record: these deals were made without it",
        "proof.other-commitment": "the server's commitment is not {given}: the secrets are not those promised to you",
    }
)
