"""Zurmat: one district, two sides, hidden loyalties."""
