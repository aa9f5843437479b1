/**
 * The dialog that tells what every key does. Fetched when somebody asks.
 */

import { openDialog } from '../../dialogs.js';
import { h } from '../../dom.js';
import { toggle } from '../../forms.js';
import { settings } from '../../settings.js';
import { has, t } from '../../text/catalogue.js';

/** What the help tells: the keys as they are printed, or their name's text, and what they do. @type {[string, string][]} */
const HELP = [
  ['table.key.tab', 'tab'], ['← ↑ → ↓', 'arrows'], ['table.key.enter', 'enter'], ['table.key.escape', 'escape'],
  ['table.key.ctrl_z', 'undo'], ['table.key.space', 'skip'],
  ['D', 'displays'], ['L', 'lines'], ['0 … 9', 'digit'], ['J', 'jokers'], ['H', 'hint'], ['U', 'undo'], ['M', 'typed'], ['A', 'answer'], ['T', 'talk'],
  ['O', 'read_displays'], ['B', 'read_board'], ['V', 'read_others'], ['S', 'read_scores'], ['← →', 'replay'], ['?', 'help'],
];

/** @param {string} keys */
const printed = (keys) => (has(keys) ? t(keys) : keys).split(' ');

export function keyHelp() {
  const input = toggle(settings.get('keys'), (on) => settings.set('keys', on), { id: 'key-letters' });
  return openDialog({
    title: t('table.keys'),
    kind: 'dialog-keys',
    body: [
      h('dl', { class: 'keys', tabindex: '-1', autofocus: true }, HELP.map(([keys, name]) => (
        h('div', null, h('dt', null, printed(keys).map((key) => h('kbd', null, key))), h('dd', null, t(`table.keys.${name}`)))))),
      h('label', { class: 'keys-switch', for: input.id }, input, h('span', null, t('table.keys.letters'))),
      h('h3', null, t('table.typed')),
      h('p', null, t('table.typed.help')),
      h('p', null, t('table.letters')),
    ],
  });
}
