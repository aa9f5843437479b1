/** How far the reader has come, kept in this browser where that is possible. */

const KEY = 'azulejos.lesson';

/** @returns {string} The name of a stage, or ''. */
export function remembered() {
  try {
    return localStorage.getItem(KEY) ?? '';
  } catch {
    return '';
  }
}

/** @param {string} name */
export function remember(name) {
  try {
    localStorage.setItem(KEY, name);
  } catch {
    // Nothing can be kept here: a reload starts again.
  }
}
