/**
 * Fields that several screens have: a choice among few side by side, a switch, a list to choose from. They know what is
 * chosen now and tell what is chosen next; what it means is their owner's business.
 *
 * @import { Attributes, Child } from './dom.js'
 */

import { h } from './dom.js';
import { t } from './text/catalogue.js';

/**
 * A choice among few, side by side.
 *
 * @template V
 * @param {string} name
 * @param {V} current
 * @param {[value: V, label: Child | Child[], attributes?: Attributes][]} options The attributes are those of the label.
 * @param {(value: V) => void} choose
 */
export function segments(name, current, options, choose) {
  return h('div', { class: 'segments' }, options.flatMap(([value, label, attributes]) => {
    const id = `${name}-${value}`;
    return [
      h('input', { type: 'radio', name, id, value, checked: value === current, onchange: () => choose(value) }),
      h('label', { for: id, ...attributes }, label),
    ];
  }));
}

/**
 * The ways to take what was picked: with jokers, without, jokers only.
 *
 * @param {string} name
 * @param {string[]} takes
 * @param {(take: string) => void} choose
 */
export function takeChooser(name, takes, choose) {
  /** @param {string} take */
  const words = (take) => t(`table.jokers.${take === 'J' ? 'jokers' : take.includes('J') ? 'with' : 'without'}`);
  return h('fieldset', { class: 'chooser', 'data-chooser': true },
    h('legend', { class: 'hush' }, t('table.jokers')),
    segments(name, '', takes.map((take) => [take, words(take), { 'data-take': take }]), choose));
}

/** @param {boolean} on @param {(on: boolean) => void} change @param {Attributes} [attributes] */
export function toggle(on, change, attributes) {
  const input = h('input', { type: 'checkbox', role: 'switch', checked: on, onchange: () => change(input.checked), ...attributes });
  return input;
}

/** A switch behind its words. @param {string} text @param {boolean} on @param {(on: boolean) => void} change @param {Attributes} [attributes] */
export function switchRow(text, on, change, attributes) {
  return h('label', { class: 'menu-row' }, h('span', null, text), toggle(on, change, attributes));
}

/**
 * A list to choose one of; a group of options is `[its label, options]`.
 *
 * @typedef {[value: string | number, label: string]} Choice
 * @param {Attributes} attributes
 * @param {string | number} current
 * @param {(Choice | { group: string, options: Choice[] })[]} choices
 * @param {(value: string) => void} [change]
 */
export function select(attributes, current, choices, change) {
  /** @param {Choice} choice */
  const option = ([value, label]) => h('option', { value }, label);
  const list = h('select', { ...attributes, onchange: () => change?.(list.value) }, choices.map((choice) => (
    'group' in choice ? h('optgroup', { label: choice.group }, choice.options.map(option)) : option(choice)
  )));
  list.value = String(current);
  return list;
}
