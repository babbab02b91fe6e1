"""The rules of Zurmat, a module for each part of the rulebook."""
