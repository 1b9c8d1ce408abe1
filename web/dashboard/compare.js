// Two entries side by side: only what differs.
import { element } from '../shared/dom.js';
import { visible } from './body.js';
import { differences, duration, MOST_DIFFERENCES } from './entry.js';
import { button } from './parts.js';

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
