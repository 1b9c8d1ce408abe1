import { LeakedSocketsError } from './errors.js';

/** How many exchanges of the journal a report shows. */
const SHOWN = 20;

/**
 * What a failed test's world saw, for people: its clock, the last exchanges, and what was wrong with them.
 *
 * @param {import('./world.js').World} world
 */
export async function report(world) {
  const [clock, journal, frames] = await Promise.all([
    world.clock.get(), world.requests.page({ limit: SHOWN }), world.requests.page({ kind: 'frame', limit: 0 }),
  ]);
  const name = world.name ? ` (${world.name})` : '';
  const lines = [
    `mock-api: world ${world.id}${name}, its clock ${clock.frozen ? 'stopped at' : 'at'} ${clock.now}, `
      + `${counted(journal.total, 'exchange')}, ${counted(frames.total, 'frame')}`,
  ];
  if (journal.total > journal.requests.length) lines.push(`  the last ${journal.requests.length} exchanges:`);
  for (const entry of [...journal.requests, ...journal.pending]) lines.push(`  ${exchange(entry)}`, ...hints(entry));
  return lines.join('\n');
}

const counted = (count, what) => `${count} ${what}${count === 1 ? '' : 's'}`;

function exchange(entry) {
  const query = entry.query ? `?${entry.query}` : '';
  const operation = entry.operationId ? ` (${entry.api} ${entry.operationId})` : '';
  const ending = entry.ending === 'whole' ? '' : `, the response's ending: ${entry.ending}`;
  return `#${entry.id ?? '…'} ${entry.method} ${entry.path}${query} → ${entry.status ?? 'no status'}${operation}${ending}`;
}

function hints(entry) {
  const suggestion = suggestionIn(entry.response?.body);
  return [
    ...(entry.faults ?? []).map((fault) => `fault ${fault.id} (${fault.type})`),
    ...(entry.deviations ?? []).map((deviation) => `contract: ${deviation.location}: ${deviation.message}`),
    ...(suggestion ? [suggestion] : []),
  ].map((line) => `      ${line}`);
}

/** What the server suggests for a request that met no route, wherever the API's shape of errors has it. */
function suggestionIn(body) {
  if (typeof body === 'string') return /did you mean [^"]*\?/.exec(body)?.[0];
  if (body === null || typeof body !== 'object') return undefined;
  for (const value of Object.values(body)) {
    const found = suggestionIn(value);
    if (found) return found;
  }
  return undefined;
}

/**
 * Reports faults that a test added and that never applied.
 *
 * @param {import('./world.js').World} world
 */
export async function reportUnusedFaults(world) {
  for (const { id, fault, match, matches } of await world.faults.unused()) {
    const what = Object.entries(match ?? {}).map(([name, value]) => `${name} ${typeof value === 'object' ? JSON.stringify(value) : value}`);
    const why = matches === 0 ? 'nothing matched it' : `${matches} matched it, and it left ${matches > 1 ? 'all of them' : 'it'} out`;
    console.warn(`mock-api: the fault ${id} (${fault.type} for ${what.join(', ') || 'any request'}) never applied: ${why}`);
  }
}

/**
 * Reports sockets that a test left open.
 *
 * @param {import('./world.js').World} world
 * @param {'warn' | 'error' | 'ignore'} reaction
 * @throws {LeakedSocketsError} where an error is wanted
 */
export async function reportLeakedSockets(world, reaction) {
  if (reaction === 'ignore') return;
  const sockets = await world.sockets.list();
  if (sockets.length === 0) return;
  const list = sockets.map((socket) =>
    `${socket.path} (${socket.operationId ?? socket.api}${socket.account ? `, account ${socket.account}` : ''})`);
  const message = `the test left ${sockets.length} socket${sockets.length > 1 ? 's' : ''} open in the world ${world.id}: `
    + `${list.join(', ')}. Close what the app opened before the test ends.`;
  if (reaction === 'error') throw new LeakedSocketsError(message, sockets);
  console.warn(`mock-api: ${message}`);
}
