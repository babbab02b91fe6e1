"""What the Non-player Taliban of both printings share."""
