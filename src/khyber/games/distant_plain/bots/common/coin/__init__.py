"""Code shared by the COIN Non-players of both printings."""
