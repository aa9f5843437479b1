/**
 * The first game: leads from scene to scene, and answers what the learner does. What may be done and
 * what it brings comes from the lesson.
 *
 * @import { Step } from '../messages.js'
 * @import { Game } from '../table/game.js'
 * @import { Scene } from './scenes.js'
 */

import { announce } from '../dialogs.js';
import { play } from '../sound.js';
import { errorText, t } from '../text/catalogue.js';
import { listenToWidgets } from '../play/input/actions.js';
import { Focus } from '../play/input/focus.js';
import { listenToKeys } from '../play/input/keys.js';
import { entryWords, stepWords } from '../play/telling.js';
import { Coach } from './coach.js';
import { keysOf } from './hands.js';
import { chaptersOf, remember, remembered, stateAfter } from './scenes.js';
import { Playhouse } from './guided-session.js';
import { glowOf, isPicked, lessonText, promptText, wantedIn, whatText } from './prompts.js';
import { Scenery } from './layout.js';

export class Tutor {
  /** @param {HTMLElement} root @param {Scene[]} scenes @param {() => void} playReally Starts a real game. */
  constructor(root, scenes, playReally) {
    this.scenes = scenes;
    this.chapters = chaptersOf(scenes);
    this.at = 0;
    this.note = '';
    this.caption = '';
    /** What happens when everything has been played. @type {(() => void) | null} */
    this.then = null;
    this.coach = new Coach({
      next: () => this.enter(this.at + 1),
      back: () => this.enter(this.at - 1, false),
      show: () => void this.show(),
      restart: () => this.enter(0),
      play: playReally,
      open: (index) => this.enter(index),
      vary: (take) => this.picking.vary(take),
    });
    this.layout = new Scenery(this.coach.element);
    this.hint = glowOf(this);
    this.house = new Playhouse(this.layout, this.hint, {
      changed: () => this.changed(),
      move: (move) => this.move(move),
      refused: (why) => this.refuse('learn.refused', errorText(why)),
      idle: (why) => this.idle(why),
      begin: (entry) => this.tell(entry.steps[0]),
      step: (step) => this.tell(step),
      end: (entry) => {
        announce(entryWords(entry, this.store));
        this.update();
      },
      settled: () => this.settled(),
    });
    this.store = this.house.store;
    this.picking = this.house.picking;
    this.queue = this.house.queue;
    this.focus = new Focus(/** @type {any} */ (this.layout), this.store);
    root.className = 'learn-page';
    root.replaceChildren(this.layout.element);
    this.deaf = [
      listenToWidgets(/** @type {Game} */ (/** @type {unknown} */ (this))),
      listenToKeys(keysOf(this)),
      this.focus.listen(root),
    ];
    this.layout.large.addEventListener('click', (event) => this.touched(event));
    this.layout.title.textContent = t('learn.title');
    const last = scenes.findIndex(({ name }) => name === remembered());
    this.enter(Math.max(0, last), last < 1);
  }

  /** @returns {Scene} */
  get scene() {
    return /** @type {Scene} */ (this.scenes[this.at]);
  }

  // From scene to scene

  /** @param {number} index @param {boolean} [played] Is what leads there played, or is it there at once? */
  enter(index, played = true) {
    this.then = () => {};
    if (this.store.told) this.queue.reset();
    this.then = null;
    this.at = Math.min(Math.max(0, index), this.scenes.length - 1);
    const { table, stage, before, after, name } = this.scene;
    this.note = '';
    remember(this.at ? name : '');
    const plays = played && stage.steps.length > 0;
    this.layout.element.toggleAttribute('data-bare', this.scene.bare);
    this.house.lay(table, plays ? before : after, plays ? null : stage.choices);
    announce(`${t(`learn.${name}.title`)} ${lessonText(this.scene, this.picking)}`);
    if (plays) {
      this.update(); // The words are there before anything is measured and flies.
      this.house.play(stage.steps, after, stage.choices);
    } else {
      this.settled();
    }
    if (name === 'won') this.layout.cheer(this.house.stage.pace);
  }

  settled() {
    this.caption = '';
    const { then } = this;
    this.then = null;
    if (then) {
      then();
      return;
    }
    const prompt = promptText(this.scene, this.picking);
    if (prompt) {
      play('turn');
      announce(prompt);
    }
    this.update();
    if (this.focus.keyboard) this.arrive();
  }

