/**
 * Asks for the texts while the other modules are still on their way: which language is wanted only
 * this browser knows.
 */

import { fetchTexts } from './text/catalogue.js';
import { wantedLanguage } from './text/language.js';

fetchTexts(wantedLanguage()).catch(() => {}); // `main.js` asks again, and says so if it fails.
