/** Arrow keys among things that lie about: to the nearest one in that direction. */

/** @typedef {{x: number, y: number}} Point */

/** @type {Record<string, Point>} */
const WAYS = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
};

/** @param {Element} element @returns {Point} */
export function middleOf(element) {
  const { left, top, width, height } = element.getBoundingClientRect();
  return { x: left + width / 2, y: top + height / 2 };
}

/**
 * @template {Element} E
 * @param {E[]} elements
 * @param {Point} point
 * @returns {E | undefined}
 */
export function nearest(elements, point) {
  const far = (/** @type {E} */ element) => {
    const middle = middleOf(element);
    return Math.hypot(middle.x - point.x, middle.y - point.y);
  };
  return [...elements].sort((one, other) => far(one) - far(other))[0];
}

/**
 * Where a key leads from an element; undefined when it is no key for this or nothing lies there.
 * @template {Element} E
 * @param {string} key
 * @param {E[]} elements
 * @param {Element} from
 * @returns {E | undefined}
 */
export function neighbour(key, elements, from) {
  if (key === 'Home') return elements[0];
  if (key === 'End') return elements.at(-1);
  const way = WAYS[key];
  if (!way) return undefined;
  const here = middleOf(from);
  /** @type {E | undefined} */
  let best;
  let least = Infinity;
  for (const element of elements) {
    const there = middleOf(element);
    const ahead = (there.x - here.x) * way.x + (there.y - here.y) * way.y;
    const aside = Math.abs((there.x - here.x) * way.y) + Math.abs((there.y - here.y) * way.x);
    // What lies aside counts double: straight on is what people expect.
    if (ahead > 2 && ahead + 2 * aside < least) [best, least] = [element, ahead + 2 * aside];
  }
  return best;
}
