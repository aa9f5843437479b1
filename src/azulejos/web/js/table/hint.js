/**
 * A hint in three presses: where to look, the move, why. Why it is better than another move is told in a review's words,
 * which are fetched with the hint; where they can't be fetched, the hint does without them.
 *
 * @import { Hint as Advised } from '../messages.js'
 * @import { Picking } from '../play/picking.js'
 * @import { Advice } from '../play/session.js'
 * @import { Store } from '../play/store.js'
 * @import { Spot } from '../play/choices.js'
 */

import { findMove, sourceText, spotText, takeText } from '../play/choices.js';
import { has, loadRoom, t } from '../text/catalogue.js';

const LAST = 3;

/** @implements {Advice} */
export class Hint {
  /**
   * @param {Store} store
   * @param {() => Promise<Advised | null>} ask
   * @param {() => void} changed
   */
  constructor(store, ask, changed) {
    this.store = store;
    this.ask = ask;
    this.changed = changed;
    /** @type {Advised | null} */
    this.told = null;
    /** @type {typeof import('../review/hint-words.js') | null} */
    this.words = null;
    this.level = 0;
    this.waiting = false;
  }

  /** @param {Picking} picking */
  async press(picking) {
    if (this.waiting || !this.store.choices) return;
    if (this.level === LAST) this.forget();
    else {
      this.told ??= await this.fetch();
      if (!this.told) return;
      this.level += 1;
    }
    const { source = null, take } = this.told ?? {};
    if (this.level < 2) picking.cancel();
    else if (source !== null && take) picking.pickTake(source, take);
    this.changed();
  }

  /** Null: the game went on without the hint. */
  async fetch() {
    const { number } = this.store.now;
    this.waiting = true;
    this.changed();
    try {
      const told = await this.ask();
      if (told?.comparison) this.words ??= await fetchWords();
      return number === this.store.now.number && this.store.choices ? told : null;
    } finally {
      this.waiting = false;
      this.changed();
    }
  }

  forget() {
    this.told = null;
    this.level = 0;
  }

  /** Where the offer glows. @returns {{ source: number, take?: string } | null} */
  get look() {
    if (!this.told || !this.level || this.told.source === null || !this.store.choices) return null;
    const { source, take } = this.told;
    return this.level > 1 && take ? { source, take } : { source };
  }

  /** The move that is compared with it; its tiles have a source only if they are others. @returns {(Spot & { source: number | null, take: string }) | null} */
  get instead() {
    const { told, words, store } = this;
    const found = this.level === LAST && told?.comparison && words && store.choices && findMove(store.choices, told.comparison.move);
    if (!found) return null;
    const { take, target } = found;
    const others = take && (take.source !== told?.source || take.take !== told.take);
    return { source: others ? take.source : null, take: take?.take ?? '', line: target.line, column: target.column };
  }

  /** The target that the move names. @returns {Spot | null} */
  get spot() {
    if (!this.told || this.level < 2) return null;
    return { line: this.told.line, column: this.told.column ?? 0 };
  }

  /** What is said at this press; '' where there is no hint. @returns {string} */
  get text() {
    const { told, level, store } = this;
    if (!told || !level || !store.choices) return '';
    if (level === 1) return `${where(told)} ${t('table.hint.again.1')}`;
    const found = findMove(store.choices, told.move);
    if (!found) return '';
    if (level === LAST) return [why(told, store), this.comparison].filter(Boolean).join(' ');
    const spot = spotText(found.target);
    const move = found.take ? t('table.hint.take', { take: takeText(found.take), where: spot }) : t('table.hint.cell', { where: spot });
    return t('table.hint.because', { move, why: t('table.hint.again.2') });
  }

  /** Why it is better than another move; '' where nothing is known of that. */
  get comparison() {
    const { told, words, store } = this;
    return told?.comparison && words && store.choices ? words.comparisonText(told.comparison, store.choices) : '';
  }
}

/** Null without a connection. */
async function fetchWords() {
  const found = await Promise.all([import('../review/hint-words.js'), loadRoom('review')]).catch(() => null);
  return found && found[0];
}

/** @param {Advised} told */
function where({ source, line }) {
  return source === null ? t('table.hint.row', { row: line }) : t('table.hint.look', { source: sourceText(source) });
}

/** The reasons as sentences; reasons that this page has no words for are left out. @param {Advised} told @param {Store} store */
function why({ reasons, comparison }, { nameOf }) {
  return reasons.map(({ code, data }) => reason(code, data, nameOf)).filter(Boolean).join(' ') || (comparison ? '' : t('table.hint.trust'));
}

/**
 * @param {string} code
 * @param {Record<string, string | number>} data
 * @param {(player: number) => string} nameOf
 */
function reason(code, data, nameOf) {
  const key = `hint.why.${code}${data.tile ? `.${data.tile}` : ''}`;
  const values = data.player ? { ...data, name: nameOf(Number(data.player)) } : data;
  if (data.count !== undefined && has(`${key}_other`)) return t.count(key, Number(data.count), values);
  return has(key) ? t(key, values) : '';
}
