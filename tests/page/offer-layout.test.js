/** Displays in a grid: as close as it must be, and still each by itself. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { offerLayout } from '../../src/azulejos/web/js/board/offer-layout.js';

/** How far apart two boxes are, if they lie in the same row or column. */
function between(one, other) {
  const x = Math.max(other.x - one.x - one.w, one.x - other.x - other.w);
  const y = Math.max(other.y - one.y - one.h, one.y - other.y - other.h);
  return Math.max(x, y);
}

// Of reviews on a desktop, of a phone, of a phone on its side.
for (const [width, height, displays, byFinger] of [[338, 448, 5], [376, 298, 7], [352, 275, 5, true], [372, 298, 5, true]]) {
  test(`${displays} displays on ${width} × ${height}`, () => {
    const { shape, tile, plates } = offerLayout(width, height, displays, Boolean(byFinger));
    assert.equal(shape, 'grid');
    const gaps = plates.flatMap((one, i) => plates.slice(i + 1).map((other) => between(one, other)));
    assert.ok(Math.min(...gaps) >= 0.1 * tile, `${Math.min(...gaps)} between tiles of ${tile}`);
  });
}
