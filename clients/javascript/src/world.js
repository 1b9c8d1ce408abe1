import {
  BrokerCalls, ChannelsCalls, ClockCalls, DataCalls, DevicesCalls, FaultsCalls, FaultSetsCalls, MessagesCalls, RateLimitsCalls,
  RequestsCalls, ScenariosCalls, SensorsCalls, SimulationsCalls, SnapshotsCalls, SocketsCalls, StateCalls, TokensCalls,
  WorldCalls,
} from './calls.js';
import { Control, CALL_TIMEOUT } from './control.js';
import { milliseconds } from './durations.js';
import { CallRefusedError, NotSatisfiedError } from './errors.js';
import { events } from './events.js';
import { base64, explanation } from './texts.js';

/** Milliseconds that one wait of the server may take at most; longer ones are asked for again. */
const LONGEST_WAIT = 60_000;

/** A world: a server of its own within the server, with records, accounts, clock, faults, journal and sockets. */
export class World extends WorldCalls {
  constructor(server, info) {
    super(new Control(server, info.basePath ? info.id : undefined));
    this.server = server;
    this.id = info.id;
    this.name = info.name;
    /** What the app takes as its base address. */
    this.baseURL = `${server.url}${info.basePath}`;
    /** The same for WebSockets. */
    this.webSocketURL = this.baseURL.replace(/^http/, 'ws');
    /** For clients that cannot have another base address. */
    this.headers = { 'X-Mock-World': this.id };
    /** For a process that shall use this world. */
    this.environment = { MOCK_API_URL: this.baseURL, MOCK_API_WS_URL: this.webSocketURL };
    for (const [name, Kind] of Object.entries(PARTS)) this[name] = new Kind(this.control);
  }

  /** The base address of an API in this world, such as that of `agrobridge`. */
  async url(api) { return this.baseURL + await this.server.basePath(api); }

  /** What the server says of it. */
  info(call) { return this.server.worlds.get(this.id, call); }

  /** Deletes it and closes its sockets; one that is gone already is no error. */
  async remove(call) {
    try {
      await this.server.worlds.delete(this.id, call);
    } catch (error) {
      if (!(error instanceof CallRefusedError && error.status === 404)) throw error;
    }
  }
}

/** The time that everything in the world follows. */
class Clock extends ClockCalls {
  /** Stops the clock, at a moment where one is given. */
  freeze(at, call) { return this.set({ freeze: true, now: at }, call); }

  resume(call) { return this.set({ freeze: false }, call); }

  /** Lets time pass: `30s`, `1h 30m`, or ISO 8601 such as `PT15M`. What is due by then has happened afterwards. */
  advance(by, call) { return this.set({ advance: by }, call); }

  /** The machine's time again. */
  reset(call) { return this.set({ reset: true }, call); }
}

/** The whole world as one value. */
class State extends StateCalls {
  load(state, call) { return this.control.call('PUT', '/_mock/state', { ...call, body: state }); }
}

/** The rows of tables, without the rules of the APIs. */
class Data extends DataCalls {
  async add(table, rows, call) {
    const sent = { ...call, parameters: { table }, body: rows };
    return (await this.control.call('POST', '/_mock/data/{table}', sent)).added;
  }
}

/** What goes wrong. */
class Faults extends FaultsCalls {
  /** Adds a fault that is written as `POST /_mock/faults` takes it, such as one from a file. */
  addJson(options, call) { return this.control.call('POST', '/_mock/faults', { ...call, body: options }); }
}

/** The journal: what was asked and answered, and the frames of sockets. */
class Requests extends RequestsCalls {
  /**
   * The newest entries that meet the conditions, the oldest of them first; those whose response is being sent are among
   * them, without an `id`.
   */
  async list(options = {}, call) {
    const { requests, pending } = await this.page(options, call);
    if (options.order === 'desc') return [...pending.reverse(), ...requests].slice(0, options.limit);
    const entries = [...requests, ...pending];
    return options.limit === undefined ? entries : entries.slice(Math.max(0, entries.length - options.limit));
  }

  /**
   * Makes sure that something was asked as often as wanted, at least once unless said otherwise.
   *
   * @throws {NotSatisfiedError} with what comes nearest
   */
  async verify(match, options = {}, call) {
    const found = await this.#verify(match, options, call);
    if (!found.satisfied) throw new NotSatisfiedError(explanation(match, found), found);
    return found;
  }

  /**
   * Waits until something was asked often enough; the server waits, nothing is polled.
   *
   * @param {object} match
   * @param {{atLeast?: number, timeout?: string}} [options] `timeout` is `10s` without one
   * @throws {NotSatisfiedError} when the time is over
   */
  async wait(match, { atLeast = 1, timeout = '10s' } = {}, call = {}) {
    const end = Date.now() + milliseconds(timeout);
    const limit = milliseconds(call.timeout) ?? CALL_TIMEOUT;
    for (;;) {
      const left = Math.max(0, Math.min(LONGEST_WAIT, end - Date.now()));
      const found = await this.control.call('POST', '/_mock/requests/wait', {
        ...call, body: { match, atLeast, timeoutMilliseconds: left }, timeout: `${left + limit}ms`,
      });
      if (found.satisfied) return found;
      if (Date.now() >= end) {
        const near = await this.#verify(match, { atLeast }, call);
        if (near.satisfied) return near;
        throw new NotSatisfiedError(`waited ${timeout}: ${explanation(match, near)}`, near);
      }
    }
  }

  /** Follows the journal as it grows, until the loop is left or `signal` aborts. */
  async* follow(query, { after, ...call } = {}) {
    const headers = { Accept: 'text/event-stream' };
    if (after !== undefined) headers['Last-Event-ID'] = String(after);
    yield* events(await this.control.open('GET', '/_mock/events', { ...call, query, headers }), call.signal);
  }

  #verify(match, options, call) {
    return this.control.call('POST', '/_mock/requests/verify', { ...call, body: { match, ...options } });
  }
}

/** The open sockets. */
class Sockets extends SocketsCalls {
  /** Sends a client a raw message, a text or bytes, past the protocol that the socket speaks. */
  send(id, message, call) {
    const body = typeof message === 'string' ? { text: message } : { base64: base64(message) };
    return this.control.call('POST', '/_mock/sockets/{id}/messages', { ...call, parameters: { id }, body });
  }
}

/** The sensors of Invernaderos. */
class Sensors extends SensorsCalls {
  /** Has all sensors read at once; `values` is what some of them show in it, by their ids. */
  pushReading(values = {}, call) {
    return this.control.call('POST', '/_mock/sensors/readings', { ...call, body: values });
  }
}

const PARTS = {
  clock: Clock, snapshots: SnapshotsCalls, state: State, data: Data, faults: Faults, faultSets: FaultSetsCalls,
  requests: Requests, devices: DevicesCalls, tokens: TokensCalls, rateLimits: RateLimitsCalls, sockets: Sockets,
  channels: ChannelsCalls, broker: BrokerCalls, messages: MessagesCalls, simulations: SimulationsCalls, sensors: Sensors,
  scenarios: ScenariosCalls,
};
