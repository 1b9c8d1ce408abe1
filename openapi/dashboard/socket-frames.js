// The frames of one socket: a list of those that came, and one of them in full.
import { element } from './dom.js';
import { size, visible } from './body.js';
import { frameContent, frameProblems } from './frame-view.js';
import { button } from './parts.js';
import { virtualList } from './rows.js';

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
  const list = virtualList({ rowHeight: 32, label: 'Frames, the newest last', render: frameRow, onselect: open });
  const count = element('span', { class: 'hint' });
  const detail = element('section', { class: 'card frame', 'aria-label': 'Frame' },
    element('p', { class: 'hint' }, 'Choose a frame to see what is in it.'));
  const node = element('div', { class: 'pane split' },
    element('div', { class: 'card' }, element('h3', {}, 'Frames ', count), list.node), detail);

  function draw() {
    timer = undefined;
    const { atEnd } = list;
    if (frames.length > MOST_FRAMES + SLACK) {
      const gone = frames.length - MOST_FRAMES;
      const { selected } = list;
      frames = frames.slice(gone);
      list.setItems(frames);
      // The chosen frame stays the chosen one.
      if (selected >= 0) list.select(Math.max(-1, selected - gone), { reveal: false });
    } else list.setItems(frames, { keep: true });
    if (atEnd) list.scrollToEnd();
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
    refresh() { list.refresh(); },
    clear() {
      frames = [];
      list.setItems(frames);
    },
    setSocket(known) { socket = known; },
    end() { clearTimeout(timer); },
  };
}

function isOf(entry, { world, id }) {
  return entry.kind === 'frame' && entry.world === world && entry.socket === String(id);
}

function goneWords({ status, message }) {
  return status === 404 ? 'The journal does not have this frame any more; --journal has it keep more.' : message;
}

function frameRow(entry) {
  const isReceived = entry.direction === 'received';
  return [
    element('span', { class: 'time' }, entry.time.slice(11, 23)),
    element('span', { class: 'way' }, isReceived ? '→' : '←',
      element('span', { class: 'offscreen' }, isReceived ? 'from the client' : 'to the client')),
    element('span', { class: 'what' }, visible(entry.summary ?? size(entry.payloadBytes))),
    entry.deviations?.length && element('span', { class: 'mark violation' }, '⚠ mistake'),
    entry.faults?.length && element('span', { class: 'mark fault' }, '⚡ fault'),
  ].filter(Boolean);
}

function frameCard(entry, socket, sendCopy) {
  const isReceived = entry.direction === 'received';
  const isText = entry.encoding !== 'base64' && !entry.truncated && entry.payload !== undefined;
  const text = entry.encoding === 'json' ? JSON.stringify(entry.payload) : entry.payload;
  const struck = entry.faults?.map(({ type }) => type).join(', ');
  return [
    element('h3', {}, isReceived ? 'From the client' : 'To the client', ` at ${entry.time.slice(11, 23)}`),
    element('p', { class: 'bar' },
      element('a', { href: `#/traffic?${new URLSearchParams({ id: entry.key })}` }, 'Show in Traffic'),
      isText && socket && button('Send a copy…', () => sendCopy(text), { class: 'quiet' })),
    struck && element('p', { class: 'struck' }, `⚡ ${struck}`),
    ...frameProblems(entry),
    ...frameContent(entry, socket),
  ].filter(Boolean);
}
