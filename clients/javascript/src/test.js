import { known } from './known.js';
import { report, reportLeakedSockets, reportUnusedFaults } from './report.js';
import { MockServer, SERVER_OPTIONS, WORLD_OPTIONS } from './server.js';

/** What `mockWorld` and `inWorld` take. */
const TEST_OPTIONS = [...SERVER_OPTIONS, ...WORLD_OPTIONS, 'server', 'leakedSockets', 'onFailure'];

/**
 * A test with a world of its own, for `node:test`, Vitest, Jest and what calls tests as they do: the world is made before
 * the body and removed after it; a failure reports what the world saw.
 *
 *     test('a lote is kept', mockWorld(async (world) => { … }));
 *     test('a token ends', mockWorld({ frozenAt: '2026-01-01T00:00:00Z' }, async (world) => { … }));
 *
 * @param {object | Function} options or the body
 * @param {Function} [body] is given the world and what the runner gives a test
 */
export function mockWorld(options, body) {
  if (typeof options === 'function') return mockWorld({}, options);
  // Jest takes a test with parameters for one with a callback: this one has none to show.
  return async function test(...given) {
    await inWorld({ name: nameOfTest(given[0]), ...options }, (world) => body(world, ...given));
  };
}

/**
 * Does something in a world of its own.
 *
 * @param {object} options as for `worlds.make`, further `server`, or `apis`, `overlay`, `data`, `accounts`, `config` and
 *   `arguments` of a server that tests with the same ones share; `leakedSockets`, and `onFailure`, which is given the world
 *   while it is still there
 * @param {(world: import('./world.js').World) => Promise<any>} body
 */
export async function inWorld(options, body) {
  const {
    server, apis, overlay, data, accounts, config, arguments: given, leakedSockets = 'warn', onFailure, ...wanted
  } = known('mockWorld', options, TEST_OPTIONS);
  const own = { apis, overlay, data, accounts, config, arguments: given };
  const world = await (server ?? await MockServer.shared(own)).worlds.make(wanted);
  try {
    const result = await body(world);
    await world.checks.end();
    await world.closeClients();
    await reportUnusedFaults(world);
    await reportLeakedSockets(world, leakedSockets);
    return result;
  } catch (error) {
    await explain(error, world);
    await onFailure?.(world);
    throw error;
  } finally {
    // It has said what there was to say.
    await world.checks.end().catch(() => {});
    await world.remove();
  }
}

/** Adds what the world saw to an error, where runners show it. */
async function explain(error, world) {
  if (!(error instanceof Error)) return;
  const text = await report(world).catch((reason) => `mock-api: no report of the world ${world.id}: ${reason.message}`);
  const stack = error.stack;
  const [before, after] = [error.message, `${error.message}\n\n${text}\n`];
  try {
    error.message = after;
    if (stack?.includes(before)) error.stack = before ? stack.replace(before, () => after) : `${stack}\n${after}`;
  } catch {
    // A frozen error stays as it is.
    console.error(text);
  }
}

/** The whole name of the running test: of Vitest's context, of node:test's, or as Jest and Vitest's `expect` know it. */
function nameOfTest(context) {
  const task = context?.task;
  if (task) {
    const names = [];
    for (let each = task; each?.name; each = each.suite) names.unshift(each.name);
    return names.join(' > ');
  }
  return context?.fullName ?? context?.name ?? globalThis.expect?.getState?.().currentTestName ?? 'test';
}
