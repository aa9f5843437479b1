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

const target = (line, move, laid) => ({
  line, column: 0, move, refusal: move ? null : { code: 'line_full', data: {}, rule: 'R14', sentence: 'full' },
  preview: move && { laid, completes: false, points: 0, falling: 2 - laid, marker: false, penalty: 0 },
});

/** What a person may take in that state. */
export const CHOICES = {
  player: 1,
  takes: [
    { source: 1, take: 'B', tiles: 'BB', targets: [target(1, '1B1', 1), target(2, '1B2', 2), target(3, null, 0)] },
    { source: 1, take: 'R', tiles: 'RR', targets: [target(2, '1R2', 2)] },
    { source: 2, take: 'Y', tiles: 'Y', targets: [target(1, '2Y1', 1)] },
    { source: 2, take: 'YJ', tiles: 'YJJ', targets: [target(3, '2YJ3', 3)] },
    { source: 2, take: 'J', tiles: 'JJ', targets: [target(2, '2J2', 2)] },
  ],
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
