// Writes an entry of the journal as code, as the live page does: node write-code.mjs NAME ORIGIN < entry
import { readFileSync } from 'node:fs';
import { exact } from '../../../web/dashboard/exact.js';
import { KIT_TESTS } from '../../../web/dashboard/snippets.js';
import { requestOf, SNIPPETS } from '../../../web/dashboard/snippets.js';

const [name, origin] = process.argv.slice(2);
const [, write] = [...SNIPPETS, ...KIT_TESTS].find(([each]) => each.startsWith(name));
process.stdout.write(write(requestOf(exact(readFileSync(0, 'utf8')), origin)));
