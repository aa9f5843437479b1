/**
 * As much of a browser as the page's logic asks for while it is loaded and run without one: imported before it. Elements
 * hold what is put into them and are never drawn; what must be seen is tested in a real browser.
 */

import { setImmediate } from 'node:timers';

class FakeElement extends EventTarget {
  children = [];
  dataset = {};
  attributes = {};
  style = { setProperty() {} };

  append(...children) {
    this.children.push(...children);
  }

  setAttribute(name, value) {
    this.attributes[name] = value;
  }

  removeAttribute(name) {
    delete this.attributes[name];
  }

  querySelector() {
    return null;
  }

  querySelectorAll() {
    return [];
  }
}

class FakeDocument extends EventTarget {
  hidden = false;
  body = new FakeElement();
  documentElement = new FakeElement();

  createElement() {
    return new FakeElement();
  }

  querySelectorAll() {
    return [];
  }
}

class FakeStorage {
  kept = new Map();

  getItem(name) {
    return this.kept.get(name) ?? null;
  }

  setItem(name, text) {
    this.kept.set(name, text);
  }
}

const page = new EventTarget();
const globals = {
  window: page,
  document: new FakeDocument(),
  localStorage: new FakeStorage(),
  location: new URL('http://page.test/'),
  navigator: { languages: ['en'] },
  matchMedia: () => ({ matches: false }),
  addEventListener: page.addEventListener.bind(page),
  dispatchEvent: page.dispatchEvent.bind(page),
  Node: FakeElement,
  HTMLElement: FakeElement,
  HTMLButtonElement: class extends FakeElement {},
};
for (const [name, value] of Object.entries(globals)) {
  Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
}

/** Lets everything happen that waits for nothing but its turn. */
export const rest = () => new Promise((resolve) => { setImmediate(resolve); });
