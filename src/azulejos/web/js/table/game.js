/**
 * One game on the screen: what comes from the server goes to the queue and the panels, what a
 * person does goes to the server.
 *
 * @import { Hint as HintTold, Problem } from '../messages.js'
 * @import { TableSocket, Told } from '../net/socket.js'
 * @import { Store } from './store.js'
 */

import { announce, toast } from '../dialogs.js';
import { api, problemOf } from '../net/api.js';
import { go } from '../routes.js';
import { play } from '../sound.js';
import { errorText, t } from '../text/catalogue.js';
import { Controls } from './controls.js';
import { Focus } from './focus.js';
import { Hint } from './hint.js';
import { keyHelp, listenToKeys } from './keys.js';
import { Layout } from './layout.js';
import { Log } from './log.js';
import { Picking } from './picking.js';
import { Queue } from './queue.js';
import { Recap } from './recap.js';
import { Replay } from './replay.js';
import { ResultPanel } from './result.js';
import { Speaker } from './speak.js';
import { Stage } from './stage.js';
import { Status, statusText } from './status.js';
import { stepWords, undoneText } from './telling.js';
import { Typed } from './typed.js';
import { deedsOf, listenToWidgets } from './deeds.js';

export class Game {
  /** @param {HTMLElement} root @param {Store} store @param {TableSocket} socket */
  constructor(root, store, socket) {
    this.store = store;
    this.socket = socket;
    this.layout = new Layout(store.table);
    this.picking = new Picking(store, {
      changed: () => this.update(),
      move: (move) => void this.send(move),
      refused: (why) => this.refused(why),
      idle: (why) => this.idle(why),
    });
    this.hint = new Hint(store, () => this.askHint(), () => this.update());
    this.recap = new Recap(store, () => this.update());
    this.replay = new Replay(store, () => this.looked());
    const parts = { store, picking: this.picking, hint: this.hint, recap: this.recap };
    this.status = new Status(parts, { skip: () => this.queue.skip(), bar: this.replay.element });
    this.log = new Log(store, (ply) => void this.look(ply));
    this.typed = new Typed(store, (move) => this.send(move), keyHelp);
    this.speaker = new Speaker(store);
    this.result = new ResultPanel(store, {
      rematch: (starter) => void this.rematch(starter), replay: () => void this.look(0),
    });
    this.controls = new Controls(store, {
      hint: () => void this.askForHint(),
      undo: (to) => void this.undo(to),
      words: () => void this.speaker.words(),
      keys: () => void keyHelp(),
      typed: () => this.typeMove(),
      replay: () => void this.look(store.history.length),
    }, store.table.id);
    const { layout } = this;
    root.className = 'table-page';
    root.replaceChildren(layout.build({
      status: this.status.element, log: this.log.element, typed: this.typed.element, result: this.result.element,
    }));
    document.getElementById('header-slot')?.replaceChildren(this.controls.element);
    this.stage = new Stage(parts, { ...layout, elsewhere: layout.buttons.get('others') ?? layout.tabs });
    this.queue = new Queue(store, this.stage, {
      begin: (entry) => { store.current = entry; },
      step: (step) => {
        this.status.caption = stepWords(step, store) || this.status.caption;
        this.status.update();
      },
      end: (entry) => {
        this.speaker.tell(entry);
        this.update();
      },
      settled: () => this.settled(),
    });
    this.focus = new Focus(layout, store);
    this.deaf = [
      listenToKeys(deedsOf(this)), listenToWidgets(this), this.focus.listen(root),
    ];
    layout.opened = () => this.update();
    store.current = store.history.at(-1) ?? null;
    store.turnView();
    this.render();
  }

  /** @param {Told} message */
  hear(message) {
    const { store } = this;
    if (message.type === 'played') {
      store.stage ??= store.now.state;
      store.playing = true;
      store.hear(message);
      this.forget();
      this.queue.add(message);
      return;
    }
    store.hear(message);
    store.current = store.history.at(-1) ?? null;
    this.forget();
    this.replay.leave();
    this.queue.reset();
    if (message.type === 'undone') announce(undoneText(store, message.player));
  }

