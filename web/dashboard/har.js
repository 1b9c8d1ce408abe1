// Files of the traffic: what the page has seen as HAR 1.2, and such files read again.
import { decode } from './frame.js';

const SECRET = new RegExp('token|password|passwd|passcode|secret|authorization|cookie|api-?key|private-?key|session'
  + '|signature|jwt', 'i');
const MARK = '[redacted]';
const WORLD_PATH = /^\/_w\/[^/]+(?=\/)/;
// So deep JSON in texts in JSON is looked into.
const DEPTH = 4;
const SUMMARY_CHARACTERS = 200;
/** The largest file that is opened, in bytes. */
export const LARGEST_FILE = 64 * 1024 * 1024;
/** So many rows of a file are shown. */
export const MOST_ROWS = 100_000;

/* Without secrets */

/** A HAR file without what is secret, also where it came from another tool. Gives another object. */
export function withoutSecrets(har) {
  return { log: { ...har.log, entries: har.log.entries.map(entryWithoutSecrets) } };
}

function entryWithoutSecrets(entry) {
  const { request, response } = entry;
  const { postData } = request;
  const { content } = response;
  const isText = content?.text && content.encoding !== 'base64';
  return {
    ...entry,
    request: {
      ...request,
      url: address(request.url),
      headers: pairs(request.headers),
      queryString: pairs(request.queryString),
      cookies: [],
      ...postData && { postData: { ...postData, text: blackedOut(postData.text) } },
    },
    response: {
      ...response,
      headers: pairs(response.headers),
      cookies: [],
      content: { ...content, ...isText && { text: blackedOut(content.text) } },
    },
    ...entry._webSocketMessages && { _webSocketMessages: entry._webSocketMessages.map(messageWithoutSecrets) },
  };
}

function messageWithoutSecrets(message) {
  return message.opcode === 2 ? message : { ...message, data: blackedOut(message.data) };
}

function pairs(list) {
  return (list ?? []).map((each) => ({ ...each, value: SECRET.test(each.name) ? MARK : inText(String(each.value)) }));
}

function address(url) {
  const [place, ...query] = url.split('?');
  if (!query.length) return url;
  const pair = (text) => (SECRET.test(text.split('=')[0]) ? `${text.split('=')[0]}=${MARK}` : text);
  return `${place}?${query.join('?').split('&').map(pair).join('&')}`;
}

