/**
 * Who starts, as custom has it: whoever was in Portugal last. Nobody but the players knows who that
 * is, so they are asked.
 */

import { openDialog } from '../dialogs.js';
import { t } from '../text/catalogue.js';

const NOBODY = 'nobody';

/**
 * @param {string[]} names  Of all seats, in order.
 * @returns {Promise<number | null | undefined>} The seat; null: chance decides; undefined: no answer.
 */
export async function askPortugal(names) {
  const answer = await openDialog({
    title: t('shell.portugal.title'),
    body: t('shell.portugal.body'),
    kind: 'dialog-list',
    actions: [
      ...names.map((label, index) => ({ id: String(index + 1), label })),
      { id: NOBODY, label: t('shell.portugal.nobody') },
    ],
  });
  if (!answer) return undefined;
  return answer === NOBODY ? null : Number(answer);
}
