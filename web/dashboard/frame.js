// Reads what goes over sockets: frames of STOMP (STOMP 1.2 §STOMP Frames), those of SockJS around them, and messages
// of JSON; and says at which byte a bad one breaks.
import { jsonMistake } from './json-mistake.js';

const ESCAPES = { '\\n': '\n', '\\c': ':', '\\\\': '\\', '\\r': '\r' };
const COMMANDS = new Set(['CONNECT', 'STOMP', 'CONNECTED', 'SEND', 'SUBSCRIBE', 'UNSUBSCRIBE', 'ACK', 'NACK', 'BEGIN',
  'COMMIT', 'ABORT', 'DISCONNECT', 'MESSAGE', 'RECEIPT', 'ERROR']);
// What the journal puts in place of a secret; what follows stands at another byte than it did.
const BLACKED_OUT = /\[redacted\]|…/;
// Of a message with more frames than that, the first are shown.
const MOST_FRAMES = 50;
// The path of a service, a server, a session. That of a world stands before it.
const SOCKJS_PATH = /^(?:\/[^/]+){2,}\/[^/]+\/[^/]+\/websocket$/;
const WORLD_PATH = /^\/_w\/[^/]+/;

/** How many bytes a text has. */
export function byteCount(text) {
  return new TextEncoder().encode(text).length;
}

/** `{command, headers, body, error, offset}` of a text; nothing if it is not a STOMP frame. */
export function decode(text) {
  const { end, ...frame } = decodeAt(text, 0);
  return frame;
}

/** One frame, and where it ends. */
function decodeAt(text, from) {
  const rest = text.slice(from).search(/[^\r\n]/);
  if (rest < 0) return { command: 'heart-beat', headers: [], body: '', end: text.length };
  const start = from + rest;
  const lineEnd = text.indexOf('\n', start);
  const command = text.slice(start, lineEnd < 0 ? text.length : lineEnd).replace(/\r$/, '');
  const headers = [];
  const wrong = (error, index) => ({ command, headers, body: '', error, offset: byteCount(text.slice(0, index)) });
  if (!COMMANDS.has(command)) {
    // What looks like a command, but is none, is a mistake; anything else is another protocol.
    if (!/^[A-Z]{3,20}$/i.test(command) || lineEnd < 0) return {};
    return wrong(`${command} is not a STOMP command`, start);
  }
  if (lineEnd < 0) return wrong('the frame ends after its command', text.length);
  const isPlain = command === 'CONNECT' || command === 'CONNECTED';
  let place = lineEnd + 1;
  for (;;) {
    const end = text.indexOf('\n', place);
    if (end < 0) return wrong('the headers have no end: an empty line is missing', text.length);
    const line = text.slice(place, end).replace(/\r$/, '');
    if (!line) {
      place = end + 1;
      break;
    }
    const colon = line.indexOf(':');
    if (colon < 0) return wrong('a header has no colon', place);
    if (colon === 0) return wrong('a header has no name', place);
    const bad = isPlain ? -1 : badEscape(line);
    if (bad >= 0) return wrong('an unknown escape', place + bad);
    headers.push([line.slice(0, colon), line.slice(colon + 1)].map((part) => (isPlain ? part : unescaped(part))));
    place = end + 1;
  }
  return { command, headers, ...bodyAt(text, place, headers, wrong) };
}

function badEscape(line) {
  for (const { 0: escape, index } of line.matchAll(/\\.?/g)) if (!(escape in ESCAPES)) return index;
  return -1;
}

function unescaped(part) {
  return part.replace(/\\[ncr\\]/g, (escape) => ESCAPES[escape]);
}

/** The body that begins at a place: as long as content-length says, or up to the first NUL. */
function bodyAt(text, place, headers, wrong) {
  const length = headers.find(([name]) => name === 'content-length')?.[1];
  const nul = text.indexOf('\0', place);
  const withoutNul = () => ({ ...wrong('the NUL at the end is missing', text.length), body: text.slice(place) });
  if (length === undefined || BLACKED_OUT.test(text.slice(place))) {
    if (nul < 0) return withoutNul();
    return { body: text.slice(place, nul), end: nul + 1 };
  }
  if (!/^\d+$/.test(length)) return wrong('content-length is not a number', text.indexOf('content-length'));
  const rest = new TextEncoder().encode(text.slice(place));
  const count = Number(length);
  if (rest.length <= count || rest[count] !== 0) {
    const offset = byteCount(text.slice(0, place)) + Math.min(count, rest.length);
    return { ...wrong('there is no NUL at the end that content-length announces', place), offset };
  }
  const body = new TextDecoder('utf-8', { ignoreBOM: true }).decode(rest.subarray(0, count));
  return { body, end: place + body.length + 1 };
}

