"""Tables: their state and events, commands, live tables, presence, autoplay."""
