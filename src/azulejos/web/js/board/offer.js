/**
 * <az-offer>: the displays and the centre. Shows what its model says and tells what was picked or
 * dragged; it knows no rules and holds no words. One tab stop; arrows go from group to group.
 */

import { inlaySvg, installArt } from '../art/tile.js';
import { h, set } from '../dom.js';
import { layGroup, makeGroup, place } from './groups.js';
import { inCentre, onDisplay } from './heap.js';
import { groupsOf, listenTo, middleOf, nearestTo } from './offer-input.js';
import { offerLayout, plateSlots } from './offer-layout.js';
import { at, spotOf } from './view.js';
import { Widget } from './widget.js';

/** @typedef {import('../messages.js').Place} Place */
/** @typedef {import('../messages.js').Tile} Tile */
/** @typedef {import('./heap.js').Group} Group */
/** @typedef {import('./models.js').OfferModel} OfferModel */

const NOTHING = ['', '', '', ''];
const NOWHERE = { x: 0, y: 0, w: 0, h: 0 };
/** Displays that are laid for the first time before the page has a moment for something else. */
const AT_ONCE = 3;
const A_FRAME = 17; // milliseconds

/** @extends {Widget<OfferModel>} */
export class AzOffer extends Widget {
  /** Source by source, the centre first: what lies where. @type {{groups: Group[], size: number}[]} */
  #heaps = [];
  /** @type {string[][]} */
  #seats = [];
  /** @type {HTMLElement[]} */
  #plates = [];
  /** @type {import('./offer-layout.js').Layout} */
  #layout = { shape: 'grid', tile: 0, columns: 1, plates: [], centre: NOWHERE };
  #measured = '';
  /** Is its size as it was measured? To ask for it would lay out the whole page, with every model. */
  #sized = false;
  #resized = new ResizeObserver(() => {
    this.#sized = false;
    if (this.#ready || !this.patient) this.render();
    else setTimeout(() => this.#layMore());
  });

  /**
   * How many displays it may draw, if it is patient. The first tiles come after the page was laid out without them, the others display by
   * display, so that nothing keeps the page busy for long; those of the centre last.
   */
  #ready = 0;
  #first = /** @type {PromiseWithResolvers<void>} */ (Promise.withResolvers());

  /** @override */
  connectedCallback() {
    this.#sized = false;
    this.#resized.observe(this);
    this.render();
  }

  disconnectedCallback() {
    this.#resized.disconnect();
  }

  /** @override */
  build() {
    installArt();
    set(this, { role: 'group', tabindex: '-1' });
    this.append(inlaySvg());
    listenTo(this);
  }

  /** Until all its tiles lie there. */
  get laid() {
    return this.#first.promise;
  }

  get isLaid() {
    return !this.patient || this.#ready === Infinity;
  }

  /** How large the tiles are, in pixels. */
  get tileSize() {
    return this.#layout.tile;
  }

