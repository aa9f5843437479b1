/**
 * The review on the screen: puts curve, table, mistakes, ledger and measure together, and leads from place to place. What
 * things were worth comes from the host's review; what lies where, from its replay and its scenes.
 *
 * @import { Replay, ReviewStatus } from '../messages.js'
 * @import { Advice, Idle } from '../play/session.js'
 * @import { Currency } from './curve.js'
 * @import { ReviewHost } from './host.js'
 * @import { Mistake } from './mistakes.js'
 * @import { Names } from './words.js'
 * @import { Workplace } from './workplace.js'
 */

import { icon } from '../art/icons.js';
import { announce, toast, toastProblem } from '../dialogs.js';
import { fill, h, keepingFocus, set } from '../dom.js';
import { segments } from '../forms.js';
import { problemOf } from '../net/api.js';
import { signOf } from '../play/models.js';
import { TableView } from '../play/table-view.js';
import { entryLines, stepWords, wonText } from '../play/transcript.js';
import { settings } from '../settings.js';
import { errorText, listing, t } from '../text/catalogue.js';
import { Curve, changeText } from './curve.js';
import { ReviewLayout } from './layout.js';
import { MistakePanel, placesOf } from './mistakes.js';
import { signedPercent } from './numbers.js';
import { ReviewSession } from './session.js';
import { kindBars, ledger, playing } from './tables.js';

/** So much less than the best move is still right. */
export const RIGHT = 0.02;
const CURRENCIES = /** @type {const} */ (['chance', 'points']);
const TITLES = /** @type {const} */ ([['curve', 'curve.title'], ['mistakes', 'costliest'], ['ledger', 'ledger'], ['play', 'play']]);
/** @type {Advice} */
const NO_ADVICE = { look: null, spot: null, forget() {} };

export class ReviewScreen {
  /** @type {ReviewStatus} */
  status = { stage: 'waiting', done: 0, plies: 0, curve: [], review: null, error: null };
  /** After how many plies the table is shown. */
  place = 0;
  /** Which of the mistakes is looked at, from 0; −1: none. */
  selected = -1;
  /** @type {'' | 'asked' | 'answered'} Is a decision tried again? */
  trying = '';
  /** Has the reader chosen a mistake? Then none is chosen for them. */
  chosen = false;
  /** What is said about the table just now. */
  note = '';
  /** @type {'' | 'good' | 'bad'} */
  tone = '';
  /** @type {Currency} */
  currency = 'chance';
  /** Scenes that were asked for, by position. @type {Map<string, import('../messages.js').Choices | null>} */
  choices = new Map();

  /** @param {HTMLElement} root @param {ReviewHost} host @param {Replay} replay @param {number[]} mine The reader's own seats. @param {Workplace} workplace */
  constructor(root, host, replay, mine, workplace) {
    this.root = root;
    this.host = host;
    this.workplace = workplace;
    this.replay = replay;
    this.mine = mine;
    this.session = new ReviewSession(replay.table, mine);
    this.store = this.session.store;
    this.store.seen = mine[0] ?? 1;
    this.session.lay(replay.start, null);
    this.layout = new ReviewLayout(replay.table.seats.length);
    this.curve = new Curve((place) => this.go(place));
    this.panel = new MistakePanel({
      select: (index) => void this.select(index), follow: (which) => void this.follow(which), retry: () => void this.retry(),
    });
    this.heading = h('h1', { tabindex: '-1' });
    this.head = h('header', { class: 'review-head' });
    this.progress = h('div', { class: 'review-progress', hidden: true });
    this.caption = h('p', { class: 'review-caption' });
    this.buttons = h('div', { class: 'review-buttons' });
    this.tries = h('div', { class: 'review-tries' });
    this.ledger = h('div', null);
    this.playing = h('div', null);
    this.cards = /** @type {const} */ ({
      curve: card('curve', this.curve.element),
      stage: card('stage', this.caption, this.tries, this.layout.element, this.buttons),
      mistakes: card('mistakes', this.panel.element),
      ledger: card('ledger', this.ledger),
      play: card('play', this.playing),
    });
    this.view = new TableView(this.session, this.layout, NO_ADVICE, {
      update: () => this.paint(),
      handlers: {
        entry_begins: ({ entry }) => this.say(entryLines(entry, this.store)[0]?.text ?? ''),
        step_begins: ({ step }) => this.say(stepWords(step, this.store)),
        settled: () => this.paint(),
      },
      move: (move) => void this.view.play(move),
      refused: (why) => announce(errorText(why), true),
      idle: (why) => this.idle(why),
    });
    root.className = 'review';
    const { curve, stage, mistakes, ledger: luck, play } = this.cards;
    fill(root, this.head, this.progress,
      h('div', { class: 'review-main' }, curve, stage, play), h('div', { class: 'review-side' }, mistakes, luck));
    this.listening = new AbortController();
    this.view.listen(root, { step: (name) => this.step(name), talk: () => void this.retry(), cancel: () => this.cancel() });
    document.addEventListener('keydown', (event) => this.key(event), { signal: this.listening.signal });
    this.go(replay.plies.length, false);
  }

