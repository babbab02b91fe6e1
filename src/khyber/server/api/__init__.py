"""HTTP and WebSocket: endpoints, documentation, limits on requests and connections."""
