/**
 * Places of a page that lies in a folder: behind the #, since no server answers at paths of their own.
 */

import { address } from '../address.js';

/** From now on all places of the page are there. */
export function useHash() {
  address.current = () => (location.hash.startsWith('#/') ? location.hash.slice(1) : '/');
  address.of = (place) => `#${place}`;
  address.whole = (place) => {
    const target = new URL(location.href);
    [target.hash = ''] = place.split('?');
    return target;
  };
  address.linked = (link) => {
    const here = link.origin === location.origin && link.pathname === location.pathname;
    return here && link.hash.startsWith('#/') ? link.hash.slice(1) : null;
  };
}
