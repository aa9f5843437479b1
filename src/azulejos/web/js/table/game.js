/**
 * One game on the screen: what comes from the server goes to the queue and the panels, what a
 * person does goes to the server.
 *
 * @import { Happening, Problem, Table } from '../messages.js'
 * @import { TableSocket, Told } from '../net/socket.js'
 * @import { Store } from '../play/store.js'
 */

import { announce, toast } from '../dialogs.js';
import { play } from '../sound.js';
import { errorText, t } from '../text/catalogue.js';
import { Calls } from './notifications.js';
import { Controls } from './controls.js';
import { Focus } from '../play/input/focus.js';
import { Hint } from './hint.js';
import { keyHelp, listenToKeys } from '../play/input/keys.js';
import { Layout } from './layout.js';
import { Log } from './panels/log.js';
import { entryLines } from '../play/transcript.js';
import { hearNews, meet } from './news.js';
import { Orders } from './live-session.js';
import { Picking } from '../play/picking.js';
import { Queue } from '../play/queue.js';
import { Recap } from './panels/recap.js';
import { Replay } from './replay.js';
import { ResultPanel } from './panels/result.js';
import { Speaker } from '../play/announcer.js';
import { Stage } from '../play/stage.js';
import { Status, statusText } from './panels/status.js';
import { stepWords, undoneText } from '../play/telling.js';
import { Typed } from './panels/move-field.js';
import { deedsOf, listenToWidgets } from '../play/input/actions.js';

export class Game {
  /** @param {HTMLElement} root @param {Store} store @param {TableSocket} socket */
  constructor(root, store, socket) {
    this.store = store;
    this.socket = socket;
    /** Where other people are. @type {import('../people/people.js').Company | null} */
    this.company = null;
    /** What happened before that was fetched. @type {[Happening, Table][]} */
    this.unheard = [];
    this.gone = false;
    this.layout = new Layout(store.table);
    this.picking = new Picking(store, {
      changed: () => this.update(),
      move: (move) => void this.orders.move(move),
      refused: (why) => this.refused(why),
      idle: (why) => this.idle(why),
    });
    this.orders = new Orders(this, socket);
    this.hint = new Hint(store, () => this.orders.askHint(), () => this.update());
    this.recap = new Recap(store, () => this.update());
    this.replay = new Replay(store, () => this.looked());
    const parts = { store, picking: this.picking, hint: this.hint, recap: this.recap };
    this.status = new Status(parts, { skip: () => this.queue.skip(), retry: () => socket.hurry(), bar: this.replay.element });
    this.log = new Log(store, (ply) => void this.look(ply));
    this.typed = new Typed(store, (move) => this.orders.move(move, { quiet: true }), keyHelp);
    this.speaker = new Speaker(store);
    this.result = new ResultPanel(store, {
      rematch: (starter) => void this.orders.rematch(starter), follow: () => this.orders.follow(), replay: () => void this.look(0),
    });
    this.controls = new Controls(store, {
      hint: () => void this.orders.hint(),
      undo: (to) => void this.orders.undo(to),
      words: () => void this.speaker.words(),
      keys: () => void keyHelp(),
      typed: () => this.typeMove(),
      replay: () => void this.look(store.history.length),
      game: () => this,
    }, store.table.id);
    this.calls = new Calls(store);
    const { layout } = this;
    root.className = 'table-page';
    root.replaceChildren(layout.build({
      status: this.status.element, log: this.log.element, typed: this.typed.element, result: this.result.element,
    }));
    document.getElementById('header-slot')?.replaceChildren(this.controls.element);
    this.stage = new Stage(parts, { ...layout, elsewhere: layout.buttons.get('others') ?? layout.tabs });
    this.queue = new Queue(store, this.stage, {
      begin: (entry) => {
        store.current = entry;
        this.status.caption = entryLines(entry, store)[0]?.text ?? '';
        if (!this.stage.pace.instant) this.status.update();
      },
      step: (step) => {
        this.status.caption = stepWords(step, store) || this.status.caption;
        store.counting = step.player ?? 0;
        this.status.update();
      },
      end: (entry) => {
        store.counting = 0;
        this.speaker.tell(entry);
        // Where nothing waits, what follows or `settled` is shown in the same frame.
        if (!this.stage.pace.instant) this.update();
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
    this.stage.open();
    void meet(this);
  }

  /** @param {Told} message */
  hear(message) {
    const { store } = this;
    if (message.type === 'table') {
      hearNews(this, message);
      return;
    }
    if (message.type === 'played') {
      store.stage ??= store.now.state;
      store.playing = true;
      store.hear(message);
      if (store.isMine(message.entry.player)) this.company?.missed.forget();
      this.forget();
      this.controls.update();
      this.typed.hush();
      this.queue.add(message);
      return;
    }
    const seen = store.history.at(-1)?.ply ?? 0;
    store.hear(message);
    store.current = store.history.at(-1) ?? null;
    if (message.type === 'welcome') this.company?.missed.look(seen);
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
    store.counting = 0;
    store.turnView();
    this.update();
    this.company?.settled();
    if (store.over) play('end');
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

  /** @param {Problem} why */
  refused(why) {
    if (why.code === 'table_left') return;
    toast(errorText(why), { tone: 'bad' });
  }

  /** @param {'playing' | 'not_now' | 'tiling' | 'marker' | 'wall' | 'other'} why */
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
    await this.queue.skip();
    await this.replay.open(ply);
    this.layout.open('table');
    if (this.store.look) this.replay.focus();
  }

  looked() {
    this.forget();
    this.update();
  }

  // What is shown

  update() {
    if (this.gone) return;
    const over = this.store.over && !this.store.playing && !this.store.look;
    this.layout.element?.toggleAttribute('data-over', over);
    this.layout.element?.toggleAttribute('data-watching', this.store.watching);
    this.layout.element?.toggleAttribute('data-ready', over || Boolean(this.store.choices));
    this.stage.paint();
    this.replay.update();
    this.status.update();
    this.controls.update();
    this.log.update();
    this.result.update();
    this.company?.update();
    this.calls.update();
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
    this.company?.render();
    this.update();
  }

  remove() {
    this.gone = true;
    this.company?.remove();
    this.calls.remove();
    this.deaf.forEach((stop) => stop());
    this.queue.stop();
    this.replay.gone = true;
    this.replay.stop();
    this.stage.remove();
    this.controls.element.remove();
  }
}
