/**
 * What happened is played step by step, one message after the other. Behind every message the server's state is shown,
 * whatever the steps were: the table is never anything else for long. Only one's own move is shown before its message;
 * where that never comes, all goes back. What is being played the store is told; who listens there shows the words.
 *
 * @import { Entry, State, Step } from '../messages.js'
 * @import { NumberedMessage } from '../net/socket.js'
 * @import { Prediction } from './prediction.js'
 * @import { Shared } from './animation/flights.js'
 * @import { Scene, Stage } from './stage.js'
 * @import { Store } from './store.js'
 */

import { applyFlights } from '../board/view.js';
import { fly, flyAmong } from './animation/flights.js';
import { bonus, floorCharged, squeezeOf, tiled, withScore } from './animation/scoring.js';

/** @typedef {Extract<NumberedMessage, { type: 'played' }>} Played */
/** A move shown ahead of its message: from which state, and when its tiles have landed. @typedef {Prediction & { ply: number, before: State, landed: Promise<State> }} Ahead */

/** Further behind than this, we jump. */
const FAR = 12;
/** The steps of a take, which happen as one. @type {Step['event'][]} */
const TAKING = ['taken', 'to_centre', 'marker', 'laid', 'fallen', 'discarded'];
/** What a round brings each player, and what the end of the game does. @type {Step['event'][][]} */
const SCORING = [['tiled', 'line_dropped', 'floor_charged'], ['bonus']];
/** So long it takes at most, in milliseconds at speed 1: all at once, or mine and then each of the others. */
const TOGETHER = 3000;
const MINE = 2300;
const OTHERS = 850;

export class Queue {
  /** @param {Store} store @param {Stage} stage */
  constructor(store, stage) {
    this.store = store;
    this.stage = stage;
    /** @type {Played[]} */
    this.waiting = [];
    this.running = false;
    this.done = Promise.resolve();
    /** Counts the resets: what was begun before one has no say after it. */
    this.generation = 0;
    /** @type {Ahead | null} */
    this.ahead = null;
  }

  /** Shows a move that is on its way to the server. @param {Prediction} prediction @returns {Ahead} */
  showAhead(prediction) {
    const before = this.store.now.state;
    const landed = fly(this.stage.scene(), before, prediction.flights);
    this.ahead = { ...prediction, ply: this.store.lastPly + 1, before, landed };
    return this.ahead;
  }

  /** That move was not to be: from the next update on all lies where it lay. @param {Ahead | null} ahead */
  retract(ahead) {
    if (ahead && ahead === this.ahead) this.drop(null);
  }

  /** What was shown ahead has no say any more: this is there instead. @param {State | null} state */
  drop(state) {
    if (!this.ahead) return;
    this.ahead = null;
    this.stage.cut();
    this.store.dispatch({ type: 'frame', state });
  }

  /** What was shown ahead, if this entry is it; else that is taken back. @param {Entry} entry */
  confirm(entry) {
    const { ahead } = this;
    if (!ahead) return null;
    if (ahead.move !== entry.move || ahead.ply !== entry.ply) {
      this.drop(ahead.before);
      return null;
    }
    this.ahead = null;
    return ahead;
  }

  /** @param {Played} message */
  add(message) {
    this.waiting.push(message);
    if (this.running) this.store.dispatch({ type: 'queued', behind: this.waiting.length });
    if (this.waiting.length > FAR) this.stage.pace.skip();
    if (!this.running) this.done = this.run();
  }

  /** What was missed, all of it. @param {State} from @param {Played[]} messages */
  rerun(from, messages) {
    this.drop(this.store.state.frame);
    this.store.dispatch({ type: 'frame', state: from });
    this.waiting.push(...messages);
    if (!this.running) this.done = this.run();
  }

  /** Fulfilled when everything that waited is on the table. @returns {Promise<void>} */
  skip() {
    if (this.running || this.ahead) this.stage.pace.skip();
    return this.done;
  }

  /** The truth has jumped (a welcome, an undo): what waits is of no interest any more. */
  reset() {
    this.stop();
    this.stage.cut();
    this.finish();
  }

  /** The page goes away: nothing is shown and nobody told any more. */
  stop() {
    this.generation += 1;
    this.waiting = [];
    this.ahead = null;
  }

  async run() {
    const { generation } = this;
    this.running = true;
    for (let message = this.waiting.shift(); message; message = this.waiting.shift()) {
      this.store.dispatch({ type: 'queued', behind: this.waiting.length });
      if (!await this.playMessage(message, generation)) return;
    }
    this.finish();
  }

  /** @param {Played} message @param {number} generation @returns {Promise<boolean>} False: a reset has come in between. */
  async playMessage({ entry, state }, generation) {
    const { store, stage } = this;
    const ahead = this.confirm(entry);
    const from = ahead?.before ?? store.state.frame ?? store.now.state;
    store.dispatch({ type: 'entry_begins', entry });
    try {
      if (ahead && !stage.pace.instant) stage.paint(); // While its tiles still fly, the table shows who is next.
      await ahead?.landed;
      if (generation !== this.generation) return false;
      const rest = ahead ? withoutFlown(entry.steps, from) : { steps: [...entry.steps], state: from };
      await this.play(rest.steps, rest.state);
    } catch (error) {
      console.error(error);
    }
    if (generation !== this.generation) return false;
    stage.overlay.clear();
    store.dispatch({ type: 'entry_ends', entry, state });
    await stage.pace.wait(this.waiting.length ? 170 : 50);
    return generation === this.generation;
  }

