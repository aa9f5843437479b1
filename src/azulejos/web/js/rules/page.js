/**
 * The rules, topic by topic, with a table of contents and pictures made by the game itself. Every
 * topic has an address of its own: /rules/taking.
 *
 * @import { Example, Lesson } from '../learn/lesson.js'
 */

import { address } from '../address.js';
import { find, h, set } from '../dom.js';
import { fetchLesson } from '../net/api.js';
import { keyHelp } from '../play/input/key-help.js';
import { loadRoom, t } from '../text/catalogue.js';
import { figure } from './figures.js';

/** @typedef {'board:before' | 'board:after' | 'offer:before' | 'offer:after'} View */
/**
 * @typedef {{ text: string } | { list: string[] } | { figures: [string, ...View[]][] } | { keys: true }} Part
 * Several figures stand side by side.
 */

/**
 * What is told, topic by topic: the names of the texts (`rules.<topic>.<name>`) and of the pictures
 * (`rules.figure.<name>`), in their order.
 *
 * @type {[string, ...Part[]][]}
 */
const TOPICS = [
  ['goal', { text: '1' }, { text: '2' }, { figures: [['goal', 'board:after']] }],
  ['box', { text: '1' }, { list: ['a', 'b', 'c'] }, { figures: [['box', 'board:before']] }, { text: '2' }],
  ['setup', { text: '1' }, { text: '2' }, { figures: [['setup', 'offer:after']] }],
  ['round', { text: '1' }, { list: ['a', 'b', 'c'] }],
  ['taking',
    { text: '1' }, { list: ['a', 'b'] }, { figures: [['taking', 'offer:before', 'offer:after']] },
    { text: '2' }, { figures: [['centre', 'offer:before', 'board:after']] }],
  ['laying',
    { text: '1' }, { list: ['a', 'b', 'c'] }, { text: '2' },
    { figures: [['laying', 'board:before'], ['overflow', 'board:after']] }],
  ['floor', { text: '1' }, { text: '2' }, { figures: [['floor', 'board:before']] }, { text: '3' }],
  ['tiling',
    { text: '1' }, { figures: [['tiling', 'board:before', 'board:after']] },
    { text: '2' }, { list: ['a', 'b', 'c', 'd'] },
    { figures: [['alone', 'board:after'], ['across', 'board:after'], ['down', 'board:after'], ['both', 'board:after']] },
    { text: '3' }],
  ['next', { text: '1' }, { text: '2' }],
  ['end', { text: '1' }, { list: ['a', 'b', 'c'] }, { figures: [['bonuses', 'board:before', 'board:after']] }],
  ['ties', { text: '1' }],
  ['grey', { text: '1' }, { text: '2' }, { figures: [['grey', 'board:before'], ['grey_falls', 'board:before']] }],
  ['jokers',
    { text: '1' }, { list: ['a', 'b', 'c', 'd', 'e'] }, { text: '2' },
    { figures: [['joker_takes', 'offer:before'], ['joker_wall', 'board:before', 'board:after']] }],
  ['special', { list: ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i'] }],
  ['page', { text: '1' }, { text: '2' }, { keys: true }, { text: '3' }],
];

/** Pictures are drawn when they come near: there are many. */
const NEAR = '800px';

/**
 * @param {HTMLElement} root
 * @param {string} [topic]
 * @returns {Promise<import('../screens.js').View>}
 */
export async function mountRules(root, topic) {
  const [lesson] = await Promise.all([fetchLesson(), loadRoom('learn')]);
  /** What draws the pictures that are not drawn yet. @type {Map<Element, () => void>} */
  const waiting = new Map();
  /** @param {Element} element */
  const draw = (element) => {
    waiting.get(element)?.();
    waiting.delete(element);
  };
  /** On paper all pictures are seen, on a white ground. */
  const onPaper = () => {
    [...waiting.keys()].forEach(draw);
    const { theme } = document.documentElement.dataset;
    set(document.documentElement, { 'data-theme': 'light' });
    addEventListener('afterprint', () => set(document.documentElement, { 'data-theme': theme }), { once: true });
  };
  const coming = new IntersectionObserver((entries) => {
    entries.filter((entry) => entry.isIntersecting).forEach(({ target }) => draw(target));
  }, { rootMargin: NEAR });
  const read = new IntersectionObserver((entries) => (
    mark(root, entries.filter((entry) => entry.isIntersecting).at(-1)?.target.id)
  ), { rootMargin: '-10% 0px -70%' });
  const forget = () => {
    coming.disconnect();
    read.disconnect();
    waiting.clear();
  };
  const render = () => {
    const { scrollY } = window;
    forget();
    build(root, lesson, waiting);
    waiting.forEach((_, element) => coming.observe(element));
    root.querySelectorAll('section').forEach((section) => read.observe(section));
    scrollTo(0, scrollY);
  };
  render();
  addEventListener('beforeprint', onPaper);
  // The page is scrolled to its top when it is entered: after that, to the topic.
  if (topic) requestAnimationFrame(() => requestAnimationFrame(() => show(root, topic)));
  const unmount = () => {
    forget();
    removeEventListener('beforeprint', onPaper);
  };
  return { unmount, render };
}

/** @param {HTMLElement} root @param {Lesson} lesson @param {Map<Element, () => void>} waiting */
function build(root, { examples, facts }, waiting) {
  const known = new Map(examples.map((example) => [example.name, example]));
  const sections = TOPICS.map(([id, ...parts]) => h('section', { id, class: 'rules-topic', 'aria-labelledby': `${id}-title` },
    h('h2', { id: `${id}-title`, tabindex: '-1' }, t(`rules.${id}.title`)),
    parts.map((part) => partOf(id, part, { known, facts, waiting }))));
  root.className = 'rules-page';
  const head = h('header', { class: 'rules-head' },
    h('h1', null, t('rules.title')), h('p', null, t('rules.lead')), h('a', { class: 'button', href: '/learn' }, t('rules.learn')));
  root.replaceChildren(h('div', { class: 'rules' }, head, contents(root), h('article', { class: 'rules-text' }, sections)));
}

/** @param {HTMLElement} root */
function contents(root) {
  const links = TOPICS.map(([id]) => h('li', null, h('a', {
    href: `/rules/${id}`,
    'data-topic': id,
    onclick: (/** @type {MouseEvent} */ event) => follow(event, root, id),
  }, t(`rules.${id}.title`))));
  return h('nav', { class: 'rules-contents', 'aria-label': t('rules.contents') },
    h('p', { class: 'rules-contents-title', 'aria-hidden': 'true' }, t('rules.contents')), h('ol', null, links));
}

/** A link within the page moves the reader, not the page. @param {MouseEvent} event @param {HTMLElement} root @param {string} id */
function follow(event, root, id) {
  if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  event.preventDefault();
  history.pushState(null, '', address.whole(`/rules/${id}`));
  show(root, id);
}

/** @param {HTMLElement} root @param {string} id */
function show(root, id) {
  const heading = find(root, `#${CSS.escape(id)}-title`);
  if (!heading) return;
  heading.focus({ preventScroll: true });
  heading.scrollIntoView({ block: 'start' });
  mark(root, id);
}

/** Which topic is being read. @param {HTMLElement} root @param {string | undefined} here */
function mark(root, here) {
  if (!here) return;
  root.querySelector('[aria-current]')?.removeAttribute('aria-current');
  root.querySelector(`[data-topic="${here}"]`)?.setAttribute('aria-current', 'true');
}

/**
 * @param {string} topic
 * @param {Part} part
 * @param {{ known: Map<string, Example>, facts: Record<string, number>, waiting: Map<Element, () => void> }} material
 */
function partOf(topic, part, { known, facts, waiting }) {
  /** @param {string} name */
  const words = (name) => t(`rules.${topic}.${name}`, facts);
  if ('text' in part) return h('p', null, words(part.text));
  if ('list' in part) return h('ul', null, part.list.map((name) => h('li', null, words(name))));
  if ('keys' in part) return h('p', null, h('button', { class: 'button', 'data-action': 'keys', onclick: () => void keyHelp() }, t('table.keys')));
  const figures = part.figures.map(([name, ...views]) => {
    const example = known.get(name);
    if (!example) throw new Error(`no example ${name}`);
    return figure(example, views);
  });
  figures.forEach(({ element, fill }) => waiting.set(element, fill));
  return h('div', { class: 'rules-figures', 'data-count': figures.length }, figures.map(({ element }) => element));
}
