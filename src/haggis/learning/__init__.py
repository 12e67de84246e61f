"""Learning what a position is worth, by self-play. Needs the extra `train` (PyTorch).

- `model`: the value network in PyTorch, and its file for the engine
- `fitting`: fits a model to positions
- `generations`: self-play and fitting in turn, in a folder that can be taken up again
"""
