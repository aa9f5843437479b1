/** What the gallery shows when a scene is asked for: full tables, to be looked at. */

const ONE = { score: 28, lines: ['', 'K', '', 'YY', 'R'], wall: ['.Y..W', 'W..R.', '..B..', '.....', 'Y....'], floor: 'FW' };
const TWO = { score: 31, lines: ['W', '', 'BB', '', 'KKKK'], wall: ['BY...', '.BY..', 'K....', '..W..', '...W.'], floor: '' };
const THREE = { score: 124, lines: ['J', 'RR', 'YJJ', 'W', ''], wall: ['...K.', 'W.J..', '.W.Y.', 'R....', '..K.J'], floor: 'BBYRKWWF' };
const FULL = { score: 64, lines: ['B', 'YY', 'RRR', 'KKKK', 'WWWWW'], wall: ['BYRK.', 'WBYR.', 'KWBY.', 'RKWB.', 'YRKW.'], floor: 'BBY' };
const DISPLAYS = ['BBRK', 'YYWW', 'RRRY', 'KKKR', '', 'BYKW', 'WWBR', 'JJBR', 'BBBB'];
const CROWD = 'FBBBYYRRRRKKKWWWWJJJ';
const PLAYERS = [['Ada', 28, true], ['Inês', 31], ['Otto', 29], ['Maximiliane', 124]]
  .map(([name, score, mine = false], i) => ({
    name, score, active: i === 0, sign: { seat: i + 1, letter: name[0], colour: null, tone: '', mine },
  }));

const target = (line, legal, text, more = {}) => ({ line, column: 0, legal, text, ...more });
const LIT = [
  target(1, true, '1 of 1, two fall', { badge: '+1\u2009\u22122' }), target(2, false, 'Line 2 holds black'),
  target(3, true, 'Line 3 complete, +4 points at tiling', { chosen: true, badge: '+4' }),
  target(4, false, 'Line 4 holds yellow'), target(5, true, '4 of 5 filled'), target(0, true, '3 fall', { badge: '\u22125' }),
];
const CELLS = [1, 2, 3, 4, 5].map((column) => ({ line: 3, column, legal: column % 2 === 1, text: `Cell ${column}`, badge: '+2' }));
const mine = { mine: true, active: true, name: 'Ada', note: 'starts next round' };
const picked = { picked: { source: 3, take: 'R' } };

export const scenes = {
  four: (g) => {
    g.track([16, 60, 640, 40], { players: PLAYERS });
    g.offer([16, 108, 640, 600], { displays: DISPLAYS, centre: 'FBBYRRKW', ...picked });
    g.board([672, 268, 592, 440], { board: ONE, ...mine, targets: LIT, ghost: { line: 3, tiles: 'RRR', falling: 'R' } });
    [TWO, THREE, FULL].forEach((board, i) => g.board([672 + i * 200, 60, 192, 196], {
      board, compact: true, name: PLAYERS[i + 1].name, player: i + 2, last: ['player/2/line/3'],
    }));
  },
  grey: (g) => {
    g.track([16, 60, 560, 40], { players: PLAYERS.map((player) => ({ ...player, score: 0 })) });
    g.offer([16, 108, 560, 600], { displays: DISPLAYS, centre: CROWD, look: { source: 2 }, last: ['display/5'] });
    g.board([592, 60, 390, 648], { board: THREE, pattern: null, ...mine, targets: CELLS });
    [ONE, TWO, FULL].forEach((board, i) => g.board([998, 60 + i * 218, 266, 208], {
      board, compact: true, pattern: null, name: PLAYERS[i + 1].name, player: i + 2, active: i === 1, last: ['player/2/wall/1/2', 'player/3/line/3'],
    }));
  },
  phone: (g) => {
    g.offer([8, 52, 344, 250], { displays: DISPLAYS.slice(0, 5), centre: CROWD, ...picked });
    g.board([6, 310, 348, 280], { board: ONE, ...mine, targets: LIT, ghost: { line: 3, tiles: 'RRR', falling: 'R' } });
  },
  phone4: (g) => {
    g.offer([8, 52, 344, 250], { displays: DISPLAYS, centre: CROWD });
    g.board([6, 310, 348, 230], { board: THREE, ...mine, targets: CELLS });
    g.track([6, 550, 348, 40], { players: PLAYERS });
  },
  phone3: (g) => {
    g.offer([8, 52, 344, 250], { displays: DISPLAYS.slice(0, 7), centre: CROWD, look: { source: 0, take: 'Y' } });
    g.board([6, 310, 348, 320], { board: FULL, ...mine });
  },
};
