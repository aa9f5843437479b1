"""What is wrong with a page's looks, measured: text that is cut off, things too small or hidden.

Each script gives a list of sentences; an empty list is a page without flaws.
"""

from __future__ import annotations


def _painted(script: str) -> str:
    """Opacity counts in it, also on pages that are not painted (`browser_fixtures.UNPAINTED`)."""
    return f"""(argument) => {{
      window.paint?.(true);
      try {{ return ({script})(argument); }} finally {{ window.paint?.(false); }}
    }}"""


# Long names may end in an ellipsis; nothing else may.
NAMES = ".ab-name, .strip-name, .ending-who, .sources th[scope=row]"

# Text that a box cuts off or that leaves the window; a page wider than the window.
CUT = _painted("""(names) => {
  const flaws = [];
  let checked = 0;
  const told = (element, why, text) => flaws.push(
    `${element.tagName.toLowerCase()}.${element.className}: ${why}: ${text.trim().slice(0, 50)}`);
  const hides = (overflow) => overflow === 'hidden' || overflow === 'clip';
  const scrolls = (overflow) => overflow === 'auto' || overflow === 'scroll';
  const forReaders = (box) => box.width <= 2 && box.height <= 2;
  const known = new Map();
  const facts = (e) => {
    if (!known.has(e)) {
      const { overflowX, overflowY, textOverflow, position } = getComputedStyle(e);
      known.set(e, {
        overflowX, overflowY, fixed: position === 'fixed', box: e.getBoundingClientRect(),
        isControl: e.matches('button:not(.ao-group), a.button, select'),
        named: textOverflow === 'ellipsis' && e.matches(names),
      });
    }
    return known.get(e);
  };
  if (document.documentElement.scrollWidth > innerWidth) flaws.push('the page is too wide');
  const check = (rect, parent, text) => {
    let [across, down] = [true, true];
    for (let e = parent; e !== document.documentElement && (across || down); e = e.parentElement) {
      const { overflowX, overflowY, fixed, box, isControl, named } = facts(e);
      if (forReaders(box) && hides(overflowX)) return;
      const wide = rect.right > box.right + 1.5 || rect.left < box.left - 1.5;
      const high = rect.bottom > box.bottom + 3 || rect.top < box.top - 3;
      if (across && wide && !named && (hides(overflowX) || isControl)) {
        return told(e, 'cut at the side', text);
      }
      if (down && high && (hides(overflowY) || isControl)) {
        return told(e, 'cut above or below', text);
      }
      if (e.matches('.others')) across = false; // Boards are swiped.
      if (across && scrolls(overflowX) && e.scrollWidth > e.clientWidth + 1) {
        return told(e, 'scrolls sideways', text);
      }
      if (scrolls(overflowY)) down = false;
      if (named) across = false;
      if (fixed) break; // Only the window cuts it.
    }
    if (across && (rect.right > innerWidth + 1 || rect.left < -1)) {
      told(parent, 'beside the window', text);
    }
    if (down && rect.bottom > innerHeight + 1) told(parent, 'below the window', text);
  };
  const unseen = '.hush, .live, .toasts, svg, script, style, noscript, option, .glass';
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  while (walker.nextNode()) {
    const { currentNode: node } = walker;
    const parent = node.parentElement;
    const text = node.textContent;
    if (!text.trim() || parent.closest(unseen)) continue;
    if (!parent.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
    range.selectNodeContents(node);
    checked += 1;
    for (const rect of range.getClientRects()) if (rect.width) check(rect, parent, text);
  }
  return checked ? [...new Set(flaws)] : ['there is no text'];
}""")

# Lines of text that lie on each other, as far as they can be seen; cards above others hide them.
MEETING = _painted("""(cards) => {
  const unseen = '.hush, .live, .toasts, svg, script, style, noscript, option, .glass';
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  const lines = [];
  while (walker.nextNode()) {
    const { currentNode: node } = walker;
    const parent = node.parentElement;
    if (!node.textContent.trim() || parent.closest(unseen)) continue;
    if (!parent.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
    let [left, top, right, bottom] = [0, 0, innerWidth, innerHeight];
    for (let e = parent; e !== document.body; e = e.parentElement) {
      if (getComputedStyle(e).overflowY === 'visible') continue;
      const box = e.getBoundingClientRect();
      [left, top] = [Math.max(left, box.left), Math.max(top, box.top)];
      [right, bottom] = [Math.min(right, box.right), Math.min(bottom, box.bottom)];
    }
    range.selectNodeContents(node);
    for (const rect of range.getClientRects()) {
      const line = { node, card: parent.closest(cards), text: node.textContent.trim().slice(0, 30),
        left: Math.max(left, rect.left), right: Math.min(right, rect.right),
        // Letters fill about two thirds of a line's height.
        top: Math.max(top, rect.top + rect.height / 6),
        bottom: Math.min(bottom, rect.bottom - rect.height / 6) };
      if (line.right > line.left && line.bottom > line.top) lines.push(line);
    }
  }
  if (!lines.length) return ['there is no text'];
  const apart = (a, b) => a.node !== b.node && a.card === b.card;
  return lines.flatMap((a, i) => lines.slice(i + 1).filter((b) => apart(a, b)
    && Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1
    && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1)
    .map((b) => `${a.text} lies on ${b.text}`));
}""")

