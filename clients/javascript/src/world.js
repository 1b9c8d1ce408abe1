import { Control, CALL_TIMEOUT } from './control.js';
import { CallRefusedError, NotSatisfiedError } from './errors.js';
import { events } from './events.js';
import { base64, explanation, moment } from './texts.js';

/** Milliseconds that one wait of the server may take at most; longer ones are asked for again. */
const LONGEST_WAIT = 60_000;

/** A world: a server of its own within the server, with records, accounts, clock, faults, journal and sockets. */
export class World {
  constructor(server, facts) {
    this.server = server;
    this.id = facts.id;
    this.name = facts.name;
    /** What the app takes as its base address. */
    this.baseURL = `${server.url}${facts.basePath}`;
    /** The same for WebSockets. */
    this.webSocketURL = this.baseURL.replace(/^http/, 'ws');
    /** For clients that cannot have another base address. */
    this.headers = { 'X-Mock-World': this.id };
    /** For a process that shall use this world. */
    this.environment = { MOCK_API_URL: this.baseURL, MOCK_API_WS_URL: this.webSocketURL };
    this.control = new Control(server, facts.basePath ? this.id : undefined);
    this.clock = new Clock(this.control);
    this.snapshots = new Snapshots(this.control);
    this.state = new State(this.control);
    this.data = new Data(this.control);
    this.faults = new Faults(this.control);
    this.faultSets = new FaultSets(this.control);
    this.requests = new Requests(this.control);
    this.devices = new Devices(this.control);
    this.tokens = new Tokens(this.control);
    this.rateLimits = new RateLimits(this.control);
    this.sockets = new Sockets(this.control);
    this.broker = new Broker(this.control);
    this.messages = new Messages(this.control);
    this.simulations = new Simulations(this.control);
    this.sensors = new Sensors(this.control);
    this.scenarios = new Scenarios(this.control);
  }

  /** The base address of an API in this world, such as that of `agrobridge`. */
  async url(api) { return this.baseURL + await this.server.basePath(api); }

  /** What the server says of it. */
  info(call) { return this.server.worlds.get(this.id, call); }

  /** Back to its beginning. Open sockets stay. */
  reset(call) { return this.control.call('POST', '/_mock/reset', call); }

  /** Deletes it and closes its sockets; one that is gone already is no error. */
  async remove(call) {
    try {
      await this.server.worlds.delete(this.id, call);
    } catch (error) {
      if (!(error instanceof CallRefusedError && error.status === 404)) throw error;
    }
  }
}

/** What the parts of a world have in common. */
class Part {
  constructor(control) { this.control = control; }
}

/** The time that everything in the world follows. */
class Clock extends Part {
  get(call) { return this.control.call('GET', '/_mock/clock', call); }

  /** Several changes at once: reset, rate, freeze, set, advance, in this order. */
  change(change, call) {
    const body = change.set === undefined ? change : { ...change, set: moment(change.set) };
    return this.control.call('PUT', '/_mock/clock', { ...call, body });
  }

  /** Stops the clock, at a moment where one is given. */
  freeze(at, call) { return this.change(at === undefined ? { freeze: true } : { freeze: true, set: at }, call); }

  resume(call) { return this.change({ freeze: false }, call); }

  set(time, call) { return this.change({ set: time }, call); }

  /** Lets time pass: milliseconds, or ISO 8601 such as `PT15M`. What is due by then has happened afterwards. */
  advance(duration, call) {
    return this.change({ advance: typeof duration === 'number' ? `PT${duration / 1000}S` : duration }, call);
  }

  /** How many seconds of the world pass in each real one. */
  run(rate, call) { return this.change({ rate }, call); }

  /** What happens when time passes, within so many seconds or until a moment; within an hour without either. */
  upcoming({ seconds, until } = {}, call) {
    const query = { seconds, until: until === undefined ? undefined : moment(until) };
    return this.control.call('GET', '/_mock/clock/upcoming', { ...call, query });
  }

