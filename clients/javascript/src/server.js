import { ServerCalls, WorldsCalls } from './calls.js';
import { Control } from './control.js';
import { MockAPIError, NotAMockServerError, ServerNotFoundError, ServerTooOldError } from './errors.js';
import { worldIdentity } from './texts.js';
import { World } from './world.js';

/** The oldest server that has all calls of this kit. */
export const MINIMUM_VERSION = '0.2.0';

const environment = globalThis.process?.env ?? {};

/** A mock server, and what is not a single world's. */
export class MockServer extends ServerCalls {
  #checked;
  #apis;

  /**
   * A server that is there.
   *
   * @param {string} url such as `http://localhost:3000`
   * @param {{adminToken?: string, fetch?: typeof fetch, observer?: (method: string, path: string) => void}} [options]
   */
  constructor(url, options = {}) {
    super();
    this.url = url.replace(/\/+$/, '');
    this.adminToken = options.adminToken ?? environment.MOCK_API_ADMIN_TOKEN;
    this.fetch = options.fetch;
    this.observer = options.observer;
    this.control = new Control(this);
    this.worlds = new Worlds(this);
  }

  static #shared;

  /** The server of this process: that of `MOCK_API_URL`, else one that is started and ends with the process. */
  static shared() {
    MockServer.#shared ??= (environment.MOCK_API_URL
      ? Promise.resolve(new MockServer(environment.MOCK_API_URL))
      : MockServer.start()).catch((error) => {
      MockServer.#shared = undefined;
      throw error;
    });
    return MockServer.#shared;
  }

  /**
   * Starts a server of one's own, from `MOCK_API_BINARY`, the installed npm package `mock-api`, or the `mock-api` on the
   * path, in this order. It ends with this process, however that ends, or by `stop()`.
   *
   * @param {{arguments?: string[], binary?: string}} [options]
   */
  static async start(options = {}) {
    if (!globalThis.process?.versions?.node) {
      throw new ServerNotFoundError('a browser cannot start a server: give the address of one, new MockServer(url)');
    }
    const { installedProgram, startProcess } = await import('./process.js');
    const binary = options.binary ?? (environment.MOCK_API_BINARY || installedProgram()) ?? 'mock-api';
    const { url, stop } = await startProcess(binary, options.arguments ?? []);
    const server = new MockServer(url);
    server.stop = stop;
    return server;
  }

  /** Ends a server that was started here; others stay. */
  async stop() {}

  /** Makes sure, once, that a mock-api of a version that this kit knows answers. */
  check() {
    this.#checked ??= this.#look().catch((error) => {
      this.#checked = undefined;
      throw error;
    });
    return this.#checked;
  }

  async #look() {
    const health = await this.health();
    if (typeof health?.version !== 'string') {
      throw new NotAMockServerError(`${this.url} answers, but not as mock-api does; is it another server?`);
    }
    if (isOlder(health.version, MINIMUM_VERSION)) {
      throw new ServerTooOldError(
        `the mock-api at ${this.url} is ${health.version}, and these tests need ${MINIMUM_VERSION} or later: update it`);
    }
  }

  /** The path below which an API lies, such as `/v1` for `agrobridge`. */
  async basePath(api) {
    this.#apis ??= (await this.welcome()).apis;
    const found = this.#apis.find((each) => each.name === api);
    if (!found) {
      const names = this.#apis.map((each) => each.name).join(', ');
      throw new MockAPIError(`the server has no API ${JSON.stringify(api)}; it has ${names}`);
    }
    return found.basePath === '/' ? '' : found.basePath;
  }

  /** The world of requests that name none. */
  get defaultWorld() { return new World(this, { id: 'default', basePath: '' }); }

  /**
   * The world that `mock-api exec --workers` made for this worker, by the number that the test runner gives it (Vitest,
   * Jest, Playwright); nil where there is none.
   */
  static workerWorld(variables = environment) {
    const playwright = variables.TEST_PARALLEL_INDEX;
    const number = variables.VITEST_POOL_ID ?? variables.JEST_WORKER_ID ?? (playwright && Number(playwright) + 1);
    const url = number && variables[`MOCK_API_URL_${number}`];
    if (!url) return undefined;
    const [, base, id] = /^(.*)\/_w\/([^/]+)$/.exec(url) ?? [];
    return base && new World(new MockServer(base), { id, basePath: `/_w/${id}` });
  }
}

/** The worlds of a server. */
class Worlds extends WorldsCalls {
  constructor(server) {
    super(server.control);
    this.server = server;
  }

  /**
   * Makes one. With a `name` and no `id` the id is made from the name, so that it is known in the journal and unique.
   *
   * @param {object} [options] `name`, `id`, `from`, `frozenAt`, `now`, `rate`, `randomSeed`, `faults`
   */
  async make(options = {}, call) {
    await this.server.check();
    const { faults = [], frozenAt, now, rate, ...rest } = options;
    const body = { ...rest, ...(options.name && !options.id ? worldIdentity(options.name) : {}) };
    const clock = { set: frozenAt ?? now, freeze: frozenAt === undefined ? undefined : true, rate };
    if (Object.values(clock).some((each) => each !== undefined)) body.clock = clock;
    const world = new World(this.server, await this.server.control.call('POST', '/_mock/worlds', { ...call, body }));
    try {
      for (const fault of faults) {
        if (typeof fault === 'string') await world.faultSets.add(fault, {}, call);
        else await world.faults.addJson(fault, call);
      }
      return world;
    } catch (error) {
      await world.remove().catch(() => {});
      throw error;
    }
  }
}

/** Whether a version such as `0.2.0` comes before another one. */
function isOlder(version, minimum) {
  const numbers = (text) => text.split(/[.+-]/, 3).map((part) => Number.parseInt(part, 10) || 0);
  const [a, b] = [numbers(version), numbers(minimum)];
  const place = a.findIndex((part, index) => part !== b[index]);
  return place >= 0 && a[place] < b[place];
}
