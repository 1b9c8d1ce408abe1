// One row of the traffic: a request or a frame in a line; and the headings above the rows, which sort.
import { element } from '../shared/dom.js';
import { deviceMark } from './devices.js';
import { isBroken } from './filter.js';
import { duration } from './entry.js';
import { button } from './parts.js';
import { visible } from './body.js';
import { waterfallBar } from './waterfall.js';

// The columns in their order: the class of their cells, and what stands above them.
const COLUMNS = [
  ['time', 'Time'], ['method', 'Method'], ['path', 'Path'], ['status', 'Status'], ['duration', 'Duration'],
  ['api', 'API'], ['device', 'Device'],
];

/**
 * What a row shows of an entry; its world too where `withWorld` says so. `release` releases a held one,
 * `beginning` is that of a frame's message.
 */
export function entryRow(entry, { withWorld, nameOfDevice, release, beginning }) {
  const parts = entry.kind === 'frame' ? frameParts(entry, beginning) : exchangeParts(entry, release);
  const world = withWorld && element('span', { class: 'chip world' }, entry.world);
  const device = deviceMark(entry.device, nameOfDevice(entry.device)) ?? element('span', { class: 'device-mark none' });
  return [element('span', { class: 'time', title: entry.time }, timeText(entry.time)), ...parts, device,
    waterfallBar(entry), world].filter(Boolean);
}

/** The time of day; on another day than today, as after a jump of the clock, the date too. */
export function timeText(time) {
  const isToday = time.slice(0, 10) === new Date().toISOString().slice(0, 10);
  return isToday ? time.slice(11, 23) : `${time.slice(5, 10)} ${time.slice(11, 19)}`;
}

/** The colour of a response: good, client, server or none. */
export function stateOf({ status }) {
  if (status === undefined) return 'none';
  if (status >= 500) return 'server';
  return status >= 400 ? 'client' : 'good';
}

/** The headings: `{node, show(sort)}`; `onsort` gets the column. */
export function headings(onsort) {
  const buttons = COLUMNS.map(([name, title]) => button(title, () => onsort(name), { class: `quiet ${name}` }));
  const node = element('div', { class: 'heads', role: 'group', 'aria-label': 'Sort by' }, buttons,
    element('span', { class: 'waterfall' }, 'Waterfall'));
  return {
    node,
    show({ column, isDown }) {
      buttons.forEach((each, index) => {
        const [name, title] = COLUMNS[index];
        const isSorted = name === column;
        each.setAttribute('aria-pressed', String(isSorted));
        each.textContent = isSorted ? `${title} ${isDown ? '↓' : '↑'}` : title;
      });
    },
  };
}

function frameParts(entry, beginning) {
  const way = entry.direction === 'received' ? '→ frame' : '← frame';
  return [
    element('span', { class: 'method' }, way),
    element('span', { class: 'path' }, visible(entry.summary ?? `${entry.payloadBytes} bytes`),
      beginning && element('span', { class: 'hint beginning' }, ` ${beginning}`)),
    ...marks(entry),
    entry.delivered === false && mark('fault', '✕ not delivered', `it did not arrive: ${entry.ending}`),
    element('span', { class: 'status' }), element('span', { class: 'duration' }),
    element('span', { class: 'api' }, `socket ${entry.socket}`),
  ];
}

function exchangeParts(entry, release) {
  const query = entry.query && element('span', { class: 'hint' }, `?${visible(entry.query)}`);
  const status = isBroken(entry) ? entry.ending : String(entry.isHeld ? '…' : entry.status ?? '…');
  const state = isBroken(entry) ? 'server' : entry.isHeld ? 'held' : stateOf(entry);
  return [
    element('span', { class: 'method' }, visible(entry.method)),
    element('span', { class: 'path' }, visible(entry.path), query),
    ...marks(entry),
    entry.isHeld && heldMark(entry),
    element('span', { class: 'status', 'data-state': state }, status),
    entry.isHeld ? releasePart(entry, release)
      : element('span', { class: 'duration num' }, duration(entry.durationMicroseconds) ?? ''),
    element('span', { class: 'api' }, entry.api),
  ];
}

function heldMark({ phase, status }) {
  const what = phase === 'request' ? 'the request waits' : `the response ${status} waits`;
  return mark('fault', '‖ held', `Held by a fault: ${what}`);
}

/** What releases a held exchange. An option of a list may have no button in it: keys release the chosen row by `r`. */
function releasePart(entry, release) {
  const click = (event) => {
    event.stopPropagation();
    release(entry);
  };
  return element('span', { class: 'release', title: 'Release (key r)', onclick: click }, 'Release');
}

function marks(entry) {
  return [
    entry.deviations?.length && mark('violation', '⚠ violation', 'Contract violation'),
    entry.faults?.length && mark('fault', '⚡ fault', 'Triggered a fault'),
  ];
}

function mark(kind, text, title) {
  const [sign, ...words] = text.split(' ');
  return element('span', { class: `mark ${kind}`, title }, sign, element('span', {}, ` ${words.join(' ')}`));
}
