"""A coach in words: what one's own cards cost, in sentences that players say."""

from __future__ import annotations

import re
from collections.abc import Callable

from arranged_tables import ArrangedTable
from playwright.sync_api import expect

Arrange = Callable[..., ArrangedTable]


def test_after_a_deal_the_coach_tells_what_cards_cost(arranged: Arrange) -> None:
    table = arranged("sueca", "fr")
    table.play_deal()
    table.visitor.press("web.coach.ask")
    coach = table.page.locator("[data-coach]")
    expect(coach.get_by_role("heading")).to_have_text(table.visitor.say("web.coach.title"))
    remarks = coach.locator("[data-remark]")
    assert 1 <= remarks.count() <= 3
    pattern = re.compile(table.visitor.say("web.coach.cost", trick=1, did="", amount="", better="").split("1")[0])
    expect(remarks.first).to_have_text(pattern)
    expect(coach.get_by_role("listitem")).to_have_count(remarks.count() + 1)
