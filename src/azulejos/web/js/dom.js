/**
 * Elements from JavaScript: strings become text, never markup, so a name can hold anything. And
 * drawing anew without taking the focus from under somebody's fingers.
 */

import { address } from './address.js';

/** @typedef {Node | string | number | null | undefined | false} Child */
/** @typedef {Record<string, unknown>} Attributes */

/**
 * An element with attributes and children; a button submits only where that is said.
 *
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag
 * @param {Attributes | null} [attributes]
 * @param {...(Child | Child[])} children
 * @returns {HTMLElementTagNameMap[K]}
 */
export function h(tag, attributes, ...children) {
  const element = document.createElement(tag);
  if (element instanceof HTMLButtonElement) element.type = 'button';
  set(element, attributes ?? {});
  element.append(...nodes(children));
  return element;
}

/**
 * Likewise of SVG.
 *
 * @template {keyof SVGElementTagNameMap} K
 * @param {K} tag
 * @param {Attributes} attributes
 * @param {...(Child | Child[])} children
 * @returns {SVGElementTagNameMap[K]}
 */
export function svg(tag, attributes, ...children) {
  const element = document.createElementNS('http://www.w3.org/2000/svg', tag);
  set(element, attributes);
  element.append(...nodes(children));
  return element;
}

/**
 * `onclick` and the like are listeners; `true` sets an attribute without a value; `false`, `null` and `undefined` take it
 * away; `class` may be a list with gaps. `style` is an object of CSS properties: text of that name the
 * Content-Security-Policy forbids.
 *
 * @template {HTMLElement | SVGElement} E
 * @param {E} element
 * @param {Attributes} attributes
 */
export function set(element, attributes) {
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith('on') && typeof value === 'function') {
      element.addEventListener(name.slice(2), /** @type {EventListener} */ (value));
    } else if (name === 'style') {
      for (const [property, part] of Object.entries(value ?? {})) element.style.setProperty(property, String(part));
    } else if (value === undefined || value === null || value === false) {
      element.removeAttribute(name);
    } else {
      const given = Array.isArray(value) ? value.filter(Boolean).join(' ') : String(value);
      const text = name === 'href' && given.startsWith('/') ? address.of(given) : given;
      element.setAttribute(name, value === true ? '' : text);
    }
  }
  return element;
}

/**
 * Puts these children in place of those that are there.
 *
 * @template {Element} E
 * @param {E} node
 * @param {...(Child | Child[])} children
 * @returns {E}
 */
export function fill(node, ...children) {
  node.replaceChildren(...nodes(children));
  return node;
}

/** @param {ParentNode} within @param {string} selector @returns {HTMLElement | null} */
export function find(within, selector) {
  return within.querySelector(selector);
}

/** Tells what happened at an element. @param {Element} element @param {string} type @param {unknown} detail */
export function fire(element, type, detail) {
  element.dispatchEvent(new CustomEvent(type, { detail, bubbles: true }));
}

/** Only where it says something else: what stays is not laid out anew. @param {Element} node @param {string} text */
export function write(node, text) {
  if (node.textContent !== text) node.textContent = text;
}

/** Done when the page has nothing else to do; browsers that can't tell say so after a while. @param {() => void} task */
export function whenIdle(task) {
  if ('requestIdleCallback' in window) requestIdleCallback(task, { timeout: 2000 });
  else setTimeout(task, 300);
}

/** A view that is drawn as a whole. @param {HTMLElement} root @param {string} look Its class. @param {() => Child[]} draw */
export function plainView(root, look, draw) {
  const render = () => {
    root.className = look;
    fill(root, draw());
  };
  render();
  return { render };
}

/**
 * @param {(Child | Child[])[]} children
 * @returns {(Node | string)[]}
 */
function nodes(children) {
  return children
    .flat()
    .filter((child) => child !== null && child !== undefined && child !== false)
    .map((child) => (child instanceof Node ? child : String(child)));
}

/**
 * Draws, and gives the focus back to the element with the same id; where that is gone, to the
 * nearest one before it that is still there, else to the heading. A caret stays where it was.
 *
 * @param {HTMLElement} root  Where it is drawn.
 * @param {() => void} draw
 */
export function keepingFocus(root, draw) {
  const held = document.activeElement;
  if (!(held instanceof HTMLElement) || !root.contains(held)) return draw();
  const names = [...root.querySelectorAll('[id]')].map(({ id }) => id);
  const before = names.slice(0, names.indexOf(held.id) + 1).reverse();
  const caret = held instanceof HTMLInputElement && held.type === 'text' ? held.selectionStart : null;
  draw();
  if (document.activeElement === held) return undefined;
  for (const id of before) {
    const found = document.getElementById(id);
    if (!found || !root.contains(found)) continue;
    found.focus({ preventScroll: true });
    if (document.activeElement !== found) continue;
    if (caret !== null && found instanceof HTMLInputElement) found.setSelectionRange(caret, caret);
    return undefined;
  }
  return find(root, 'h1, h2')?.focus({ preventScroll: true });
}
