/** Codes of invitations, however they are typed or pasted. */

import './browser.js';
import assert from 'node:assert/strict';
import { test } from 'node:test';

const { invitationIn } = await import('../../src/azulejos/web/js/room/code.js');

const TYPED = [
  ['K7QM-2XPD', 'K7QM-2XPD'], ['k7qm 2xpd', 'K7QM-2XPD'], [' k7qm2xpd\n', 'K7QM-2XPD'], ['k7-qm–2x.pd', 'K7QM-2XPD'],
  ['K7QM', 'K7QM'], ['K7QM-2XPD-9', 'K7QM2XPD9'], ['', ''], ['–', ''],
  ['https://games.example/join/abc-DEF_123?lang=fi', 'abc-DEF_123'], ['games.example/join/K7QM-2XPD', 'K7QM-2XPD'],
];
for (const [typed, found] of TYPED) {
  test(`${JSON.stringify(typed)} is ${JSON.stringify(found)}`, () => assert.equal(invitationIn(typed), found));
}
