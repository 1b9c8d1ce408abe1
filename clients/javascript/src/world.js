import {
  BrokerCalls, ChannelsCalls, ClockCalls, DataCalls, DevicesCalls, FaultsCalls, FaultSetsCalls, HoldsCalls, MessagesCalls,
  RateLimitsCalls, RequestsCalls, ScenariosCalls, SensorsCalls, SimulationsCalls, SnapshotsCalls, SocketsCalls, StateCalls, TokensCalls,
  WorldCalls,
} from './calls.js';
import { Checks } from './checks.js';
import { Control, CALL_TIMEOUT } from './control.js';
import { milliseconds } from './durations.js';
import { CallRefusedError, NotSatisfiedError } from './errors.js';
import { events } from './events.js';
import { Hold } from './holds.js';
import { known } from './known.js';
import { Part } from './part.js';
import { SocketClient, StompClient } from './sockets.js';
import { answeringFault, base64, conditions, disorder, explanation, line, operation, RESPONSE_OPTIONS, whatIsMeant } from './texts.js';

/** Milliseconds that one wait of the server may take at most; longer ones are asked for again. */
const LONGEST_WAIT = 60_000;

/** How many entries a message shows. */
const SHOWN = 20;

/** A world: a server of its own within the server, with records, accounts, clock, faults, journal and sockets. */
export class World extends WorldCalls {
  #clients = [];

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
    /** The calls that were begun and that nobody awaits yet. */
    this.checks = new Checks();
    for (const [name, Kind] of Object.entries(PARTS)) this[name] = new Kind(this.control);
    // A world of many tests does not end with one of them, so that nothing could report them.
    if (info.isShared) return;
    for (const name of Object.keys(PARTS)) this.checks.watch(this[name], `world.${name}`, methods(this[name]));
    this.checks.watch(this, 'world', ['url', 'answer', 'hold', 'signIn', 'connectStomp', 'connectSocket', 'reset', 'info']);
  }

  /** The base address of an API in this world, such as that of `agrobridge`. */
  async url(api) { return this.baseURL + await this.server.basePath(api); }

  /**
   * Changes the next responses to a request, such as `GET /v1/lotes`. It is a fault, which `faults` lists.
   *
   * @param {string} request
   * @param {import('./index.js').AnswerOptions} options
   */
  answer(request, options = {}, call) {
    const { fault, times, after } = answeringFault(known('answer', options, [...RESPONSE_OPTIONS, 'once', 'times', 'onCall']));
    return this.faults.add(fault, { match: operation(request), times, after }, call);
  }

  /**
   * Holds the next exchange of a request, such as `POST /v1/lotes`, until it is released. It is a fault, which `faults` lists.
   *
   * @param {string} request
   * @param {import('./index.js').HoldOptions} [options]
   */
  async hold(request, options = {}, call) {
    const { phase, times = 1, limit = '60s' } = known('hold', options, ['phase', 'times', 'limit']);
    const fault = { type: 'hold', phase, milliseconds: Math.round(milliseconds(limit)) };
    return new Hold(this, await this.faults.add(fault, { match: operation(request), times }, call));
  }

  /** A STOMP client, connected to a path of this world. The world's end closes it. */
  async connectStomp(options = {}) {
    const { path = '/ws/greenhouse', ...other } = known('connectStomp', options, ['path', ...CONNECT_OPTIONS]);
    return this.#kept(StompClient.open(this.webSocketURL + path, other));
  }

  /** A client of a WebSocket that carries JSON. The world's end closes it. */
  async connectSocket(path, options = {}) {
    return this.#kept(SocketClient.open(this.webSocketURL + path, known('connectSocket', options, CONNECT_OPTIONS)));
  }

  /** Signs in to an API without a password; `account` is an id, a name or an e-mail address, also as `{ account }`. */
  signIn(api, account, call) {
    return super.signIn(api, typeof account === 'string' ? { account } : account, call);
  }

  async #kept(opening) {
    const client = await opening;
    this.#clients.push(client);
    return client;
  }

  /** Closes the clients of `connectStomp` and `connectSocket`. */
  async closeClients() { await Promise.all(this.#clients.splice(0).map((client) => client.close())); }

  /** Takes the world back to its beginning. Open sockets stay. */
  async reset(call) {
    await super.reset(call);
    this.requests.forgetVerified();
  }

  /** What the server says of it. */
  info(call) { return this.server.worlds.get(this.id, call); }

  /** Deletes it and closes its sockets; one that is gone already is no error. */
  async remove(call) {
    await this.closeClients();
    try {
      await this.server.worlds.delete(this.id, call);
    } catch (error) {
      if (!(error instanceof CallRefusedError && error.status === 404)) throw error;
    }
    await this.checks.end();
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
  load(state, call) { return this.control.call('PUT', '/_mock/state', { body: state }, call); }
}

/** The rows of tables, without the rules of the APIs. */
class Data extends DataCalls {
  async add(table, rows, call) {
    return (await this.control.call('POST', '/_mock/data/{table}', { parameters: { table }, body: rows }, call)).added;
  }
}

/** What goes wrong. */
class Faults extends FaultsCalls {
  #added = new Set();

  async add(...given) { return this.#noted(await super.add(...given)); }

  /** Adds a fault that is written as `POST /_mock/faults` takes it, such as one from a file. */
  async addJson(options, call) {
    return this.#noted(await this.control.call('POST', '/_mock/faults', { body: options }, call));
  }

  /** The faults that were added here, are still there, and never applied. */
  async unused(call) {
    if (this.#added.size === 0) return [];
    return (await this.list(call)).filter((each) => this.#added.has(each.id) && each.applications === 0);
  }

  #noted(record) {
    this.#added.add(record.id);
    return record;
  }
}

/** The journal: what was asked and answered, and the frames of sockets. */
class Requests extends RequestsCalls {
  #seen = new Set();
  #pending = [];

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
   * Makes sure that something was asked as often as wanted, at least once unless said otherwise. Gives the entries, the
   * oldest first.
   *
   * @param {object | string} match conditions, or text such as `GET /v1/lotes`
   * @param {object} [options] `exactly`, `atLeast`, `atMost`
   * @throws {NotSatisfiedError} with what comes nearest
   */
  verify(match, options = {}, call) {
    return this.#verified(conditions(match), known('requests.verify', options, ['exactly', 'atLeast', 'atMost']), call);
  }

  /**
   * Makes sure that there are no entries but those that `verify`, `wait` and `verifyInOrder` gave. With conditions, only
   * entries that meet them count.
   *
   * @throws {NotSatisfiedError} with the others
   */
  verifyNoOther(match = {}, call) { return this.#noOther(conditions(match), call); }

  /**
   * Makes sure that there is an entry for each step, each after the one before; others may be in between. The order is
   * that in which the exchanges ended. Gives an entry for each step.
   *
   * @param {(object | string)[]} steps conditions, or text such as `POST /v1/lotes`
   * @throws {NotSatisfiedError} with what came before
   */
  verifyInOrder(steps, call) { return this.#inOrder(steps, call); }

  /**
   * Waits until something was asked often enough; the server waits, nothing is polled. Gives the entries.
   *
   * @param {object} match
   * @param {{atLeast?: number, timeout?: string}} [options] `timeout` is `10s` without one
   * @throws {NotSatisfiedError} when the time is over
   */
  wait(match, options = {}, call) {
    return this.#waited(conditions(match), known('requests.wait', options, ['atLeast', 'timeout']), call);
  }

  /** Has `verifyNoOther` count the entries again that were verified before. */
  forgetVerified() {
    this.#seen.clear();
    this.#pending = [];
  }

  async clear(call) {
    await super.clear(call);
    this.forgetVerified();
  }

  async #verified(match, options, call, when = '') {
    const found = await this.#verify(match, options, call);
    if (!found.satisfied) throw new NotSatisfiedError(when + explanation(match, found), found);
    this.#note(found.entries, match);
    return found.entries;
  }

  async #noOther(match, call) {
    const found = await this.#verify(match, { atLeast: 0 }, call);
    // What was still being sent when it was verified has a number by now.
    const known = new Set();
    for (const each of this.#pending) {
      for (const entry of (await this.#verify(each, { atLeast: 0 }, call)).entries) known.add(entry.id ?? JSON.stringify(entry));
    }
    const others = found.entries.filter((entry) => !this.#seen.has(entry.id) && !known.has(entry.id ?? JSON.stringify(entry)));
    if (others.length === 0) return;
    const shown = others.slice(0, SHOWN).map((entry) => `\n  ${line(entry)}`).join('');
    const more = others.length > SHOWN ? `\n  and ${others.length - SHOWN} more` : '';
    throw new NotSatisfiedError(`expected no other ${whatIsMeant(match, 'exchange')}, found ${others.length}:${shown}${more}`, found);
  }

  async #inOrder(steps, call) {
    const [entries, matches] = [[], []];
    let after = 0;
    for (const [index, step] of steps.entries()) {
      const match = conditions(step);
      const found = await this.#verify(match, {}, call);
      const next = found.entries.find(({ id }) => id === undefined || id > after);
      if (!next) throw new NotSatisfiedError(disorder(`${index + 1} of ${steps.length}`, match, entries, found), found);
      entries.push(next);
      matches.push(match);
      // One whose response is still being sent is the last.
      after = next.id ?? Infinity;
    }
    for (const [index, entry] of entries.entries()) this.#note([entry], matches[index]);
    return entries;
  }

  /** Has `verifyNoOther` leave out entries. One whose response is still being sent has no number yet. */
  #note(entries, match) {
    for (const { id } of entries) if (id !== undefined) this.#seen.add(id);
    if (entries.some(({ id }) => id === undefined)) this.#pending.push(match);
  }

  async #waited(match, { atLeast = 1, timeout = '10s' }, call = {}) {
    const end = Date.now() + milliseconds(timeout);
    const limit = milliseconds(call.timeout) ?? CALL_TIMEOUT;
    for (;;) {
      const left = Math.max(0, Math.min(LONGEST_WAIT, end - Date.now()));
      const found = await this.control.call('POST', '/_mock/requests/wait', {
        body: { match, atLeast, timeoutMilliseconds: left },
      }, { ...call, timeout: `${left + limit}ms` });
      if (found.satisfied || Date.now() >= end) return this.#verified(match, { atLeast }, call, `waited ${timeout}: `);
    }
  }

  /** Follows the journal as it grows, until the loop is left or `signal` aborts. */
  async* follow(query, { after, ...call } = {}) {
    const headers = { Accept: 'text/event-stream' };
    if (after !== undefined) headers['Last-Event-ID'] = String(after);
    const response = await this.control.open('GET', '/_mock/events', { query, headers }, call);
    yield* events(response, call.signal, (text) => this.control.ownPaths(text));
  }

  #verify(match, options, call) {
    return this.control.call('POST', '/_mock/requests/verify', { body: { match, ...options, entries: true } }, call);
  }
}

/** The channels of custom APIs and of Interspace. */
class Channels extends ChannelsCalls {
  /** @throws {NotSatisfiedError} when the time is over, with the messages that came */
  async awaitMessage(...given) { return expected(super.awaitMessage(...ofChannel('channels.awaitMessage', given))); }

  /** @throws {NotSatisfiedError} when there were more or fewer, with the messages that came */
  async verifySent(...given) { return expected(super.verifySent(...ofChannel('channels.verifySent', given))); }

  async messages(...given) { return super.messages(...ofChannel('channels.messages', given)); }

  async release(...given) { return super.release(...ofChannel('channels.release', given)); }
}

/** The arguments of a call with the channel among the options, where it came before them as a text. */
function ofChannel(name, given) {
  const [channel, options = {}, call] = given;
  if (typeof channel !== 'string') return given;
  if (typeof options !== 'object') throw new TypeError(`${name} takes an object behind the channel, such as { message: 'order.paid' }`);
  if (options?.channel !== undefined) throw new TypeError(`${name} has two channels: name it once, before the options or in them`);
  return [{ ...options, channel }, call];
}

/** What a call gives whose refusal with 409 says that what the test expects did not happen. */
async function expected(call) {
  try {
    return await call;
  } catch (error) {
    if (error instanceof CallRefusedError && error.status === 409) throw new NotSatisfiedError(error.reason);
    throw error;
  }
}

/** The open sockets. */
class Sockets extends SocketsCalls {
  /** Sends a client a raw message, a text or bytes, past the protocol that the socket speaks. */
  send(id, message, call) {
    const body = typeof message === 'string' ? { text: message } : { base64: base64(message) };
    return this.control.call('POST', '/_mock/sockets/{id}/messages', { parameters: { id }, body }, call);
  }
}

/** The sensors of Invernaderos. */
class Sensors extends SensorsCalls {
  /** Has all sensors read at once; `values` is what some of them show in it, by their ids. */
  pushReading(values = {}, call) {
    return this.control.call('POST', '/_mock/sensors/readings', { body: values }, call);
  }
}

const CONNECT_OPTIONS = ['token', 'headers', 'timeout'];

/** The names of the calls of a part, also of those that it inherits. */
function methods(part) {
  const names = new Set();
  for (let kind = Object.getPrototypeOf(part); kind !== Part.prototype; kind = Object.getPrototypeOf(kind)) {
    for (const name of Object.getOwnPropertyNames(kind)) if (name !== 'constructor') names.add(name);
  }
  return [...names];
}

const PARTS = {
  clock: Clock, snapshots: SnapshotsCalls, state: State, data: Data, faults: Faults, faultSets: FaultSetsCalls,
  holds: HoldsCalls, requests: Requests, devices: DevicesCalls, tokens: TokensCalls, rateLimits: RateLimitsCalls, sockets: Sockets,
  channels: Channels, broker: BrokerCalls, messages: MessagesCalls, simulations: SimulationsCalls, sensors: Sensors,
  scenarios: ScenariosCalls,
};
