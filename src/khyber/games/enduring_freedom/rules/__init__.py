"""The rules of Enduring Freedom, a module for each part of the rulebook."""
