/**
 * All screens, and nothing else: their addresses, the title of the tab, the module that draws them.
 * The server reads this list too (`server/web/page/files.py`): it answers at these addresses, and names a screen's modules in its
 * document. Modules are fetched when a screen is first entered.
 */

/** @typedef {{ unmount?(): void, render(): void }} View `render`: the language has changed. */
/** @typedef {(root: HTMLElement, parameter?: string) => View | Promise<View>} Mount */
/** @typedef {{ paths: string[], title: string, load(): Promise<Mount> }} Screen */

/** @type {Record<'start' | 'table' | 'present' | 'join' | 'link' | 'me' | 'learn' | 'rules' | 'review', Screen>} */
export const SCREENS = {
  start: {
    paths: ['/'],
    title: 'shell.title.start',
    load: async () => (await import('./start/start.js')).mountStart,
  },
  table: {
    paths: ['/table/{id}'],
    title: 'shell.title.table',
    load: async () => (await import('./table/page.js')).mountTable,
  },
  present: {
    paths: ['/present/{id}'],
    title: 'company.present.title',
    load: async () => (await import('./present/page.js')).mountPresent,
  },
  join: {
    paths: ['/join', '/join/{token}'],
    title: 'meeting.title.join',
    load: async () => (await import('./room/join.js')).mountJoin,
  },
  link: {
    paths: ['/link/{token}'],
    title: 'meeting.title.link',
    load: async () => (await import('./room/join.js')).mountLink,
  },
  me: {
    paths: ['/me'],
    title: 'meeting.title.me',
    load: async () => (await import('./me/me.js')).mountMe,
  },
  learn: {
    paths: ['/learn'],
    title: 'shell.title.learn',
    load: async () => (await import('./learn/page.js')).mountLearn,
  },
  rules: {
    paths: ['/rules', '/rules/{topic}'],
    title: 'shell.title.rules',
    load: async () => (await import('./rules/page.js')).mountRules,
  },
  review: {
    paths: ['/review', '/review/{id}'],
    title: 'shell.title.review',
    load: async () => (await import('./review/page.js')).mountReview,
  },
};

/** The screen of an address, and what stands in it for `{…}`. @param {string} path */
export function screenAt(path) {
  for (const screen of Object.values(SCREENS)) {
    for (const template of screen.paths) {
      const pattern = template.replace(/\{\w+\}/, '([\\w-]+)').replace(/\/?$/, '/?');
      const match = new RegExp(`^${pattern}$`).exec(path);
      if (match) return { screen, parameter: match[1] };
    }
  }
  return null;
}
