/**
 * The decisions that cost a player most: which they were, what was played, what was better and why, in words.
 *
 * @import { Choices, CostlyDocument, DecisionDocument, PartName } from '../messages.js'
 * @import { Marked } from './layout.js'
 */

import { fill, h } from '../dom.js';
import { findMove, spotText, takeText } from '../play/choices.js';
import { t } from '../text/catalogue.js';
import { signedPercent, signedPoints } from './numbers.js';
import { partText, partsOf, reasonsText, sightText } from './words.js';

/** A costly decision with all that is known of it. @typedef {{ costly: CostlyDocument, decision: DecisionDocument, choices: Choices | null }} Mistake */
/**
 * @typedef {object} MistakeActions
 * @property {(index: number) => void} select
 * @property {(which: 'better' | 'played') => void} follow
 * @property {() => void} retry
 */

/** `2 blue tiles from display 3, to line 2`. @param {Choices | null} choices @param {string} move */
export function moveText(choices, move) {
  const found = choices && findMove(choices, move);
  if (!found) return move;
  const { take, target } = found;
  return take ? t('review.move.words', { take: takeText(take), spot: spotText(target) }) : spotText(target);
}

/** What a move takes, and where it goes. @param {Choices | null} choices @param {string} move @returns {Marked[]} */
export function placesOf(choices, move) {
  const found = choices && findMove(choices, move);
  if (!found || !choices) return [];
  const { take, target } = found;
  const board = `player/${choices.player}`;
  if (!take) return [`${board}/wall/${target.line}/${target.column}`];
  return [{ source: take.source, take: take.take }, target.line ? `${board}/line/${target.line}` : `${board}/floor`];
}

/** What it cost. @param {DecisionDocument} decision */
export function costText({ judgement, loss, points }) {
  return t('review.cost', { judgement: t(`review.judgement.${judgement}`), chance: signedPercent(-loss), points: signedPoints(-points) });
}

export class MistakePanel {
  /** @param {MistakeActions} actions */
  constructor(actions) {
    this.actions = actions;
    this.list = h('ol', { class: 'review-list' });
    this.detail = h('div', { class: 'review-detail' });
    this.element = h('div', { class: 'review-mistakes-body' });
  }

  /** @param {Mistake[]} mistakes @param {number} selected From 0; −1: none. @param {boolean} hidden Is it being tried again? Then nothing is given away. */
  show(mistakes, selected, hidden) {
    fill(this.list, mistakes.map(({ decision }, index) => h('li', null,
      h('button', {
        class: 'review-mistake', id: `mistake-${index + 1}`, 'aria-pressed': String(index === selected), 'data-judgement': decision.judgement,
        onclick: () => this.actions.select(index),
      },
      h('span', { class: 'review-number', 'aria-hidden': 'true' }, index + 1),
      h('span', { class: 'review-when' }, t('review.of_round', { round: decision.round })),
      h('span', { class: 'review-cost' }, costText(decision))))));
    const found = hidden ? null : mistakes[selected];
    fill(this.element, this.list, this.detail);
    fill(this.detail, found ? this.details(found) : null, !mistakes.length && h('p', { class: 'review-none' }, t('review.none')));
  }

  /** @param {Mistake} mistake */
  details({ costly, decision, choices }) {
    const { why } = costly;
    return [
      h('dl', { class: 'review-moves' },
        this.move('played', moveText(choices, decision.move)),
        this.move('better', moveText(choices, decision.best))),
      h('p', { class: 'review-why' }, reasonsText(why)),
      bars(partsOf(why)),
      h('p', { class: 'review-sight' }, sightText(why)),
      h('p', { class: 'review-sight' }, t('review.hindsight')),
      h('p', { class: 'review-actions' },
        h('button', { class: 'button button-main', id: 'review-try', onclick: () => this.actions.retry() }, t('review.try'))),
    ];
  }

  /** @param {'better' | 'played'} which @param {string} text */
  move(which, text) {
    return h('div', { class: `review-move is-${which}` },
      h('dt', null, t(`review.${which}`)),
      h('dd', null, text, ' ',
        h('button', {
          class: 'button button-small', id: `review-follow-${which}`, 'aria-label': t(`review.follow.${which}`), title: t(`review.follow.${which}`),
          onclick: () => this.actions.follow(which),
        }, t('review.show'))));
  }
}

/** What speaks for the better move, and what against it; the words say the same. @param {{ kind: PartName, points: number }[]} parts */
function bars(parts) {
  const most = Math.max(1, ...parts.map(({ points }) => Math.abs(points)));
  return h('ul', { class: 'review-parts', 'aria-hidden': 'true' }, parts.map((part) => (
    h('li', { class: part.points > 0 ? 'is-gain' : 'is-loss' },
      h('span', { class: 'review-part-bar', style: { '--part': Math.abs(part.points) / most } }),
      h('span', null, partText(part))))));
}
