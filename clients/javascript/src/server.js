import { Control } from './control.js';
import { MockAPIError, NotAMockServerError, ServerNotFoundError, ServerTooOldError } from './errors.js';
import { moment, worldIdentity } from './texts.js';
import { World } from './world.js';

/** The oldest server that has all calls of this kit. */
export const MINIMUM_VERSION = '0.2.0';

const environment = globalThis.process?.env ?? {};

/** A mock server, and what is not a single world's. */
export class MockServer {
  #checked;
  #apis;

  /**
   * A server that is there.
   *
   * @param {string} url such as `http://localhost:3000`
   * @param {{adminToken?: string, fetch?: typeof fetch, observer?: (method: string, path: string) => void}} [options]
   */
  constructor(url, options = {}) {
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
   * Starts a server of one's own, from `MOCK_API_BINARY` or the `mock-api` on the path. It ends with this process,
   * however that ends, or by `stop()`.
   *
   * @param {{arguments?: string[], binary?: string}} [options]
   */
  static async start(options = {}) {
    if (!globalThis.process?.versions?.node) {
      throw new ServerNotFoundError('a browser cannot start a server: give the address of one, new MockServer(url)');
    }
    const { startProcess } = await import('./process.js');
    const { url, stop } = await startProcess(options.binary ?? environment.MOCK_API_BINARY ?? 'mock-api', options.arguments ?? []);
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

  /** Whether the server serves, and its version. */
  health(call) { return this.control.call('GET', '/_mock/health', call); }

  /** Its numbers, in Prometheus' text format. */
  metrics(call) { return this.control.call('GET', '/_mock/metrics', call); }

  /** The APIs that it serves. */
  welcome(call) { return this.control.call('GET', '/', { headers: { Accept: 'application/json' }, ...call }); }

  /** The calls of the control plane that changed something, in all worlds: behind `after`, the newest `limit`. */
  async activity(query, call) { return (await this.control.call('GET', '/_mock/activity', { ...call, query })).activity; }

  /** The calls of the control plane. */
  async calls(call) { return (await this.control.call('GET', '/_mock', call)).calls; }

  /** The documents of the APIs. */
  documents(call) { return this.control.call('GET', '/openapi', call); }

  /** One document, by its file, such as `agrobridge.json`. */
  document(file, call) { return this.control.call('GET', '/openapi/{file}', { ...call, parameters: { file } }); }

  /** The addresses by which phones and emulators reach it. */
  connectAddresses(call) { return this.control.call('GET', '/_mock/connect.json', call); }

  /** The certificate of the CA behind its TLS port, as PEM. */
  authority(call) { return this.control.call('GET', '/_mock/ca.pem', call); }

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
class Worlds {
  constructor(server) { this.server = server; }

  /** All of them, the default one first. */
  async list(call) { return (await this.server.control.call('GET', '/_mock/worlds', call)).worlds; }

  /** What the server says of one. */
  get(id, call) { return this.server.control.call('GET', '/_mock/worlds/{id}', { ...call, parameters: { id } }); }

  /** Deletes one and closes its sockets. */
  delete(id, call) { return this.server.control.call('DELETE', '/_mock/worlds/{id}', { ...call, parameters: { id } }); }

  /**
   * Makes one. With a `name` and no `id` the id is made from the name, so that it is known in the journal and unique.
   *
   * @param {object} [wish] `name`, `id`, `from`, `frozenAt`, `clock`, `randomSeed`, `faults`
   */
  async make(wish = {}, call) {
    await this.server.check();
    const { faults = [], frozenAt, clock, ...rest } = wish;
    const body = { ...rest, ...(wish.name && !wish.id ? worldIdentity(wish.name) : {}) };
    if (frozenAt !== undefined) body.clock = { set: moment(frozenAt), freeze: true };
    else if (clock !== undefined) body.clock = clock instanceof Date ? moment(clock) : clock;
    const world = new World(this.server, await this.server.control.call('POST', '/_mock/worlds', { ...call, body }));
    try {
      for (const fault of faults) {
        await (typeof fault === 'string' ? world.faultSets.add(fault, undefined, call) : world.faults.add(fault, call));
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
