// One entry in full: both sides, times, faults, the contract's verdict in place, and why it matched what it did.
import { element } from '../shared/dom.js';
import { bodyView, pairTable, size, visible } from './body.js';
import { deviceMark } from './devices.js';
import { duration, phases, sorted } from './entry.js';
import { stateOf } from './entry-row.js';
import { loaded } from './parts.js';
import { tabs } from './tabs.js';

// More violations than that are folded.
const OPEN_VIOLATIONS = 3;

/** The detail of an exchange; `actions` stand below its title, `tab` is open first. */
export function exchangeView(entry, app, { actions, nameOfDevice, tab, ontab }) {
  // What is held is not in the journal yet.
  const isHeld = entry.phase !== undefined;
  const hasNoRoute = !isHeld && !entry.operationId && entry.api !== 'mock';
  const problems = sorted(entry.deviations ?? []);
  return [
    element('h2', { tabindex: '-1' }, `${visible(entry.method)} `, visible(entry.path),
      entry.query && element('span', { class: 'hint' }, ` ?${visible(entry.query)}`)),
    facts(entry, nameOfDevice),
    actions,
    triggered(entry),
    verdict(entry),
    hasNoRoute && explanation(entry, app, true),
    tabs('Parts of the exchange', [
      { name: 'body', title: 'Body', render: () => bodies(entry, problems) },
      { name: 'headers', title: 'Headers', note: headerCount(entry), render: () => headerTables(entry, problems) },
      { name: 'timing', title: 'Timing', note: duration(entry.durationMicroseconds), render: () => timing(entry) },
    ], { chosen: tab, onchoose: ontab }),
    !hasNoRoute && !isHeld && explanation(entry, app, false),
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
  const waits = entry.phase && element('span', { class: 'mark fault' }, `the ${entry.phase} waits`);
  const isOdd = entry.ending && entry.ending !== 'whole';
  return factList([
    ['Held', waits], ['Held since', entry.since], ['Goes on by itself', entry.until],
    ['Status', entry.phase === 'request' ? undefined : status],
    ['Duration', duration(entry.durationMicroseconds)], ['Ending', isOdd && entry.ending],
    ['Time', entry.time], ['World', entry.world], ['API', entry.api], ['Operation', entry.operationId],
    ['Account', entry.account], ['Device', deviceLink(entry.device, nameOfDevice(entry.device))],
    ['From', entry.remoteAddress],
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

/** Where the time went, as a bar with its words; null where that is not known yet. */
function phaseBar(entry) {
  const parts = phases(entry);
  if (!parts.length) return null;
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
    element('h3', {}, faults.length === 1 ? 'Triggered a fault' : `Triggered ${faults.length} faults`),
    element('ul', {}, faults.map(({ id, type }) => element('li', {},
      element('span', { class: 'mark fault' }, `⚡ ${type}`), ' ', element('code', {}, visible(id))))),
    element('a', { href: '#/faults' }, 'Active faults'));
}

function verdict({ deviations }) {
  if (!deviations?.length) return null;
  const title = deviations.length === 1 ? 'Contract violation' : `${deviations.length} contract violations`;
  // Many are folded: the tabs say each in its place.
  return element('details', { class: 'card verdict', open: deviations.length <= OPEN_VIOLATIONS },
    element('summary', {}, title),
    element('ul', {}, deviations.map((each) => (
      element('li', {}, element('code', {}, visible(each.location)), ' ', visible(each.message))))));
}

/* The tabs */

/** What both sides hold: parameters and content of the request, content of the response. */
function bodies(entry, problems) {
  const { request = {}, response } = entry;
  const query = entry.query ? [...new URLSearchParams(entry.query)] : [];
  const inPath = [...problems.path].map(([name, messages]) => element('p', { class: 'problem' },
    `⚠ path segment ${visible(name)}: ${messages.map(visible).join('; ')}`));
  const hasRequest = request.body !== undefined || request.bodyBytes > 0 || query.length > 0 || inPath.length > 0
    || problems.query.size > 0 || problems.body.size > 0;
  return [
    hasRequest && card('Request', inPath,
      (query.length > 0 || problems.query.size > 0) && pairTable('Parameters of the query', ['Parameter', 'Value'],
        query, problems.query),
      bodyView(contentOf(request, problems.body))),
    response ? card(`Response ${entry.status ?? ''}`, bodyView(contentOf(response, new Map())))
      : element('p', { class: 'card bad' }, entry.phase ? 'The request waits; it is not handled yet.'
        : 'The client received no response.'),
  ];
}

/** @param {any} entry */
function headerTables({ request = {}, response = {} }, problems) {
  return [
    card('Request headers', headerTable('request', request.headers, problems.header)),
    card('Response headers', headerTable('response', response.headers, new Map())),
  ];
}

/** @param {any} entry */
function headerCount({ request = {}, response = {} }) {
  return String(rowsOf(request.headers).length + rowsOf(response.headers).length);
}

function timing(entry) {
  const { response = {} } = entry;
  return [card('Timing', phaseBar(entry) ?? element('p', { class: 'hint' },
    entry.phase ? `The ${entry.phase} waits.` : 'The response is being sent.'), factList([
    ['Began', entry.time], ['Duration', duration(entry.durationMicroseconds)],
    ['Ending', entry.ending === 'whole' ? 'complete' : entry.ending],
    ['Held', entry.heldMicroseconds && duration(entry.heldMicroseconds)],
    ['Delayed', response.delayMilliseconds && `${response.delayMilliseconds} ms`],
    ['Sent', entry.sentBytes !== undefined && size(entry.sentBytes)],
    ['Send rate', response.bytesPerSecond && `${size(response.bytesPerSecond)} a second`],
  ]))];
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
  const rows = rowsOf(headers);
  if (!rows.length && !problems.size) return element('p', { class: 'hint' }, 'No headers');
  return pairTable(`Headers of the ${side}`, ['Header', 'Value'], rows, problems);
}

function rowsOf(headers) {
  return Object.entries(headers ?? {}).flatMap(([name, value]) => [value].flat().map((each) => [name, each]));
}

/* Why a request matched what it did: the nearest routes, segment by segment, and the faults, member by member. */

/** A fold that asks the server when it is opened. */
function explanation(entry, app, isOpen) {
  const place = element('div', { class: 'explanation' }, element('p', { class: 'hint' }, 'Asking the server…'));
  const title = entry.operationId ? 'Operations and faults that it was compared with' : 'Why it did not match';
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
