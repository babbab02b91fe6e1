"""Code shared by the Non-player Warlords of both printings."""
