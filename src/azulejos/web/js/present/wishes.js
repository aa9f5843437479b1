/**
 * What the presenter's address asks for: `board` (a seat's number, or `turn` for whoever is to move; else the whole table),
 * `background` (`clear`, or a colour such as `00ff00`, for overlays) and `theme`. Anything else that stands there is nothing.
 */

/** `board`: a seat's number, `turn`, or 0 for all of them. @typedef {{ board: number | 'turn', background: string, theme: string }} Wishes */

export const CLEAR = 'clear';
const COLOUR = /^[0-9a-f]{3}([0-9a-f]{3})?$/i;
const THEMES = ['light', 'dark'];

/** @param {string} search @returns {Wishes} */
export function wishesIn(search) {
  const asked = new URLSearchParams(search);
  const [board = '', background = '', theme = ''] = ['board', 'background', 'theme'].map((name) => asked.get(name) ?? '');
  return {
    board: board === 'turn' ? 'turn' : Number(/^[1-4]$/.test(board) && board),
    background: background === CLEAR || COLOUR.test(background) ? background : '',
    theme: THEMES.includes(theme) ? theme : '',
  };
}
