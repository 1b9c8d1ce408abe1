// One row of the traffic: a request or a frame in a line.
import { element } from '../shared/dom.js';
import { deviceMark } from './devices.js';
import { isBroken } from './filter.js';
import { duration } from './entry.js';
import { visible } from './body.js';

/** What a row shows of an entry; its world too where `withWorld` says so. */
export function entryRow(entry, { withWorld, nameOfDevice }) {
  const parts = entry.kind === 'frame' ? frameParts(entry) : exchangeParts(entry, nameOfDevice);
  const world = withWorld && element('span', { class: 'chip world' }, entry.world);
  return [element('span', { class: 'time' }, entry.time.slice(11, 23)), ...parts, world].filter(Boolean);
}

/** The colour of a response: good, client, server or none. */
export function stateOf({ status }) {
  if (status === undefined) return 'none';
  if (status >= 500) return 'server';
  return status >= 400 ? 'client' : 'good';
}

function frameParts(entry) {
  const way = entry.direction === 'received' ? '→ frame' : '← frame';
  return [
    element('span', { class: 'method' }, way),
    element('span', { class: 'path' }, visible(entry.summary ?? `${entry.payloadBytes} bytes`)),
    ...marks(entry),
    entry.delivered === false && mark('fault', '✕ not delivered', `it did not arrive: ${entry.ending}`),
    element('span', { class: 'api' }, `socket ${entry.socket}`),
  ];
}

function exchangeParts(entry, nameOfDevice) {
  const query = entry.query && element('span', { class: 'hint' }, `?${visible(entry.query)}`);
  const status = isBroken(entry) ? entry.ending : String(entry.status ?? '…');
  return [
    element('span', { class: 'method' }, visible(entry.method)),
    element('span', { class: 'path' }, visible(entry.path), query),
    ...marks(entry),
    element('span', { class: 'status', 'data-state': stateOf(entry) }, status),
    element('span', { class: 'took num' }, duration(entry.durationMicroseconds) ?? ''),
    element('span', { class: 'api' }, entry.api),
    deviceMark(entry.device, nameOfDevice(entry.device)),
  ];
}

function marks(entry) {
  return [
    entry.deviations?.length && mark('violation', '⚠ document', 'deviates from its document'),
    entry.faults?.length && mark('fault', '⚡ fault', 'a fault was triggered'),
  ];
}

function mark(kind, text, title) {
  return element('span', { class: `mark ${kind}`, title }, text);
}
