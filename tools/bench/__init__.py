"""Benchmarks of server and page, and comparisons of two trees."""
