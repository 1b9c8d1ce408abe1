// One entry in full: both sides, times, faults, the contract's verdict in place, and why it matched what it did.
import { element } from '../shared/dom.js';
import { bodyView, pairTable, size, visible } from './body.js';
import { deviceMark } from './devices.js';
import { differences, duration, MOST_DIFFERENCES, phases, sorted } from './entry.js';
import { button, loaded } from './parts.js';
import { stateOf } from './entry-row.js';

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
    triggered(entry),
    verdict(entry),
    hasNoRoute && explanation(entry, app, true),
    requestCard(entry, request, problems),
    response ? responseCard(entry, response) : element('p', { class: 'card bad' }, 'The client received no response.'),
    !hasNoRoute && explanation(entry, app, false),
  ].filter(Boolean);
}

/** The detail of a frame. */
export function frameView(entry, { actions }) {
  const way = entry.direction === 'received' ? '→ from the client' : '← to the client';
  const content = element('div', {});
  // What reads frames is loaded with the first of them.
  loaded(import('./frame-view.js')).then(([{ frameContent }]) => content.replaceChildren(...frameContent(entry)),
    ({ message }) => content.append(element('p', { class: 'bad', role: 'alert' }, message)));
  return [
    element('h2', { tabindex: '-1' }, way, entry.summary ? `: ${visible(entry.summary)}` : ''),
    factList([['Time', entry.time], ['World', entry.world], ['Socket', entry.socket], ['Path', entry.path],
      ['Account', entry.account], ['Kind', entry.type], ['Size', size(entry.payloadBytes)],
      ['Delivered', entry.delivered === false && `no: ${entry.ending}`]]),
    actions,
    triggered(entry),
    verdict(entry),
    card('Content', content),
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
    ['Account', entry.account], ['Device', deviceLink(entry.device, nameOfDevice(entry.device))],
    ['From', entry.remoteAddress], ['Sent', entry.sentBytes !== undefined && size(entry.sentBytes)],
    ['Send rate', response.bytesPerSecond && `${size(response.bytesPerSecond)} a second`],
  ]);
}

