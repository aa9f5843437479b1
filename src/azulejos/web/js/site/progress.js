/**
 * How much of the engine has come: a bar at the page's edge, with words as soon as somebody waits for it.
 *
 * @import { SiteSettings } from './settings.js'
 */

import { h, write } from '../dom.js';
import { has, onLanguage, t } from '../text/catalogue.js';

export class Progress {
  /** @param {SiteSettings} settings */
  constructor({ runtimeFiles, host }) {
    this.total = [...runtimeFiles, host].reduce((sum, { bytes }) => sum + bytes, 0);
    this.bytes = 0;
    this.waits = 0;
    this.isReady = false;
    this.bar = h('progress', { id: 'site-progress', max: this.total, value: 0 });
    this.label = h('label', { for: 'site-progress' });
    this.element = h('div', { class: 'site-loading', role: 'status', hidden: true }, this.label, this.bar);
    document.body.append(this.element);
    onLanguage(() => this.update());
    this.update();
  }

  /** @param {number} bytes */
  came(bytes) {
    this.bytes += bytes;
    this.update();
  }

  ready() {
    this.isReady = true;
    this.update();
  }

  failed() {
    this.bytes = 0;
    this.isReady = false;
    this.update();
  }

  /** Somebody waits for an answer. @template T @param {Promise<T>} answer @returns {Promise<T>} */
  during(answer) {
    this.waits += 1;
    this.update();
    return answer.finally(() => {
      this.waits -= 1;
      this.update();
    });
  }

  update() {
    if (!this.element.isConnected) document.body.append(this.element); // The table that had it is gone.
    this.bar.value = Math.min(this.bytes, this.total);
    if (has('shell.site.loading')) write(this.label, t('shell.site.loading')); // The texts may come before this, or after it.
    this.element.hidden = this.isReady;
    this.element.classList.toggle('is-awaited', this.waits > 0);
  }
}