  get seat() {
    return this.store.seen;
  }

  /** @returns {Names} */
  get names() {
    return { nameOf: this.store.nameOf, you: this.store.nameless };
  }

  /** The costliest decisions of the seat whose view it is. @returns {Mistake[]} */
  get mistakes() {
    const { review } = this.status;
    if (!review) return [];
    return review.costliest.filter(({ player }) => player === this.seat).flatMap((costly) => {
      const decision = review.decisions.find(({ ply }) => ply === costly.ply);
      return decision ? [{ costly, decision, choices: this.choices.get(decision.position) ?? null }] : [];
    });
  }

  get mistake() {
    return this.mistakes[this.selected];
  }

  /** News of the host. @param {ReviewStatus} status */
  tell(status) {
    const done = status.stage === 'done' && this.status.stage !== 'done';
    this.status = status;
    if (done && this.mistakes.length && !this.chosen) void this.select(0, false);
    else this.render();
  }

  // From place to place

  /** The table after so many plies. @param {number} place @param {boolean} [told] Do those who listen hear what was done there? */
  go(place, told = true) {
    const { plies, start } = this.replay;
    this.place = Math.max(0, Math.min(place, plies.length));
    this.trying = '';
    this.selected = this.mistakes.findIndex(({ decision }) => decision.ply === this.place);
    const { entry = null, state = start } = plies[this.place - 1] ?? {};
    this.session.tried = null;
    this.session.lay(state, entry);
    this.say(this.placeText(), '');
    if (told) announce(this.note);
    this.render();
  }

  /** What was done last there. */
  placeText() {
    const entry = this.replay.plies[this.place - 1]?.entry;
    if (!entry) return t('table.replay.start');
    const lines = entryLines(entry, this.store).map(({ text }) => text);
    const deal = this.status.review?.deals.find(({ ply }) => ply === this.place - 1);
    if (deal) {
      const value = changeText(deal[this.currency === 'chance' ? 'chances' : 'leads'][this.seat - 1] ?? 0, this.currency);
      lines.push(t(this.seat === this.names.you ? 'review.luck.you' : 'review.luck', { name: this.names.nameOf(this.seat), value }));
    }
    return lines.join(' · ');
  }

  /** @param {'first' | 'round_back' | 'back' | 'next' | 'round_next' | 'last'} name */
  step(name) {
    const deals = this.replay.plies.filter(({ entry }) => !entry.player).map(({ entry }) => entry.ply);
    const last = this.replay.plies.length;
    this.go({
      first: 0, back: this.place - 1, next: this.place + 1, last,
      round_back: deals.findLast((ply) => ply < this.place) ?? 0, round_next: deals.find((ply) => ply > this.place) ?? last,
    }[name]);
    return true;
  }

