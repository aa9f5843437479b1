/**
 * Leaving, resigning, ending the game: each asks first, and says exactly what will happen.
 *
 * @import { Game } from '../table/game.js'
 * @import { Store } from '../table/store.js'
 */

import { confirmDanger, openDialog } from '../dialogs.js';
import { listing, t } from '../text/catalogue.js';

/** @typedef {'leave' | 'resign' | 'abandon'} Way */
const TEXTS = { leave: 'company.leave', resign: 'company.resign', abandon: 'company.abandon' };

/** Of several seats of mine, which one? @param {Store} store @param {Way} way @param {number[]} seats @returns {Promise<number>} */
async function whichSeat(store, way, seats) {
  if (seats.length < 2 || way === 'abandon') return seats[0] ?? 0;
  return Number(await openDialog({
    title: t(TEXTS[way]),
    kind: 'dialog-list',
    actions: [...seats.map((seat) => ({ id: String(seat), label: store.nameOf(seat) })), { id: '', label: t('shell.cancel') }],
  }));
}

/** @param {Store} store @param {Way} way @param {number} seat */
function consequences(store, way, seat) {
  const { seats } = store.table;
  const persons = seats.filter((one) => one.kind === 'person' && one.seat !== seat);
  if (way === 'leave') return t(persons.length ? 'company.leave.body' : 'company.leave.last');
  if (way === 'resign') {
    const rest = seats.filter((one) => !one.resigned && one.seat !== seat);
    if (rest.length === 1) return t('company.resign.last', { name: store.nameOf(rest[0]?.seat ?? 0) });
    return t('company.resign.body');
  }
  const asked = persons.filter((one) => !store.isMine(one.seat) && !one.stand_in && !one.resigned);
  if (!asked.length) return t('company.abandon.alone');
  return t('company.abandon.body', { names: listing(asked.map((one) => store.nameOf(one.seat))) });
}

/** @param {Game} game @param {Way} way */
export async function goAway(game, way) {
  const { store } = game;
  const able = store.mine.filter((one) => way === 'leave' || !store.seat(one)?.resigned);
  const seat = await whichSeat(store, way, able);
  if (!seat) return;
  const title = t(`${TEXTS[way]}.title`);
  const yes = await confirmDanger({ title, body: consequences(store, way, seat), yes: t(TEXTS[way]) });
  if (yes) await game.orders.act({ do: way, seat });
}
