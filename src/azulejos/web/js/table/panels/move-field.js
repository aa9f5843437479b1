/**
 * A field for moves as text: `3B2`, `3BJ2`, `2@4`. With a question mark it only tells what a move
 * would do. The server reads the text and refuses in words.
 *
 * @import { Choices, Problem } from '../../messages.js'
 */

import { announce } from '../../dialogs.js';
import { fill, h, write } from '../../dom.js';
import { findMove, targetText } from '../../play/choices.js';
import { showKeyHelp } from '../../play/input/keys.js';
import { errorText, t } from '../../text/catalogue.js';

export class MoveField {
  /**
   * @param {() => Choices | null} choices
   * @param {(move: string) => Promise<Problem | null>} send
   */
  constructor(choices, send) {
    this.choices = choices;
    this.send = send;
    this.title = h('h2', { class: 'panel-title' });
    this.label = h('label', { for: 'typed-move', class: 'typed-label' });
    this.input = h('input', {
      id: 'typed-move', class: 'typed-input', type: 'text', autocomplete: 'off', autocapitalize: 'characters',
      spellcheck: 'false', maxlength: '60', placeholder: '3B2', enterkeyhint: 'go', 'aria-describedby': 'typed-answer',
    });
    this.button = h('button', { type: 'submit', class: 'button' });
    this.answer = h('p', { id: 'typed-answer', class: 'typed-answer' });
    this.element = h('form', {
      class: 'typed', 'data-panel': 'typed', onsubmit: (/** @type {Event} */ event) => { event.preventDefault(); this.enter(); },
      oninput: () => this.say(''),
      onkeydown: (/** @type {KeyboardEvent} */ event) => event.key === 'Escape' && this.say(''),
    }, this.title, h('div', { class: 'typed-field' }, this.label, this.input, this.button, this.answer));
  }

  update() {
    write(this.title, t('table.log'));
    write(this.label, t('table.typed'));
    write(this.button, t('table.typed.play'));
  }

  async enter() {
    const text = this.input.value.trim();
    if (!text) return;
    if (text === '?' || text.toLowerCase() === t('command.help') || text.toLowerCase() === 'help') {
      this.input.value = '';
      void showKeyHelp();
    } else if (text.endsWith('?')) {
      this.tell(text.slice(0, -1).trim().toUpperCase());
    } else {
      await this.play(text);
    }
  }

  /** @param {string} move */
  tell(move) {
    const choices = this.choices();
    const found = choices && findMove(choices, move);
    this.say(found ? targetText(found.target) : t('table.typed.not_legal', { move }), !found);
  }

  /** @param {string} text */
  async play(text) {
    const problem = await this.send(text);
    if (problem) {
      this.say(errorText(problem), true);
      this.input.select();
    } else {
      this.say('');
      this.input.value = '';
    }
  }

  /** A move was made, or something picked: what was said is past. */
  clearAnswer() {
    if (this.answer.textContent) this.say('');
  }

  /** @param {string} text @param {boolean} [wrong] */
  say(text, wrong = false) {
    fill(this.answer, text);
    this.answer.classList.toggle('is-wrong', wrong);
    this.input.setAttribute('aria-invalid', String(wrong));
    announce(text, wrong);
  }

  focus() {
    this.input.focus();
    this.input.select();
  }
}
