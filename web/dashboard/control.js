// Calls of the control plane and of the APIs, in the world that the page acts upon.
import { timeout } from '../shared/timeout.js';

const TOKEN_KEY = 'mock-api admin token';
const TIMEOUT_MILLISECONDS = 30_000;

/** A failed call: with the server's message, or with the reason why there was no response. */
export class ControlError extends Error {
  constructor(message, status = 0, body = undefined) {
    super(message);
    this.name = 'ControlError';
    /** The status; 0 without a response. */
    this.status = status;
    /** The parsed body of the response. */
    this.body = body;
  }

  /** The member that the server names as the wrong one. */
  get field() {
    return this.body?.error?.details?.field;
  }
}

/** The path of a call in a world. */
function pathIn(world, path) {
  return world === 'default' || !world ? path : `/_w/${encodeURIComponent(world)}${path}`;
}

/** Sends calls, with the admin token where one is needed. It is asked for once and kept as long as the tab is open. */
export class Control {
  #ask;
  #asking;

  /** `ask` gives the token that the user enters, or null; its argument says whether an earlier one was wrong. */
  constructor(ask) {
    this.#ask = ask;
  }

  get #token() {
    return sessionStorage.getItem(TOKEN_KEY);
  }

  /**
   * The response as it arrives, whatever its status. Only calls below `/_mock` have the token.
   *
   * @param {string} method
   * @param {string} path
   * @param {{headers?: Record<string, string>, body?: BodyInit, world?: string, signal?: AbortSignal}} options
   * @returns {Promise<Response>}
   */
  async raw(method, path, { headers = {}, body, world, signal } = {}) {
    const isControl = path.startsWith('/_mock');
    for (;;) {
      const token = isControl ? this.#token : null;
      const sent = { ...headers, ...(token && { Authorization: `Bearer ${token}` }) };
      const options = { method, headers: sent, body, signal, cache: 'no-store' };
      const response = await this.#send(pathIn(world, path), options);
      if (response.status !== 401 || !isControl) return response;
      // Somebody else may have asked in the meantime.
      if (this.#token === token && !(await this.#askOnce(token !== null))) return response;
    }
  }

  /**
   * The body of a response, parsed if it is JSON; undefined without one.
   *
   * @param {string} method
   * @param {string} path
   * @param {any} [body]
   * @param {{world?: string, signal?: AbortSignal}} options
   * @returns {Promise<any>}
   */
  async call(method, path, body, { world, signal = timeout(TIMEOUT_MILLISECONDS) } = {}) {
    const headers = body === undefined ? {} : { 'Content-Type': 'application/json' };
    const text = body === undefined ? undefined : JSON.stringify(body);
    const response = await this.raw(method, path, { headers, body: text, world, signal });
    const content = await response.text();
    const read = parsed(content);
    if (response.ok) return read;
    throw new ControlError(message(read) ?? `the server responded with ${response.status}`, response.status, read);
  }

  async #send(path, options) {
    try {
      return await fetch(path, options);
    } catch (error) {
      if (error.name === 'AbortError') throw error;
      const why = error.name === 'TimeoutError' ? 'the server did not respond in time' : 'the server cannot be reached';
      throw new ControlError(why);
    }
  }

  /** Concurrent calls ask the user once. */
  #askOnce(wasWrong) {
    this.#asking ??= this.#ask(wasWrong).then((token) => {
      this.#asking = undefined;
      if (token) sessionStorage.setItem(TOKEN_KEY, token);
      return Boolean(token);
    });
    return this.#asking;
  }
}

function parsed(content) {
  if (!content) return undefined;
  try {
    return JSON.parse(content);
  } catch {
    return content;
  }
}

function message(body) {
  if (typeof body === 'string') return body.slice(0, 300);
  const found = body?.error?.message ?? body?.message ?? body?.error;
  return typeof found === 'string' ? found : undefined;
}

/* Follows the server: server-sent events (WHATWG HTML §9.2) read by fetch, since an EventSource sends no token. */

const FIRST_PAUSE_MILLISECONDS = 500;
const LONGEST_PAUSE_MILLISECONDS = 5000;
// The server sends a comment every 15 seconds.
const SILENCE_MILLISECONDS = 40_000;
// After so much work with what came, keys and frames have their turn.
const SLICE_MILLISECONDS = 8;

/**
 * Follows `GET /_mock/stream` until the signal is aborted, and begins again whenever it ends.
 *
 * `emit` gets the name of each event and its data; also `open` and `lost` for the connection itself.
 */
export async function follow(control, query, signal, emit) {
  let pause = FIRST_PAUSE_MILLISECONDS;
  while (!signal.aborted) {
    try {
      const response = await control.raw('GET', `/_mock/stream${query()}`, { signal });
      if (response.ok) {
        pause = FIRST_PAUSE_MILLISECONDS;
        emit('open');
        await read(response.body.getReader(), emit);
      } else if (response.status === 404) emit('missing');
    } catch (error) {
      if (signal.aborted) return;
      if (error.name !== 'AbortError' && error.name !== 'ControlError' && !(error instanceof TypeError)) throw error;
    }
    if (signal.aborted) return;
    emit('lost');
    await new Promise((resolve) => { setTimeout(resolve, pause); });
    pause = Math.min(pause * 2, LONGEST_PAUSE_MILLISECONDS);
  }
}

async function read(reader, emit) {
  const decoder = new TextDecoder();
  let rest = '';
  let worked = 0;
  for (;;) {
    const { done, value } = await withinSilence(reader);
    if (done) return;
    const text = rest + decoder.decode(value, { stream: true });
    const parts = text.split('\n\n');
    rest = parts.pop();
    for (const part of parts) {
      const begun = performance.now();
      dispatch(part, emit);
      worked += performance.now() - begun;
      if (worked < SLICE_MILLISECONDS) continue;
      await new Promise((resolve) => { setTimeout(resolve); });
      worked = 0;
    }
  }
}

function withinSilence(reader) {
  let timer;
  const silence = new Promise((resolve) => {
    timer = setTimeout(() => {
      reader.cancel().catch(() => {});
      resolve({ done: true });
    }, SILENCE_MILLISECONDS);
  });
  return Promise.race([reader.read(), silence]).finally(() => clearTimeout(timer));
}

function dispatch(part, emit) {
  let name = 'message';
  const data = [];
  for (const line of part.split('\n')) {
    if (line.startsWith('event: ')) name = line.slice(7);
    else if (line.startsWith('data: ')) data.push(line.slice(6));
  }
  if (data.length) emit(name, JSON.parse(data.join('\n')));
}