/** A device that leads to all of its requests. */
function deviceLink(id, name) {
  if (!id) return undefined;
  return element('a', { href: `#/traffic?filter=${encodeURIComponent(`device:${id}`)}` }, deviceMark(id, name));
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
function triggered({ faults }) {
  if (!faults?.length) return null;
  return element('section', { class: 'card triggered' },
    element('h3', {}, faults.length === 1 ? 'A fault was triggered' : `${faults.length} faults were triggered`),
    element('ul', {}, faults.map(({ id, type }) => element('li', {},
      element('span', { class: 'mark fault' }, `⚡ ${type}`), ' ', element('code', {}, visible(id))))),
    element('a', { href: '#/faults' }, 'All faults'));
}

function verdict({ deviations, kind }) {
  if (!deviations?.length) return null;
  return element('section', { class: 'card verdict' },
    element('h3', {}, kind === 'frame' ? 'Findings' : 'It deviates from its document'),
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

/* Why a request matched what it did: the nearest routes, segment by segment, and the faults, member by member. */

/** A fold that asks the server when it is opened. */
function explanation(entry, app, isOpen) {
  const place = element('div', { class: 'explanation' }, element('p', { class: 'hint' }, 'Asking the server…'));
  const title = entry.operationId ? 'How it compares with routes and faults' : 'Why it did not match';
  const made = element('details', { class: 'card' }, element('summary', {}, title), place);
  let asked = false;
  const fill = async () => {
    if (asked || !made.open) return;
    asked = true;
    const path = `/_mock/requests/${entry.id}/explanation`;
    try {
      place.replaceChildren(...content(await app.call('GET', path, undefined, { world: entry.world })));
    } catch (error) {
      if (error.name !== 'ControlError') throw error;
      place.replaceChildren(element('p', { class: 'bad' }, visible(error.message)));
    }
  };
  made.addEventListener('toggle', fill);
  made.open = isOpen;
  if (isOpen) fill();
  return made;
}

function content({ reason, operations, faults }) {
  return [
    element('p', {}, visible(reason)),
    operations.length > 0 && routeTable(operations),
    ...faults.map(faultFold),
  ].filter(Boolean);
}

/** The request in the first row, and below it each route with the same columns. */
function routeTable(operations) {
  const width = Math.max(...operations.map(({ members }) => members.length));
  const columns = [...Array(width).keys()];
  const asked = operations.find(({ members }) => members.length === width).members;
  const heads = columns.map((index) => (index === 0 ? 'Method' : `${index}`));
  return element('div', { class: 'scroll', tabindex: '0', role: 'region', 'aria-label': 'The nearest routes' },
    element('table', { class: 'grid routes' },
      element('thead', {}, element('tr', {}, [...heads, 'Route'].map((head) => (
        element('th', { scope: 'col', title: /^\d/.test(head) && `segment ${head} of the path` }, head))))),
      element('tbody', {},
        element('tr', { class: 'asked' }, columns.map((index) => element('td', {}, segment(asked[index].actual))),
          element('th', { scope: 'row' }, 'The request')),
        operations.map((each) => routeRow(each, columns)))));
}

function routeRow({ api, operationId, method, members, path }, columns) {
  const address = `/docs#${encodeURIComponent(api)}/${encodeURIComponent(operationId)}`;
  return element('tr', {}, columns.map((index) => cell(members[index])),
    element('th', { scope: 'row' }, element('a', { href: address }, `${method} ${visible(path)}`),
      element('span', { class: 'hint' }, `${visible(operationId)}, ${api}`)));
}

function cell(member) {
  if (!member) return element('td');
  const { matches, expected } = member;
  return element('td', { class: matches ? 'same' : 'other' }, matches ? '✓ ' : '✗ ',
    element('span', { class: 'offscreen' }, matches ? 'the same: ' : 'differs: '), segment(expected));
}

/** A segment, or a note that it is missing. */
function segment(text) {
  return text === 'none' ? element('span', { class: 'hint' }, 'nothing') : visible(text);
}

function faultFold({ id, type, members }) {
  const wrong = members.filter(({ matches }) => !matches).length;
  const note = wrong ? `${wrong} of ${members.length} differ` : members.length ? 'all conditions match' : 'any request';
  const row = (member) => element('tr', {}, element('th', { scope: 'row' }, member.name),
    element('td', {}, visible(member.actual)), cell(member));
  const heads = ['What', 'Here', 'The fault expects'].map((head) => element('th', { scope: 'col' }, head));
  return element('details', { class: 'disclosure' },
    element('summary', {}, element('strong', {}, `Fault ${visible(id)}`), ' ',
      element('span', { class: 'hint' }, `${type}; ${note}`)),
    members.length > 0 && element('div', { class: 'scroll', tabindex: '0', role: 'region',
      'aria-label': `Fault ${visible(id)}` },
    element('table', { class: 'grid' }, element('thead', {}, element('tr', {}, heads)),
      element('tbody', {}, members.map(row)))));
}

/* Two entries side by side: only what differs. */

/** What differs between two entries; `back` shows the right one again, `unpin` forgets the left one. */
export function compareView(left, right, unpin, back) {
  const found = differences(left, right);
  return [
    element('h2', { tabindex: '-1' }, `What differs between ${left.id} and ${right.id}`),
    element('div', { class: 'bar' }, button(`Back to ${right.id}`, back), button('Unpin', unpin)),
    found.length ? table(left, right, found) : element('p', { class: 'card' }, 'Only the time.'),
    found.length === MOST_DIFFERENCES && element('p', { class: 'hint' }, `The first ${MOST_DIFFERENCES} of them.`),
  ].filter(Boolean);
}

function table(left, right, found) {
  const head = (entry) => element('th', { scope: 'col' }, String(entry.id), element('span', { class: 'hint' },
    [` ${entry.time.slice(11, 23)}`, duration(entry.durationMicroseconds)].filter(Boolean).join(', ')));
  const cell = (value, kind) => element('td', { class: kind },
    value === undefined ? element('span', { class: 'hint' }, 'not there') : visible(value));
  const rows = found.map(({ what, left: one, right: other }) => (
    element('tr', {}, element('th', { scope: 'row' }, visible(what)), cell(one, 'one'), cell(other, 'other'))));
  return element('div', { class: 'scroll', tabindex: '0', role: 'region', 'aria-label': 'Differences' },
    element('table', { class: 'grid pairs differences' },
      element('thead', {}, element('tr', {}, element('th', { scope: 'col' }, 'What'), head(left), head(right))),
      element('tbody', {}, rows)));
}
