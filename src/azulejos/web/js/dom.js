/**
 * Elements from JavaScript: strings become text, never markup, so a name can hold anything. And
 * drawing anew without taking the focus from under somebody's fingers.
 */

/** @typedef {Node | string | number | null | undefined | false} Child */
/** @typedef {Record<string, unknown>} Attributes */

/**
 * An element with attributes and children.
 *
 * `onclick` and the like are listeners; `true` sets an attribute without a value; `false`, `null`
 * and `undefined` leave it out; `class` may be a list with gaps; `dataset` is an object. There is
 * no `style`: the Content-Security-Policy forbids it. A button submits only where that is said.
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
  for (const [name, value] of Object.entries(attributes ?? {})) {
    setAttribute(element, name, value);
  }
  element.append(...nodes(children));
  return element;
}

/**
 * Likewise of SVG.
 *
 * @template {keyof SVGElementTagNameMap} K
 * @param {K} tag
 * @param {Record<string, string | number>} attributes
 * @param {...(Node | string)} children
 * @returns {SVGElementTagNameMap[K]}
 */
export function svg(tag, attributes, ...children) {
  const element = document.createElementNS('http://www.w3.org/2000/svg', tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
  element.append(...children);
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

/**
 * @param {HTMLElement} element
 * @param {string} name
 * @param {unknown} value
 */
function setAttribute(element, name, value) {
  if (value === undefined || value === null || value === false) return;
  if (name === 'style') throw new Error('no style attributes: use a class');
  if (name.startsWith('on') && typeof value === 'function') {
    element.addEventListener(name.slice(2), /** @type {EventListener} */ (value));
  } else if (name === 'dataset') {
    Object.assign(element.dataset, value);
  } else if (name === 'class' && Array.isArray(value)) {
    element.className = value.filter(Boolean).join(' ');
  } else {
    element.setAttribute(name, value === true ? '' : String(value));
  }
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
  if (!(held instanceof HTMLElement) || !root.contains(held)) {
    draw();
    return;
  }
  const names = [...root.querySelectorAll('[id]')].map(({ id }) => id);
  const before = names.slice(0, names.indexOf(held.id) + 1).reverse();
  const caret = held instanceof HTMLInputElement && held.type === 'text' ? held.selectionStart : null;
  draw();
  if (document.activeElement === held) return;
  for (const id of before) {
    const found = document.getElementById(id);
    if (found && root.contains(found) && focused(found)) {
      if (caret !== null && found instanceof HTMLInputElement) found.setSelectionRange(caret, caret);
      return;
    }
  }
  const heading = root.querySelector('h1, h2');
  if (heading instanceof HTMLElement) focused(heading);
}

/** @param {HTMLElement} element */
function focused(element) {
  element.focus({ preventScroll: true });
  return document.activeElement === element;
}
