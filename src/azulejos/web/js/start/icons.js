/**
 * Small signs for buttons that have their words in a label.
 */

const NS = 'http://www.w3.org/2000/svg';

const PATHS = {
  download: 'M12 4v11M7 10.5l5 5 5-5M5 20h14',
  delete: 'M5 7h14M10 7V4.5h4V7M7 7l1 13h8l1-13M10.5 11v5.5M13.5 11v5.5',
  down: 'M6 9.5l6 6 6-6',
};

/** @param {keyof typeof PATHS} name */
export function icon(name) {
  const svg = document.createElementNS(NS, 'svg');
  svg.setAttribute('viewBox', '0 0 24 24');
  svg.setAttribute('class', 'icon');
  svg.setAttribute('aria-hidden', 'true');
  const path = document.createElementNS(NS, 'path');
  path.setAttribute('d', PATHS[name]);
  svg.append(path);
  return svg;
}