  /** The machine's time again. */
  reset(call) { return this.change({ reset: true }, call); }
}

/** The whole world, kept under a name. */
class Snapshots extends Part {
  async list(call) { return (await this.control.call('GET', '/_mock/snapshots', call)).snapshots; }
  get(name, call) { return this.control.call('GET', '/_mock/snapshots/{name}', { ...call, parameters: { name } }); }
  take(name, call) { return this.control.call('PUT', '/_mock/snapshots/{name}', { ...call, parameters: { name } }); }
  delete(name, call) { return this.control.call('DELETE', '/_mock/snapshots/{name}', { ...call, parameters: { name } }); }
  restore(name, call) {
    return this.control.call('POST', '/_mock/snapshots/{name}/restore', { ...call, parameters: { name } });
  }
}

/** The whole world as one value. */
class State extends Part {
  export(call) { return this.control.call('GET', '/_mock/state', call); }
  import(state, call) { return this.control.call('PUT', '/_mock/state', { ...call, body: state }); }
}

/** Rows, past the rules of the APIs. */
class Data extends Part {
  async tables(call) { return (await this.control.call('GET', '/_mock/data', call)).tables; }

  /** Rows of a table: `filter` has the values of columns; `limit` and `offset` page. */
  rows(table, { filter = {}, limit, offset } = {}, call) {
    return this.control.call('GET', '/_mock/data/{table}', {
      ...call, parameters: { table }, query: { ...filter, _limit: limit, _offset: offset },
    });
  }

  async add(table, rows, call) {
    return (await this.control.call('POST', '/_mock/data/{table}', { ...call, parameters: { table }, body: rows })).added;
  }

  async change(table, set, where, call) {
    const body = { set, ...(where === undefined ? {} : { where }) };
    return (await this.control.call('PATCH', '/_mock/data/{table}', { ...call, parameters: { table }, body })).changed;
  }

  async delete(table, where, call) {
    const body = where === undefined ? {} : { where };
    return (await this.control.call('DELETE', '/_mock/data/{table}', { ...call, parameters: { table }, body })).deleted;
  }
}

/** What goes wrong. */
class Faults extends Part {
  async list(call) { return (await this.control.call('GET', '/_mock/faults', call)).faults; }
  get(id, call) { return this.control.call('GET', '/_mock/faults/{id}', { ...call, parameters: { id } }); }
  add(fault, call) { return this.control.call('POST', '/_mock/faults', { ...call, body: fault }); }
  remove(id, call) { return this.control.call('DELETE', '/_mock/faults/{id}', { ...call, parameters: { id } }); }
  removeAll(call) { return this.control.call('DELETE', '/_mock/faults', call); }
  /** The kinds of faults that there are, with their fields. */
  async types(call) { return (await this.control.call('GET', '/_mock/fault-types', call)).types; }
}

/** Ready-made sets of faults, such as `flaky-3g`. */
class FaultSets extends Part {
  async list(call) { return (await this.control.call('GET', '/_mock/fault-sets', call)).sets; }
  add(name, match, call) {
    const body = match === undefined ? {} : { match };
    return this.control.call('PUT', '/_mock/fault-sets/{name}', { ...call, parameters: { name }, body });
  }
  remove(name, call) {
    return this.control.call('DELETE', '/_mock/fault-sets/{name}', { ...call, parameters: { name } });
  }
}

/** The journal: what was asked and answered, and the frames of sockets. */
class Requests extends Part {
  list(query, call) { return this.control.call('GET', '/_mock/requests', { ...call, query }); }
  get(id, call) { return this.control.call('GET', '/_mock/requests/{id}', { ...call, parameters: { id } }); }
  clear(call) { return this.control.call('DELETE', '/_mock/requests', call); }

  /** Why a request matched what it did, or nothing: the nearest operations and faults, member by member. */
  explain(id, call) {
    return this.control.call('GET', '/_mock/requests/{id}/explanation', { ...call, parameters: { id } });
  }

