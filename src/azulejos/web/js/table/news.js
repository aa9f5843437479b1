/**
 * What comes from the server besides moves: people who come, go, ask and say something.
 *
 * @import { Aside, Told } from '../net/socket.js'
 * @import { Game } from './game.js'
 */

import { MISSED_AFTER } from '../people/seat-status.js';

/** Where others play or watch, or a clock runs, there is more to show. @param {Game} game */
export async function meet(game) {
  const { store } = game;
  if (!store.company && !store.table.manners?.clock) return;
  // Without a line: with the next news.
  const found = await import('../people/people.js').catch(() => null);
  if (!found || game.company || game.gone) return;
  game.company = new found.Company(game);
  for (const [happening, before] of game.unheard.splice(0)) game.company.happened(happening, before);
  game.update();
}

/** @param {Game} game @param {Extract<Told, { type: 'table' }>} message */
export function hearNews(game, message) {
  const { store } = game;
  const { table: before, over } = store;
  const waited = !store.now.choices;
  store.hear(message);
  if (game.company) game.company.happened(message.happening, before);
  else game.unheard.push([message.happening, before]);
  void meet(game);
  // Who returns may have to move; who resigns may have ended the game.
  const calls = store.over ? !over : waited && store.now.choices;
  if (calls && !store.playing) game.settled();
  else game.update();
}

/** @param {Game} game @param {Aside} message */
export function hearAside(game, message) {
  game.store.hearAside(message);
  if (message.type === 'said') {
    game.company?.talk.said(message.seat, message.phrase);
    return;
  }
  if (message.type === 'you') game.store.turnView();
  else if (message.away.length) setTimeout(() => game.gone || game.update(), MISSED_AFTER * 1000);
  void meet(game);
  game.update();
}
