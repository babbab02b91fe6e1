"""Guests, accounts, sessions, and what each person may store."""
