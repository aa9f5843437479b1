/** Small tables to try the page's logic on: as much of each message as it reads. */

export const SEATS = [{ seat: 1, kind: 'person', name: 'Ana' }, { seat: 2, kind: 'bot', name: 'Rui', level: 'casual' }];
export const TABLE = { id: 't', stage: 'playing', seats: SEATS, series: null, penalties: [1, 1, 2, 2, 2, 3, 3] };
export const ME = { seats: [1], host: true, alone: true };

const board = (lines = ['', '', '', '', '']) => ({ score: 0, lines, wall: Array(5).fill('.....'), floor: '' });

/** Two blue and two red tiles on the first display, the marker in the centre. */
export function state(changes = {}) {
  return {
    position: 'start', turn: 1, phase: 'offer', round: 1, displays: ['BBRR', 'YKJJ'], centre: 'F',
    boards: [board(), board()], bag: { B: 18 }, lid: {}, ...changes,
  };
}

/** What becomes of two tiles at the floor and at each line; null: they may not go there. */
const outlook = (...laid) => laid.map((spaces) => ({
  refusal: spaces === null ? { code: 'line_full', data: {}, rule: 'R14', sentence: 'full' } : null,
  preview: spaces === null ? null : { laid: spaces, completes: false, points: 0, falling: 2 - spaces, marker: false, penalty: 0 },
}));

/** What a person may take in that state. */
export const CHOICES = {
  player: 1,
  takes: [
    { source: 1, take: 'B', tiles: 'BB', outlook: 0 },
    { source: 1, take: 'R', tiles: 'RR', outlook: 0 },
    { source: 2, take: 'Y', tiles: 'Y', outlook: 1 },
    { source: 2, take: 'YJ', tiles: 'YJJ', outlook: 1 },
    { source: 2, take: 'J', tiles: 'JJ', outlook: 1 },
  ],
  outlooks: [outlook(0, 1, 2, null), outlook(0, 1, 2, 3)],
  cells: [],
};

/** How things stand after a message. */
export function now(number, changes = {}) {
  const position = state({ position: `after ${number}`, ...changes });
  const mine = position.turn === 1 && position.phase === 'offer';
  return {
    number, state: position, choices: mine ? CHOICES : null, undo: { move: true, round: true, ask: false }, proposal: null,
    left: null, result: null,
  };
}

export const entry = (ply, changes = {}) => ({ ply, player: 1, move: '1B2', round: 1, steps: [], scores: [0, 0], ...changes });

export const welcome = (changes = {}) => (
  { type: 'welcome', table: TABLE, you: ME, history: [entry(1)], ...now(1), ...changes }
);

export const played = (number, changes = {}, position = {}) => (
  { type: 'played', entry: entry(number, changes), ...now(number, position) }
);

/** Whoever wrote to it would be heard. */
export function frozen(value) {
  if (value && typeof value === 'object' && !Object.isFrozen(value)) {
    Object.freeze(value);
    Object.values(value).forEach(frozen);
  }
  return value;
}
