"""Code shared by the Non-player Governments of both printings."""
