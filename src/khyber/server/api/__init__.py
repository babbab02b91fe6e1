"""HTTP and WebSocket: routes, messages, request limits. What a call does is in the other rooms."""