  /** Who moves by keyboard goes on where something can be done. */
  arrive() {
    const { choices } = this.store;
    if (document.activeElement?.closest('#header, dialog')) return;
    if (choices?.cells.length) this.layout.large.focusTargets();
    else if (choices) this.focus.offer();
    else (this.coach.play.hidden ? this.coach.next : this.coach.play).focus({ preventScroll: true });
  }

  // What the learner does

  /** @param {string} move */
  move(move) {
    const { scene } = this;
    const outcome = scene.stage.outcomes[move];
    if (!outcome) {
      const line = isPicked(wantedIn(scene), this.picking);
      this.refuse(line ? 'learn.other_line' : 'learn.other_take');
      return;
    }
    this.note = '';
    this.picking.forget();
    this.then = () => this.enter(this.at + 1);
    this.house.play(outcome.steps, stateAfter(scene, outcome), null);
    this.update();
  }

  /** Something else is picked or pointed at. */
  changed() {
    const { picking } = this;
    const wanted = wantedIn(this.scene);
    const fits = !picking.picked || !wanted?.take || picking.variants.includes(wanted.take);
    if (!fits) {
      picking.forget();
      this.refuse('learn.other_take');
      return;
    }
    if (isPicked(wanted, picking) && !picking.aim) this.note = '';
    this.update();
  }

  /** The board was touched, not a target on it, with nothing in hand. @param {Event} event */
  touched({ target }) {
    if (target instanceof HTMLButtonElement || this.picking.picked) return;
    if (this.store.choices?.takes.length) this.refuse('learn.take_first');
  }

  /** @param {'playing' | 'not_now' | 'tiling' | 'marker'} why */
  idle(why) {
    if (why === 'playing') this.queue.skip();
    else if (why === 'marker') this.refuse('learn.refused', t('table.idle.marker'));
  }

  /** Kindly: why not, and what to do instead. @param {string} key @param {string} [why] */
  refuse(key, why) {
    this.note = t(key, { why, prompt: promptText(this.scene, this.picking) });
    announce(this.note, true);
    this.update();
  }

  /** Does what the lesson waits for, slowly enough to follow. */
  async show() {
    const { scene } = this;
    const move = Object.keys(scene.stage.outcomes)[0];
    if (!move) return;
    if (this.store.playing) await this.queue.skip();
    const wanted = wantedIn(scene);
    if (wanted?.take && !isPicked(wanted, this.picking)) {
      this.picking.pickTake(wanted.take.source, wanted.take.take);
      play('pick');
      await this.house.stage.pace.wait(900);
    }
    if (this.scene === scene && !this.then) this.move(move);
  }

  // What is shown

  /** What is happening just now. @param {Step | undefined} step */
  tell(step) {
    const text = step && stepWords(step, this.store);
    if (text) this.caption = text;
    this.speak();
  }

  update() {
    const { scene, store } = this;
    this.house.stage.paint();
    this.layout.look(store.playing ? [] : scene.stage.look);
    this.layout.name(store.nameOf(2), store.board(2).score);
    this.speak();
    this.focus.keep();
  }

  /** What the coach says. */
  speak() {
    const { scene, store, picking } = this;
    this.layout.element.dataset.scene = scene.name;
    this.layout.element.toggleAttribute('data-playing', store.playing);
    const last = this.at === this.scenes.length - 1;
    this.coach.say({
      title: t(`learn.${scene.name}.title`),
      text: lessonText(scene, picking),
      prompt: store.playing || this.then ? this.caption : promptText(scene, picking),
      what: whatText(scene, picking),
      note: this.note,
      step: this.at + 1,
      steps: this.scenes.length,
      chapter: t(`learn.chapter.${scene.chapter}`),
      chapters: this.chapters,
      kind: scene.stage.choices ? 'move' : last ? 'last' : scene.name === 'won' ? 'end' : 'read',
      takes: picking.variants.map(({ take }) => ({ take, chosen: take === picking.picked?.take })),
    });
  }

  render() {
    this.layout.title.textContent = t('learn.title');
    this.note = '';
    this.caption = '';
    this.coach.render();
    this.update();
  }

  remove() {
    this.then = null;
    this.deaf.forEach((stop) => stop());
    this.house.remove();
  }
}
