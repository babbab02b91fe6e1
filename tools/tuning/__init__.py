"""What bots and agents that search have learned: weights, habits, calibration, puzzles."""
