/**
 * The voice of the lesson: where you are, what this is about, what to do now, and what was not quite
 * it. Holds the buttons to go on, back and elsewhere.
 */

import { fill, h, set, write } from '../dom.js';
import { takeChooser } from '../forms.js';
import { t } from '../text/catalogue.js';

/**
 * @typedef {object} Actions
 * @property {() => void} next
 * @property {() => void} back
 * @property {() => void} show
 * @property {() => void} restart
 * @property {() => void} play
 * @property {(index: number) => void} open
 * @property {(take: string) => void} vary
 */
/**
 * @typedef {object} Word What the coach has to say.
 * @property {string} title
 * @property {string} text
 * @property {string} prompt What to do, or what is happening.
 * @property {string} what What choosing the line that is pointed at would do.
 * @property {string} note What was not quite it.
 * @property {string} chapter
 * @property {number} step From 1.
 * @property {number} steps
 * @property {{ name: string, first: number, count: number }[]} chapters
 * @property {'read' | 'move' | 'end' | 'last'} kind
 * @property {{ take: string, chosen: boolean }[]} takes Ways to take, where jokers leave a choice.
 */

export class Coach {
  /** @param {Actions} actions */
  constructor(actions) {
    this.actions = actions;
    /** @param {string} name @param {() => void} act @param {string} [look] */
    const button = (name, act, look = '') => h('button', { class: ['button', look], 'data-action': name, onclick: act });
    this.chapters = h('ol', { class: 'coach-chapters' });
    this.chapter = h('p', { class: 'coach-step coach-where' });
    this.step = h('p', { class: 'coach-step' });
    this.title = h('h2', { class: 'coach-title', id: 'coach-title', tabindex: '-1' });
    this.text = h('p', { class: 'coach-text' });
    this.keys = h('p', { class: 'coach-keys' });
    this.prompt = h('p', { class: 'coach-prompt' });
    this.what = h('p', { class: 'coach-what', 'aria-hidden': 'true' });
    this.note = h('p', { class: 'coach-note' });
    this.chooser = h('div', { class: 'coach-chooser' });
    this.back = button('back', actions.back, 'button-quiet');
    this.restart = button('restart', actions.restart, 'button-quiet');
    this.next = button('next', actions.next, 'button-main');
    this.show = button('show', actions.show);
    this.play = button('play', actions.play, 'button-main');
    this.read = h('a', { class: 'coach-read', href: '/rules' });
    this.element = h('section', { class: 'coach card', 'aria-labelledby': 'coach-title' },
      h('div', { class: 'coach-way' }, this.chapter, this.chapters, this.step),
      h('div', { class: 'coach-words' }, this.title, this.text, this.keys),
      this.what, this.note, this.chooser, this.prompt,
      h('div', { class: 'coach-actions' }, this.back, this.restart, this.read, this.show, this.next, this.play));
    this.drawn = '';
  }

  /** @param {Word} word */
  say(word) {
    set(this.element, { 'data-kind': word.kind, 'data-step': word.step, 'data-note': Boolean(word.note) });
    for (const part of /** @type {const} */ (['title', 'text', 'prompt', 'what', 'note', 'chapter'])) write(this[part], word[part]);
    write(this.step, t('learn.progress', { step: word.step, steps: word.steps }));
    this.keys.hidden = word.step > 1;
    if (word.step === 1) write(this.keys, t('learn.keys'));
    this.buttons(word);
    this.way(word);
    this.takes(word);
  }

  /** @param {Word} word */
  buttons({ kind, step }) {
    for (const name of /** @type {const} */ (['back', 'restart', 'show', 'play', 'read'])) write(this[name], t(`learn.${name}`));
    write(this.next, t(kind === 'end' ? 'learn.more' : 'learn.next'));
    const ends = kind === 'end' || kind === 'last';
    this.back.hidden = step === 1;
    this.restart.hidden = step === 1;
    this.next.hidden = kind === 'move' || kind === 'last';
    this.next.classList.toggle('button-main', kind === 'read');
    this.show.hidden = kind !== 'move';
    this.play.hidden = !ends;
    this.read.hidden = !ends;
  }

  /** The chapters, as much of each filled as is done. @param {Word} word */
  way({ chapters, step }) {
    const names = chapters.map(({ name }) => t(`learn.chapter.${name}`));
    const key = names.join('|');
    if (key !== this.drawn) {
      this.drawn = key;
      set(this.chapters, { 'aria-label': t('learn.chapters') });
      fill(this.chapters, chapters.map(({ name, first }, index) => h('li', null, h('button', {
        class: 'coach-chapter', title: names[index], 'aria-label': names[index], 'data-chapter': name,
        onclick: () => this.actions.open(first),
      }, h('span', { class: 'coach-bar' })))));
    }
    [...this.chapters.querySelectorAll('button')].forEach((element, index) => {
      const { first, count } = /** @type {Word['chapters'][0]} */ (chapters[index]);
      const here = step > first && step <= first + count;
      set(element, { style: { '--done': Math.min(1, Math.max(0, (step - first) / count)) }, 'aria-current': here && 'step' });
    });
  }

  /** @param {Word} word */
  takes({ takes }) {
    const key = takes.map(({ take }) => take).join(' ');
    if (this.chooser.dataset.takes !== key) {
      this.chooser.dataset.takes = key;
      fill(this.chooser, takes.length > 1 && takeChooser('coach-take', key.split(' '), (take) => this.actions.vary(take)));
    }
    for (const input of this.chooser.querySelectorAll('input')) {
      input.checked = takes.some(({ take, chosen }) => chosen && take === input.value);
    }
  }

  /** All words change. */
  render() {
    this.drawn = '';
    delete this.chooser.dataset.takes;
  }
}
