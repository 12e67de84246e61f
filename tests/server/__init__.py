"""Tests of the server. `running_server` runs real servers, `guests` are the people who visit them."""
