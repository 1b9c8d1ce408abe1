// Shows what a frame of a socket holds: what stands around it, its command and headers, its content, and its bytes with
// the one at which it breaks.
import { disclosure, element } from '../shared/dom.js';
import { bodyView, hexView, size, visible } from './body.js';
import { placeOf } from './sieve.js';
import { byteCount, complainedByte, readFrame } from './frame.js';
import { button } from './parts.js';
import { Previews } from './previews.js';
import { VirtualList } from './rows.js';

const CHANNEL_MEMBERS = ['type', 'channel', 'channels', 'event', 'account', 'timestamp'];

/**
 * The content of a frame, as a list of nodes: for `section('Content', ...frameContent(entry))`.
 *
 * `entry` is as `GET /_mock/requests/{id}` gives it; `socket`, where it is known, as `GET /_mock/sockets` does. What
 * the server found wrong is not repeated, but its byte is marked.
 */
export function frameContent(entry, socket) {
  const { layer, about, parts } = readFrame(entry, socket?.protocol);
  if (!parts.length && !layer) return [bodyView({ bytes: entry.payloadBytes })];
  const cut = entry.truncated && element('p', { class: 'hint cut' },
    `Truncated: the journal keeps only the beginning of ${size(entry.payloadBytes)}.`);
  return [
    layer && element('p', {}, element('strong', {}, 'SockJS'), ` ${visible(about)}`),
    cut,
    ...parts.flatMap((part, index) => partView(part, entry, parts.length > 1 ? index + 1 : 0)),
  ].filter(Boolean);
}

/** What the server found wrong with a frame, a paragraph each. */
function frameProblems({ deviations }) {
  return (deviations ?? []).map(({ location, message }) => element('p', { class: 'bad' },
    element('code', {}, visible(location)), ' ', visible(message)));
}

function partView(part, entry, number) {
  const { kind, error } = part;
  const bytes = part.bytes ?? new TextEncoder().encode(part.text);
  const mark = part.offset ?? (kind === 'stomp' ? complainedByte(part.text, entry.deviations) : undefined);
  const isSaid = entry.deviations?.some(({ message }) => message.includes(`at byte ${mark}`));
  return [
    number > 0 && element('h4', {}, `Message ${number}`),
    error && !isSaid && element('p', { class: 'bad' }, `${sentence(error)} (byte ${part.offset}).`),
    ...contentOf(part, entry),
    disclosure(`Bytes (${size(bytes.length)})`, mark !== undefined || kind === 'binary', () => [
      mark !== undefined && element('p', { class: 'hint' }, place(part, mark, bytes.length)),
      hexView(bytes, mark),
    ]),
  ].filter(Boolean);
}

function contentOf(part, entry) {
  if (part.kind === 'stomp') {
    // What could not be read is shown as it came.
    return [...part.frames.flatMap(stompView), part.error && textView(part.text, 'text/plain')].filter(Boolean);
  }
  if (part.kind === 'json') return [channelFacts(part.value), jsonView(part.value)];
  if (part.kind === 'text') return [textView(part.text, '')];
  return [element('p', {}, `${part.bytes.length} bytes, not text${entry.truncated ? ' (the beginning)' : ''}.`)];
}

/** One frame of STOMP: its command, its headers as a table, and its body. */
function stompView({ command, headers, body, error }) {
  const type = headers.find(([name]) => name === 'content-type')?.[1] ?? '';
  return [
    element('p', {}, element('strong', { class: 'command' }, visible(command))),
    headers.length > 0 && element('div',
      { class: 'scroll', tabindex: '0', role: 'region', 'aria-label': `Headers of ${command}` },
      element('table', { class: 'grid headers' }, element('tbody', {}, headers.map(headerRow)))),
    command !== 'heart-beat' && !error && (body ? textView(body, type) : element('p', { class: 'hint' }, 'No body')),
  ].filter(Boolean);
}

function headerRow([name, value]) {
  return element('tr', {}, element('th', { scope: 'row' }, visible(name)), element('td', {}, visible(value)));
}

function textView(text, type) {
  return bodyView({ value: text, encoding: 'text', bytes: byteCount(text), type });
}

/** The members that say what a message of a channel is about. */
function channelFacts(value) {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return null;
  const isShort = (each) => ['string', 'number'].includes(typeof each) || isTexts(each);
  const shown = CHANNEL_MEMBERS.filter((name) => isShort(value[name]));
  if (!shown.length) return null;
  return element('dl', { class: 'facts' }, shown.map((name) => element('div', {},
    element('dt', {}, sentence(name)), element('dd', {}, visible([value[name]].flat().join(', '))))));
}

function isTexts(value) {
  return Array.isArray(value) && value.length > 0 && value.every((each) => typeof each === 'string');
}

function jsonView(value) {
  return bodyView({ value, encoding: 'json', bytes: 0 });
}

/** Where the mark stands, in words. */
function place({ kind, text }, mark, length) {
  if (mark >= length) return `It ends after byte ${length - 1}; byte ${mark} is missing.`;
  const line = kind === 'stomp' ? text.slice(0, characterAt(text, mark)).split('\n').length : 0;
  return `Byte ${mark} is marked${line ? `: line ${line}` : ''}. Bytes are counted from 0.`;
}

