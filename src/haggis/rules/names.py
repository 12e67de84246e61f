"""What counts as nothing in a name, for whoever shows or refuses names."""

BLANK_LETTERS = frozenset("\u034f\u115f\u1160\u3164\uffa0\u2800\u17b4\u17b5\u2d7f\ufffc\U0001107f\U00016fe4\U0001d159")
"""Fillers, joiners, the empty braille pattern: what nobody sees although Python calls it printable."""
