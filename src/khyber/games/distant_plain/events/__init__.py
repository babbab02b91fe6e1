"""The effect language of Event cards: cards are data, compositions of small effects; only the odd one is a function."""
