"""Environments for reinforcement learning: PettingZoo, Gymnasium and OpenSpiel.

An action is an option key of the pending decision (`codec.py`), an observation is what a seat knows (`observation.py`).
They need `pip install khyber[envs]`.
"""
