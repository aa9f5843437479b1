/** What the widgets have in common: an element that shows what its model says, whenever it is on the page. */

/** @template M */
export class Widget extends HTMLElement {
  /** @type {M | null} */
  #model = null;
  /** Does it wait until the page was laid out, or it is seen? On a table with much to draw; else it is there at once. */
  patient = false;

  get model() {
    return this.#model;
  }

  set model(model) {
    this.#model = model;
    this.render();
  }

  connectedCallback() {
    if (!this.firstChild) this.build();
    this.render();
  }

  render() {
    if (this.#model && this.isConnected) this.draw(this.#model);
  }

  /** Its parts, once. */
  build() {}

  /** @param {M} _model */
  draw(_model) {}
}
