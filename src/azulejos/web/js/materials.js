/**
 * The table's surface and the boards' paper. Themes name them (`--surface-of`, `--paper-of` in tokens.css); their drawings are
 * filters, which a browser would run again whenever a board is painted: here each is drawn once, as a picture. Fetched when
 * the page is there; until then, and where it fails, grounds are plain.
 */

const FOLDER = new URL('../', import.meta.url);
const PARTS = /** @type {const} */ (['surface', 'paper']);

/** Pictures that were drawn, by name. @type {Map<string, Promise<string>>} */
const drawn = new Map();

/** @param {string} name @returns {Promise<string>} The picture's address. */
async function draw(name) {
  const image = new Image();
  image.src = new URL(`${name}.svg`, FOLDER).href;
  await image.decode();
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [image.naturalWidth, image.naturalHeight];
  canvas.getContext('2d')?.drawImage(image, 0, 0);
  const blob = await new Promise((resolve) => { canvas.toBlob(resolve); });
  return URL.createObjectURL(/** @type {Blob} */ (blob));
}

/** What stands in a style for it. @param {string} name */
async function pictureOf(name) {
  if (name === 'none') return name;
  const found = drawn.get(name) ?? draw(name);
  drawn.set(name, found);
  return `url("${await found}")`;
}

/** As the theme of the moment asks for. */
export async function showMaterials() {
  const root = document.documentElement;
  /** @param {string} part */
  const named = (part) => getComputedStyle(root).getPropertyValue(`--${part}-of`).trim();
  await Promise.all(PARTS.map(async (part) => {
    const name = named(part);
    const picture = await pictureOf(name);
    if (named(part) === name) root.style.setProperty(`--${part}`, picture); // else the theme has changed meanwhile
  }));
}
