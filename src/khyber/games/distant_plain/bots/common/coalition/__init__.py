"""Code shared by the Non-player Coalitions of both printings."""
