"""Zurmat: a district, two sides, hidden loyalties."""
