"""What the Non-player COIN Factions of both printings share."""
