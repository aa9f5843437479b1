/** The widgets by themselves, for tests and for looking at: `window.gallery` puts them on the page. */

import { installArt, slotSvg, tileSvg } from '/web/js/art/tile.js';
import '/web/js/board/board.js';
import '/web/js/board/offer.js';
import '/web/js/board/track.js';
import * as drag from '/web/js/board/drag.js';
import * as view from '/web/js/board/view.js';

const PATTERN = ['BYRKW', 'WBYRK', 'KWBYR', 'RKWBY', 'YRKWB'];
const FIVE = [1, 2, 3, 4, 5];
const BOARD = {
  pattern: PATTERN, penalties: [1, 1, 2, 2, 2, 3, 3], name: 'Inês', note: 'expert',
  mine: false, active: false, compact: false, player: 1,
  labels: {
    board: 'Board', score: 'points', lines: FIVE.map((n) => `Line ${n}`),
    rows: FIVE.map((n) => `Row ${n}`), floor: 'Floor line',
  },
};
const OFFER = {
  displays: ['BBRK', 'YYWW', 'YRRR', 'KKKR', 'BYKW'], centre: 'F', picked: null, pickable: true,
  labels: {
    offer: 'Displays', centre: 'Centre', displays: Array.from({ length: 9 }, (_, i) => `Display ${i + 1}`),
    group: (source, tile, count) => `${count} ${tile} from ${source}`,
  },
};

function put(element, [left, top, width, height]) {
  const box = document.createElement('div');
  box.className = 'box';
  for (const [name, value] of Object.entries({ left, top, width, height })) box.style.setProperty(name, `${value}px`);
  box.append(element);
  document.querySelector('main').append(box);
  return element;
}

function widget(tag, box, model) {
  const element = put(document.createElement(tag), box);
  element.model = model;
  return element;
}

window.gallery = {
  drag,
  view,
  board: (box, model) => widget('az-board', box, { ...BOARD, ...model }),
  offer: (box, model) => widget('az-offer', box, { ...OFFER, ...model }),
  track: (box, model) => widget('az-track', box, model),
  tile: (box, tile) => put(tileSvg(tile), box),
  slot: (box, tile) => put(slotSvg(tile), box),
  small: () => document.body.style.setProperty('--fine', '0'),
};

installArt();
const { scenes } = await import('/scenes.js');
scenes[location.search.slice(1)]?.(window.gallery);
window.gallery.ready = true;