  /**
   * Carries out a request once more, with its secrets.
   *
   * @param {number} id
   * @param {{headers?: Record<string, string | null>, body?: unknown}} [changes] other `headers`, where one of null is
   *   left out, or another `body`: a text is sent as it is, the rest as JSON
   */
  replay(id, changes = {}, call) {
    return this.control.call('POST', '/_mock/requests/{id}/replay', { ...call, parameters: { id }, body: changes });
  }

  count(match, call) { return this.control.call('POST', '/_mock/requests/count', { ...call, body: { match } }); }
  har(query, call) { return this.control.call('GET', '/_mock/har', { ...call, query }); }

  /**
   * Makes sure that something was asked as often as wanted, at least once unless said otherwise.
   *
   * @throws {NotSatisfiedError} with what comes nearest
   */
  async verify(match, times = {}, call) {
    const found = await this.#verify(match, times, call);
    if (!found.satisfied) throw new NotSatisfiedError(explanation(match, found), found);
    return found;
  }

  /**
   * Waits until something was asked often enough; the server waits, nothing is polled.
   *
   * @param {object} match
   * @param {{atLeast?: number, timeout?: number}} [wish] `timeout` in milliseconds, 10,000 without it
   * @throws {NotSatisfiedError} when the time is over
   */
  async wait(match, { atLeast = 1, timeout = 10_000 } = {}, call = {}) {
    const end = Date.now() + timeout;
    for (;;) {
      const left = Math.max(0, Math.min(LONGEST_WAIT, end - Date.now()));
      const found = await this.control.call('POST', '/_mock/requests/wait', {
        ...call, body: { match, atLeast, timeoutMilliseconds: left }, timeout: left + (call.timeout ?? CALL_TIMEOUT),
      });
      if (found.satisfied) return found;
      if (Date.now() >= end) {
        const near = await this.#verify(match, { atLeast }, call);
        if (near.satisfied) return near;
        throw new NotSatisfiedError(`waited ${timeout} ms: ${explanation(match, near)}`, near);
      }
    }
  }

  /** Follows the journal as it grows, until the loop is left or `signal` aborts. */
  async* follow(query, { lastEventID, ...call } = {}) {
    const headers = { Accept: 'text/event-stream' };
    if (lastEventID !== undefined) headers['Last-Event-ID'] = String(lastEventID);
    yield* events(await this.control.open('GET', '/_mock/events', { ...call, query, headers }), call.signal);
  }

  #verify(match, times, call) {
    return this.control.call('POST', '/_mock/requests/verify', { ...call, body: { match, ...times } });
  }
}

/** Who calls the world, by address and user agent. */
class Devices extends Part {
  async list(call) { return (await this.control.call('GET', '/_mock/devices', call)).devices; }

  /** Gives a device a name in all worlds; null takes it away. */
  name(id, name, call) {
    return this.control.call('PUT', '/_mock/devices/{id}', { ...call, parameters: { id }, body: { name } });
  }
}

/** Access tokens made to measure. */
class Tokens extends Part {
  /** Those that were given out or shown lately: whose they are and until when, not what they are. */
  async list(call) { return (await this.control.call('GET', '/_mock/tokens', call)).tokens; }
  /** Ends a session, as by signing out. */
  endSession(session, call) {
    return this.control.call('DELETE', '/_mock/sessions/{session}', { ...call, parameters: { session } });
  }
  mint(wish, call) { return this.control.call('POST', '/_mock/tokens', { ...call, body: wish }); }
  inspect(token, call) { return this.control.call('POST', '/_mock/tokens/inspect', { ...call, body: { token } }); }
  invalidateAll(call) { return this.control.call('POST', '/_mock/tokens/invalidate', call); }
}

