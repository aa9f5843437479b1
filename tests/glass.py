"""What flies over a table or lights up on it is there for a moment: it is noted as it appears.

To look for it again and again would miss it on a busy machine.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from playwright.sync_api import Page

# The most of each kind that was put there in one task of the page, or lay there after one.
WATCH = """() => {
  window.onGlass = {};
  window.putOnGlass = {};
  window.glassWatch?.disconnect();
  window.glassWatch = new MutationObserver((records) => {
    const put = records.flatMap((record) => [...record.addedNodes])
      .filter((node) => node instanceof Element && !node.matches('.glass'));
    for (const { classList: [kind] } of put) putOnGlass[kind] = (putOnGlass[kind] ?? 0) + 1;
    const there = [...document.querySelectorAll('.glass > *')];
    for (const all of [put, there]) {
      const counts = {};
      for (const one of all) counts[one.classList[0]] = (counts[one.classList[0]] ?? 0) + 1;
      for (const [kind, number] of Object.entries(counts)) {
        onGlass[kind] = Math.max(onGlass[kind] ?? 0, number);
      }
    }
  });
  for (const glass of document.querySelectorAll('.glass')) {
    glassWatch.observe(glass, { childList: true });
  }
}"""
SEEN = "([kind, number]) => (onGlass[kind] ?? 0) >= number"


class Glass:
    """The sheet of glass above a table; notes from now on, until the page is left."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.watch()

    def watch(self) -> None:
        """Anew: what was noted before is forgotten."""
        self.page.evaluate(WATCH)

    def wait_for(self, kind: str, number: int = 1) -> None:
        """Until so many of these have been there at a time, perhaps a while ago."""
        self.page.wait_for_function(SEEN, arg=[kind, number])

    def most(self, kind: str) -> int:
        """How many of these there have ever been at a time."""
        return int(self.page.evaluate("(kind) => onGlass[kind] ?? 0", kind))

    def all(self, kind: str) -> int:
        """How many of these there have been, one after the other."""
        return int(self.page.evaluate("(kind) => putOnGlass[kind] ?? 0", kind))
