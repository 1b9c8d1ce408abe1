// The open sockets: what each speaks, what it is subscribed to, its frames, and what one can do to it.
import { element } from './dom.js';
import { bodyView, hexView, size, visible } from './body.js';
import { deviceMark, deviceNames } from './devices.js';
import { decode } from './frame.js';
import { atMostEvery, button, parsed } from './parts.js';

const SHOWN_FRAMES = 200;
const NEXT = [
  ['Drop', (direction) => ({ type: 'dropMessage', direction })],
  ['Hold back 5 s', (direction) => ({ type: 'delayMessages', milliseconds: 5000, direction })],
  ['Send twice', (direction) => ({ type: 'duplicate', direction })],
  ['Spoil', (direction) => ({ type: 'corrupt', direction })],
];

export const view = {
  id: 'sockets',
  title: 'Sockets',
  mount(root, app) { return new Sockets(root, app).ends; },
};

class Sockets {
  #app;
  #chosen;
  #names = new Map();
  #frames = [];

  constructor(root, app) {
    this.#app = app;
    this.table = element('div', { class: 'scroll', tabindex: '0', role: 'region', 'aria-label': 'Open sockets' });
    this.detail = element('section', { class: 'detail', 'aria-label': 'Socket' });
    this.broker = element('div', { class: 'card' });
    root.append(element('h1', {}, 'Sockets'), this.table, this.detail, this.broker);
    const read = atMostEvery(500, () => this.#read());
    const offs = [
      app.on('entries', ({ entries }) => {
        const frames = entries.filter((entry) => entry.kind === 'frame' && entry.world === app.world);
        if (entries.some(({ status }) => status === 101) || frames.length) read();
        if (frames.some(({ socket }) => socket === this.#chosen)) this.#addFrames(frames);
      }),
      app.on('activity', read), app.on('second', read), app.on('params', () => this.#choose(app.params.id)),
    ];
    this.ends = () => { offs.forEach((off) => off()); read.stop(); };
    deviceNames(app).then((names) => { this.#names = names; }, () => {});
    this.#read().then(() => this.#choose(app.params.id));
  }

  async #read() {
    try {
      const [{ sockets }, broker] = await Promise.all([this.#app.call('GET', '/_mock/sockets'), this.#app.call('GET', '/_mock/broker')]);
      this.sockets = sockets;
      this.#showTable();
      this.#showBroker(broker);
      if (this.#chosen) this.#showFacts();
    } catch (error) {
      if (error.name !== 'ControlError') throw error;
    }
  }

  #showTable() {
    const focused = document.activeElement?.dataset?.socket;
    const columns = ['Socket', 'Protocol', 'Path', 'Account', 'Device', 'Subscriptions', 'In', 'Out', 'Waits', 'Dropped', 'Since'];
    this.table.replaceChildren(this.sockets.length ? element('table', { class: 'grid' },
      element('thead', {}, element('tr', {}, columns.map((each) => element('th', { scope: 'col' }, each)))),
      element('tbody', {}, this.sockets.map((socket) => element('tr', {},
        element('th', { scope: 'row' }, element('a', { href: `#/sockets?id=${socket.id}`, 'data-socket': socket.id,
          'aria-current': String(socket.id) === this.#chosen && 'true' }, `#${socket.id}`)),
        element('td', {}, socket.protocol ?? 'other', socket.version && ` ${socket.version}`), element('td', {}, visible(socket.path)),
        element('td', {}, socket.user ?? socket.account ?? 'nobody'), element('td', {}, deviceMark(socket.device, this.#names.get(socket.device))),
        element('td', {}, socket.subscriptions.map(({ destination }) => visible(destination)).join(', ') || 'none'),
        element('td', { class: 'num' }, String(socket.received.messages)), element('td', { class: 'num' }, String(socket.sent.messages)),
        element('td', { class: 'num' }, size(socket.queuedBytes)), element('td', { class: 'num' }, String(socket.droppedMessages)),
        element('td', {}, socket.openedAt.slice(11, 19))))))
      : element('p', { class: 'hint card' }, 'No socket is open. Apps open them at ', element('code', {}, '/ws'), ', ',
        element('code', {}, '/ws/greenhouse'), ' and the like.'));
    if (focused) this.table.querySelector(`[data-socket="${focused}"]`)?.focus();
  }

  #showBroker({ subscriptions, queues, unacknowledged }) {
    if (this.broker.contains(document.activeElement)) return;
    const destination = element('input', { value: subscriptions[0]?.destination ?? '/topic/greenhouse/messages', required: true });
    const content = element('textarea', { rows: 3, spellcheck: 'false' });
    content.value = '{"text": "hello"}';
    const publish = (event) => {
      event.preventDefault();
      const body = parsed(content.value) ?? content.value;
      this.#app.act(this.#app.call('POST', '/_mock/messages', { destination: destination.value, body }), `Published to ${destination.value}`);
    };
    this.broker.replaceChildren(element('h2', {}, 'The message broker'),
      element('p', {}, `${subscriptions.length} subscriptions, ${unacknowledged} messages not acknowledged.`,
        queues.map(({ destination: name, waiting, consumers }) => ` ${name}: ${waiting} wait, ${consumers} consumers.`)),
      element('form', { onsubmit: publish }, element('h3', {}, 'Publish a message'),
        element('div', { class: 'bar' }, element('label', { class: 'field' }, 'Destination', destination)),
        element('label', { class: 'field' }, 'Message, JSON or any text', content),
        element('div', { class: 'bar' }, element('button', { type: 'submit', class: 'primary' }, 'Publish'))));
  }

  /* One socket */

  #choose(id) {
    this.#chosen = id;
    this.detail.hidden = !id;
    if (!id) return;
    this.#frames = this.#app.history.entries.filter((entry) => entry.kind === 'frame' && entry.socket === id && entry.world === this.#app.world);
    this.facts = element('div', { class: 'card' });
    this.list = element('ol', { class: 'frames', 'aria-label': 'Frames, the newest first' });
    this.frame = element('div', {});
    this.actions = this.#actions();
    this.detail.replaceChildren(this.facts, this.actions, element('div', { class: 'pane split' },
      element('div', { class: 'card' }, element('h3', {}, 'Frames, the newest first'), this.list), this.frame));
    this.#showFacts();
    this.#showFrames();
  }

  #showFacts() {
    const socket = this.sockets?.find(({ id }) => String(id) === this.#chosen);
    if (!this.facts) return;
    this.actions.hidden = !socket;
    this.facts.replaceChildren(element('h2', {}, `Socket ${this.#chosen}${socket ? '' : ', closed'}`),
      ...(socket ? [element('p', {}, [socket.protocol ?? 'another protocol', socket.version, visible(socket.path), `from ${socket.remoteAddress}`,
        `opened ${socket.openedAt}`].filter(Boolean).join(', ')),
      element('p', {}, socket.heartBeat ? `Heart-beats: the client each ${beat(socket.heartBeat.client)}, the server each ${beat(socket.heartBeat.server)}.`
        : 'No heart-beats agreed.', ` ${size(socket.received.bytes)} in, ${size(socket.sent.bytes)} out.`),
      element('ul', {}, socket.subscriptions.map(({ id, destination, ack, unacknowledged }) => element('li', {}, element('code', {}, visible(destination)),
        ` as ${visible(id)}`, ack && `, ack ${ack}, ${unacknowledged} not acknowledged`)))] : []));
  }

  #actions() {
    const app = this.#app;
    const id = Number(this.#chosen);
    const fault = (name, wish) => app.act(app.call('POST', '/_mock/faults', { match: { socket: id }, fault: wish, times: 1 }),
      `The next message: ${name.toLowerCase()}. It stays among the faults until it struck.`);
    const direction = element('select', { 'aria-label': 'Direction' }, element('option', { value: 'outgoing' }, 'to the client'),
      element('option', { value: 'incoming' }, 'from the client'));
    const edit = async () => {
      const answer = await app.ask({ title: 'Edit the next message', confirm: 'Wait for it', fields: [
        { name: 'find', label: 'Replace', hint: 'Empty for the whole message.' }, { name: 'replace', label: 'By', type: 'textarea' }] });
      if (answer) fault('Edit', { type: 'editMessage', direction: direction.value, replace: answer.replace, ...(answer.find && { find: answer.find }) });
    };
    const send = async () => {
      const answer = await app.ask({ title: 'Send a raw message', text: 'As it is, past the protocol that the socket speaks.', confirm: 'Send',
        fields: [{ name: 'text', label: 'Message', type: 'textarea', required: true }] });
      if (answer) app.act(app.call('POST', `/_mock/sockets/${id}/messages`, { text: answer.text }), 'Sent');
    };
    const close = async () => {
      const answer = await app.ask({ title: `Close socket ${id}`, confirm: 'Close', danger: true, fields: [
        { name: 'code', label: 'Code', type: 'number', value: 1001 }, { name: 'reason', label: 'Reason', value: 'closed by a test' }] });
      if (answer) app.act(app.call('DELETE', `/_mock/sockets/${id}`, { code: Number(answer.code), reason: answer.reason }), 'Closed');
    };
    return element('div', { class: 'bar' }, element('span', {}, 'The next message'), direction,
      NEXT.map(([name, wish]) => button(name, () => fault(name, wish(direction.value)))), button('Edit…', edit), button('Send raw…', send),
      button('Close…', close), button('Cut the connection', () => app.act(app.call('DELETE', `/_mock/sockets/${id}`, { abort: true }), 'Cut'), { class: 'danger' }));
  }

  #addFrames(frames) {
    this.#frames.push(...frames.filter(({ socket }) => socket === this.#chosen));
    this.#frames = this.#frames.slice(-SHOWN_FRAMES);
    this.frameTimer ??= setTimeout(() => { this.frameTimer = undefined; this.#showFrames(); }, 100);
  }

  #showFrames() {
    const newest = this.#frames.slice(-SHOWN_FRAMES).reverse();
    this.list.replaceChildren(...newest.map((entry) => element('li', {}, element('button', { type: 'button', class: 'quiet', onclick: () => this.#open(entry) },
      element('span', { class: 'time' }, entry.time.slice(11, 23)), entry.direction === 'received' ? ' → ' : ' ← ',
      visible(entry.summary ?? `${entry.payloadBytes} bytes`), entry.deviations?.length && element('span', { class: 'mark violation' }, '⚠ mistake'),
      entry.faults?.length && element('span', { class: 'mark fault' }, '⚡ fault')))));
    if (!newest.length) this.list.append(element('li', { class: 'hint' }, 'None yet.'));
  }

  async #open({ id }) {
    try {
      const entry = await this.#app.call('GET', `/_mock/requests/${id}`);
      this.frame.replaceChildren(element('div', { class: 'card' }, ...frameDetail(entry)));
    } catch (error) {
      if (error.name !== 'ControlError') throw error;
      this.frame.replaceChildren(element('p', { class: 'bad' }, error.message));
    }
  }
}

function beat(milliseconds) {
  return milliseconds ? `${milliseconds / 1000} s` : 'never';
}

/** A frame decoded, with what is wrong in it at its byte. */
function frameDetail(entry) {
  const text = typeof entry.payload === 'string' ? entry.payload : JSON.stringify(entry.payload);
  const bytes = entry.encoding === 'base64' ? Uint8Array.from(atob(entry.payload), (character) => character.charCodeAt(0)) : new TextEncoder().encode(text);
  const found = entry.encoding === 'text' ? decode(text) : {};
  return [
    element('h3', {}, entry.direction === 'received' ? 'From the client' : 'To the client', ` at ${entry.time.slice(11, 23)}`),
    entry.deviations?.map(({ location, message }) => element('p', { class: 'bad' }, element('code', {}, visible(location)), ' ', visible(message))),
    found.error && element('p', { class: 'bad' }, `${found.error} (byte ${found.offset})`),
    found.command && [element('p', {}, element('strong', {}, visible(found.command))),
      element('table', { class: 'grid' }, element('tbody', {}, found.headers.map(([name, value]) => element('tr', {},
        element('th', { scope: 'row' }, visible(name)), element('td', {}, visible(value)))))),
      bodyView({ value: found.body || undefined, encoding: 'text', bytes: 0, type: '' })],
    !found.command && bodyView({ value: entry.payload, encoding: entry.encoding, bytes: entry.payloadBytes, truncated: entry.truncated }),
    element('details', { class: 'disclosure', open: found.offset !== undefined }, element('summary', {}, 'Bytes'), hexView(bytes, found.offset)),
  ].flat().filter(Boolean);
}