/** The rate limits of each API. */
class RateLimits extends Part {
  async list(call) { return (await this.control.call('GET', '/_mock/rate-limits', call)).rateLimits; }
  get(api, call) { return this.control.call('GET', '/_mock/rate-limits/{api}', { ...call, parameters: { api } }); }
  /** `{authenticated, anonymous}` a minute, or `{off: true}`. */
  set(api, limit, call) {
    return this.control.call('PUT', '/_mock/rate-limits/{api}', { ...call, parameters: { api }, body: limit });
  }
  /** Uses up what an `account` or `address` may still ask. */
  exhaust(api, client, call) {
    return this.control.call('POST', '/_mock/rate-limits/{api}/exhaust', { ...call, parameters: { api }, body: client });
  }
  reset(api, client = {}, call) {
    return this.control.call('POST', '/_mock/rate-limits/{api}/reset', { ...call, parameters: { api }, body: client });
  }
}

/** The open sockets. */
class Sockets extends Part {
  async list(call) { return (await this.control.call('GET', '/_mock/sockets', call)).sockets; }
  get(id, call) { return this.control.call('GET', '/_mock/sockets/{id}', { ...call, parameters: { id } }); }
  /** Closes one, with a `code` and a `reason`, or with `abort` without a word. */
  kick(id, closing = {}, call) {
    return this.control.call('DELETE', '/_mock/sockets/{id}', { ...call, parameters: { id }, body: closing });
  }
  /** Sends a client a raw message, a text or bytes, past the protocol that the socket speaks. */
  send(id, message, call) {
    const body = typeof message === 'string' ? { text: message } : { base64: base64(message) };
    return this.control.call('POST', '/_mock/sockets/{id}/messages', { ...call, parameters: { id }, body });
  }
  kickAll(closing = {}, call) { return this.control.call('DELETE', '/_mock/sockets', { ...call, body: closing }); }
}

/** The STOMP broker. */
class Broker extends Part {
  /** Its subscriptions, and the queues with what waits in them. */
  get(call) { return this.control.call('GET', '/_mock/broker', call); }
}

/** Messages of the test's own. */
class Messages extends Part {
  publish(message, call) { return this.control.call('POST', '/_mock/messages', { ...call, body: message }); }
}

/** What moves by itself. */
class Simulations extends Part {
  async list(call) { return (await this.control.call('GET', '/_mock/simulations', call)).simulations; }
  pause(name, call) { return this.#act('/_mock/simulations/pause', name, call); }
  resume(name, call) { return this.#act('/_mock/simulations/resume', name, call); }
  step(name, call) { return this.#act('/_mock/simulations/step', name, call); }

  async #act(path, name, call) {
    return (await this.control.call('POST', path, { ...call, body: name === undefined ? {} : { name } })).simulations;
  }
}

/** The sensors of Invernaderos. */
class Sensors extends Part {
  list(call) { return this.control.call('GET', '/_mock/sensors', call); }
  /** What a sensor reads from now on, for `durationSeconds` where given. */
  set(greenhouse, sensor, value, durationSeconds, call) {
    const body = durationSeconds === undefined ? { value } : { value, durationSeconds };
    return this.control.call('PUT', SENSOR, { ...call, parameters: { greenhouse, sensor }, body });
  }
  unset(greenhouse, sensor, call) {
    return this.control.call('DELETE', SENSOR, { ...call, parameters: { greenhouse, sensor } });
  }
  /** Has all sensors read at once; `reading` says what. */
  pushReading(reading = {}, call) {
    return this.control.call('POST', '/_mock/sensors/readings', { ...call, body: reading });
  }
}

const SENSOR = '/_mock/sensors/{greenhouse}/{sensor}';

/** Heat waves, and sensors that fail. */
class Scenarios extends Part {
  async list(call) { return (await this.control.call('GET', '/_mock/scenarios', call)).scenarios; }
  get(id, call) { return this.control.call('GET', '/_mock/scenarios/{id}', { ...call, parameters: { id } }); }
  add(scenario, call) { return this.control.call('POST', '/_mock/scenarios', { ...call, body: scenario }); }
  remove(id, call) { return this.control.call('DELETE', '/_mock/scenarios/{id}', { ...call, parameters: { id } }); }
  removeAll(call) { return this.control.call('DELETE', '/_mock/scenarios', call); }
}
