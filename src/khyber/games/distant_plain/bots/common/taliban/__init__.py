"""Code shared by the Non-player Taliban of both printings."""
