/**
 * The voice of the lesson: where you are, what this is about, what to do now, and what was not quite
 * it. Holds the buttons to go on, back and elsewhere.
 *
 * @import { GuidedGame } from './guided-game.js'
 */

import { fill, h, set, write } from '../dom.js';
import { takeChooser } from '../forms.js';
import { language, t } from '../text/catalogue.js';
import { lessonText, promptText, whatText } from './prompts.js';

/** @typedef {'read' | 'move' | 'end' | 'last'} Kind Of a scene: who reads goes on by a button. */

export class Coach {
  /** @param {GuidedGame} game @param {() => void} play Starts a real game. */
  constructor(game, play) {
    this.game = game;
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
    this.back = button('back', () => game.back(), 'button-quiet');
    this.restart = button('restart', () => game.enter(0), 'button-quiet');
    this.next = button('next', () => game.enter(game.at + 1), 'button-main');
    this.show = button('show', () => void game.show());
    this.play = button('play', play, 'button-main');
    this.read = h('a', { class: 'coach-read', href: '/rules' });
    this.element = h('section', { class: 'coach card', 'aria-labelledby': 'coach-title' },
      h('div', { class: 'coach-way' }, this.chapter, this.chapters, this.step),
      h('div', { class: 'coach-words' }, this.title, this.text, this.keys),
      this.what, this.note, this.chooser, this.prompt,
      h('div', { class: 'coach-actions' }, this.back, this.restart, this.read, this.show, this.next, this.play));
    this.drawn = '';
  }

  /** @returns {Kind} */
  get kind() {
    const { scene, scenes, at } = this.game;
    if (scene.stage.choices) return 'move';
    if (at === scenes.length - 1) return 'last';
    return scene.name === 'won' ? 'end' : 'read';
  }

  say() {
    const { scene, scenes, store, picking, at, note, then, caption } = this.game;
    set(this.element, { 'data-kind': this.kind, 'data-step': at + 1, 'data-note': Boolean(note) });
    write(this.title, t(`learn.${scene.name}.title`));
    write(this.text, lessonText(scene, picking));
    write(this.prompt, store.state.playing || then ? caption : promptText(scene, picking));
    write(this.what, whatText(scene, picking));
    write(this.note, note);
    write(this.chapter, t(`learn.chapter.${scene.chapter}`));
    write(this.step, t('learn.progress', { step: at + 1, steps: scenes.length }));
    write(this.keys, t('learn.keys'));
    this.buttons();
    this.way();
    this.takes();
  }

  buttons() {
    const { kind, game: { at } } = this;
    for (const name of /** @type {const} */ (['back', 'restart', 'show', 'play', 'read'])) write(this[name], t(`learn.${name}`));
    write(this.next, t(kind === 'end' ? 'learn.more' : 'learn.next'));
    const ends = kind === 'end' || kind === 'last';
    this.keys.hidden = at > 0;
    this.back.hidden = at === 0;
    this.restart.hidden = at === 0;
    this.next.hidden = kind === 'move' || kind === 'last';
    this.next.classList.toggle('button-main', kind === 'read');
    this.show.hidden = kind !== 'move';
    this.play.hidden = !ends;
    this.read.hidden = !ends;
  }

  /** The chapters, as much of each filled as is done. */
  way() {
    const { chapters, at } = this.game;
    if (this.drawn !== language()) {
      this.drawn = language();
      set(this.chapters, { 'aria-label': t('learn.chapters') });
      fill(this.chapters, chapters.map(({ name, first }) => h('li', null, h('button', {
        class: 'coach-chapter', title: t(`learn.chapter.${name}`), 'aria-label': t(`learn.chapter.${name}`), 'data-chapter': name,
        onclick: () => this.game.enter(first),
      }, h('span', { class: 'coach-bar' })))));
    }
    const buttons = this.chapters.querySelectorAll('button');
    chapters.forEach(({ first, count }, index) => {
      const done = Math.min(1, Math.max(0, (at + 1 - first) / count));
      const here = at >= first && at < first + count;
      set(/** @type {HTMLElement} */ (buttons[index]), { style: { '--done': done }, 'aria-current': here && 'step' });
    });
  }

  /** Where jokers leave a choice. */
  takes() {
    const { picking } = this.game;
    const takes = picking.variants.map(({ take }) => take);
    const drawn = [language(), ...takes].join(' ');
    if (this.chooser.dataset.drawn !== drawn) {
      this.chooser.dataset.drawn = drawn;
      fill(this.chooser, takes.length > 1 && takeChooser('coach-take', takes, (take) => picking.vary(take)));
    }
    for (const input of this.chooser.querySelectorAll('input')) input.checked = input.value === picking.picked?.take;
  }
}
