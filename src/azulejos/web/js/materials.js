/**
 * The table's surface and the boards' paper. Themes name them (`--surface-of`, `--paper-of` in tokens.css); their drawings are
 * filters, which a browser would run again whenever a board is painted: here each is drawn once, as a picture. Fetched when
 * the page is there; until then, and where it fails, grounds are plain.
 */

const FOLDER = new URL('../', import.meta.url);
/** Rows that are drawn in one go: the page must answer in between. */
const STRIP = 60;
const PARTS = /** @type {const} */ (['surface', 'paper']);

const sheet = new CSSStyleSheet();
/** Pictures that were drawn, by name. @type {Map<string, Promise<string>>} */
const drawn = new Map();

/** @param {string} name @returns {Promise<string>} The picture's address. */
async function draw(name) {
  const image = new Image();
  image.src = new URL(`${name}.svg`, FOLDER).href;
  await image.decode();
  const canvas = document.createElement('canvas');
  const { naturalWidth: width, naturalHeight: height } = image;
  [canvas.width, canvas.height] = [width, height];
  const context = canvas.getContext('2d', { willReadFrequently: true });
  for (let y = 0; y < height; y += STRIP) {
    context?.drawImage(image, 0, y, width, STRIP, 0, y, width, STRIP);
    context?.getImageData(0, y, 1, 1); // Drawn now, not all at once in the end.
    await new Promise((resolve) => { setTimeout(resolve); });
  }
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

/** Who has a ground of that kind. Set there and not inherited (`base.css`), a picture styles nothing else anew. */
const GROUNDS = { surface: 'body', paper: '.ab-card, .card' };

/** What the theme of the moment asks for. */
function wanted() {
  const style = getComputedStyle(document.documentElement);
  return PARTS.map((part) => style.getPropertyValue(`--${part}-of`).trim());
}

/** As the theme of the moment asks for. */
export async function showMaterials() {
  const names = wanted();
  const pictures = await Promise.all(names.map(pictureOf));
  if (wanted().join() !== names.join()) return; // The theme has changed meanwhile.
  sheet.replaceSync(PARTS.map((part, i) => `${GROUNDS[part]} { --${part}: ${pictures[i]}; }`).join('\n'));
  if (!document.adoptedStyleSheets.includes(sheet)) document.adoptedStyleSheets.push(sheet);
}
