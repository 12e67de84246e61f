"""The fast engine: the Python face of `native/`, thin, typed and checked at the border.

Values of `haggis.rules` go in and come out; inside, everything is C++. Take what is needed by its
module: `perft`, `plays`, `playouts`, `batch`, `bench`, and `convert` for whoever talks to
`haggis._native` directly. Whatever is wrong with an argument is said in a sentence, as an
exception of `haggis.rules.errors`.
"""
