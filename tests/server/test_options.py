"""What can be chosen and asked without a table."""

from __future__ import annotations

from .guests import Guest
from .scenes import run


def test_options_rules_and_cards_without_a_table(url: str) -> None:
    async def scene() -> None:
        ann = Guest(url)
        options = await ann.get("/options")
        assert {"random", "greedy"} <= {level["name"] for level in options["levels"]}
        assert [each["name"] for each in options["presets"]][:2] == ["standard", "tournament"]
        assert all("{" not in value["words"] for choice in options["choices"] for value in choice["values"])
        text = (await ann.get("/rules?preset=standard&players=3&rule=courts=wild&rule=bets=none"))["markdown"]
        assert "Changed from the preset: courts `wild`, bets `none`." in text
        assert (await ann.get("/rules?rule=courts", 422))["words"].startswith("write a rule as option=value")
        described = await ann.post("/describe", {"cards": "3r J Q", "on": "1x3:4"})
        assert described["words"] == "run 3-4-5: beats the table"
        assert (await ann.post("/describe", {"cards": "3b"}, 422))["code"] == "notation"

    run(scene())
