/**
 * The live game on the screen: puts session, view and panels together, and says what of them a change of the store makes
 * new. Each part gets what it needs and knows nothing of this module.
 *
 * @import { TableEvent, Problem, Table } from '../messages.js'
 * @import { TableSocket } from '../net/socket.js'
 * @import { Handlers, Idle, TableState } from '../play/session.js'
 * @import { Store } from '../play/store.js'
 * @import { Replay } from './replay.js'
 */

import { announce, toast, toastError, toastProblem } from '../dialogs.js';
import { tap } from '../haptics.js';
import { ask, problem, problemOf } from '../net/api.js';
import { MISSED_AFTER } from '../people/seat-status.js';
import { describeTable } from '../play/announcer.js';
import { showKeyHelp } from '../play/input/keys.js';
import { faceOf } from '../play/models.js';
import { TableView } from '../play/table-view.js';
import { entryLines, entryWords, stepWords, undoneText } from '../play/transcript.js';
import { settings } from '../settings.js';
import { play, wasSoundOffered } from '../sound.js';
import { errorText, loadRoom, t } from '../text/catalogue.js';
import { Controls } from './controls.js';
import { Hint } from './hint.js';
import { Layout } from './layout.js';
import { LiveSession } from './live-session.js';
import { TurnNotifier } from './notifications.js';
import { Log, Recap } from './panels/log.js';
import { MoveField } from './panels/move-field.js';
import { Status, statusText } from './panels/status.js';

/** Windows with room for a card that nobody asked for. */
const ROOMY = '(min-width: 720px) and (min-height: 640px)';
/** From this round on a game may end. */
const LATE = 3;

export class Game {
  /** @param {HTMLElement} root @param {Store} store @param {Pick<TableSocket, 'ask' | 'reconnectNow'>} socket */
  constructor(root, store, socket) {
    store.dispatch({ type: 'settled' }); // What came before is there at once.
    this.root = root;
    this.store = store;
    this.gone = false;
    /** Where other people are. @type {import('../people/people.js').People | null} */
    this.people = null;
    /** What opponents say, where they do. @type {import('../opponents/talk.js').Talk | null} */
    this.talk = null;
    /** @type {import('./sound-offer.js').SoundOffer | null} */
    this.soundOffer = null;
    /** What happened before that was fetched. @type {[TableEvent, Table][]} */
    this.untold = [];
    const update = () => this.update();
    this.live = new LiveSession(store, socket, (problem) => this.refused(problem));
    /** While earlier positions are looked at. @type {Replay | null} */
    this.replay = null;
    this.hint = new Hint(store, () => this.live.hint(), update);
    this.layout = new Layout(store.table, update);
    this.view = new TableView(this.live, this.layout, this.hint, {
      update,
      handlers: this.handlers(),
      move: async (move) => {
        const refusal = await this.view.play(move);
        if (refusal) this.refused(refusal);
      },
      // The status line says it, beside what was tried.
      refused: (problem) => {
        tap('refused');
        announce(errorText(problem), true);
      },
      idle: (why) => this.idle(why),
      picked: () => this.moveField.clearAnswer(),
    });
    const { picking, queue } = this.view;
    const looksBack = () => this.replay !== null;
    this.status = new Status({ store, picking, hint: this.hint, recap: new Recap(store, update), looksBack }, {
      skip: () => queue.skip(), retry: () => socket.reconnectNow(),
    });
    this.log = new Log(store, (ply) => void this.look(ply));
    this.moveField = new MoveField(() => this.screen.store.choices, (move) => this.screen.play(move));
    this.controls = new Controls(this.live, this.actions());
    this.notifier = new TurnNotifier(store);
    this.layout.build({ status: this.status.element, log: this.log.element, moveField: this.moveField.element });
    this.listen(this.view);
  }

  /** Shows it on the page. */
  open() {
    this.root.className = 'table-page';
    this.root.replaceChildren(this.layout.element);
    document.getElementById('header-slot')?.replaceChildren(this.controls.element);
    this.render();
    void this.layout.offer.laid.then(() => this.update());
    void this.view.stage.open();
    void this.fetchPeople();
    void this.fetchTalk();
  }

  /** What is on the screen: the game, or what is looked back at. */
  get screen() {
    return this.replay?.view ?? this.view;
  }

  /** @param {TableView} view */
  listen(view) {
    view.listen(this.root, this.actions());
  }

  // What happens