  forget() {
    this.picking.forget();
    this.hint.forget();
  }

  /** Nothing is left to play: the server's state is on the screen. */
  settled() {
    const { store } = this;
    this.status.caption = '';
    store.turnView();
    this.update();
    const { phase } = store.now.state;
    if (phase === 'over') play('end');
    else if (store.choices) {
      play('turn');
      announce(statusText({ ...this.stage.parts, recap: this.recap }, ''));
    }
    this.focus.settled();
  }

  /** @param {boolean} lost */
  lost(lost) {
    this.store.lost = lost;
    announce(t(lost ? 'table.status.lost' : 'table.status.found'), lost);
    this.update();
  }

  // What people do

  /** @param {string} move @returns {Promise<Problem | null>} */
  async send(move) {
    const { store } = this;
    if (store.sent || store.look) return null;
    if (store.playing) this.queue.skip();
    store.sent = move;
    try {
      await this.socket.ask({ type: 'move', number: store.now.number, move });
      return null;
    } catch (error) {
      const why = problemOf(error);
      store.sent = null;
      this.update();
      this.refused(why);
      return why;
    }
  }

  /** @param {'move' | 'round'} to */
  async undo(to) {
    const { store } = this;
    if (store.look || !store.now.undo[to]) {
      toast(t('undo.none'));
      return;
    }
    try {
      await this.socket.ask({ type: 'undo', number: store.now.number, to });
    } catch (error) {
      this.refused(problemOf(error));
    }
  }

  /** @returns {Promise<HintTold>} */
  async askHint() {
    const answer = await this.socket.ask({ type: 'hint', number: this.store.now.number });
    if (answer.type !== 'hint') throw new Error('no hint');
    return answer.hint;
  }

  async askForHint() {
    this.queue.skip();
    if (!this.store.choices) {
      this.idle('not_now');
      return;
    }
    try {
      await this.hint.press(this.picking);
      announce(this.hint.text);
    } catch (error) {
      this.refused(problemOf(error));
    }
  }

  /** @param {Problem} why */
  refused(why) {
    toast(errorText(why), { tone: 'bad' });
  }

  /** @param {'playing' | 'not_now' | 'tiling' | 'marker'} why */
  idle(why) {
    if (why === 'playing') this.queue.skip();
    else toast(t(`table.idle.${why}`, { name: this.store.nameOf(this.store.now.state.turn) }));
  }

  typeMove() {
    this.layout.open('log');
    this.typed.focus();
  }

  /** @param {number} ply */
  async look(ply) {
    this.queue.skip();
    await this.replay.open(ply);
    this.layout.open('table');
  }

  looked() {
    this.forget();
    this.update();
  }

  /** The same people and bots once more. @param {number | null} starter */
  async rematch(starter) {
    const { rules, seats } = this.store.table;
    try {
      const table = await api.create({ rules, starter, seats: seats.map(({ kind, name, level }) => ({ kind, name, level })) });
      await go(`/table/${table.id}`);
    } catch (error) {
      this.refused(problemOf(error));
    }
  }

  // What is shown

  update() {
    const over = this.store.now.state.phase === 'over' && !this.store.playing && !this.store.look;
    this.layout.element?.toggleAttribute('data-over', over);
    this.stage.paint();
    this.replay.update();
    this.status.update();
    this.controls.update();
    this.log.update();
    this.result.update();
    this.focus.keep();
  }

  /** The language may have changed. */
  render() {
    this.layout.render();
    this.controls.render();
    this.replay.render();
    this.typed.render();
    this.status.render();
    this.log.render();
    this.result.render();
    this.update();
  }

  remove() {
    this.deaf.forEach((stop) => stop());
    this.queue.reset();
    this.replay.stop();
    this.stage.remove();
  }
}
