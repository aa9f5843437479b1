/**
 * What moves at a game's end: walls that come from their boards, and small tiles that fall for who won. For the eyes only,
 * and nothing of it where less motion is asked for.
 *
 * @import { Result, Tile } from '../messages.js'
 * @import { Pace } from '../play/animation/pace.js'
 * @import { Ending } from './ending.js'
 */

import { tileSvg } from '../art/tile.js';
import { h, svg } from '../dom.js';
import { reducedMotion, settings } from '../settings.js';

const EASE = 'cubic-bezier(0.25, 0.75, 0.25, 1)';
const SHARDS = 26;
/** @type {readonly Tile[]} */
const KINDS = ['B', 'Y', 'R', 'K', 'W'];

/** A wreath for the winner's sign: six leaves on either side, from the foot to the top. */
export function laurel() {
  const leaves = [-1, 1].flatMap((side) => [150, 122, 95, 68, 42, 18].map((turn) => (
    svg('path', { d: 'M0-41C6-33 6-25 0-19C-6-25-6-33 0-41Z', transform: `rotate(${side * turn}) rotate(${side * -34} 0 -30)` }))));
  return svg('svg', { viewBox: '-46 -46 92 92', class: 'laurel', 'aria-hidden': 'true' }, leaves);
}

/**
 * A wall glides from where it was to where it is; what stands around it comes in softly.
 *
 * @param {Pace} pace
 * @param {DOMRect | undefined} from
 * @param {HTMLElement} wall
 * @param {HTMLElement} item
 */
export function comeFrom(pace, from, wall, item) {
  const to = wall.getBoundingClientRect();
  if (!from?.width || !to.width) return pace.animate(item, { opacity: [0, 1] }, { duration: 420 });
  const x = from.left + from.width / 2 - to.left - to.width / 2;
  const y = from.top + from.height / 2 - to.top - to.height / 2;
  const glide = [{ transform: `translate(${x}px, ${y}px) scale(${from.width / to.width})` }, { transform: 'none' }];
  for (const beside of item.children) {
    if (beside !== wall) void pace.animate(beside, { opacity: [0, 1] }, { duration: 300, delay: 380 });
  }
  return pace.animate(wall, glide, { duration: 680, easing: EASE });
}

/** The winner's wall rises; tiles fall where it is somebody here, or somebody's friend, who has won. @param {Ending} ending @param {Result | null} result */
export function celebrate({ store, element, players, title, words, rest }, result) {
  if (reducedMotion() || !settings.get('speed')) return;
  title.animate({ opacity: [0, 1], scale: [0.92, 1] }, { duration: 420, easing: EASE });
  for (const [index, part] of [words, rest].entries()) {
    part.animate({ opacity: [0, 1], translate: ['0 10px', '0 0'] }, { duration: 380, delay: 260 + 200 * index, easing: EASE, fill: 'backwards' });
  }
  const winners = result?.winners ?? [];
  for (const player of winners) {
    players.get(player)?.item.animate({ translate: ['0 0', '0 -14px', '0 0'] }, { duration: 700, easing: 'ease-in-out' });
  }
  const glad = winners.some((player) => (store.watching ? true : store.shared ? !store.isBot(player) : store.isMine(player)));
  if (glad) fallingTiles(element);
}

/** @param {HTMLElement} host */
function fallingTiles(host) {
  const glass = host.appendChild(h('div', { class: 'ending-shards', 'aria-hidden': 'true' }));
  const falls = Array.from({ length: SHARDS }, (_, index) => {
    const size = 12 + Math.random() * 16;
    const shard = h('span', { style: { left: `${Math.random() * 100}%`, width: `${size}px`, height: `${size}px` } }, tileSvg(KINDS[index % KINDS.length] ?? 'B'));
    glass.append(shard);
    const turn = (Math.random() - 0.5) * 900;
    const aside = (Math.random() - 0.5) * 160;
    return shard.animate({
      transform: ['translate(0, -40px)', `translate(${aside}px, ${host.clientHeight + 60}px) rotate(${turn}deg)`], opacity: [1, 1, 0.9],
    }, { duration: 1700 + Math.random() * 1500, delay: Math.random() * 900, easing: 'cubic-bezier(0.35, 0.1, 0.7, 0.9)', fill: 'both' }).finished;
  });
  void Promise.allSettled(falls).then(() => glass.remove());
}
