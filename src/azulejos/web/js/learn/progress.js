/** How far the reader has come, kept in this browser beside the settings, where that is possible. */

const KEY = 'azulejos.lesson';

/** @returns {unknown} The name of a stage, if there is one. */
export function remembered() {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? 'null');
  } catch {
    return null;
  }
}

/** @param {string} name */
export function remember(name) {
  try {
    localStorage.setItem(KEY, JSON.stringify(name));
  } catch {
    // Nothing can be kept here: a reload starts again.
  }
}
