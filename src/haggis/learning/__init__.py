"""Learning by self-play: what a position is worth, and what players are likely to do. Needs PyTorch (extra `train`).

- `generations`: self-play and fitting in turn, in a folder that can be taken up again
- `values`, `model`, `fitting`: value networks, in PyTorch and as a file for the engine; fits them to positions
- `policies`, `policy_model`, `policy_fitting`: the same for policies, which learn from decisions
- `actors`: who plays the rounds
"""
