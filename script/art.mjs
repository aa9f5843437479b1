// Writes the page's art as one SVG file of definitions, a line each, for those who draw without a page.
import { writeFileSync } from 'node:fs';
import { definitions as drawn } from '../src/azulejos/web/js/art/tile.js';

const inside = drawn().match(/<defs>(.*)<\/defs>/s)[1].replace(/\s+/g, ' ').replace(/> </g, '><').trim();
const definitions = inside.match(/<(linearGradient|clipPath|symbol) .*?<\/\1>/g);
if (definitions.join('') !== inside) throw new Error('there is a definition of another kind in tile.js');
const art = `<svg xmlns="http://www.w3.org/2000/svg"><defs>
${definitions.join('\n')}
</defs></svg>
`;
if (process.argv[2]) writeFileSync(process.argv[2], art);
else process.stdout.write(art);