  /** What a change of the store makes new; steps on the way the stage shows by itself. @returns {Handlers} */
  handlers() {
    const { store } = this;
    return {
      entry_begins: ({ entry }) => {
        this.status.caption = entryLines(entry, store)[0]?.text ?? '';
        if (!this.view.stage.pace.instant) this.status.update();
      },
      step_begins: ({ step }) => {
        this.status.caption = stepWords(step, store) || this.status.caption;
        this.status.update();
      },
      entry_ends: ({ entry }) => {
        announce(entryWords(entry, store));
        this.talk?.heard(entry);
        // Where nothing waits, what follows or `settled` is shown in the same frame.
        if (!this.view.stage.pace.instant) this.update();
      },
      settled: () => this.settled(),
      played: ({ entry }) => {
        if (store.isMine(entry.player)) this.people?.missed.forget();
        this.controls.update(this.screen.store);
        this.moveField.clearAnswer();
      },
      welcome: (_, { history }) => {
        this.jumped();
        this.people?.missed.collect(history.at(-1)?.ply ?? 0);
      },
      undone: ({ player }) => {
        this.jumped();
        announce(undoneText(store, player));
      },
      table: ({ event }, before) => this.happened(event, before),
      said: ({ seat, phrase }) => this.people?.phrases.said(seat, phrase),
      presence: ({ away }) => {
        if (away.length) setTimeout(() => this.update(), MISSED_AFTER * 1000);
        this.peopleChanged();
      },
      you: () => this.peopleChanged(),
      connection: ({ lost }) => {
        announce(t(lost ? 'table.status.lost' : 'table.status.found'), lost);
        this.update();
      },
      watch: (action) => {
        this.replay?.store.dispatch(action);
        this.update();
      },
    };
  }

  /** The past that is looked at may be none any more. */
  jumped() {
    if (!this.replay) return;
    this.leaveReplay();
    if (!this.store.over) this.settled();
  }

  /** Somebody came, went or asked something. @param {TableEvent} event @param {TableState} before */
  happened(event, before) {
    const { store, people } = this;
    const table = before.table ?? store.table;
    if (people) people.happened(event, table);
    else this.untold.push([event, table]);
    void this.fetchPeople();
    // Who returns may have to move; who resigns may have ended the game.
    const news = store.over ? table.stage !== 'over' : !before.now?.choices && store.now.choices;
    if (news && !store.state.playing) store.dispatch({ type: 'settled' });
    else this.update();
  }

  peopleChanged() {
    void this.fetchPeople();
    this.update();
  }

  /** Where others play or watch, or a clock runs, there is more to show. */
  async fetchPeople() {
    const { store } = this;
    if (this.people || (!store.shared && !store.table.options?.clock)) return;
    // Without a connection: with the next news.
    const found = await import('../people/people.js').catch(() => null);
    if (!found || this.people || this.gone) return;
    this.people = new found.People(this);
    for (const [event, before] of this.untold.splice(0)) this.people.happened(event, before);
    this.update();
  }

  /** One person and bots: these have something to say. */
  async fetchTalk() {
    const { store } = this;
    if (store.shared || !store.single || !settings.get('talk') || !store.table.seats.some(({ seat }) => faceOf(store, seat))) return;
    // Without a connection they are silent.
    const found = await Promise.all([import('../opponents/talk.js'), loadRoom('opponents')]).catch(() => null);
    if (found && !this.gone) this.talk = new found[0].Talk(store, this.view.stage);
  }

  /** After the first moves of who has never heard the tiles: once, and quietly. Phones have no room for it; there the ending asks. */
  async offerSound() {
    const { store, status } = this;
    const moves = store.state.history.filter(({ player }) => store.isMine(player)).length;
    if (moves < 2 || store.shared || store.over || wasSoundOffered() || !settings.get('speed') || !matchMedia(ROOMY).matches) return;
    const found = await import('./sound-offer.js').catch(() => null);
    if (!found || this.soundOffer || this.gone || this.people) return;
    this.soundOffer = new found.SoundOffer(store, status.line, () => this.update());
    this.soundOffer.update();
  }

  /** Nothing is left to play: the server's state is on the screen. */
  settled() {
    const { store } = this;
    this.status.caption = '';
    this.update();
    this.people?.missed.markSeen();
    if (store.over) {
      play('end');
      tap('end');
      this.talk?.over(store.now.result);
    }
    if (this.replay) return;
    void this.offerSound();
    if (store.choices) {
      play('turn');
      announce(statusText(this.status.parts, ''));
    }
    this.view.focus.settled();
  }

