import { ServerCalls, WorldsCalls } from './calls.js';
import { Control } from './control.js';
import { MockAPIError, NotAMockServerError, ServerNotFoundError, ServerTooOldError } from './errors.js';
import { known } from './known.js';
import { worldIdentity } from './texts.js';
import { isOlder, MINIMUM_VERSION } from './versions.js';
import { World } from './world.js';

const environment = globalThis.process?.env ?? {};

/** The options of a world. */
export const WORLD_OPTIONS = ['name', 'id', 'from', 'frozenAt', 'now', 'rate', 'randomSeed', 'faults'];

/** The options of a server that the kit starts. */
export const SERVER_OPTIONS = ['apis', 'overlay', 'data', 'accounts', 'config', 'arguments'];

/** A mock server, and what is not a single world's. */
export class MockServer extends ServerCalls {
  #checked;
  #apis;
  #start;
  #revival;

  /**
   * A server that is there.
   *
   * @param {string} url such as `http://localhost:3000`
   * @param {{adminToken?: string, fetch?: typeof fetch, observer?: (method: string, path: string) => void}} [options]
   */
  constructor(url, options = {}) {
    super();
    known('MockServer', options, ['adminToken', 'fetch', 'observer']);
    this.url = url.replace(/\/+$/, '');
    this.adminToken = options.adminToken ?? environment.MOCK_API_ADMIN_TOKEN;
    this.fetch = options.fetch;
    this.observer = options.observer;
    this.control = new Control(this);
    this.worlds = new Worlds(this);
  }

  static #shared = new Map();

  /**
   * The server of this process: that of `MOCK_API_URL`, else one that is started and ends with the process.
   *
   * Each set of options has a server, which is started here unless that of `MOCK_API_URL` has all of `apis`.
   *
   * @param {import('./index.js').ServerOptions} [options]
   */
  static async shared(options = {}) {
    known('MockServer.shared', options, SERVER_OPTIONS);
    const url = environment.MOCK_API_URL;
    const wanted = Object.entries(options).filter(([, value]) => value !== undefined);
    if (url) {
      const given = await MockServer.#kept(url, async () => new MockServer(url));
      if (wanted.length === 0) return given;
      const known = options.apis ? (await given.welcome()).apis.map((api) => api.name) : [];
      if (options.apis && Object.keys(options.apis).every((name) => known.includes(name))) return given;
    }
    return MockServer.#kept(JSON.stringify(wanted.sort(([a], [b]) => (a < b ? -1 : 1))), () => MockServer.start(options));
  }

  /** What a key had made before, else what is made now. */
  static #kept(key, make) {
    if (!MockServer.#shared.has(key)) {
      MockServer.#shared.set(key, make().catch((error) => {
        MockServer.#shared.delete(key);
        throw error;
      }));
    }
    return MockServer.#shared.get(key);
  }

  /**
   * Starts a server of one's own, from `MOCK_API_BINARY`, the installed npm package `mock-api`, or the `mock-api` on the
   * path, in this order. It ends with this process, however that ends, or by `stop()`.
   *
   * @param {import('./index.js').ServerOptions & {binary?: string, adminToken?: string}} [options]
   */
  static async start(options = {}) {
    known('MockServer.start', options, [...SERVER_OPTIONS, 'binary', 'adminToken']);
    if (!globalThis.process?.versions?.node) {
      throw new ServerNotFoundError('a browser cannot start a server: give the address of one, new MockServer(url)');
    }
    const { installedProgram, serveArguments, startProcess } = await import('./process.js');
    const binary = options.binary ?? (environment.MOCK_API_BINARY || installedProgram()) ?? 'mock-api';
    const given = serveArguments(options);
    const start = () => startProcess(binary, given);
    const process = await start();
    const server = new MockServer(process.url, { adminToken: options.adminToken });
    server.process = process;
    server.#start = start;
    return server;
  }

  /** Ends a server that was started here; others stay. */
  async stop() { await this.process?.stop(); }

  /** Starts a server again that was started here and has ended. Its worlds are gone. */
  async revive() {
    if (!this.process?.hasEnded()) return;
    this.#revival ??= this.#start().then((process) => {
      this.process = process;
      this.url = process.url;
    }).finally(() => { this.#revival = undefined; });
    await this.#revival;
  }

  /** Makes sure, once, that a mock-api of a version that this kit knows answers. */
  check() {
    this.#checked ??= this.#look().catch((error) => {
      this.#checked = undefined;
      throw error;
    });
    return this.#checked;
  }

  async #look() {
    const health = await this.control.call('GET', '/_mock/health', { unchecked: true });
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
  get defaultWorld() { return new World(this, { id: 'default', basePath: '', isShared: true }); }

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
    return base && new World(new MockServer(base), { id, basePath: `/_w/${id}`, isShared: true });
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
    await this.server.revive();
    const { faults = [], frozenAt, now, rate, ...rest } = known('worlds.make', options, WORLD_OPTIONS);
    const body = { ...rest, ...(options.name && !options.id ? worldIdentity(options.name) : {}) };
    const clock = { set: frozenAt ?? now, freeze: frozenAt === undefined ? undefined : true, rate };
    if (Object.values(clock).some((each) => each !== undefined)) body.clock = clock;
    const world = new World(this.server, await this.server.control.call('POST', '/_mock/worlds', { body }, call));
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