  finish() {
    const { store, stage } = this;
    this.running = false;
    stage.overlay.clear();
    // Who skips does not want to wait for the bots that still think, either.
    if (store.now.choices || store.now.state.phase === 'over') stage.pace.rest();
    store.dispatch({ type: 'settled' });
  }

  /** @param {Step[]} steps Taken off the list one by one. @param {State} from */
  async play(steps, from) {
    const { generation } = this;
    const scene = this.stage.scene();
    let state = from;
    while (steps.length && generation === this.generation && !scene.pace.instant) {
      const together = takeWhile(steps, steps[0]?.event === 'dealt' ? ['dealt'] : TAKING);
      const kinds = SCORING.find((some) => steps[0] && some.includes(steps[0].event));
      const scoring = kinds && !together.length ? takeWhile(steps, kinds) : [];
      if (together.length) state = await this.move(scene, state, together);
      else if (scoring.length) state = await this.score(scene, state, scoring);
      else state = await this.one(scene, state, /** @type {Step} */ (steps.shift()));
    }
  }

  /**
   * What all players get: at once where all boards are in sight, else mine in full and then the others in short.
   *
   * @param {Scene} scene
   * @param {State} from
   * @param {Step[]} steps
   */
  async score(scene, from, steps) {
    const { pace } = scene;
    const mine = this.store.state.viewer;
    const players = [...new Set(steps.map(({ player = 0 }) => player))];
    const lanes = players.map((player) => ({ player, steps: steps.filter((step) => step.player === player) }));
    const shared = { state: from };
    if (this.stage.seesAll) {
      pace.squeeze = Math.min(...lanes.map((lane) => squeezeOf(lane.steps, TOGETHER)));
      const told = players.includes(mine) ? mine : players[0];
      await Promise.all(lanes.map((lane) => this.lane(scene, shared, lane.steps, lane.player === told)));
    } else {
      for (const lane of lanes.toSorted((one, other) => Number(other.player === mine) - Number(one.player === mine))) {
        pace.squeeze = squeezeOf(lane.steps, lane.player === mine ? MINE : OTHERS);
        await this.lane(scene, shared, lane.steps, true);
      }
    }
    pace.squeeze = 1;
    return shared.state;
  }

  /** One player's steps, one after the other. @param {Scene} scene @param {Shared} shared @param {Step[]} steps @param {boolean} told In words, too? */
  async lane(scene, shared, steps, told) {
    const { generation } = this;
    for (const step of steps) {
      if (generation !== this.generation || scene.pace.instant) return;
      if (told) {
        this.store.dispatch({ type: 'step_begins', step });
        await this.stage.spotlight(step.player ?? 0);
      }
      await this.scored(scene, shared, step);
    }
  }

  /** @param {Scene} scene @param {Shared} shared @param {Step} step */
  async scored(scene, shared, step) {
    if (step.event === 'tiled') return tiled(scene, shared, step);
    if (step.event === 'floor_charged') return floorCharged(scene, shared, step);
    if (step.event === 'bonus') {
      await bonus(scene, shared, step);
      return this.stage.light(step);
    }
    await flyAmong(scene, shared, step.flights);
    return scene.pace.wait(PAUSES[step.event] ?? 0);
  }

  /** Steps that belong to one movement of the hand. @param {Scene} scene @param {State} state @param {Step[]} steps */
  async move(scene, state, steps) {
    const flights = steps.flatMap((step) => step.flights);
    const dealt = steps[0]?.event === 'dealt';
    const after = await fly(scene, state, flights, dealt ? { stagger: 22, time: 0.7 } : {});
    if (scene.pace.still) await scene.pace.wait(dealt ? 300 : 700);
    return after;
  }

  /** @param {Scene} scene @param {State} state @param {Step} step @returns {Promise<State>} */
  async one(scene, state, step) {
    this.store.dispatch({ type: 'step_begins', step });
    if (step.player) await this.stage.spotlight(step.player);
    // A lid tipped into the bag would be seventy tiles in the air: its counts tell enough.
    const carried = step.event === 'lid_tipped' ? applyFlights(state, step.flights) : await fly(scene, state, step.flights);
    const after = withScore(carried, step);
    scene.show(after);
    await scene.pace.wait(PAUSES[step.event] ?? 0);
    if (step.event === 'ended') await this.stage.gather();
    return after;
  }
}

/** Time to read what is said. @type {Partial<Record<Step['event'], number>>} */
const PAUSES = { offer_ended: 450, line_dropped: 350, lid_tipped: 350, ended: 850 };

/**
 * What is left to play where the move itself was shown ahead, and the state to begin with: that of
 * the server, should other tiles have been shown.
 *
 * @param {Step[]} steps
 * @param {State} before
 */
function withoutFlown(steps, before) {
  const own = steps[0]?.event === 'tiled' ? 1 : takeWhile([...steps], TAKING).length;
  return {
    steps: steps.map((step, index) => (index < own ? { ...step, flights: [] } : step)),
    state: applyFlights(before, steps.slice(0, own).flatMap((step) => step.flights)),
  };
}

/** Takes the first steps of these kinds off the list. @param {Step[]} steps @param {Step['event'][]} kinds */
function takeWhile(steps, kinds) {
  const end = steps.findIndex((step) => !kinds.includes(step.event));
  return steps.splice(0, end < 0 ? steps.length : end);
}
