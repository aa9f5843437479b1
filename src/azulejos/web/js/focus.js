/**
 * Drawing anew without taking the focus from under somebody's fingers.
 */

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
