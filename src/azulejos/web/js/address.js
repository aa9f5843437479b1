/**
 * Where in the page the reader is: by the path that a server answers at. Files in a folder have no such paths:
 * there the place stands behind the # (`site/start.js`).
 */

export const address = {
  /** The place that the address bar names, such as `/rules`. */
  current: () => location.pathname,

  /** What a link to a place of ours says. @param {string} place */
  of: (place) => place,

  /** The whole address of a place. @param {string} place */
  whole: (place) => {
    const target = new URL(place, location.origin);
    const wanted = new URLSearchParams(location.search).get('lang');
    if (wanted) target.searchParams.set('lang', wanted);
    return target;
  },

  /** The place that a link leads to; null where it leads elsewhere, or within the page. @param {HTMLAnchorElement} link */
  linked: (link) => {
    if (link.origin !== location.origin || (link.hash && link.pathname === location.pathname)) return null;
    return link.pathname;
  },
};
