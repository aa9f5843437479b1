/**
 * What the rules page tells, topic by topic: the names of its texts (`rules.<topic>.<name>`) and of
 * its pictures (`rules.figure.<name>`), in their order.
 */

/** @typedef {'board:before' | 'board:after' | 'offer:before' | 'offer:after'} View */
/**
 * @typedef {{ text: string } | { list: string[] } | { figures: [string, ...View[]][] } | { keys: true }} Part
 * Several figures stand side by side.
 */

/** @type {[string, ...Part[]][]} */
export const TOPICS = [
  ['goal', { text: '1' }, { text: '2' }, { figures: [['goal', 'board:after']] }],
  ['box', { text: '1' }, { list: ['a', 'b', 'c'] }, { figures: [['box', 'board:before']] }, { text: '2' }],
  ['setup', { text: '1' }, { text: '2' }, { figures: [['setup', 'offer:after']] }],
  ['round', { text: '1' }, { list: ['a', 'b', 'c'] }],
  ['taking',
    { text: '1' }, { list: ['a', 'b'] }, { figures: [['taking', 'offer:before', 'offer:after']] },
    { text: '2' }, { figures: [['centre', 'offer:before', 'board:after']] }],
  ['laying',
    { text: '1' }, { list: ['a', 'b', 'c'] }, { text: '2' },
    { figures: [['laying', 'board:before'], ['overflow', 'board:after']] }],
  ['floor', { text: '1' }, { text: '2' }, { figures: [['floor', 'board:before']] }, { text: '3' }],
  ['tiling',
    { text: '1' }, { figures: [['tiling', 'board:before', 'board:after']] },
    { text: '2' }, { list: ['a', 'b', 'c', 'd'] },
    { figures: [['alone', 'board:after'], ['across', 'board:after'], ['down', 'board:after'], ['both', 'board:after']] },
    { text: '3' }],
  ['next', { text: '1' }, { text: '2' }],
  ['end', { text: '1' }, { list: ['a', 'b', 'c'] }, { figures: [['bonuses', 'board:before', 'board:after']] }],
  ['ties', { text: '1' }],
  ['grey', { text: '1' }, { text: '2' }, { figures: [['grey', 'board:before'], ['grey_falls', 'board:before']] }],
  ['jokers',
    { text: '1' }, { list: ['a', 'b', 'c', 'd', 'e'] }, { text: '2' },
    { figures: [['joker_takes', 'offer:before'], ['joker_wall', 'board:before', 'board:after']] }],
  ['special', { list: ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i'] }],
  ['page', { text: '1' }, { text: '2' }, { keys: true }, { text: '3' }],
];
