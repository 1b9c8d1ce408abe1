// Calls of the control plane and of the APIs, in the world that the page acts upon.

const TOKEN_KEY = 'mock-api admin token';
const TIMEOUT_MILLISECONDS = 30_000;

/** A call that failed: with the server's words, or with why there was no answer. */
export class ControlError extends Error {
  constructor(message, status = 0, body = undefined) {
    super(message);
    this.name = 'ControlError';
    /** The status; 0 when no answer came. */
    this.status = status;
    /** The content of the answer as it was read. */
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

  /** `ask` gives the token that the user enters, or null; it is told whether an earlier one was wrong. */
  constructor(ask) {
    this.#ask = ask;
  }

  get #token() {
    return sessionStorage.getItem(TOKEN_KEY);
  }

  /** The answer as it comes, whatever its status. Only calls below `/_mock` carry the token. */
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

  /** What an answer holds, read as JSON where it is; undefined for none. */
  async call(method, path, body, { world, signal = AbortSignal.timeout(TIMEOUT_MILLISECONDS) } = {}) {
    const headers = body === undefined ? {} : { 'Content-Type': 'application/json' };
    const text = body === undefined ? undefined : JSON.stringify(body);
    const response = await this.raw(method, path, { headers, body: text, world, signal });
    const content = await response.text();
    const read = parsed(content);
    if (response.ok) return read;
    throw new ControlError(message(read) ?? `the server answered ${response.status}`, response.status, read);
  }

  async #send(path, options) {
    try {
      return await fetch(path, options);
    } catch (error) {
      if (error.name === 'AbortError') throw error;
      const why = error.name === 'TimeoutError' ? 'the server did not answer in time' : 'the server is not reached';
      throw new ControlError(why);
    }
  }

  /** Several calls at once ask the user once. */
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
 * `tell` gets the name of each event and its data; also `open` and `lost` for the connection itself.
 */
export async function follow(control, query, signal, tell) {
  let pause = FIRST_PAUSE_MILLISECONDS;
  while (!signal.aborted) {
    try {
      const response = await control.raw('GET', `/_mock/stream${query()}`, { signal });
      if (response.ok) {
        pause = FIRST_PAUSE_MILLISECONDS;
        tell('open');
        await read(response.body.getReader(), tell);
      } else if (response.status === 404) tell('missing');
    } catch (error) {
      if (signal.aborted) return;
      if (error.name !== 'AbortError' && error.name !== 'ControlError' && !(error instanceof TypeError)) throw error;
    }
    if (signal.aborted) return;
    tell('lost');
    await new Promise((resolve) => { setTimeout(resolve, pause); });
    pause = Math.min(pause * 2, LONGEST_PAUSE_MILLISECONDS);
  }
}

async function read(reader, tell) {
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
      dispatch(part, tell);
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

function dispatch(part, tell) {
  let name = 'message';
  const data = [];
  for (const line of part.split('\n')) {
    if (line.startsWith('event: ')) name = line.slice(7);
    else if (line.startsWith('data: ')) data.push(line.slice(6));
  }
  if (data.length) tell(name, JSON.parse(data.join('\n')));
}