/** All frames of a message, up to the first invalid one; none if it is not STOMP. */
export function stompFrames(text) {
  const found = [];
  let place = 0;
  while (place < text.length && found.length < MOST_FRAMES) {
    const { end, ...frame } = decodeAt(text, place);
    if (!frame.command) {
      const wrong = { error: 'this is not a frame', offset: byteCount(text.slice(0, place)) };
      return found.length ? [...found, wrong] : [];
    }
    // Line ends behind a frame are padding.
    if (frame.command !== 'heart-beat' || !found.length) found.push(frame);
    if (frame.error) return found;
    place = end;
  }
  return found;
}

/** Whether a socket speaks SockJS, by its path or by what the server says of it. */
function isSockJS(path, protocol) {
  return protocol === 'sockjs' || SOCKJS_PATH.test((path ?? '').replace(WORLD_PATH, ''));
}

/**
 * What an entry of the journal that is a frame holds, layer by layer.
 *
 * `layer` says what stands around the messages (`sockjs` or nothing) and `about` what it does; `parts` are the
 * messages: `{kind, text, ...}` of kind `stomp` (with `frames`), `json` (with `value`), `text` or `binary` (with
 * `bytes`), and `error` and `offset`, a byte of the part's `text`, where it is wrong.
 */
export function readFrame(entry, protocol) {
  const { payload, encoding, path, truncated } = entry;
  if (payload === undefined) return { parts: [] };
  if (encoding === 'base64') return { parts: [{ kind: 'binary', bytes: bytesOf(payload) }] };
  const text = encoding === 'json' ? JSON.stringify(payload) : String(payload);
  if (isSockJS(path, protocol)) {
    const found = sockJS(text, entry);
    if (found) return found;
  }
  return { parts: [partOf(text, { truncated, isJSON: encoding === 'json', value: payload, protocol })] };
}

function bytesOf(base64) {
  return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
}

/** A SockJS frame (SockJS protocol 0.3.3 §Framing); undefined for what is none. */
function sockJS(text, { direction, truncated }) {
  if (direction !== 'received') {
    if (text === 'o') return { layer: 'sockjs', about: 'the socket is open', parts: [] };
    if (text === 'h') return { layer: 'sockjs', about: 'heart-beat', parts: [] };
  }
  const [, letter, content] = text.match(/^([ac]?)(\[[^]*)$/) ?? [];
  if (!content) return undefined;
  const list = parsed(content);
  if (!Array.isArray(list)) {
    if (truncated) return { layer: 'sockjs', about: 'messages', parts: [{ kind: 'text', text }] };
    const offset = byteCount(text.slice(0, letter.length + Math.max(0, jsonMistake(content))));
    const part = { kind: 'text', text, error: 'the array is not valid JSON', offset };
    return { layer: 'sockjs', about: 'messages', parts: [part] };
  }
  if (letter === 'c') return { layer: 'sockjs', about: `the socket is closed: ${list.join(' ')}`, parts: [] };
  return { layer: 'sockjs', about: list.length === 1 ? 'one message' : `${list.length} messages`,
    parts: list.slice(0, MOST_FRAMES).flatMap((each) => partOf(String(each), {})) };
}

/**
 * @param {string} text
 * @param {{truncated?: boolean, isJSON?: boolean, value?: any, protocol?: string}} known
 */
function partOf(text, { truncated, isJSON, value, protocol }) {
  if (isJSON) return { kind: 'json', text, value };
  const found = stompFrames(text);
  if (found.length) {
    const wrong = truncated ? undefined : found.find(({ error }) => error);
    const mistake = wrong && { error: wrong.error, offset: wrong.offset };
    return { kind: 'stomp', text, frames: found.filter(({ command }) => command), ...mistake };
  }
  const isMeantAsJSON = protocol === 'channels' || /^\s*[{[]/.test(text);
  if (!isMeantAsJSON || truncated) return { kind: 'text', text };
  const place = jsonMistake(text);
  if (place < 0) return { kind: 'json', text, value: parsed(text) };
  return { kind: 'text', text, error: 'this is not valid JSON', offset: byteCount(text.slice(0, place)) };
}

/** The byte of a frame that the server complains about, where the text still has it at its place. */
export function complainedByte(text, deviations = []) {
  const byte = deviations.map(({ message }) => /\bat byte (\d+)/.exec(message)?.[1]).find((each) => each !== undefined);
  if (byte === undefined) return undefined;
  // The server counts from the first letter of the command.
  const start = byteCount(text.match(/^[\r\n]*/)[0]);
  const found = start + Number(byte);
  const blackedOut = text.search(BLACKED_OUT);
  if (blackedOut >= 0 && byteCount(text.slice(0, blackedOut)) < found) return undefined;
  return found < byteCount(text) ? found : undefined;
}

function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
