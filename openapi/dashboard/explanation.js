// Why a request matched what it did: the nearest routes, segment by segment, and the faults, member by member.
import { element } from './dom.js';
import { visible } from './body.js';

/** A fold that asks the server when it is opened. */
export function explanation(entry, app, isOpen) {
  const place = element('div', { class: 'explanation' }, element('p', { class: 'hint' }, 'Asking the server…'));
  const title = entry.operationId ? 'How it compares with routes and faults' : 'Why it matched nothing';
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

/** A segment, or that there is none. */
function segment(text) {
  return text === 'none' ? element('span', { class: 'hint' }, 'nothing') : visible(text);
}

function faultFold({ id, type, members }) {
  const wrong = members.filter(({ matches }) => !matches).length;
  const note = wrong ? `${wrong} of ${members.length} differ` : members.length ? 'all is as it says' : 'any request';
  const row = (member) => element('tr', {}, element('th', { scope: 'row' }, member.name),
    element('td', {}, visible(member.actual)), cell(member));
  const heads = ['What', 'Here', 'The fault wants'].map((head) => element('th', { scope: 'col' }, head));
  return element('details', { class: 'disclosure' },
    element('summary', {}, element('strong', {}, `Fault ${visible(id)}`), ' ',
      element('span', { class: 'hint' }, `${type}; ${note}`)),
    members.length > 0 && element('div', { class: 'scroll', tabindex: '0', role: 'region',
      'aria-label': `Fault ${visible(id)}` },
    element('table', { class: 'grid' }, element('thead', {}, element('tr', {}, heads)),
      element('tbody', {}, members.map(row)))));
}
