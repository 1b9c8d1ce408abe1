// The list of operations by group: a filter over it, and rows that open in place.
import { element, inline, lock } from '../shared/dom.js';
import { operationDetails } from './operation.js';
import { isSecured } from './session.js';

/** The list of an API: `{node, go}`; `go` opens the operation, or goes to the group, that an address names. */
export function operationList(api) {
  const rows = [];
  const sections = api.groups.map((group) => section(api, group, rows));
  const count = element('span', { role: 'status', class: 'hint' });
  const empty = element('p', { class: 'hint', hidden: true }, 'No operation matches.');
  const input = element('input', { id: 'filter', type: 'search', placeholder: 'Path, summary or operation',
    autocomplete: 'off', spellcheck: 'false' });
  const filter = () => {
    const words = input.value.toLowerCase().split(/\s+/).filter(Boolean);
    rows.forEach((row) => { row.node.hidden = !words.every((word) => row.text.includes(word)); });
    sections.forEach((each) => { each.hidden = words.length > 0 && !each.querySelector('.operation:not([hidden])'); });
    const matches = rows.filter((row) => !row.node.hidden).length;
    count.textContent = words.length ? `${matches} of ${rows.length}` : '';
    empty.hidden = matches > 0 || !words.length;
  };
  input.addEventListener('input', filter);
  const node = element('div', { class: 'list' }, element('div', { class: 'filter' },
    element('label', { class: 'field-inline' }, 'Filter ', input), count), empty, sections);
  const go = (target) => {
    if (!target) return;
    if (input.value) {
      input.value = '';
      filter();
    }
    const group = target.startsWith('@') && node.querySelector(`[data-group="${CSS.escape(target.slice(1))}"]`);
    if (group) group.scrollIntoView();
    else rows.find((row) => row.id === target)?.open();
  };
  return { node, go };
}

function section(api, group, rows) {
  const made = group.operations.map((operation) => operationRow(api, operation));
  rows.push(...made);
  return element('section', { class: 'group', 'data-group': group.name },
    element('h2', {}, group.name),
    group.description && element('p', { class: 'group-text' }, inline(group.description)),
    group.details?.(),
    made.map((row) => row.node));
}

function operationRow(api, operation) {
  const region = `details-${api.name}-${operation.id}`;
  const details = element('div', { class: 'details', id: region, hidden: true });
  const button = element('button', { type: 'button', 'aria-expanded': 'false', 'aria-controls': region },
    element('span', { class: `method method-${operation.method.toLowerCase()}` }, operation.method),
    element('span', { class: 'path' }, ...breakable(operation.path)),
    element('span', { class: 'summary' }, inline(operation.summary)),
    isSecured(operation) && lock('needs credentials'));
  const node = element('article', { class: 'operation', 'data-operation': operation.id },
    element('h3', {}, button), details);
  const toggle = (open) => {
    button.setAttribute('aria-expanded', String(open));
    details.hidden = !open;
    node.classList.toggle('open', open);
    if (open && !details.hasChildNodes()) {
      details.append(...(operation.details?.() ?? operationDetails(api, operation)));
    }
  };
  button.addEventListener('click', () => {
    const open = button.getAttribute('aria-expanded') === 'false';
    toggle(open);
    history.replaceState(null, '', `#${api.name}${open ? `/${encodeURIComponent(operation.id)}` : ''}`);
  });
  const text = `${operation.method} ${operation.path} ${operation.summary} ${operation.id}`.toLowerCase();
  const open = () => {
    toggle(true);
    node.scrollIntoView();
    button.focus({ preventScroll: true });
  };
  return { id: operation.id, text, node, open };
}

// Long paths may break behind a slash, and nowhere else unless they must.
function breakable(path) {
  return path.split(/(?<=\/)/).flatMap((part, index) => (index ? [document.createElement('wbr'), part] : [part]));
}
