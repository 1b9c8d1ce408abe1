import { milliseconds } from './durations.js';
import { MockAPIError, NotSatisfiedError, SocketError } from './errors.js';
import { known } from './known.js';

/** How many messages an error shows. */
const SHOWN = 5;

/** The constructor of WebSockets: that of browsers and of Node 22, otherwise that of the package `ws`. */
async function constructor() {
  if (globalThis.WebSocket) return globalThis.WebSocket;
  const { createRequire } = await import('node:module');
  // A kit that is installed from its folder has no modules of the project around it.
  for (const place of [`${globalThis.process.cwd()}/package.json`, import.meta.url]) {
    try {
      return createRequire(place)('ws').WebSocket;
    } catch {
      // It is not installed there.
    }
  }
  throw new MockAPIError('this Node has no WebSocket: use Node 22 or later, or npm install --save-dev ws');
}

/** A connection for a test, and the messages that came over it. */
class Client {
  #new = [];
  #waiting = new Set();
  #ended;

  constructor(url, timeout) {
    this.url = url;
    this.timeout = timeout;
    /** All messages so far. */
    this.messages = [];
  }

  async open(headers, protocols) {
    const WebSocket = await constructor();
    const limit = milliseconds(this.timeout);
    const node = globalThis.process?.versions?.node;
    // Node's takes headers in the place of the protocols, `ws` beside them, browsers none.
    const given = !node ? [protocols] : WebSocket === globalThis.WebSocket ? [{ protocols, headers }] : [protocols, { headers }];
    this.socket = new WebSocket(this.url, ...given);
    this.socket.binaryType = 'arraybuffer';
    this.socket.addEventListener('message', ({ data }) => this.#received(data));
    this.socket.addEventListener('close', ({ code, reason }) => {
      this.fail(new SocketError(`${this.url} has closed with ${code}${reason ? ` ${reason}` : ''}; ${this.#came()}`));
    });
    try {
      await new Promise((resolve, reject) => {
        const timer = setTimeout(() => reject(new Error(`no connection within ${this.timeout}`)), limit);
        const done = (then) => (event) => {
          clearTimeout(timer);
          then(event);
        };
        this.socket.addEventListener('open', done(resolve));
        this.socket.addEventListener('error', done((event) => reject(event.error ?? new Error(event.message ?? 'refused'))));
        this.socket.addEventListener('close', done(() => reject(new Error('the server refused it'))));
      });
    } catch (error) {
      this.socket.close();
      throw new SocketError(`${this.url} cannot be connected to: ${error.message || 'the server refused it'}`, { cause: error });
    }
    return this;
  }

  /** @throws {SocketError} when the connection has ended */
  transmit(content) {
    if (this.#ended) throw this.#ended;
    this.socket.send(content);
  }

  /** Closes the connection. Once more does nothing. */
  async close() {
    if (this.socket.readyState === 3) return;
    const closed = new Promise((resolve) => { this.socket.addEventListener('close', resolve); });
    this.socket.close();
    await closed;
  }

  /** The first message that meets a condition and that was not given before. */
  await(condition, timeout) {
    const meets = (message) => {
      try {
        return condition === undefined || Boolean(condition(message));
      } catch {
        // It has not the member that the condition reads.
        return false;
      }
    };
    const place = this.#new.findIndex(meets);
    if (place >= 0) return Promise.resolve(this.#new.splice(place, 1)[0]);
    return this.until(undefined, `no message of ${this.url} met the condition within ${timeout}`, timeout, meets);
  }

  /** Waits for a message, or (without `meets`) until `done` is called, or fails. */
  until(key, late, timeout, meets) {
    if (this.#ended) return Promise.reject(this.#ended);
    const limit = milliseconds(timeout);
    return new Promise((resolve, reject) => {
      const waiting = { key, meets, resolve, reject };
      const timer = setTimeout(() => {
        const Kind = key === undefined ? NotSatisfiedError : SocketError;
        waiting.end(reject, new Kind(`${late}; ${this.#came()}`));
      }, limit);
      waiting.end = (settle, value) => {
        clearTimeout(timer);
        this.#waiting.delete(waiting);
        settle(value);
      };
      this.#waiting.add(waiting);
    });
  }

  /** Ends the wait for a key. */
  done(key) {
    for (const each of this.#waiting) if (each.key === key) each.end(each.resolve);
  }

  /** Ends all waits with an error. */
  fail(error) {
    this.#ended ??= error;
    for (const each of this.#waiting) each.end(each.reject, error);
  }

  add(message) {
    this.messages.push(message);
    for (const each of this.#waiting) {
      if (each.meets?.(message)) return each.end(each.resolve, message);
    }
    return this.#new.push(message);
  }

  /** A message, for people. */
  describe(message) { return JSON.stringify(message) ?? String(message); }

  #received(data) {
    const text = typeof data === 'string' ? data : new TextDecoder().decode(data);
    try {
      this.take(text, data);
    } catch (error) {
      this.fail(new SocketError(`${this.url} sent what cannot be read: ${error.message}`, { cause: error }));
    }
  }

  #came() {
    const shown = this.messages.slice(-SHOWN).map((message) => `\n  ${this.describe(message).slice(0, 200)}`).join('');
    return `${this.messages.length} came${this.messages.length > SHOWN ? ', the last of them' : ''}${shown ? `:${shown}` : ''}`;
  }
}

const bearer = (token) => (token ? { Authorization: `Bearer ${token}` } : {});

/** A client of a socket that carries JSON. A message is a value, or text if it is no JSON, or bytes. */
export class SocketClient extends Client {
  static open(url, { token, headers = {}, timeout = '10s' } = {}) {
    return new SocketClient(url, timeout).open({ ...bearer(token), ...headers }, []);
  }

  /** Sends a value as JSON; text and bytes as they are. */
  send(message) {
    const isRaw = typeof message === 'string' || message instanceof ArrayBuffer || ArrayBuffer.isView(message);
    this.transmit(isRaw ? message : JSON.stringify(message));
  }

  /**
   * The next message, or the next that meets the condition. Messages that came before count, unless `wait` has given them.
   *
   * @throws {NotSatisfiedError} after `timeout`, which is `10s` without one
   */
  async wait(condition, options = {}) {
    const { timeout = '10s' } = known('wait', options, ['timeout']);
    return this.await(condition, timeout);
  }

  take(text, data) {
    let message = typeof data === 'string' ? text : new Uint8Array(data);
    try {
      message = JSON.parse(text);
    } catch {
      // It stays as it is.
    }
    this.add(message);
  }
}

/** A client of STOMP 1.2 over WebSocket. */
export class StompClient extends Client {
  #count = 0;

  static async open(url, { token, headers = {}, timeout = '10s' } = {}) {
    const client = await new StompClient(url, timeout).open(bearer(token), ['v12.stomp']);
    try {
      const connected = client.#confirmed('CONNECTED', 'CONNECT');
      client.#write('CONNECT', { 'accept-version': '1.2', 'heart-beat': '0,0', ...bearer(token), ...headers });
      await connected;
    } catch (error) {
      await client.close();
      throw error;
    }
    return client;
  }

  /** Subscribes to a destination, and waits until the server has done so; gives the subscription's id. */
  async subscribe(destination, options = {}) {
    const { headers = {} } = known('subscribe', options, ['headers']);
    this.#count += 1;
    const id = `subscription-${this.#count}`;
    await this.#ask('SUBSCRIBE', { id, destination, ...headers });
    return id;
  }

  /** Sends a message, and waits until the server has taken it: text as it is, another value as JSON. */
  async send(destination, body = '', options = {}) {
    const { headers = {} } = known('send', options, ['headers']);
    const type = typeof body === 'string' ? {} : { 'content-type': 'application/json' };
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    return this.#ask('SEND', { destination, ...type, ...headers }, text);
  }

  /**
   * The next message, or the next that meets the condition. Messages that came before count, unless `wait` has given them.
   *
   * @throws {NotSatisfiedError} after `timeout`, which is `10s` without one
   */
  async wait(condition, options = {}) {
    const { destination, timeout = '10s' } = known('wait', options, ['destination', 'timeout']);
    const isThere = (message) => destination === undefined || message.destination === destination;
    return this.await((message) => isThere(message) && (condition === undefined || condition(message)), timeout);
  }

  describe({ destination, text }) { return `${destination} ${text}`; }

  async #ask(command, headers, body) {
    this.#count += 1;
    const receipt = `receipt-${this.#count}`;
    const confirmed = this.#confirmed(receipt, command);
    this.#write(command, { receipt, ...headers }, body);
    await confirmed;
  }

  #confirmed(key, command) {
    const confirmed = this.until(key, `${this.url} did not confirm ${command} within ${this.timeout}`, this.timeout);
    // When the frame cannot be sent, nobody waits for this.
    confirmed.catch(() => {});
    return confirmed;
  }

  #write(command, headers, body = '') {
    // STOMP 1.2 has no escapes in CONNECT.
    const coded = command === 'CONNECT' ? (text) => text : escaped;
    const lines = Object.entries(headers).map(([name, text]) => `\n${coded(name)}:${coded(String(text))}`);
    this.transmit(`${command}${lines.join('')}\n\n${body}\0`);
  }

  take(content) {
    const text = content.replace(/^[\r\n]+/, '');
    if (!text) return;
    const end = text.indexOf('\n\n');
    const [command, ...lines] = text.slice(0, end).split('\n');
    const headers = {};
    for (const line of lines) {
      const [, name, value] = /^([^:]*):(.*)$/s.exec(line) ?? [];
      if (name !== undefined) headers[unescaped(name)] ??= unescaped(value);
    }
    const body = text.slice(end + 2).replace(/[\r\n]+$/, '').replace(/\0$/, '');
    if (command === 'CONNECTED') this.done('CONNECTED');
    if (command === 'RECEIPT') this.done(headers['receipt-id']);
    if (command === 'MESSAGE') this.add(new StompMessage(headers, body));
    if (command === 'ERROR') {
      this.fail(new SocketError(`${this.url} answered ERROR: ${headers.message ?? ''} ${body}`.trimEnd()));
    }
  }
}

/** A message of a STOMP destination; `json` throws a SyntaxError for a body that is no JSON. */
class StompMessage {
  constructor(headers, text) {
    this.destination = headers.destination;
    this.headers = headers;
    this.text = text;
  }

  get json() { return JSON.parse(this.text); }
}

const ESCAPES = { '\\': '\\\\', '\r': '\\r', '\n': '\\n', ':': '\\c' };
const CHARACTERS = Object.fromEntries(Object.entries(ESCAPES).map(([character, code]) => [code, character]));
const escaped = (text) => text.replace(/[\\\r\n:]/g, (character) => ESCAPES[character]);
const unescaped = (text) => text.replace(/\\[\\rnc]/g, (code) => CHARACTERS[code]);
