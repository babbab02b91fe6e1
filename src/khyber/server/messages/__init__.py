"""All messages over the wire: requests, replies and frames. OpenAPI is generated from these."""
