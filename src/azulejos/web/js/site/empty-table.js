/**
 * A table as it is before its first deal: shown while the host that will deal is on its way.
 *
 * @import { NewTable, Welcome } from '../messages.js'
 * @import { SiteSettings } from './settings.js'
 */

const NOTHING = { choices: null, proposal: null, left: null, result: null };

/**
 * What a host would say of it. `created` long ago: nobody greets yet.
 *
 * @param {NewTable} order
 * @param {SiteSettings['emptyTables']} kinds
 * @returns {Welcome | null}
 */
export function emptyTable({ rules, seats, starter, options }, kinds) {
  const kind = kinds[`${rules}-${seats.length}`];
  if (!kind) return null;
  const { state, pattern, penalties } = kind;
  const placed = seats.map(({ kind: who, name, level, colour = null }, index) => (
    { seat: index + 1, kind: who, name, level, colour, stand_in: null, resigned: false }));
  const mine = placed.filter((seat) => seat.kind === 'person').map(({ seat }) => seat);
  return {
    type: 'welcome', number: 0, state, ...NOTHING, undo: { move: false, round: false, ask: false }, history: [],
    you: { seats: mine, host: true, alone: true },
    table: {
      id: '', rules, stage: 'playing', ended: null, series: null, rematch: null, free: [], seats: placed, starter: starter ?? 1,
      options: { name: '', public: false, watching: true, delay: 0, clock: null, joining: false, ...options }, created: 0, pattern, penalties,
    },
  };
}