/** The character of a text that begins at or before a byte. */
function characterAt(text, byte) {
  return new TextDecoder().decode(new TextEncoder().encode(text).subarray(0, byte)).length;
}

function sentence(words) {
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/* The frames of one socket: a list of those that came, and one of them in full. */

// So many of a socket are listed; older ones go, many at a time.
const MOST_FRAMES = 5000;
const SLACK = 1000;
const DRAW_MILLISECONDS = 100;

/**
 * The frames of a socket `{world, id}`: `{node, add(entries), refresh(), clear(), setSocket(socket), end()}`.
 *
 * `sendCopy(text)` is asked to send a text to its client.
 */
export function socketFrames(app, { world, id }, sendCopy) {
  let frames = [];
  let socket;
  let timer;
  let opened;
  const previews = new Previews(app, (entries) => list.renew(entries));
  const list = new VirtualList({
    rowHeight: 32,
    label: 'Frames, the newest last',
    render: (entry) => frameRow(entry, previews.of(entry)),
    ondraw: (rows) => previews.want(rows.map(([entry]) => entry)),
    placeOf: (items, { order }) => placeOf(items, order),
    onopen: open,
    onmove: open,
  });
  const count = element('span', { class: 'hint' });
  const detail = element('section', { class: 'card frame', 'aria-label': 'Frame' },
    element('p', { class: 'hint' }, 'Choose a frame to see what is in it.'));
  const node = element('div', { class: 'pane split' },
    element('div', { class: 'card' }, element('h3', {}, 'Frames ', count), list.node), detail);

  function draw() {
    timer = undefined;
    if (frames.length > MOST_FRAMES + SLACK) frames = frames.slice(-MOST_FRAMES);
    list.setItems(frames);
    count.textContent = frames.length ? `${frames.length.toLocaleString('en')}, the newest last` : 'none yet';
  }

  async function open(entry) {
    if (opened === entry.key) return;
    opened = entry.key;
    try {
      const whole = await app.call('GET', `/_mock/requests/${entry.id}`, undefined, { world });
      if (opened !== entry.key) return;
      detail.replaceChildren(...frameCard({ ...whole, world, key: entry.key }, socket, sendCopy));
    } catch (error) {
      if (error.name !== 'ControlError') throw error;
      if (opened === entry.key) detail.replaceChildren(element('p', { class: 'bad', role: 'alert' }, goneWords(error)));
    }
  }

  return {
    node,
    add(entries) {
      for (const entry of entries) if (isOf(entry, { world, id })) frames.push(entry);
      timer ??= setTimeout(draw, DRAW_MILLISECONDS);
    },
    /** Shows what was found out about frames since. */
    refresh() { list.setItems(frames, { refresh: true }); },
    clear() {
      frames = [];
      list.setItems(frames);
    },
    setSocket(known) { socket = known; },
    end() {
      clearTimeout(timer);
      previews.end();
    },
  };
}

function isOf(entry, { world, id }) {
  return entry.kind === 'frame' && entry.world === world && entry.socket === String(id);
}

function goneWords({ status, message }) {
  return status === 404 ? 'The journal has removed this frame; --journal sets how many it keeps.' : message;
}

function frameRow(entry, beginning) {
  const isReceived = entry.direction === 'received';
  return [
    element('span', { class: 'time' }, entry.time.slice(11, 23)),
    element('span', { class: 'way' }, isReceived ? '→' : '←',
      element('span', { class: 'offscreen' }, isReceived ? 'from the client' : 'to the client')),
    element('span', { class: 'what' }, visible(entry.summary ?? size(entry.payloadBytes)),
      beginning && element('span', { class: 'hint beginning' }, ` ${beginning}`)),
    entry.deviations?.length && element('span', { class: 'mark violation' }, '⚠ mistake'),
    entry.faults?.length && element('span', { class: 'mark fault' }, '⚡ fault'),
    entry.delivered === false && element('span', { class: 'mark fault' }, '✕ not delivered'),
  ].filter(Boolean);
}

function frameCard(entry, socket, sendCopy) {
  const isReceived = entry.direction === 'received';
  const isText = entry.encoding !== 'base64' && !entry.truncated && entry.payload !== undefined;
  const text = entry.encoding === 'json' ? JSON.stringify(entry.payload) : entry.payload;
  const faults = entry.faults?.map(({ type }) => type).join(', ');
  return [
    element('h3', {}, isReceived ? 'From the client' : 'To the client', ` at ${entry.time.slice(11, 23)}`),
    element('p', { class: 'bar' },
      element('a', { href: `#/traffic?${new URLSearchParams({ id: entry.key })}` }, 'Show in Traffic'),
      isText && socket && button('Send a copy…', () => sendCopy(text), { class: 'quiet' })),
    faults && element('p', { class: 'triggered' }, `⚡ ${faults}`),
    entry.delivered === false && element('p', { class: 'triggered' }, `✕ It did not arrive: ${entry.ending}.`),
    ...frameProblems(entry),
    ...frameContent(entry, socket),
  ].filter(Boolean);
}