  /** @override @param {OfferModel} model */
  draw(model) {
    if (this.patient && !this.#ready) return;
    if (!this.firstChild) this.build();
    const isWhole = !this.patient || this.#ready >= model.displays.length;
    this.#measure(model.displays.length);
    const active = this.contains(document.activeElement) ? document.activeElement : null;
    const wasAt = active && active !== this ? middleOf(active) : null;
    set(this, { 'aria-label': model.labels.offer });
    this.classList.toggle('is-pickable', model.pickable);
    model.displays.slice(0, isWhole ? undefined : this.#ready).forEach((tiles, i) => {
      const seats = onDisplay(this.#seats[i] ?? NOTHING, tiles);
      this.#seats[i] = seats;
      this.#renderPlate(i + 1, this.#seated(i, seats), this.#layout.tile);
    });
    if (!isWhole) return;
    const { groups, size } = inCentre(model.centre, this.#layout.centre, this.#layout.tile);
    this.#renderPlate(0, groups, size);
    this.#rove(wasAt, active);
    this.#first.resolve();
  }

  /** A few displays a frame. */
  #layMore() {
    if (this.#ready === Infinity) return;
    this.#ready += AT_ONCE;
    if (this.model && this.#ready < this.model.displays.length) setTimeout(() => this.#layMore(), A_FRAME);
    else this.#ready = Infinity;
    this.render();
  }

  /** Who asks for its parts before they are all there gets them. */
  #ensure() {
    if (this.#ready === Infinity) return;
    this.#ready = Infinity;
    this.render();
  }

  /** @param {number} n how many displays */
  #measure(n) {
    if (this.#sized && n === this.#layout.plates.length) return;
    this.#sized = true;
    const width = this.clientWidth;
    const height = this.clientHeight;
    const key = `${width} ${height} ${n}`;
    if (key === this.#measured) return;
    this.#measured = key;
    this.#layout = offerLayout(width, height, n, matchMedia('(pointer: coarse)').matches);
    this.dataset.shape = this.#layout.shape;
    while (this.#plates.length > n + 1) this.#plates.pop()?.remove();
    while (this.#plates.length <= n) this.#addPlate(this.#plates.length);
    const { centre, plates } = this.#layout;
    [centre, ...plates].forEach((box, i) => place(at(this.#plates, i), box));
    const middle = { x: centre.x + centre.w / 2, y: centre.y + centre.h / 2 };
    const free = Math.min(...plates.map(({ x, y, w, h }) => Math.hypot(x + w / 2 - middle.x, y + h / 2 - middle.y) - w / 2));
    place(this, { 'inlay-x': middle.x, 'inlay-y': middle.y, 'inlay-w': 2 * free - 6 });
  }

  /** @param {number} source */
  #addPlate(source) {
    const plate = h('div', { class: source ? 'ao-plate' : 'ao-centre', role: 'group', 'data-source': source },
      source > 0 && h('span', { class: 'ao-number', 'aria-hidden': 'true' }, source));
    this.#plates.push(plate);
    // The centre comes last in reading order.
    this.insertBefore(plate, source ? at(this.#plates, 0) : null);
  }

  /** The tiles of a display, grouped. @param {number} i @param {string[]} seats @returns {Group[]} */
  #seated(i, seats) {
    const slots = plateSlots(this.#layout, at(this.#layout.plates, i));
    const kinds = [...new Set(seats.filter(Boolean))];
    return kinds.map((tile) => ({
      tile,
      spots: slots.filter((_, k) => seats[k] === tile),
      crowded: false,
    }));
  }

  /** @param {number} source @param {Group[]} groups @param {number} size */
  #renderPlate(source, groups, size) {
    const { labels, picked, look, instead, last, pickable } = /** @type {OfferModel} */ (this.model);
    const plate = at(this.#plates, source);
    this.#heaps[source] = { groups, size };
    place(plate, { size });
    set(plate, { 'aria-label': source ? at(labels.displays, source - 1) : labels.centre });
    plate.classList.toggle('is-empty', groups.length === 0);
    plate.classList.toggle('is-last', Boolean(last?.includes(source ? `display/${source}` : 'centre')));
    plate.classList.toggle('is-look', look?.source === source && !look.take);
    const there = new Map(groupsOf(plate, '.ao-group').map((group) => [group.dataset.tile, group]));
    const wanted = groups.map(({ tile }) => tile);
    for (const [tile, group] of there) if (!tile || !wanted.includes(tile)) group.remove();
    /** @type {Element | null} */
    let before = plate.querySelector('.ao-number');
    for (const content of groups) {
      const group = there.get(content.tile) ?? makeGroup(source, content.tile);
      layGroup(group, content, size);
      if (content.tile !== 'F') {
        set(group, {
          'aria-label': labels.group(source, /** @type {Tile} */ (content.tile), content.spots.length),
          'aria-pressed': String(picked?.source === source && picked.take.includes(content.tile)),
          'aria-disabled': String(!pickable),
        });
        group.classList.toggle('is-look', look?.source === source && Boolean(look.take?.includes(content.tile)));
        group.classList.toggle('is-instead', instead?.source === source && instead.take.includes(content.tile));
      }
      // Moved only where the order is another: what is moved loses the focus.
      const next = before ? before.nextElementSibling : plate.firstElementChild;
      if (next !== group) plate.insertBefore(group, next);
      before = group;
    }
  }

  /**
   * One group can be reached by Tab; the focus of a group that went away goes to the nearest.
   * @param {{x: number, y: number} | null} wasAt
   * @param {Element | null} active
   */
  #rove(wasAt, active) {
    const groups = groupsOf(this);
    if (wasAt && active && !active.isConnected) (nearestTo(groups, wasAt) ?? this).focus({ preventScroll: true });
    else if (active instanceof HTMLElement && active !== document.activeElement) active.focus({ preventScroll: true });
    if (!groups.some((group) => group.tabIndex === 0) && groups[0]) groups[0].tabIndex = 0;
  }

  /**
   * The display's plate, or the centre.
   * @param {Place} place
   * @returns {HTMLElement}
   */
  cellElement(place) {
    this.#ensure();
    const spot = spotOf(place);
    if (spot.kind === 'display') return at(this.#plates, spot.number);
    return spot.kind === 'centre' ? at(this.#plates, 0) : this;
  }

  /**
   * Where a tile of that kind lies (the `index`-th from 0, else the last), or where the next one will.
   * @param {Place} where
   * @param {string} [tile]
   * @param {number} [index]
   * @param {string} [tiles] where it will lie once these lie there: nothing need be drawn for it
   * @returns {DOMRect}
   */
  slotRect(where, tile = '', index = undefined, tiles = undefined) {
    const spot = spotOf(where);
    const plate = this.cellElement(where).getBoundingClientRect();
    if (spot.kind !== 'display' && spot.kind !== 'centre') return plate;
    const source = spot.kind === 'display' ? spot.number : 0;
    const { groups, size } = tiles === undefined ? at(this.#heaps, source) : this.#heapOf(source, tiles);
    const spots = groups.find((group) => group.tile === tile)?.spots ?? [];
    const wanted = index ?? Math.max(0, spots.length - 1);
    const found = spots[wanted];
    if (found) return new DOMRect(plate.x + found.x, plate.y + found.y, size, size);
    if (tiles !== undefined) return plate;
    const there = (source ? this.model?.displays[source - 1] : this.model?.centre) ?? '';
    return this.slotRect(where, tile, wanted, there.replaceAll(tile, '') + tile.repeat(wanted + 1));
  }

  /** How tiles would lie at a source. @param {number} source @param {string} tiles */
  #heapOf(source, tiles) {
    if (!source) return inCentre(tiles, this.#layout.centre, this.#layout.tile);
    return { groups: this.#seated(source - 1, onDisplay(this.#seats[source - 1] ?? NOTHING, tiles)), size: this.#layout.tile };
  }
}

customElements.define('az-offer', AzOffer);
