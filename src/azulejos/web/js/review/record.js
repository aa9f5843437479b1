/**
 * A record that the reader brings along, by a field or dropped on the page: sent to be reviewed, and its review is shown.
 */

import { toast, toastProblem } from '../dialogs.js';
import { h } from '../dom.js';
import { problemOf } from '../net/api.js';
import { go } from '../routes.js';
import { loadRoom, t } from '../text/catalogue.js';
import { reviewRecord } from './host.js';

/** What the server takes. */
const LONGEST = 40000;

export function chooseRecord() {
  const input = h('input', {
    type: 'file', id: 'record-file', class: 'hush', accept: '.azul,.txt,text/plain', onchange: () => void bring(input.files),
  });
  return h('p', { class: 'review-drop' }, input, h('label', { class: 'button button-main', for: input.id }, t('review.record.choose')));
}

/** Reviews the first of some files. @param {FileList | null | undefined} files */
export async function bring(files) {
  const file = files?.[0];
  if (!file) return;
  try {
    await loadRoom('review');
    if (file.size > LONGEST) toast(t('review.record.long'), { tone: 'bad' });
    else await go(`/review/${await reviewRecord(await file.text())}`);
  } catch (error) {
    toastProblem(problemOf(error));
  }
}
