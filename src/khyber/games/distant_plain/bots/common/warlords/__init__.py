"""What the Non-player Warlords of both printings share."""
