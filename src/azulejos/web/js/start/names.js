/**
 * What bots are called: Portuguese first names that read well in every language of ours.
 */

const BOT_NAMES = ['Inês', 'Tomás', 'Beatriz', 'Duarte', 'Leonor', 'Vasco', 'Matilde', 'Rui'];

/**
 * The first of them that nobody at the table bears.
 *
 * @param {string[]} taken
 */
export function freeBotName(taken) {
  return /** @type {string} */ (BOT_NAMES.find((name) => !taken.includes(name)) ?? BOT_NAMES[0]);
}
