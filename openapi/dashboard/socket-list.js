// The table of the open sockets. Rows and cells are changed in place, so that focus and what is selected stay.
import { element } from './dom.js';
import { size, visible } from './body.js';
import { deviceMark } from './devices.js';
import { arrange } from './parts.js';

const COLUMNS = [
  ['Protocol', (socket) => protocolOf(socket)],
  ['Path', (socket) => visible(socket.path), 'long'],
  ['Account', (socket) => visible(socket.user ?? socket.account ?? 'nobody'), 'long'],
  ['Device', (socket, names) => names.get(socket.device) ?? socket.device],
  ['Subscriptions', ({ subscriptions }) => (
    subscriptions.map(({ destination }) => visible(destination)).join(', ') || 'none'), 'long'],
  ['Heart-beats', ({ heartBeat }) => (heartBeat ? beats(heartBeat) : 'none')],
  ['In', ({ received }) => String(received.messages), 'num'],
  ['Out', ({ sent }) => String(sent.messages), 'num'],
  ['Waits', ({ queuedBytes }) => size(queuedBytes), 'num'],
  ['Dropped', ({ droppedMessages }) => String(droppedMessages), 'num'],
  ['Since', ({ openedAt }) => openedAt.slice(11, 19)],
];

/** The name of a socket among those of all worlds. */
export function keyOf({ world, id }) {
  return `${world}:${id}`;
}

/** What a socket speaks: `stomp 1.2`. */
export function protocolOf({ protocol, version }) {
  return [protocol ?? 'another', version].filter(Boolean).join(' ');
}

/** How often the sides are heard, in short: `10 s / never`, the client's first. */
function beats({ client, server }) {
  return client === server ? beat(client) : `${beat(client)} / ${beat(server)}`;
}

export function beat(milliseconds) {
  return milliseconds ? `${milliseconds / 1000} s` : 'never';
}

/** The table: `{node, show(sockets, names, chosen)}`, where sockets have the `world` they are of. */
export function socketList(withWorld) {
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
