/**
 * What comes from the server besides moves: people who come, go, ask and say something.
 *
 * @import { Aside, Told } from '../net/socket.js'
 * @import { Game } from './game.js'
 */

/** Where others play or watch, or a clock runs, there is more to show. @param {Game} game */
export async function meet(game) {
  const { store } = game;
  if (!store.company && !store.table.manners?.clock) return;
  const { Company } = await import('../company/company.js');
  if (game.company || game.gone) return;
  game.company = new Company(game);
  game.update();
}

/** @param {Game} game @param {Extract<Told, { type: 'table' }>} message */
export function hearNews(game, message) {
  const before = game.store.table;
  game.store.hear(message);
  game.company?.happened(message.happening, before);
  void meet(game);
  if (!game.store.playing) game.store.turnView();
  game.update();
}

/** @param {Game} game @param {Aside} message */
export function hearAside(game, message) {
  game.store.hearAside(message);
  if (message.type === 'said') {
    game.company?.talk.said(message.seat, message.phrase);
    return;
  }
  if (message.type === 'you') game.store.turnView();
  void meet(game);
  game.update();
}
