/**
 * The manners of a table while a game is played there; the host alone is asked.
 */

import { openDialog, toast } from '../dialogs.js';
import { h } from '../dom.js';
import { problemOf } from '../net/api.js';
import { friends } from '../net/friends.js';
import { errorText, t } from '../text/catalogue.js';
import { mannersFields } from './manners.js';

/** @param {{ table: import('../messages.js').Table }} store */
export async function openMannersDialog({ table }) {
  let wanted = table.manners;
  const answer = await openDialog({
    title: t('meeting.manners'),
    kind: 'dialog-wide',
    body: h('div', { tabindex: '-1', autofocus: true }, mannersFields(table.manners, (changed) => { wanted = changed; })),
    actions: [
      { id: '', label: t('shell.cancel') }, { id: 'save', label: t('meeting.manners.save'), tone: 'main' },
    ],
  });
  if (answer !== 'save') return;
  try {
    await friends.act(table.id, { do: 'manners', manners: wanted });
  } catch (error) {
    toast(errorText(problemOf(error)), { tone: 'bad' });
  }
}