  /** @param {number} index @param {boolean} [chosen] By the reader? */
  async select(index, chosen = true) {
    const mistake = this.mistakes[index];
    if (!mistake) return;
    if (chosen) this.chosen = true;
    const { decision } = mistake;
    this.go(decision.ply, false);
    await this.learn(mistake);
    if (this.mistake?.decision !== decision || this.trying) return;
    this.say(t('review.before'), '');
    this.render();
    if (chosen) {
      announce([...this.panel.detail.querySelectorAll('dd, .review-why')].map(({ textContent }) => textContent).join('. '));
      const table = this.layout.element;
      if (table.getBoundingClientRect().top < 0) this.reveal();
      else table.scrollIntoView({ block: 'nearest' });
    }
  }

  /** The table with what is said about it: on phones they lie above the button that was pressed. */
  reveal() {
    const { top, bottom } = this.layout.element.getBoundingClientRect();
    if (top < 0 || bottom > document.documentElement.clientHeight) this.cards.stage.scrollIntoView({ block: 'start' });
  }

  /** What could have been done there. @param {Mistake} mistake */
  async learn({ decision }) {
    if (this.choices.has(decision.position)) return;
    const scene = await this.scene(decision.position, [decision.move]);
    if (scene) this.choices.set(decision.position, scene.choices);
  }

  /** @param {string} position @param {string[]} moves */
  async scene(position, moves) {
    try {
      return await this.host.scene(position, moves);
    } catch (error) {
      if (this.root.isConnected) toastProblem(problemOf(error));
      return null;
    }
  }

  /** Shows what is expected after one of the two moves. @param {'better' | 'played'} which */
  async follow(which) {
    const { mistake } = this;
    if (!mistake) return;
    const { why } = mistake.costly;
    await this.playLine(mistake, which === 'better' ? why.better : why.worse);
  }

  /** @param {Mistake} mistake @param {string[]} moves */
  async playLine({ decision }, moves) {
    const scene = await this.scene(decision.position, moves);
    if (!scene || this.mistake?.decision !== decision) return;
    this.session.tried = null;
    this.session.lay(scene.start, null);
    this.reveal();
    this.session.show(scene.plies);
    this.render();
  }

  // Trying again

  async retry() {
    const { mistake } = this;
    if (!mistake) return;
    await this.learn(mistake);
    const choices = this.choices.get(mistake.decision.position);
    if (!choices || this.mistake?.decision !== mistake.decision) return;
    const { state } = this.replay.plies[mistake.decision.ply - 1] ?? { state: this.replay.start };
    this.trying = 'asked';
    this.session.tried = (move) => void this.judge(mistake, move);
    this.session.lay(state, null, choices);
    this.say(t('review.try.prompt'), '');
    this.render();
    announce(t('review.try.prompt'));
    this.reveal();
    if (this.view.focus.keyboard) this.view.focus.offer();
  }

  /** @param {Mistake} mistake @param {string} move */
  async judge(mistake, move) {
    const found = mistake.costly.moves.find((one) => one.move === move);
    if (!found) return;
    const right = found.loss <= RIGHT;
    const key = !found.loss ? 'best' : right ? 'right' : move === mistake.decision.move ? 'played' : 'wrong';
    this.trying = 'answered';
    this.session.tried = null;
    this.say(t(`review.try.${key}`, { chance: signedPercent(-found.loss) }), right ? 'good' : 'bad');
    announce(this.note, true);
    this.render();
    await this.playLine(mistake, found.line);
  }

  /** Shows what would have been right. */
  solve() {
    this.trying = '';
    this.say('', '');
    void this.follow('better');
  }

  endTrying() {
    if (this.selected >= 0) void this.select(this.selected);
  }

