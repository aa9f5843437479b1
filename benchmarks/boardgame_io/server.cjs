// A toy for boardgame.io: a hundred cells, each move fills one. No rules, no choices, nothing stored.
const { Origins, Server } = require('boardgame.io/server');

const CELLS = 100;
const toy = {
  name: 'toy',
  minPlayers: 2,
  maxPlayers: 4,
  setup: () => ({ cells: new Array(CELLS).fill(null) }),
  turn: { minMoves: 1, maxMoves: 1 },
  moves: {
    place: ({ G, playerID }, cell) => {
      G.cells[cell % CELLS] = playerID;
    },
  },
};

Server({ games: [toy], origins: [Origins.LOCALHOST] })
  .run(0)
  .then(({ appServer }) => console.log(`http://127.0.0.1:${appServer.address().port}/`));
