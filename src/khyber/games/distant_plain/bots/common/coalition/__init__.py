"""What the Non-player Coalition of both printings share."""
