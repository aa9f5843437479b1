/**
 * What few need when they set up a table: its name, a time for moves, who may watch. The fields are
 * fetched when somebody wants to see them.
 *
 * @import { Manners, NewTable } from '../messages.js'
 */

import { fill, h } from '../dom.js';
import { t } from '../text/catalogue.js';

/**
 * @param {() => NewTable} wish
 * @param {(wish: NewTable) => void} keep
 */
export function moreChoices(wish, keep) {
  const told = h('span', { class: 'more-told' });
  const words = h('span');
  const fields = h('div');
  const element = h('details', { class: 'setup-more' },
    h('summary', { id: 'setup-more' }, words, ' ', told), fields);
  /** @param {Manners} manners */
  const change = (manners) => {
    const { manners: _, ...plain } = wish();
    keep(manners.name || isUnusual(manners) ? { ...plain, manners } : plain);
    tell();
  };
  const tell = async () => {
    const { manners } = wish();
    if (!manners) return fill(told);
    const { mannersText } = await import('../room/table-options.js');
    return fill(told, [manners.name, ...mannersText(manners)].filter(Boolean).join(' · '));
  };
  const draw = async () => {
    const { USUAL, mannersFields } = await import('../room/table-options.js');
    fill(fields, mannersFields(wish().manners ?? USUAL, change));
  };
  element.addEventListener('toggle', () => element.open && !fields.hasChildNodes() && draw());
  const render = () => {
    fill(words, t('meeting.manners'));
    fill(fields);
    tell();
    if (element.open) draw();
  };
  return { element, render };
}

/** @param {Manners} manners */
function isUnusual({ public: isPublic, watching, delay, clock }) {
  return isPublic || !watching || delay > 0 || clock !== null;
}
