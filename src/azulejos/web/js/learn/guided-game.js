/**
 * The first game: leads from scene to scene, and answers what the learner does. What may be done and what it brings comes
 * from the lesson.
 *
 * @import { Step } from '../messages.js'
 * @import { Idle } from '../play/session.js'
 * @import { Scene } from './scenes.js'
 */

import { announce } from '../dialogs.js';
import { TableView } from '../play/table-view.js';
import { entryWords, stepWords } from '../play/transcript.js';
import { settings } from '../settings.js';
import { play } from '../sound.js';
import { errorText, t } from '../text/catalogue.js';
import { Coach } from './coach.js';
import { GuidedSession } from './guided-session.js';
import { GuidedLayout } from './layout.js';
import { adviceOf, isPicked, lessonText, promptText, wantedIn } from './prompts.js';
import { chaptersOf } from './scenes.js';

export class GuidedGame {
  at = 0;
  note = '';
  caption = '';
  /** What happens when everything has been played. @type {(() => void) | null} */
  then = null;

  /** @param {HTMLElement} root @param {[Scene, ...Scene[]]} scenes @param {() => void} playReally Starts a real game. */
  constructor(root, scenes, playReally) {
    this.scenes = scenes;
    this.chapters = chaptersOf(scenes);
    this.coach = new Coach(this, playReally);
    this.layout = new GuidedLayout(this.coach.element);
    this.session = new GuidedSession(scenes[0], () => this.back());
    this.store = this.session.store;
    this.view = new TableView(this.session, this.layout, adviceOf(this), {
      update: () => this.picked(),
      handlers: {
        entry_begins: ({ entry }) => this.tell(entry.steps[0]),
        step_begins: ({ step }) => this.tell(step),
        entry_ends: ({ entry }) => {
          announce(entryWords(entry, this.store));
          this.update();
        },
        settled: () => this.settled(),
      },
      move: (move) => void this.move(move),
      refused: (why) => this.refuse('learn.refused', errorText(why)),
      idle: (why) => this.idle(why),
    });
    this.picking = this.view.picking;
    this.focus = this.view.focus;
    root.className = 'learn-page';
    root.replaceChildren(this.layout.element);
    this.view.listen(root, { hint: () => void this.show(), undo: () => this.back() });
    this.layout.large.addEventListener('click', (event) => this.touched(event));
    this.layout.title.textContent = t('learn.title');
    const last = scenes.findIndex(({ name }) => name === settings.get('lesson'));
    this.enter(Math.max(0, last), last < 1);
  }

  /** @returns {Scene} */
  get scene() {
    return this.scenes[this.at] ?? this.scenes[0];
  }

  // From scene to scene

  /** @param {number} index @param {boolean} [played] Is what leads there played, or is it there at once? */
  enter(index, played = true) {
    this.at = Math.min(Math.max(0, index), this.scenes.length - 1);
    const { stage, name, bare } = this.scene;
    this.note = '';
    settings.set('lesson', this.at ? name : '');
    const plays = played && stage.steps.length > 0;
    this.layout.element.toggleAttribute('data-bare', bare);
    this.then = () => {}; // What was being played ends without a word.
    this.session.enter(this.scene, plays);
    this.then = null;
    announce(`${t(`learn.${name}.title`)} ${lessonText(this.scene, this.picking)}`);
    if (plays) {
      this.update(); // The words are there before anything is measured and flies.
      this.session.playScene();
    } else {
      this.settled();
    }
    if (name === 'won') this.layout.cheer(this.view.stage.pace);
  }

  /** To the scene before. */
  back() {
    this.enter(this.at - 1, false);
  }

  settled() {
    this.caption = '';
    const { then } = this;
    this.then = null;
    if (then) return then();
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
  async move(move) {
    const line = isPicked(wantedIn(this.scene), this.picking);
    this.then = () => this.enter(this.at + 1);
    this.note = '';
    if (!await this.session.play(move)) return this.update();
    this.then = null;
    return this.refuse(line ? 'learn.other_line' : 'learn.other_take');
  }

  /** Something else is picked or pointed at. */
  picked() {
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

  /** @param {Idle} why */
  idle(why) {
    if (why === 'playing') this.view.queue.skip();
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
    if (this.store.state.playing) await this.view.queue.skip();
    const wanted = wantedIn(scene);
    if (wanted?.take && !isPicked(wanted, this.picking)) {
      this.picking.pickTake(wanted.take.source, wanted.take.take);
      play('pick');
      await this.view.stage.pace.wait(900);
    }
    if (this.scene === scene && !this.then) await this.move(move);
  }

  // What is shown

  /** What is happening just now. @param {Step | undefined} step */
  tell(step) {
    const text = step && stepWords(step, this.store);
    if (text) this.caption = text;
    this.coachSays();
  }

  update() {
    const { scene, store } = this;
    this.view.stage.paint();
    this.layout.look(store.state.playing ? [] : scene.stage.look);
    this.layout.showOther(store.nameOf(2), store.board(2).score);
    this.coachSays();
    this.focus.keep();
  }

  coachSays() {
    const { scene, store } = this;
    this.layout.element.dataset.scene = scene.name;
    this.layout.element.toggleAttribute('data-playing', store.state.playing);
    this.coach.say();
  }

  render() {
    this.layout.title.textContent = t('learn.title');
    this.note = '';
    this.caption = '';
    this.update();
  }

  remove() {
    this.then = null;
    this.view.remove();
  }
}
