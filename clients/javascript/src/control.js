import { milliseconds } from './durations.js';
import {
  AdminTokenError, CallRefusedError, CallTimeoutError, NotAMockServerError, ServerEndedError, ServerUnreachableError,
  WorldLimitError,
} from './errors.js';
import { known } from './known.js';

/** Milliseconds that a call may take, unless it says otherwise. */
export const CALL_TIMEOUT = 10_000;

/** What every call takes last. */
const CALL_OPTIONS = ['signal', 'timeout'];

const ADVICE = 'What the call itself takes goes into the object before it';

/**
 * Speaks with the control plane of a server, for one world or for all.
 *
 * Node and browsers keep the connections of `fetch` alive, so that a call is one exchange.
 */
export class Control {
  /**
   * @param {import('./server.js').MockServer} server
   * @param {string} [world] nil for the default one
   */
  constructor(server, world) {
    this.server = server;
    this.world = world;
    // A server that is started again has another address; a world of the one before is not there.
    this.process = world && server.process;
    this.address = world && server.url;
  }

  get url() { return this.address ?? this.server.url; }

  /**
   * Makes a call.
   *
   * @param {string} method
   * @param {string} path a template such as `/_mock/worlds/{id}`
   * @param {object} [sent] `parameters` of the path, `query`, `body`, `headers`, and the `timeout` of calls that wait
   * @param {{signal?: AbortSignal, timeout?: string}} [call] what the test gave as the last argument
   * @returns {Promise<any>} JSON as a value, other content as text, nothing as undefined
   */
  async call(method, path, sent = {}, call = {}) {
    const response = await this.open(method, path, sent, call);
    const said = await this.#within({ timeout: sent.timeout, ...call }, `${method} ${path}`, () => response.text());
    const text = path === '/_mock/state' ? said : this.ownPaths(said);
    if (!text) return undefined;
    return (response.headers.get('content-type') ?? '').startsWith('application/json') ? JSON.parse(text) : text;
  }

  /**
   * Makes a call whose content is read by the caller.
   *
   * @returns {Promise<Response>}
   * @throws {TypeError} when the last argument has more than every call has
   */
  async open(method, path, { parameters = {}, query = {}, body, headers = {}, timeout, unchecked = false } = {}, call = {}) {
    known(`the last argument, which is for ${method} ${path}`, call, CALL_OPTIONS, ADVICE);
    if (!unchecked) await this.server.check();
    const operation = `${method} ${path}`;
    const target = path.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(parameters[name]));
    const url = new URL(`${this.url}${this.world ? `/_w/${this.world}` : ''}${target}`);
    for (const [name, value] of Object.entries(query)) {
      for (const each of Array.isArray(value) ? value : [value]) {
        if (each !== undefined && each !== null) url.searchParams.append(name, text(each));
      }
    }
    const all = { ...headers };
    if (this.server.adminToken) all['X-Mock-Admin-Token'] = this.server.adminToken;
    if (body !== undefined) all['Content-Type'] = 'application/json';
    this.server.observer?.(method, path);
    const response = await this.#within({ timeout, ...call }, operation, (signal) =>
      (this.server.fetch ?? fetch)(url, {
        method, headers: all, signal, redirect: 'manual', body: body === undefined ? undefined : JSON.stringify(body),
      }));
    if (response.ok) return response;
    throw this.#refusal(response, this.ownPaths(await response.text()), operation);
  }

  /** A response without the prefix of its world, as the app knows its paths. */
  ownPaths(text) {
    const prefix = `/_w/${this.world}`;
    if (!this.world || !text.includes(prefix)) return text;
    const pattern = new RegExp(`${prefix.replace(/[.]/g, '\\.')}(?:(?=/)|(?![\\w.%-])())`, 'g');
    return text.replace(pattern, (_, alone) => (alone === undefined ? '' : '/'));
  }

  /** Does something that a time-out or the caller's signal ends. */
  async #within({ signal, timeout: wanted }, operation, work) {
    signal?.throwIfAborted();
    const timeout = milliseconds(wanted) ?? CALL_TIMEOUT;
    const controller = new AbortController();
    const late = new CallTimeoutError(`${operation} took longer than ${timeout} ms at ${this.url}`);
    const timer = setTimeout(() => controller.abort(late), timeout);
    const pass = () => controller.abort(signal.reason);
    signal?.addEventListener('abort', pass, { once: true });
    try {
      return await work(controller.signal);
    } catch (error) {
      if (controller.signal.aborted) throw controller.signal.reason;
      const ending = await (this.process ?? this.server.process)?.ending();
      if (ending) {
        throw new ServerEndedError(`${operation}: ${ending}\nThe next world starts another server.`, { cause: error });
      }
      throw new ServerUnreachableError(
        `nothing answers at ${this.url}: ${error.cause?.message || error.message}. `
          + 'Start it with "mock-api serve", or unset MOCK_API_URL to have the tests start one.', { cause: error });
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener('abort', pass);
    }
  }

  #refusal(response, text, operation) {
    let error;
    try {
      error = JSON.parse(text).error;
    } catch {
      error = undefined;
    }
    if (typeof error?.message !== 'string') {
      return new NotAMockServerError(
        `${this.url} answered ${operation} with ${response.status} and no error of mock-api's; is it another server?`);
    }
    const facts = {
      operation, world: this.world, status: response.status, code: error.code, reason: error.message, details: error.details ?? {},
    };
    const where = this.world ? ` in the world ${this.world}` : '';
    const said = `${operation}${where}: ${response.status} ${error.code}: ${error.message}`;
    if (response.status === 401) {
      return new AdminTokenError(`${said}. Set MOCK_API_ADMIN_TOKEN to the token of --admin-token.`, facts);
    }
    if (response.status === 409 && error.message.includes('--max-worlds')) return new WorldLimitError(said, facts);
    return new CallRefusedError(said, facts);
  }
}

/** A value of a query; a moment as RFC 3339 has it, as in bodies. */
function text(value) {
  return value instanceof Date ? value.toISOString() : String(value);
}
