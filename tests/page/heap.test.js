/** How tiles lie in the centre: around its middle, and each where it lay before. */

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { inCentre } from '../../src/azulejos/web/js/board/heap.js';

const SIZE = 50;
/** In one column, in two, in three, and all in a row. */
const BOXES = [{ w: 110, h: 360 }, { w: 230, h: 180 }, { w: 220, h: 120 }, { w: 420, h: 56 }];

const centre = (tiles, box) => inCentre(tiles, box, SIZE).groups;
/** How far the middle of all tiles is from the middle of the box, in tiles. */
function off(groups, box, size) {
  const spots = groups.flatMap((group) => group.spots);
  const middle = (axis) => (Math.min(...spots.map((spot) => spot[axis])) + Math.max(...spots.map((spot) => spot[axis])) + size) / 2;
  return [Math.abs(middle('x') - box.w / 2) / size, Math.abs(middle('y') - box.h / 2) / size];
}

for (const box of BOXES) {
  describe(`a centre of ${box.w} × ${box.h}`, () => {
    test('the marker lies next to the middle', () => {
      const [x, y] = off(centre('F', box), box, SIZE);
      assert.ok(x < 0.8 && y < 0.8, `${x} ${y}`);
    });

    test('one of each lies around the middle', () => {
      const [x, y] = off(centre('FBYRKW', box), box, SIZE);
      assert.ok(x < 0.35 && y < 0.01, `${x} ${y}`);
    });

    test('what comes later moves nothing', () => {
      const before = centre('FBBYK', box);
      const after = new Map(centre('BBBBYRKKWW', box).map((group) => [group.tile, group]));
      for (const { tile, spots } of before.filter((group) => group.tile !== 'F')) {
        assert.deepEqual(after.get(tile).spots.slice(0, spots.length), spots, tile);
      }
    });

    test('every tile of three shows an edge of its own', () => {
      for (const { tile, spots } of centre('BBBYYYRRRKKKWWW', box)) {
        const covered = (left, above) => above.some(({ x }) => x <= left && left < x + SIZE);
        spots.forEach(({ x }, i) => {
          const edges = [x, x + SIZE - 1];
          assert.ok(edges.some((edge) => !covered(edge, spots.slice(i + 1))), `${tile} ${i}`);
        });
      }
    });

    test('jokers lie as far from the marker as its place allows', () => {
      const groups = centre('FJJBBBBYYYYRRRRKKKKWWWW', box);
      const [marker, jokers] = ['F', 'J'].map((kind) => groups.find(({ tile }) => tile === kind).spots[0]);
      const reach = Math.max(...groups.map(({ spots }) => Math.abs(spots.at(-1).x - spots[0].x)));
      assert.ok(Math.abs(marker.x - jokers.x) >= reach - 0.01, `${marker.x} ${jokers.x} ${reach}`);
    });

    test('no two kinds share a spot, and all are in the box', () => {
      const spots = centre('FJJBBBBYYYYRRRRKKKKWWWW', box).flatMap(({ tile, spots: all }) => all.map((spot) => ({ tile, ...spot })));
      for (const { tile, x, y } of spots) {
        assert.ok(x >= 0 && y >= 0 && x + SIZE <= box.w && y + SIZE <= box.h, tile);
        assert.ok(!spots.some((other) => other.tile !== tile && other.x === x && other.y === y), tile);
      }
    });
  });
}
