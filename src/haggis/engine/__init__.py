"""The fast engine: the Python face of `native/`, thin and typed; every argument is checked.

Values of `haggis.rules` go in and come out; inside, everything is C++. Take what is needed by its module:

- `plays`, `perft`: every play of a hand, the ways a round can go
- `playouts`, `bench`: rounds played quickly, and how quickly
- `evaluation`, `network`: a quick value of every action, and what a whole state is worth by the value network
- `search`, `solve`: deciding without seeing the other hands, and proving with all cards known
- `batch`: many rounds side by side, for learning
- `checks`, `convert`: for these modules, and for whoever talks to `haggis._native` directly

Whatever is wrong with an argument is said in a sentence, as an exception of `haggis.rules.errors`.
"""