/** A text without its secrets, be it JSON, a frame or anything else. What has none stays as it is, digit by digit. */
export function blackedOut(text, depth = 0) {
  if (!text || depth > DEPTH) return text;
  const frame = /^a?\[/.test(text) ? text.slice(text.indexOf('[')) : text;
  const value = parsed(frame);
  if (value !== undefined && typeof value === 'object') {
    const state = { found: false };
    const clean = inValue(value, '', state, depth);
    return state.found ? text.slice(0, text.length - frame.length) + JSON.stringify(clean) : text;
  }
  return inText(stomp(text, depth));
}

function inValue(value, name, state, depth) {
  if (value === null || typeof value === 'boolean') return value;
  if (Array.isArray(value)) return value.map((each) => inValue(each, name, state, depth));
  if (typeof value === 'object') {
    return Object.fromEntries(Object.entries(value).map(([each, inner]) => (
      [each, inValue(inner, SECRET.test(each) ? each : name, state, depth)])));
  }
  const clean = SECRET.test(name) ? MARK : typeof value === 'string' ? blackedOut(value, depth + 1) : value;
  state.found ||= clean !== value;
  return clean;
}

/** The headers and the body of a STOMP frame each for themselves. */
function stomp(text, depth) {
  const { command, headers } = decode(text);
  const end = text.search(/\r?\n\r?\n/);
  if (!command || end < 0 || !headers.length) return text;
  const head = text.slice(0, end).replace(/^([^:\r\n]+):([^\r\n]*)/gm, (line, name) => (
    SECRET.test(name) || name === 'login' ? `${name}:${MARK}` : line));
  const body = text.slice(end).match(/^(\s*)([^\0]*)([^]*)$/);
  return head + body[1] + blackedOut(body[2], depth + 1) + body[3];
}

function inText(text) {
  return text
    .replace(/((?:token|password|passcode|secret|api-?key)\s*[=:]\s*)[^\s&,;]+/gi, `$1${MARK}`)
    .replace(/(Bearer\s+)[\w.~+/-]+/gi, `$1${MARK}`);
}

/* A choice */

/**
 * What finds an entry of the journal in an export of the server. Exchanges have no number there: they are found by
 * their time, method, path and duration.
 */
export function keyOf(entry) {
  return entry.kind === 'frame' ? `${entry.world} ${entry.id}`
    : exchangeKey(entry.world, entry.time, entry.method, entry.path, entry.durationMicroseconds);
}

/** The key of an exchange as the server exports it. */
export function keyOfExported(world, { startedDateTime, time, request }) {
  return exchangeKey(world, startedDateTime, request.method, new URL(request.url).pathname, Math.round(time * 1000));
}

function exchangeKey(world, time, method, path, microseconds) {
  return [world, time, method, path.replace(WORLD_PATH, ''), microseconds].join(' ');
}

/* With frames */

/**
 * The frames of sockets as `_webSocketMessages` of a handshake's entry, as browsers write them. Those of a socket whose
 * handshake is not there get an entry of their own, at `origin`.
 */
export function withFrames(har, frames, origin = 'http://localhost') {
  const handshakes = har.log.entries.filter(({ response }) => response.status === 101).reverse();
  const messages = new Map();
  const others = [];
  // The newest socket took the newest handshake that was there before its first frame.
  for (const socket of socketsOf(frames).reverse()) {
    const found = handshakes.find((entry) => !messages.has(entry) && isHandshakeOf(entry, socket));
    const list = socket.frames.map(messageOf);
    if (found) messages.set(found, list);
    else others.push({ ...handshake(socket, origin), _resourceType: 'websocket', _webSocketMessages: list });
  }
  const entries = har.log.entries.map((entry) => (messages.has(entry)
    ? { ...entry, _resourceType: 'websocket', _webSocketMessages: messages.get(entry) } : entry));
  return { log: { ...har.log, entries: [...entries, ...others.reverse()] } };
}

function socketsOf(frames) {
  const sockets = new Map();
  for (const frame of frames) {
    const { world, path, socket: id } = frame;
    const key = `${world} ${id}`;
    if (!sockets.has(key)) sockets.set(key, { world, path: path.replace(WORLD_PATH, ''), id, frames: [] });
    sockets.get(key).frames.push(frame);
  }
  return [...sockets.values()].sort((one, other) => one.id - other.id);
}

function isHandshakeOf({ request, startedDateTime, _world }, { world, path, frames }) {
  return new URL(request.url).pathname.replace(WORLD_PATH, '') === path && (_world ?? world) === world
    && Date.parse(startedDateTime) <= Date.parse(frames[0].time);
}

function messageOf({ direction, time, type, encoding, payload, summary, truncated, delivered, ending }) {
  const data = encoding === 'json' ? JSON.stringify(payload) : payload ?? summary ?? '';
  return {
    type: direction === 'received' ? 'send' : 'receive',
    time: Date.parse(time) / 1000,
    opcode: type === 'binary' || encoding === 'base64' ? 2 : 1,
    data,
    ...truncated && { _truncated: true },
    ...delivered === false && { _delivered: false, _ending: ending },
  };
}

function handshake({ world, path, id, frames }, origin) {
  const prefix = world === 'default' ? '' : `/_w/${encodeURIComponent(world)}`;
  return {
    startedDateTime: frames[0].time,
    time: 0,
    request: {
      method: 'GET', url: `${origin}${prefix}${path}`, httpVersion: 'HTTP/1.1', cookies: [], headers: [],
      queryString: [], headersSize: -1, bodySize: 0,
    },
    response: {
      status: 101, statusText: '', httpVersion: 'HTTP/1.1', cookies: [], headers: [],
      content: { size: 0, mimeType: 'x-unknown' }, redirectURL: '', headersSize: -1, bodySize: 0,
    },
    cache: {},
    timings: { send: 0, wait: 0, receive: 0 },
    comment: `socket ${id}; its handshake is not in this file`,
  };
}

/* Read again */

/** The entries of a file as the page has them; fails with words for what is none. */
export function entriesOf(text) {
  if (!text.trim()) throw new Error('it is empty');
  const har = parsed(text);
  if (har === undefined) throw new Error('it is not valid JSON');
  if (!Array.isArray(har?.log?.entries)) throw new Error('it is not a HAR file: log.entries is missing');
  const found = [];
  for (const [index, entry] of har.log.entries.entries()) {
    for (const row of rowsOf(entry, index + 1)) if (found.length < MOST_ROWS) found.push(row);
  }
  return found;
}

/** The exchange of an entry, with `source` as it is in the file, and its frames. */
function rowsOf(entry, number) {
  const { request, response, startedDateTime, time: took, _webSocketMessages: messages } = entry ?? {};
  const url = /** @type {any} */ (URL).canParse(request?.url) ? new URL(request.url) : undefined;
  const time = moment(Date.parse(startedDateTime));
  if (!url || !time) return [];
  const status = Number(response?.status);
  const exchange = {
    kind: 'exchange',
    id: number,
    time,
    method: String(request.method),
    path: url.pathname,
    query: url.search.slice(1) || undefined,
    status: status > 0 ? status : undefined,
    // Tools write status 0 for a connection that ended before a response: a failure, as in the live journal.
    ...!(status > 0) && { ending: 'no response' },
    api: url.host,
    durationMicroseconds: Number.isFinite(took) ? Math.round(took * 1000) : 0,
    source: entry,
  };
  const list = Array.isArray(messages) ? messages : [];
  return [exchange, ...list.map((message, index) => frameOf(message ?? {}, index + 1, exchange))];
}

function frameOf(message, index, { id, time, path, api }) {
  const data = String(message.data ?? '');
  const isBinary = message.opcode === 2 && /^[A-Za-z\d+/]*={0,2}$/.test(data) && data.length % 4 === 0;
  return {
    kind: 'frame',
    id: `${id}.${index}`,
    socket: String(id),
    time: moment(Number(message.time) * 1000) ?? time,
    direction: message.type === 'send' ? 'received' : 'sent',
    path,
    api,
    summary: isBinary ? 'bytes' : summaryOf(data),
    payload: data,
    encoding: isBinary ? 'base64' : 'text',
    payloadBytes: isBinary ? Math.floor((data.length * 3) / 4) : data.length,
    ...message._truncated === true && { truncated: true },
    ...message._delivered === false && { delivered: false, ending: String(message._ending) },
  };
}

function summaryOf(data) {
  const { command, headers } = decode(data.slice(0, 2000));
  const destination = headers?.find(([name]) => name === 'destination')?.[1];
  return command ? [command, destination].filter(Boolean).join(' ') : data.slice(0, SUMMARY_CHARACTERS);
}

function moment(milliseconds) {
  const date = new Date(milliseconds);
  return Number.isNaN(date.getTime()) ? undefined : date.toISOString();
}

function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
