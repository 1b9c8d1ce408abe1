// One entry in full: both sides, times, faults, the contract's verdict in place, and why it matched what it did.
import { element } from './dom.js';
import { bodyView, size, visible } from './body.js';

/** The detail of an exchange; `actions` stand below its title. */
export function exchangeView(entry, actions, app) {
  const { request = {}, response } = entry;
  return [
    element('h2', { tabindex: '-1' }, `${entry.method} `, visible(entry.path),
      entry.query && element('span', { class: 'hint' }, ` ?${visible(entry.query)}`)),
    summary(entry),
    actions,
    verdict(entry),
    entry.status === 404 || !entry.operationId ? explanation(entry, app, !entry.operationId) : null,
    side('Request', request.headers, { value: request.body, encoding: request.encoding, bytes: request.bodyBytes,
      truncated: request.truncated, type: header(request.headers, 'Content-Type') }, entry.deviations),
    response ? side(`Response ${entry.status ?? ''}`, response.headers, { value: response.body, encoding: response.encoding,
      bytes: response.bodyBytes, truncated: response.truncated, type: header(response.headers, 'Content-Type') }, [])
      : element('p', { class: 'bad' }, 'The client got no answer.'),
    entry.operationId ? explanation(entry, app, false) : null,
  ].filter(Boolean);
}

/** The detail of a frame. */
export function frameView(entry, actions) {
  return [
    element('h2', { tabindex: '-1' }, entry.direction === 'received' ? '→ from the client' : '← to the client',
      entry.summary ? `: ${visible(entry.summary)}` : ''),
    facts([['Time', entry.time], ['World', entry.world], ['Socket', entry.socket], ['Path', entry.path], ['Account', entry.account],
      ['Bytes', String(entry.payloadBytes)], ['Faults', faults(entry)]]),
    actions,
    verdict(entry),
    section('Content', bodyView({ value: entry.payload, encoding: entry.encoding, bytes: entry.payloadBytes, truncated: entry.truncated })),
  ].filter(Boolean);
}

function section(title, ...content) {
  return element('section', { class: 'card' }, element('h3', {}, title), ...content);
}

function facts(pairs) {
  return element('dl', { class: 'facts' }, pairs.filter(([, value]) => value)
    .map(([name, value]) => element('div', {}, element('dt', {}, name), element('dd', {}, visible(value)))));
}

function faults(entry) {
  return entry.faults?.map(({ id, type }) => `${id} (${type})`).join(', ');
}

function summary(entry) {
  const { response = {} } = entry;
  return facts([
    ['Status', entry.status === undefined ? 'none' : String(entry.status)], ['Took', duration(entry.durationMicroseconds)],
    ['Answer', entry.ending && entry.ending !== 'whole' ? entry.ending : undefined], ['Time', entry.time], ['World', entry.world],
    ['API', entry.api], ['Operation', entry.operationId], ['Account', entry.account], ['From', entry.remoteAddress],
    ['Sent', entry.sentBytes === undefined ? undefined : size(entry.sentBytes)], ['Faults', faults(entry)],
    ['Held back', response.delayMilliseconds && `${response.delayMilliseconds} ms`],
    ['Slowed to', response.bytesPerSecond && `${size(response.bytesPerSecond)} a second`],
  ]);
}

/** A time of microseconds for people. */
export function duration(microseconds) {
  if (microseconds === undefined) return undefined;
  if (microseconds < 1000) return `${microseconds} µs`;
  return microseconds < 1_000_000 ? `${(microseconds / 1000).toFixed(1)} ms` : `${(microseconds / 1_000_000).toFixed(2)} s`;
}

function verdict({ deviations, kind }) {
  if (!deviations?.length) return null;
  const title = kind === 'frame' ? 'What is wrong with it' : 'It leaves its document';
  return element('section', { class: 'card verdict' }, element('h3', {}, title), element('ul', {}, deviations.map((each) => (
    element('li', {}, element('code', {}, visible(each.location)), ' ', visible(each.message))))));
}

function header(headers, name) {
  const found = Object.entries(headers ?? {}).find(([each]) => each.toLowerCase() === name.toLowerCase());
  return found && [found[1]].flat()[0];
}

function side(title, headers, content, deviations = []) {
  const wrong = (name) => deviations.find(({ location }) => location.toLowerCase() === `header ${name}`.toLowerCase()
    || location.toLowerCase() === `header/${name}`.toLowerCase());
  const rows = Object.entries(headers ?? {}).flatMap(([name, value]) => [value].flat().map((each) => [name, each]));
  const inBody = deviations.filter(({ location }) => location.startsWith('body'));
  return section(title,
    element('details', { class: 'disclosure', open: rows.length <= 12 }, element('summary', {}, `${rows.length} headers`),
      element('div', { class: 'scroll', tabindex: '0', role: 'region', 'aria-label': `Headers of the ${title.toLowerCase()}` },
        element('table', { class: 'grid headers' }, element('tbody', {}, rows.map(([name, value]) => (
          element('tr', {}, element('th', { scope: 'row' }, visible(name)), element('td', {}, visible(value),
            wrong(name) && element('p', { class: 'bad' }, wrong(name).message))))))))),
    inBody.map(({ location, message }) => element('p', { class: 'bad' }, element('code', {}, visible(location)), ' ', visible(message))),
    bodyView(content));
}

/** Why a request matched what it did, asked when it is opened. */
function explanation(entry, app, isOpen) {
  const place = element('div', { class: 'explanation' }, element('p', { class: 'hint' }, 'Asking the server…'));
  const made = element('details', { class: 'card' }, element('summary', {},
    entry.operationId ? 'How it compares with operations and faults' : 'Why it matched nothing'), place);
  let asked = false;
  const fill = async () => {
    if (asked || !made.open) return;
    asked = true;
    try {
      const found = await app.call('GET', `/_mock/requests/${entry.id}/explanation`, undefined, { world: entry.world });
      place.replaceChildren(element('p', {}, visible(found.reason)),
        ...found.operations.map((each, index) => comparison(`${each.method} ${each.path}`, `${each.operationId}, ${each.api}`,
          each.members, index === 0 && isOpen)),
        ...found.faults.map((each) => comparison(`Fault ${each.id}`, each.type, each.members)));
    } catch (error) {
      place.replaceChildren(element('p', { class: 'bad' }, error.message));
    }
  };
  made.addEventListener('toggle', fill);
  made.open = isOpen;
  if (isOpen) fill();
  return made;
}

function comparison(title, note, members, open = false) {
  const wrong = members.filter(({ matches }) => !matches).length;
  return element('details', { class: 'disclosure', open },
    element('summary', {}, element('strong', {}, title), ' ', element('span', { class: 'hint' },
      `${note}; ${wrong ? `${wrong} of ${members.length} differ` : 'all is as it says'}`)),
    members.length ? element('div', { class: 'scroll' }, element('table', { class: 'grid' },
      element('thead', {}, element('tr', {}, ['', 'What', 'Here', 'Expected'].map((each) => element('th', { scope: 'col' }, each || element('span', { class: 'offscreen' }, 'Verdict'))))),
      element('tbody', {}, members.map(({ name, expected, actual, matches }) => element('tr', { class: matches ? '' : 'differs' },
        element('td', {}, matches ? '✓' : '✗', element('span', { class: 'offscreen' }, matches ? 'the same' : 'differs')),
        element('th', { scope: 'row' }, name), element('td', {}, visible(actual)), element('td', {}, visible(expected)))))))
      : element('p', { class: 'hint' }, 'It happens to every request.'));
}
