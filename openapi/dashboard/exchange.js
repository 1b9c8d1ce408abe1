// One entry in full: both sides, times, faults, the contract's verdict in place, and why it matched what it did.
import { element } from './dom.js';
import { bodyView, pairTable, size, visible } from './body.js';
import { deviceMark } from './devices.js';
import { stateOf } from './entry-row.js';
import { explanation } from './explanation.js';
import { duration, phases } from './phases.js';
import { sorted } from './verdict.js';

// More headers than that are folded.
const OPEN_HEADERS = 12;

/** The detail of an exchange; `actions` stand below its title. */
export function exchangeView(entry, app, { actions, nameOfDevice }) {
  const { request = {}, response } = entry;
  const hasNoRoute = !entry.operationId && entry.api !== 'mock';
  const problems = sorted(entry.deviations ?? []);
  return [
    element('h2', { tabindex: '-1' }, `${visible(entry.method)} `, visible(entry.path),
      entry.query && element('span', { class: 'hint' }, ` ?${visible(entry.query)}`)),
    facts(entry, nameOfDevice),
    phaseBar(entry),
    actions,
    struck(entry),
    verdict(entry),
    hasNoRoute && explanation(entry, app, true),
    requestCard(entry, request, problems),
    response ? responseCard(entry, response) : element('p', { class: 'card bad' }, 'The client got no answer.'),
    !hasNoRoute && explanation(entry, app, false),
  ].filter(Boolean);
}

/** The detail of a frame. */
export function frameView(entry, { actions }) {
  const way = entry.direction === 'received' ? '→ from the client' : '← to the client';
  return [
    element('h2', { tabindex: '-1' }, way, entry.summary ? `: ${visible(entry.summary)}` : ''),
    factList([['Time', entry.time], ['World', entry.world], ['Socket', entry.socket], ['Path', entry.path],
      ['Account', entry.account], ['Kind', entry.type], ['Size', size(entry.payloadBytes)]]),
    actions,
    struck(entry),
    verdict(entry),
    card('Content', bodyView({ value: entry.payload, encoding: entry.encoding, bytes: entry.payloadBytes,
      truncated: entry.truncated })),
  ].filter(Boolean);
}

function card(title, ...content) {
  return element('section', { class: 'card' }, element('h3', {}, title), ...content);
}

/* Above both sides */

function facts(entry, nameOfDevice) {
  const status = element('span', { class: 'status', 'data-state': stateOf(entry) }, String(entry.status ?? 'none'));
  const isOdd = entry.ending && entry.ending !== 'whole';
  const { response = {} } = entry;
  return factList([
    ['Status', status], ['Took', duration(entry.durationMicroseconds)], ['Answer', isOdd && entry.ending],
    ['Time', entry.time], ['World', entry.world], ['API', entry.api], ['Operation', entry.operationId],
    ['Account', entry.account], ['Device', deviceMark(entry.device, nameOfDevice(entry.device))],
    ['From', entry.remoteAddress], ['Sent', entry.sentBytes !== undefined && size(entry.sentBytes)],
    ['Pace', response.bytesPerSecond && `${size(response.bytesPerSecond)} a second`],
  ]);
}

function factList(pairs) {
  return element('dl', { class: 'facts' }, pairs.filter(([, value]) => value).map(([name, value]) => (
    element('div', {}, element('dt', {}, name),
      element('dd', {}, typeof value === 'string' ? visible(value) : value)))));
}

/** Where the time went, as a bar with its words; null where it was all the server's, which the facts say. */
function phaseBar(entry) {
  const parts = phases(entry);
  if (parts.length < 2) return null;
  const bar = element('div', { class: 'phases', 'aria-hidden': 'true' }, parts.map(({ kind, microseconds }) => {
    const part = element('span', { 'data-phase': kind });
    part.style.setProperty('flex-grow', microseconds);
    return part;
  }));
  const words = parts.map(({ name, kind, microseconds }) => (
    element('span', { class: 'phase', 'data-phase': kind }, `${name} ${duration(microseconds)}`)));
  return element('div', {}, bar, element('p', { class: 'hint words' }, words));
}

/** The faults that touched it. */
function struck({ faults }) {
  if (!faults?.length) return null;
  return element('section', { class: 'card struck' },
    element('h3', {}, faults.length === 1 ? 'A fault struck it' : `${faults.length} faults struck it`),
    element('ul', {}, faults.map(({ id, type }) => element('li', {},
      element('span', { class: 'mark fault' }, `⚡ ${type}`), ' ', element('code', {}, visible(id))))),
    element('a', { href: '#/faults' }, 'All faults'));
}

function verdict({ deviations, kind }) {
  if (!deviations?.length) return null;
  return element('section', { class: 'card verdict' },
    element('h3', {}, kind === 'frame' ? 'What is wrong with it' : 'It leaves its document'),
    element('ul', {}, deviations.map((each) => (
      element('li', {}, element('code', {}, visible(each.location)), ' ', visible(each.message))))));
}

/* The sides */

function requestCard(entry, request, problems) {
  const query = entry.query ? [...new URLSearchParams(entry.query)] : [];
  const inPath = [...problems.path].map(([name, messages]) => element('p', { class: 'problem' },
    `⚠ path segment ${visible(name)}: ${messages.map(visible).join('; ')}`));
  return card('Request', inPath,
    (query.length > 0 || problems.query.size > 0) && pairTable('Parameters of the query', ['Parameter', 'Value'], query,
      problems.query),
    headerTable('request', request.headers, problems.header),
    bodyView(contentOf(request, problems.body)));
}

function responseCard(entry, response) {
  return card(`Response ${entry.status ?? ''}`, headerTable('response', response.headers, new Map()),
    bodyView(contentOf(response, new Map())));
}

function contentOf(side, problems) {
  return { value: side.body, encoding: side.encoding, bytes: side.bodyBytes, truncated: side.truncated,
    type: header(side.headers, 'content-type'), problems };
}

function header(headers, name) {
  const found = Object.entries(headers ?? {}).find(([each]) => each.toLowerCase() === name);
  return found && [found[1]].flat()[0];
}

function headerTable(side, headers, problems) {
  const rows = Object.entries(headers ?? {}).flatMap(([name, value]) => [value].flat().map((each) => [name, each]));
  if (!rows.length && !problems.size) return element('p', { class: 'hint' }, 'No headers');
  const count = `${rows.length} ${rows.length === 1 ? 'header' : 'headers'}`;
  return element('details', { class: 'disclosure', open: rows.length <= OPEN_HEADERS || problems.size > 0 },
    element('summary', {}, count), pairTable(`Headers of the ${side}`, ['Header', 'Value'], rows, problems));
}
