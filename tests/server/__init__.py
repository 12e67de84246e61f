"""Tests of the server. `house` runs real servers, `guests` are the people who visit them."""
