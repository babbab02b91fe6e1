"""Guests, accounts and sessions; names, rate limits and quotas."""
