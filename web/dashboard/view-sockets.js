// The open sockets: what each speaks, what it is subscribed to, its frames, and what one can do to it.
import { element } from '../shared/dom.js';
import { size, visible } from './body.js';
import { deviceMark, deviceNames } from './devices.js';
import { counted } from './moment.js';
import { arrange, atMostEvery, button, formField, loaded, parsed, quietly } from './parts.js';

const READ_MILLISECONDS = 500;
// When all worlds are shown, the sockets of this many are read, those with the newest frames first.
const MOST_WORLDS = 20;
const RECENT = 2000;
const DESTINATION = '/topic/greenhouse/messages';

export const view = {
  id: 'sockets',
  title: 'Sockets',
  mount(root, app) { return new Sockets(root, app).ends; },
};

class Sockets {
  #app;
  #chosen;
  #names = new Map();
  #sockets = [];
  #isReading = false;

  constructor(root, app) {
    this.#app = app;
    this.list = socketList(app.allWorlds);
    this.more = element('p', { class: 'hint', hidden: true });
    this.detail = element('section', { class: 'socket', 'aria-label': 'Socket', hidden: true });
    this.broker = brokerCard(app, () => this.#chosen?.world ?? app.world);
    root.append(element('h1', {}, 'Sockets'), this.list.node, this.more, this.detail, this.broker.node);
    const read = atMostEvery(READ_MILLISECONDS, () => this.#read());
    const showFaults = atMostEvery(READ_MILLISECONDS, () => this.actions?.showFaults());
    const offs = [
      app.on('entries', (news) => {
        this.#take(news, read);
        if (news.entries.some(({ faults }) => faults)) showFaults();
      }),
      app.on('activity', () => {
        showFaults();
        read();
      }),
      app.on('second', read), app.on('device', read),
      app.on('params', () => this.#follow()),
    ];
    this.ends = () => {
      offs.forEach((off) => off());
      read.stop();
      showFaults.stop();
      this.frames?.end();
    };
    quietly(deviceNames(app).then((names) => { this.#names = names; }));
    this.#follow();
    this.#read();
  }

  #take({ entries, updates, cleared }, read) {
    if (cleared) this.frames?.clear();
    if (entries.some(({ kind, status }) => kind === 'frame' || status === 101)) read();
    this.frames?.add(entries);
    if (updates.length) this.frames?.refresh();
  }

  /* What there is */

  /** The worlds whose sockets are read. */
  #worlds() {
    const { allWorlds, world, worlds, history } = this.#app;
    const chosen = this.#chosen ? [this.#chosen.world] : [];
    if (!allWorlds) return [...new Set([world, ...chosen])];
    const recent = history.entries.slice(-RECENT).reverse().filter(({ kind }) => kind === 'frame');
    const all = new Set([...chosen, ...recent.map((each) => each.world), 'default', ...worlds.map(({ id }) => id)]);
    this.more.hidden = all.size <= MOST_WORLDS;
    this.more.textContent = `The sockets of ${MOST_WORLDS} of ${all.size} worlds are shown. `
      + 'Choose a world to see its own.';
    return [...all].slice(0, MOST_WORLDS);
  }

  async #read() {
    if (this.#isReading) return;
    this.#isReading = true;
    const worlds = this.#worlds();
    const call = (path, world) => quietly(this.#app.call('GET', path, undefined, { world }));
    const socketsOf = async (world) => {
      const response = await call('/_mock/sockets', world);
      return response?.sockets.map((socket) => ({ ...socket, world })) ?? [];
    };
    const [found, broker] = await Promise.all([
      Promise.all(worlds.map(socketsOf)),
      call('/_mock/broker', this.#chosen?.world ?? this.#app.world),
    ]).finally(() => { this.#isReading = false; });
    const { device } = this.#app;
    this.#sockets = found.flat().filter((socket) => !device || socket.device === device);
    this.list.show(this.#sockets, this.#names, this.#chosen && keyOf(this.#chosen));
    this.broker.name(this.#chosen ? this.#ofWorld(this.#chosen.world) : '');
    if (broker) this.broker.show(broker);
    this.#showFacts();
  }

  /* One socket */

  /** Shows the socket that the address names. */
  #follow() {
    const { id, world = this.#app.world } = this.#app.params;
    const chosen = /^\d+$/.test(id ?? '') ? { world, id: Number(id) } : undefined;
    if (chosen && this.#chosen && keyOf(chosen) === keyOf(this.#chosen)) return;
    this.#chosen = chosen;
    this.frames?.end();
    this.actions = undefined;
    this.frames = undefined;
    this.detail.hidden = !chosen;
    this.list.show(this.#sockets, this.#names, chosen && keyOf(chosen));
    if (!chosen) return;
    this.heading = element('h2', {});
    this.facts = element('dl', { class: 'facts' });
    this.subscriptions = element('ul', { class: 'subscriptions', 'aria-label': 'Subscriptions' });
    this.detail.replaceChildren(
      element('div', { class: 'card' }, this.heading, this.facts, this.subscriptions,
        button('× Close this card', () => this.#app.go('sockets'), { class: 'quiet' })));
    this.#showFacts();
    this.#read();
    this.#app.act(this.#showParts(chosen));
  }

  /** Shows the actions and the frames of a socket, whose modules come when the first socket is opened. */
  async #showParts(chosen) {
    const [{ socketActions }, { socketFrames }] = await loaded(
      import('./socket-actions.js'), import('./frame-view.js'));
    if (this.#chosen !== chosen) return;
    this.actions = socketActions(this.#app, chosen);
    this.frames = socketFrames(this.#app, chosen, (text) => this.actions.sendCopy(text));
    this.detail.append(this.actions.node, this.frames.node);
    this.frames.add(this.#app.history.entries);
    this.actions.showFaults();
    this.#showFacts();
  }

  #showFacts() {
    if (!this.#chosen) return;
    const socket = this.#sockets.find((each) => keyOf(each) === keyOf(this.#chosen));
    this.frames?.setSocket(socket);
    if (this.actions) this.actions.node.hidden = !socket;
    this.facts.hidden = !socket && !this.facts.children.length;
    const { id, world } = this.#chosen;
    setText(this.heading, `Socket ${id}${this.#ofWorld(world)}${socket ? '' : ', closed'}`);
    if (!socket) {
      this.subscriptions.replaceChildren();
      return;
    }
    const { heartBeat, received, sent } = socket;
    const beats = heartBeat && `client: ${every(heartBeat.client)}, server: ${every(heartBeat.server)}`;
    showFacts(this.facts, {
      Protocol: protocolOf(socket),
      Path: socket.path,
      Account: socket.user ?? socket.account ?? 'nobody',
      From: socket.remoteAddress,
      Opened: socket.openedAt.slice(0, 19).replace('T', ' '),
      'Heart-beats': beats ?? 'not agreed',
      In: `${received.messages}, ${size(received.bytes)}`,
      Out: `${sent.messages}, ${size(sent.bytes)}`,
      'Queued': size(socket.queuedBytes),
      Dropped: `${socket.droppedMessages} messages, because the client was too slow`,
    });
    this.#showSubscriptions(socket);
  }

  /** Says of which world something is where that is not clear. */
  #ofWorld(world) {
    return world === this.#app.world && !this.#app.allWorlds ? '' : ` of the world ${world}`;
  }

  #showSubscriptions({ subscriptions }) {
    const key = JSON.stringify(subscriptions);
    if (this.subscriptions.dataset.key === key) return;
    this.subscriptions.dataset.key = key;
    const hadFocus = this.subscriptions.contains(document.activeElement);
    const item = ({ id, destination, ack, unacknowledged }) => element('li', {},
      element('code', {}, visible(destination)), id !== destination && ` as ${visible(id)}`,
      ack && `, ack ${ack}, ${unacknowledged} not acknowledged `,
      ack && button('Publish here', () => this.broker.publishTo(destination),
        { class: 'quiet', 'aria-label': `Publish here: ${destination}` }));
    this.subscriptions.replaceChildren(...subscriptions.map(item));
    if (hadFocus) this.subscriptions.querySelector('button')?.focus();
  }
}

function every(milliseconds) {
  return milliseconds ? `every ${beat(milliseconds)}` : 'off';
}

/** Puts names and texts into a list of facts; what is the same is not touched. */
function showFacts(list, facts) {
  for (const [index, [name, text]] of Object.entries(facts).entries()) {
    if (!list.children[index]) list.append(element('div', {}, element('dt', {}, name), element('dd')));
    setText(list.children[index].lastChild, visible(text));
  }
}

function setText(node, text) {
  if (node.textContent !== text) node.textContent = text;
}

/** The card of the message broker, with a form that publishes: `{node, show(broker), publishTo(destination)}`. */
function brokerCard(app, world) {
  const heading = element('h2', {}, 'The message broker');
  const state = element('p', {}, 'Reading…');
  const destination = formField({ name: 'destination', label: 'Destination', required: true, suggestions: [] });
  const content = formField({ name: 'content', label: 'Message', kind: 'lines', rows: 3, hint: 'JSON, or any text.' });
  destination.value = DESTINATION;
  content.value = '{"text": "hello"}';
  const publish = async (event) => {
    event.preventDefault();
    if (!destination.value.startsWith('/')) {
      destination.fail('A destination begins with /.');
      return destination.input.focus();
    }
    const body = parsed(content.value) ?? content.value;
    return app.act(app.call('POST', '/_mock/messages', { destination: destination.value, body }, { world: world() }),
      `Published to ${destination.value}`);
  };
  const node = element('section', { class: 'card', 'aria-label': 'The message broker' },
    heading, state,
    element('form', { onsubmit: publish }, element('h3', {}, 'Publish a message'), destination.node, content.node,
      element('div', { class: 'bar' }, element('button', { type: 'submit', class: 'primary' }, 'Publish'))));
  let known;
  return {
    node,
    name(ofWorld) { setText(heading, `The message broker${ofWorld}`); },
    show({ subscriptions, queues, unacknowledged }) {
      const counts = `${counted(subscriptions.length, 'subscription')}, `
        + `${counted(unacknowledged, 'message')} not acknowledged.`;
      const waiting = queues.map((each) => ` ${each.destination}: ${each.waiting} wait, ${each.consumers} consumers.`);
      setText(state, visible(counts + waiting.join('')));
      const destinations = [...new Set([...subscriptions, ...queues].map((each) => each.destination))];
      if (known !== String(destinations)) destination.suggest(destinations);
      known = String(destinations);
    },
    publishTo(place) {
      destination.value = place;
      destination.fail();
      content.input.focus();
    },
  };
}

/* The table of the open sockets. Rows and cells are changed in place, so that focus and what is selected stay. */

/** @type {[string, (socket: any, names: Map<string, string>) => string, string?][]} */
const COLUMNS = [
  ['Protocol', (socket) => protocolOf(socket)],
  ['Path', (socket) => visible(socket.path), 'long'],
  ['Account', (socket) => visible(socket.user ?? socket.account ?? 'nobody'), 'long'],
  ['Device', (socket, names) => names.get(socket.device) ?? socket.device],
  ['Subscriptions', ({ subscriptions }) => (
    subscriptions.map(({ destination }) => visible(destination)).join(', ') || 'none'), 'long'],
  ['Heart-beats', ({ heartBeat }) => (heartBeat ? beats(heartBeat) : 'not agreed')],
  ['In', ({ received }) => String(received.messages), 'num'],
  ['Out', ({ sent }) => String(sent.messages), 'num'],
  ['Queued', ({ queuedBytes }) => size(queuedBytes), 'num'],
  ['Dropped', ({ droppedMessages }) => String(droppedMessages), 'num'],
  ['Since', ({ openedAt }) => openedAt.slice(11, 19)],
];

/** The name of a socket among those of all worlds. */
export function keyOf({ world, id }) {
  return `${world}:${id}`;
}

/** What a socket speaks: `stomp 1.2`. */
function protocolOf({ protocol, version }) {
  return [protocol ?? 'another', version].filter(Boolean).join(' ');
}

/** How often each side sends one, in short: `10 s / off`, the client's first. */
function beats({ client, server }) {
  return client === server ? beat(client) : `${beat(client)} / ${beat(server)}`;
}

export function beat(milliseconds) {
  return milliseconds ? `${milliseconds / 1000} s` : 'off';
}

/** The table: `{node, show(sockets, names, chosen)}`, where sockets have the `world` they are of. */
function socketList(withWorld) {
  const rows = new Map();
  const body = element('tbody');
  const head = ['Socket', ...withWorld ? ['World'] : [], ...COLUMNS.map(([name]) => name)];
  const table = element('table', { class: 'grid' },
    element('thead', {}, element('tr', {}, head.map((each) => element('th', { scope: 'col' }, each)))), body);
  const none = element('p', { class: 'hint none' }, 'No socket is open. Apps open them at ',
    element('code', {}, '/ws'), ', ', element('code', {}, '/ws/greenhouse'), ' and the like.');
  const node = element('div', { class: 'scroll sockets', tabindex: '0', role: 'region', 'aria-label': 'Open sockets' },
    table, none);
  return {
    node,
    show(sockets, names, chosen) {
      const keys = new Set(sockets.map(keyOf));
      for (const key of rows.keys()) if (!keys.has(key)) rows.delete(key);
      for (const socket of sockets) {
        const key = keyOf(socket);
        if (!rows.has(key)) rows.set(key, row(socket, withWorld));
        rows.get(key).update(socket, names, key === chosen);
      }
      arrange(body, sockets.map((socket) => rows.get(keyOf(socket)).node));
      table.hidden = !sockets.length;
      none.hidden = sockets.length > 0;
    },
  };
}

function row({ world, id }, withWorld) {
  const link = element('a', { href: `#/sockets?${new URLSearchParams({ id, world })}` }, `#${id}`);
  const cells = COLUMNS.map(([, , kind]) => element('td', { class: kind }));
  return {
    node: element('tr', {}, element('th', { scope: 'row' }, link), withWorld && element('td', {}, world), cells),
    update(socket, names, isChosen) {
      if (isChosen) link.setAttribute('aria-current', 'true');
      else link.removeAttribute('aria-current');
      COLUMNS.forEach(([name, read], index) => {
        const text = read(socket, names);
        if (cells[index].textContent === text) return;
        cells[index].replaceChildren(name === 'Device' ? deviceMark(socket.device, text) : text);
      });
    },
  };
}