# Parts that have more to show than they have room for.
CROWDED = """(selectors) => [...document.querySelectorAll(selectors.join())]
  .filter((e) => e.checkVisibility() && getComputedStyle(e).overflowY !== 'visible'
    && e.scrollHeight > e.clientHeight + 1)
  .map((e) => `${e.className} has more than it shows`)"""

# Controls smaller than a side of this many pixels.
SMALL = """(side) => {
  const controls = 'button, a[href], select, input, .segments label';
  return [...document.querySelectorAll(controls)]
    .filter((e) => e.checkVisibility({ visibilityProperty: true }) && !e.matches('.segments input'))
    .map((e) => ({ e, box: e.getBoundingClientRect() }))
    .filter(({ box }) => box.width < side - 0.01 || box.height < side - 0.01)
    .map(({ e, box }) => `${e.className} ${e.dataset.target ?? e.dataset.action ?? e.textContent}: `
      + `${box.width.toFixed(1)} by ${box.height.toFixed(1)}`);
}"""

# Elements of these selectors that are not there, or not wholly in the window.
OUTSIDE = """(selectors) => selectors.flatMap((selector) => {
  const found = [...document.querySelectorAll(selector)];
  const seen = found.some((e) => e.checkVisibility({ visibilityProperty: true }));
  if (!seen) return [`no ${selector}`];
  return found.map((e) => e.getBoundingClientRect()).filter((box) => box.left < -1 || box.top < -1
    || box.right > innerWidth + 1 || box.bottom > innerHeight + 1 || !box.width || !box.height)
    .map((box) => `${selector}: ${JSON.stringify(box)}`);
})"""

# Parts of the page that lie on each other; of what scrolls, only what can be seen.
OVERLAPPING = """(selectors) => {
  const clipped = (e) => {
    let { left, top, right, bottom } = e.getBoundingClientRect();
    for (let over = e.parentElement; over; over = over.parentElement) {
      if (getComputedStyle(over).overflowY === 'visible') continue;
      const box = over.getBoundingClientRect();
      [left, right] = [Math.max(left, box.left), Math.min(right, box.right)];
      [top, bottom] = [Math.max(top, box.top), Math.min(bottom, box.bottom)];
    }
    return { left, top, right, bottom };
  };
  const parts = selectors.flatMap((selector) => [...document.querySelectorAll(selector)])
    .filter((e) => e.checkVisibility({ visibilityProperty: true }))
    .map((e) => ({ name: e.className || e.id, box: clipped(e) }));
  return parts.flatMap((a, i) => parts.slice(i + 1).filter((b) => (
    Math.min(a.box.right, b.box.right) - Math.max(a.box.left, b.box.left) > 1
    && Math.min(a.box.bottom, b.box.bottom) - Math.max(a.box.top, b.box.top) > 1
  )).map((b) => `${a.name} lies on ${b.name}`));
}"""

# A window that holds everything does not scroll.
SCROLLING = """() => (document.documentElement.scrollHeight > innerHeight + 1
  || document.body.scrollHeight > innerHeight + 1 ? ['the page scrolls'] : [])"""

# All of it in one go: `side` of controls, what is `seen`, `parts` that lie apart, is it all `here`?
FLAWS = f"""({{ names, side, seen, parts, here }}) => [
  ...({CUT})(names), ...({SMALL})(side), ...({OUTSIDE})(seen), ...({OVERLAPPING})(parts),
  ...(here ? ({SCROLLING})() : []),
]"""

# What sticks out of the window, and what is wider than its own box.
OVERFLOWS = """() => {
  const bad = document.documentElement.scrollWidth > innerWidth ? ['the page'] : [];
  for (const e of document.querySelectorAll('body *')) {
    if (e.closest('.live, svg') || !e.checkVisibility()) continue;
    const box = e.getBoundingClientRect();
    const out = box.right > innerWidth + 1 || box.left < -1;
    const cut = e.matches('a, button, label, legend, p, h1, h2')
      && e.scrollWidth > e.clientWidth + 1 && getComputedStyle(e).display !== 'inline';
    if (out || cut) bad.push(`${e.tagName} ${e.className}: ${e.textContent.slice(0, 60)}`);
  }
  return bad;
}"""