  // What people do

  /** By buttons, menu or keys. */
  actions() {
    return {
      hint: () => void this.advise(),
      undo: () => void this.screen.session.undo('move'),
      undoRound: () => void this.screen.session.undo('round'),
      words: () => void describeTable(this.screen.store),
      keys: () => void showKeyHelp(),
      typed: () => {
        this.layout.open('log');
        this.moveField.focus();
      },
      replay: () => void this.look(this.store.state.history.length),
      // By keys alone.
      answer: () => this.status.focusCard(),
      talk: () => this.people?.phrases.opener.click(),
      cancel: () => this.cancel(),
      step: (/** @type {Parameters<Replay['press']>[0]} */ name) => {
        this.replay?.press(name);
        return this.replay !== null;
      },
    };
  }

  /** The next of a hint's three presses. */
  async advise() {
    await this.view.queue.skip();
    if (!this.screen.store.choices) return this.idle('not_now');
    try {
      await this.hint.press(this.view.picking);
      return announce(this.hint.text);
    } catch (error) {
      return this.refused(problemOf(error));
    }
  }

  /** @param {Problem} problem */
  refused(problem) {
    if (problem.code !== 'table_left') toastProblem(problem);
  }

  /** @param {Idle} why */
  idle(why) {
    if (why === 'playing') this.view.queue.skip();
    else toast(t(`table.idle.${why}`, { name: this.store.nameOf(this.store.now.state.turn) }));
  }

  /** Escape: lets go of what is picked, or comes back from the past. */
  cancel() {
    const { replay } = this;
    this.leaveReplay();
    return replay !== null || this.view.cancelPick();
  }

  /** @param {number} ply @param {boolean} [runs] Does it go on by itself? */
  async look(ply, runs = false) {
    await this.view.queue.skip();
    const replay = this.replay?.number === this.store.now.number ? this.replay : await this.openReplay();
    if (!replay) return;
    replay.go(ply);
    this.layout.open('table');
    replay.focus();
    if (runs) replay.start();
  }

  /** The game as it stands is fetched anew: there is more of it than the last time. */
  async openReplay() {
    const { store, layout } = this;
    const { number } = store.now;
    const found = await import('./replay.js').catch(() => null);
    if (!found) return void this.refused(problem('no_connection', 'The server does not answer.'));
    const recorded = await ask('GET /api/tables/{id}/replay', store.table.id).catch((error) => void (this.gone || toastError(error)));
    if (!recorded || this.gone) return undefined;
    this.leaveReplay();
    this.view.cover();
    this.replay = new found.Replay(store, recorded, {
      number, layout, bar: this.status.bar, owner: { ...this.view.owner, handlers: {} }, leave: () => this.leaveReplay(),
    });
    this.listen(this.replay.view);
    return this.replay;
  }

  leaveReplay() {
    if (!this.replay) return;
    this.replay.remove();
    this.replay = null;
    this.listen(this.view);
    this.update();
  }

  // What is shown

  update() {
    if (this.gone) return;
    const { store, layout } = this;
    const { ending } = layout;
    if (store.over || store.shown.round >= LATE) this.prepareEnding();
    const over = store.over && !store.state.playing && !this.replay && ending.ready;
    layout.element.toggleAttribute('data-over', over);
    layout.element.toggleAttribute('data-watching', store.watching);
    layout.element.toggleAttribute('data-looking', this.replay !== null);
    layout.element.toggleAttribute('data-ready', over || (layout.offer.isLaid && Boolean(this.screen.store.choices)));
    this.screen.stage.paint();
    this.controls.update(this.screen.store);
    this.log.update(this.replay?.ply);
    ending.update(over, store.state.playing && !this.replay);
    for (const panel of [this.replay, this.moveField, this.status, this.people, this.talk, this.soundOffer, this.notifier]) panel?.update();
    this.screen.focus.keep();
  }

  prepareEnding() {
    const { live, layout, view } = this;
    layout.ending.prepare({ live, replay: () => void this.look(0), skip: () => void view.queue.skip() }, () => this.update());
  }

  /** The language may have changed. */
  render() {
    this.layout.render();
    this.people?.render();
    this.update();
  }

  remove() {
    this.gone = true;
    this.people?.remove();
    this.notifier.remove();
    this.view.remove();
    this.replay?.remove();
    this.controls.element.remove();
  }
}
