/** What the gallery shows when a scene is asked for: tables full of everything, to be looked at. */

const B1 = { score: 28, lines: ['', 'K', '', 'YY', 'R'], wall: ['.Y..W', 'W..R.', '..B..', '.....', 'Y....'], floor: 'FW' };

export const scenes = {
  one: (gallery) => gallery.board([20, 20, 640, 420], { board: B1, mine: true, active: true }),
};
