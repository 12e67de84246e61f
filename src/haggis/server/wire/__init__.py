"""What goes over the wire: requests, responses, messages, the state and events as clients see them."""
