/**
 * What the others did since my last turn, in few words; it can be put away.
 *
 * @import { Entry } from '../../messages.js'
 * @import { Store } from '../../play/store.js'
 */

import { h } from '../../dom.js';
import { t } from '../../text/catalogue.js';
import { entryLines, scoresOf } from '../../play/transcript.js';
import { signed } from '../../play/choices.js';

export class Recap {
  /** @param {Store} store @param {() => void} changed */
  constructor(store, changed) {
    this.store = store;
    this.changed = changed;
    /** The ply up to which everything was put away. */
    this.seen = 0;
  }

  /** @returns {Entry[]} */
  get entries() {
    const player = this.store.choices?.player;
    if (!player) return [];
    const { history } = this.store;
    const mine = history.map((entry) => entry.player).lastIndexOf(player);
    return history.slice(mine + 1).filter((entry) => entry.player && entry.ply > this.seen);
  }

  /** What the tiling since my last take brought to all, in one line. */
  roundEnd() {
    const { store } = this;
    const taken = store.history.filter((entry) => entry.player === store.choices?.player && entry.steps[0]?.event === 'taken');
    const since = store.history.filter((entry) => entry.ply >= (taken.at(-1)?.ply ?? 0) && entry.ply > this.seen);
    const sums = scoresOf(since);
    const round = since.find((entry) => entry.steps.some((step) => step.event === 'offer_ended'))?.round;
    if (!sums.size || !round) return null;
    const scores = [...sums].sort(([one], [other]) => one - other).map(([player, { wall, floor, score }]) => (
      t('table.recap.score', { name: store.nameOf(player), points: [signed(wall), floor && signed(-floor)].filter(Boolean).join(' '), score })
    ));
    return { text: t('table.recap.round', { round, scores: scores.join(t('list.semicolon')) }), kind: /** @type {const} */ ('score'), ply: since.at(-1)?.ply ?? 0 };
  }

  /** The list, or nothing where there is nothing to tell. @returns {HTMLElement | null} */
  view() {
    // Of a round that has ended only its scores matter any more.
    const ended = this.roundEnd();
    const { round } = this.store.now.state;
    const lines = this.entries.filter((entry) => entry.round === round).flatMap((entry) => (
      entryLines(entry, this.store).filter(({ kind }) => kind === 'move').map((line) => ({ ...line, ply: entry.ply }))
    ));
    if (ended) lines.unshift(ended);
    if (!lines.length) return null;
    return h('div', { class: 'recap', 'data-recap': lines.length },
      h('ul', { 'aria-label': t('table.recap') }, lines.map(({ text, kind, ply }) => (
        h('li', { class: `log-${kind}`, 'data-ply': ply }, text)))),
      h('button', { type: 'button', class: 'icon-button', 'aria-label': t('table.recap.close'), 'data-action': 'recap-close', onclick: () => this.dismiss() }, '×'));
  }

  dismiss() {
    this.seen = this.store.history.at(-1)?.ply ?? 0;
    this.changed();
  }
}
