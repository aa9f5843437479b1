/**
 * The way to whoever hosts the tables: a server, by requests and sockets. A page without a server puts a worker
 * of its own in its place (`site/start.js`); nobody else need know.
 */

/** @typedef {Pick<WebSocket, 'readyState' | 'send' | 'close' | 'onopen' | 'onmessage' | 'onclose'>} Connection */

export const transport = {
  /** @param {string} path @param {RequestInit} options @returns {Promise<Response>} */
  request: (path, options) => fetch(path, options),

  /** To a table. @param {string} id @returns {Connection} */
  connect: (id) => {
    const scheme = location.protocol === 'https:' ? 'wss:' : 'ws:';
    return new WebSocket(`${scheme}//${location.host}/api/tables/${encodeURIComponent(id)}/socket`);
  },
};
