"""HTTP and WebSocket: routes, middleware, identity, rate limits, static files."""
