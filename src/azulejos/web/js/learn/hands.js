/**
 * The keys of the table, as far as they mean something in the lesson.
 *
 * @import { Deeds } from '../play/input/keys.js'
 * @import { Tutor } from './guided-game.js'
 */

import { Speaker } from '../play/announcer.js';

/** @param {Tutor} tutor @returns {Deeds} */
export function keysOf(tutor) {
  const { picking, store, focus } = tutor;
  const speaker = new Speaker(store);
  return {
    displays: () => void focus.offer(),
    lines: () => focus.lines(),
    digit: (digit) => {
      if (picking.picked) focus.lines(digit);
      else focus.offer(digit);
    },
    jokers: () => picking.cycle(),
    hint: () => void tutor.show(),
    undo: () => tutor.enter(tutor.at - 1, false),
    typed: () => {},
    readDisplays: () => speaker.displays(),
    readBoard: () => speaker.board(store.large),
    readOthers: () => speaker.others(),
    readScores: () => speaker.scores(),
    skip: () => {
      const was = store.playing;
      tutor.queue.skip();
      return was;
    },
    cancel: () => {
      const source = picking.picked?.source;
      const onBoard = tutor.layout.large.contains(document.activeElement);
      if (!picking.cancel()) return false;
      if (onBoard && focus.keyboard) focus.offer(source);
      return true;
    },
    step: () => false,
  };
}