  /** Escape. */
  cancel() {
    if (this.view.cancelPick()) return true;
    if (!this.trying) return false;
    this.endTrying();
    return true;
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const { key, target } = event;
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || !settings.get('keys')) return;
    if (target instanceof HTMLInputElement && target.type !== 'range' && target.type !== 'radio') return;
    const way = { n: 1, p: -1 }[key.toLowerCase()];
    if (!way || document.querySelector('dialog[open]')) return;
    event.preventDefault();
    this.jump(way);
  }

  /** To the next mistake, or the one before. @param {number} way */
  jump(way) {
    const count = this.mistakes.length;
    if (!count) return;
    const from = this.selected < 0 && way < 0 ? 0 : this.selected;
    void this.select((from + way + count) % count);
  }

  /** @param {Idle} why */
  idle(why) {
    if (why === 'playing') this.view.queue.skip();
    else if (this.trying === 'asked') toast(t(`table.idle.${why}`, { name: this.store.nameOf(this.seat) }));
  }

  // What is shown

  /** @param {string} text @param {'' | 'good' | 'bad'} [tone] */
  say(text, tone) {
    if (tone !== undefined) {
      this.note = text;
      this.tone = tone;
    }
    // What was judged stays to be read while what follows is shown.
    fill(this.caption, this.tone && this.note !== text ? [h('strong', { class: `is-${this.tone}` }, this.note), ' ', text] : text);
    if (this.tone) set(this.caption, { 'data-tone': this.tone });
    else this.caption.removeAttribute('data-tone');
  }

  paint() {
    const { mistake } = this;
    this.view.stage.paint();
    const still = mistake && !this.trying && !this.store.state.playing && this.store.shown.position === mistake.decision.position;
    this.layout.mark(still ? {
      better: placesOf(mistake.choices, mistake.decision.best), played: placesOf(mistake.choices, mistake.decision.move),
    } : {});
    this.view.focus.keep();
  }

  /** @param {number} seat */
  seeAs(seat) {
    this.store.seen = seat;
    this.trying = '';
    if (this.mistakes.length) void this.select(0);
    else this.go(this.place);
  }

  render() {
    keepingFocus(this.root, () => this.draw());
    this.paint();
  }

  draw() {
    const { review, curve } = this.status;
    this.drawHead();
    this.drawProgress();
    this.cards.curve.hidden = !curve.length;
    this.cards.play.hidden = !review;
    for (const [name, key] of TITLES) fill(/** @type {HTMLElement} */ (this.cards[name].firstElementChild), t(`review.${key}`));
    fill(/** @type {HTMLElement} */ (this.cards.stage.firstElementChild), this.stageTitle());
    fill(this.layout.title, t('table.title'));
    if (curve.length) this.drawCurve();
    this.drawButtons();
    if (!review) return void [this.panel.element, this.ledger].forEach((place) => fill(place, coming()));
    this.panel.show(this.mistakes, this.selected, this.trying === 'asked');
    fill(this.ledger, ledger(review, this.seat, this.currency, this.names));
    const kinds = review.play[this.seat - 1]?.kinds ?? {};
    fill(this.playing, playing(review, this.seat, this.names), kindBars(kinds, t('review.kinds')));
  }

  drawHead() {
    const { result, table: { seats } } = this.replay;
    const players = listing(seats.map(({ seat }) => this.store.nameOf(seat)));
    const seen = segments('review-seat', this.seat, seats.map(({ seat }) => [seat, this.store.nameOf(seat)]), (seat) => this.seeAs(seat));
    const measured = segments('review-in', this.currency, CURRENCIES.map((name) => [name, t(`review.in.${name}`)]), (name) => {
      this.currency = name;
      this.render();
    });
    fill(this.heading, t('review.heading'));
    fill(this.head, this.heading,
      h('p', { class: 'review-who' }, players, ' · ', result ? `${result.scores.join('–')} · ${wonText(this.store, result)}` : t('review.unfinished')),
      h('div', { class: 'review-choices' },
        choice('seat', t('review.seen_by'), seen), choice('currency', t('review.measured_in'), measured),
        this.host.table && h('a', { class: 'button', href: this.host.table }, t('review.to_table'))));
  }

  drawCurve() {
    const { seats } = this.replay.table;
    this.curve.show({
      curve: this.status.curve,
      currency: this.currency,
      deals: dealsOf(this.replay),
      mistakes: this.mistakes.map(({ decision }) => decision.ply),
      seat: this.seat,
      players: seats.map(({ seat }) => ({ name: this.store.nameOf(seat), sign: signOf(this.store, seat) })),
      place: this.place,
      text: this.placeText(),
      rough: !this.status.review,
    });
  }

  stageTitle() {
    const { round } = this.store.shown;
    return `${t('label.round', { round })} · ${t('table.replay.count', { ply: this.place, last: this.replay.plies.length })}`;
  }

  drawProgress() {
    const { stage, done, plies, error } = this.status;
    this.progress.hidden = stage === 'done';
    this.progress.classList.toggle('is-failed', stage === 'failed');
    if (stage === 'failed') return fill(this.progress, h('p', { role: 'alert' }, t('review.failed'), ' ', error && errorText(error)), this.places());
    if (!this.workplace.place) return fill(this.progress, h('p', null, t('review.place.ask')), this.places());
    const text = stage === 'waiting' || !plies ? t(this.workplace.place === 'device' ? 'review.place.fetching' : 'review.waiting') : t('review.working', { done, plies });
    return fill(this.progress, h('label', { for: 'review-bar' }, text), h('progress', { id: 'review-bar', max: plies || 1, value: done }), this.places());
  }

  /** Where else the review could be worked out. */
  places() {
    const { engine, others, place: now } = this.workplace;
    if (!engine) return null;
    return h('div', { class: 'review-places' },
      others.map((place) => h('button', {
        type: 'button', id: `review-place-${place}`, class: now ? 'button' : 'button button-main', onclick: () => this.workplace.choose(place),
      }, t(`review.place.${place}`))),
      others.includes('device') && h('p', null, t('review.place.about', { size: engine.megabytes })));
  }

  drawButtons() {
    const last = this.replay.plies.length;
    /** @param {'first' | 'back' | 'next' | 'last'} name */
    const step = (name) => h('button', {
      class: 'icon-button', id: `review-${name}`, 'aria-label': t(`table.replay.${name}`), title: t(`table.replay.${name}`),
      'aria-disabled': String(['first', 'back'].includes(name) ? this.place === 0 : this.place === last), onclick: () => this.step(name),
    }, icon(name));
    /** @param {string} name @param {number} way */
    const jump = (name, way) => button(`mistake-${name}`, t(`review.mistake.${name}`), () => this.jump(way));
    fill(this.buttons,
      h('span', { class: 'review-steps' }, step('first'), step('back'), step('next'), step('last')),
      this.mistakes.length > 1 && [jump('last', -1), jump('next', 1)],
      h('span', { class: 'review-keys' }, t('review.keys')));
    fill(this.tries, this.trying && [
      this.trying === 'answered' && button('once-more', t('review.try.once_more'), () => void this.retry(), 'button-main'),
      button('solution', t('review.try.solution'), () => this.solve()),
      button('end', t('review.try.end'), () => this.endTrying()),
    ]);
  }

  remove() {
    this.listening.abort();
    this.view.remove();
    this.curve.remove();
  }
}

/** @param {string} name @param {string} text @param {() => void} press @param {string} [look] */
function button(name, text, press, look = '') {
  return h('button', { class: ['button', 'button-small', look], id: `review-${name}`, onclick: press }, text);
}

/** @param {string} name @param {...HTMLElement} body */
function card(name, ...body) {
  const title = h('h2', { class: 'review-title', id: `review-title-${name}` });
  return h('section', { class: `card review-card review-${name}`, 'aria-labelledby': title.id }, title, ...body);
}

/** In the place of what is still worked out. */
function coming() {
  return h('div', { class: 'review-coming' }, h('p', null, t('review.coming')), [1, 2, 3].map(() => h('span', { class: 'review-blank' })));
}

/** @param {string} name @param {string} label @param {HTMLElement} field */
function choice(name, label, field) {
  return h('fieldset', { class: `review-choice is-${name}` }, h('legend', null, label), field);
}

/** Where a round begins. @param {Replay} replay */
function dealsOf({ plies }) {
  return plies.filter(({ entry }) => !entry.player).map(({ entry }) => ({ ply: entry.ply - 1, round: entry.round }));
}
