"""What the Non-player Government of both printings share."""
