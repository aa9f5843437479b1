"""A table of friends on a phone: what comes and goes, and names that are too long."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from friends import friends_at_a_table

if TYPE_CHECKING:
    from browser_fixtures import NewPage
    from friends import Friend
    from serving import Served

# Where tiles and pattern lines are touched.
PLACES = """() => [...document.querySelectorAll('.ao-group, .large .ab-card')].map((part) => {
  const { x, y, width, height } = part.getBoundingClientRect();
  return [x, y, width, height];
})"""
SUBPIXELS = 1
WIDE = """() => ['.status-now', '.status-line', '.company-card'].filter((part) => {
  const found = document.querySelector(part);
  return found && (found.scrollWidth > found.clientWidth
    || found.getBoundingClientRect().right > innerWidth);
})"""


def places(friend: Friend) -> list[object]:
    """Once nothing moves by itself any more."""
    last, found = None, friend.page.evaluate(PLACES)
    while found != last:
        friend.page.wait_for_timeout(200)
        last, found = found, friend.page.evaluate(PLACES)
    return [pytest.approx(place, abs=SUBPIXELS) for place in found]


@pytest.mark.parametrize("height", [640, pytest.param(800, marks=pytest.mark.long)])
@pytest.mark.corner
def test_a_question_moves_nothing_under_the_finger(
    new_page: NewPage, club: Served, height: int
) -> None:
    """It comes and goes in my turn; nothing of a long name is out of sight."""
    ana, ben = friends_at_a_table(new_page, club, "W" * 30, "Ben")
    ben.page.set_viewport_size({"width": 360, "height": height})
    ana.move()
    ben.see("[data-status=turn]")
    before = places(ben)
    ana.press("undo")
    ben.see("[data-card=proposal]")
    assert ben.page.evaluate(PLACES) == before
    assert ben.page.evaluate(WIDE) == []
    ben.press("decline")
    ben.lose("[data-card=proposal]")
    assert ben.page.evaluate(PLACES) == before
    ben.move()
    ben.see("[data-status=waiting]")
    assert ben.page.evaluate(WIDE) == []
