/**
 * The lesson and the examples come from the server, once a visit.
 *
 * @import { Lesson } from './lesson.js'
 */

/** @type {Promise<Lesson> | null} */
let fetched = null;

/** @returns {Promise<Lesson>} */
export function fetchLesson() {
  fetched ??= load();
  fetched.catch(() => { fetched = null; });
  return fetched;
}

/** @returns {Promise<Lesson>} */
async function load() {
  const response = await fetch('/api/lesson');
  if (!response.ok) throw new Error(`/api/lesson: ${response.status}`);
  return response.json();
}
