/**
 * The line that says what to do now, and under it what helps with it: how to take with jokers, a
 * hint, what the others did. While something is played it tells that.
 *
 * @import { Store } from '../../play/store.js'
 * @import { Picking } from '../../play/picking.js'
 * @import { Hint } from '../hint.js'
 * @import { Recap } from './log.js'
 * @import { Child } from '../../dom.js'
 */

import { face } from '../../art/face.js';
import { icon } from '../../art/icons.js';
import { fill, find, h, set, write } from '../../dom.js';
import { takeChooser } from '../../forms.js';
import { seatStatus } from '../../people/seat-status.js';
import { takeText, targetText } from '../../play/choices.js';
import { faceOf } from '../../play/models.js';
import { wonText } from '../../play/transcript.js';
import { language, t } from '../../text/catalogue.js';
import { scrollableByKey } from '../layout.js';

/** @typedef {'lost' | 'undealt' | 'look' | 'playing' | 'over' | 'thinking' | 'cell' | 'picked' | 'turn' | 'waiting'} Kind */
/** @typedef {{ store: Store, picking: Picking, hint: Hint, recap: Recap, looksBack: () => boolean }} Parts */
/** @typedef {import('../../people/cards.js').Card} Card */

/** What the moment is. @param {Parts} parts @returns {Kind} */
function kindOf({ store, picking, looksBack }) {
  if (store.state.lost) return 'lost';
  if (looksBack()) return 'look';
  if (store.state.playing) return 'playing';
  const { choices, state } = store.now;
  if (state.phase === 'preparation') return 'undealt';
  if (state.phase === 'over' || store.over) return 'over';
  if (!choices) return store.isBot(state.turn) ? 'thinking' : 'waiting';
  if (choices.cells.length) return 'cell';
  return picking.picked ? 'picked' : 'turn';
}

/** What to do now, in words. @param {Parts} parts @param {string} caption @returns {string} */
export function statusText(parts, caption) {
  const { store, picking } = parts;
  const { state, choices, result } = store.now;
  const name = store.nameOf(choices?.player ?? state.turn);
  const whose = store.single ? 'you' : 'name';
  switch (kindOf(parts)) {
    case 'lost': return t('table.status.lost');
    case 'look': case 'undealt': return '';
    case 'playing': return caption;
    case 'over': return result ? wonText(store, result) : t(store.table.ended === 'abandoned' ? 'company.over.abandoned' : 'label.over');
    case 'thinking': return t('table.status.thinking', { name });
    case 'cell': return t(`table.status.cell.${whose}`, { name, line: choices?.cells[0]?.line ?? 0 });
    case 'picked': return picking.take ? t('table.status.picked', { take: takeText(picking.take) }) : '';
    case 'turn': return t(`table.status.turn.${whose}`, { name });
    default: return t(seatStatus(store, state.turn) === 'away' ? 'company.status.away' : 'company.status.waiting', { name });
  }
}

export class Status {
  /** @param {Parts} parts @param {{ skip: () => void, retry: () => void }} options */
  constructor(parts, { skip, retry }) {
    this.parts = parts;
    /** What the others ask, if anything. @type {() => Card | null} */
    this.card = () => null;
    this.caption = '';
    this.drawn = '';
    this.now = h('p', { class: 'status-now' });
    this.skip = h('button', { class: 'button button-small status-skip', 'data-action': 'skip', onclick: skip });
    this.retry = h('button', { class: 'button button-small', 'data-action': 'retry', onclick: retry });
    this.more = h('div', { class: 'status-more' });
    /** Of the opponent who thinks. */
    this.face = h('span', { class: 'status-face', 'data-level': '' });
    this.line = h('div', { class: 'status-line' }, this.face, this.now, this.skip, this.retry);
    /** The buttons of a replay. */
    this.bar = h('div', { class: 'replay', role: 'group', hidden: true });
    this.element = h('section', { class: 'status', 'data-panel': 'status' },
      this.line, this.more, this.bar);
    new ResizeObserver(() => parts.recap.fit(this.more)).observe(this.element);
  }

  update() {
    const { store } = this.parts;
    if (store.state.sent && !this.parts.looksBack()) return; // The answer is a moment away: nothing flickers.
    const kind = kindOf(this.parts);
    const aimed = kind === 'picked' || kind === 'cell' ? this.parts.picking.aimed : null;
    const text = aimed ? targetText(aimed) : statusText(this.parts, this.caption);
    write(this.now, text);
    this.showFace(kind === 'thinking' ? faceOf(store, store.now.state.turn) : '');
    set(this.element, {
      'data-status': kind, 'data-aim': aimed ? (aimed.move ? 'good' : 'bad') : '', 'aria-label': t('table.label.status'),
    });
    this.skip.hidden = kind !== 'playing';
    fill(this.skip, icon('skip'), t('table.skip'));
    this.retry.hidden = kind !== 'lost';
    fill(this.retry, t('company.lost.now'));
    this.bar.hidden = kind !== 'look';
    this.updateMore(kind);
  }

  /** @param {string} level */
  showFace(level) {
    if (this.face.dataset.level === level) return;
    this.face.dataset.level = level;
    fill(this.face, level && face(level));
  }

  /** What stands under the line is only rebuilt when it is something else: it may have the focus. @param {Kind} kind */
  updateMore(kind) {
    const { picking, hint, recap, store } = this.parts;
    const advice = hint.waiting ? t('table.hint.thinking') : hint.text;
    const variants = kind === 'picked' ? picking.variants : [];
    const takes = variants.length > 1 && !advice ? variants.map((variant) => variant.take).join(' ') : '';
    const card = this.card();
    const told = kind === 'turn' && !card ? `${recap.seen} told` : '';
    const key = [language(), card?.key ?? kind, takes, picking.picked?.source, advice, told, card ? '' : store.now.number].join('|');
    if (key !== this.drawn) {
      this.drawn = key;
      this.drawMore([
        card?.view(),
        advice && h('p', { class: 'hint-text', 'data-hint': hint.level }, advice),
        takes && takeChooser('take', takes.split(' '), (take) => picking.vary(take)),
        told && !advice && recap.view(),
      ]);
      recap.fit(this.more);
    }
    scrollableByKey(this.more);
    for (const input of this.more.querySelectorAll('input')) input.checked = input.value === picking.picked?.take;
  }

  /** A card that says something else is still the same card, and keeps its focus. @param {Child[]} children */
  drawMore(children) {
    const held = this.more.contains(document.activeElement) && document.activeElement?.getAttribute('data-action');
    fill(this.more, children);
    if (held) find(this.more, `[data-action="${held}"]`)?.focus({ preventScroll: true });
  }

  /** To what the others ask, if they ask anything. */
  focusCard() {
    find(this.more, '.company-card :is(button, select)')?.focus();
  }
}
