"""Deals that nobody chose: made of a secret of the dealer's and a random share of each player's (docs/fair-deals.md).

`derivation`   commitments, the chain of secrets, and the cards that secret and shares give
`proof`        what a game record shows of it, checked
`english`      the sentences, by key
"""
