// A table of records that is looked at, searched, sorted and edited cell by cell.
import { element } from './dom.js';
import { visible } from './body.js';

const SHOWN_CHARACTERS = 80;

/**
 * Shows records: `columns` are names; `save(record, column, value)` stores a cell and fails with words; `actions(record)` gives buttons.
 * A cell is edited by Enter, F2 or a double click; the arrows move.
 */
export function grid({ label, columns, records, sorted, onsort, save, actions }) {
  const cells = [];
  const heading = (column) => element('th', { scope: 'col', 'aria-sort': sorted?.column === column ? (sorted.isDown ? 'descending' : 'ascending') : 'none' },
    element('button', { type: 'button', class: 'quiet', onclick: () => onsort(column) }, column,
      sorted?.column === column && (sorted.isDown ? ' ↓' : ' ↑')));
  const body = element('tbody', {}, records.map((record, row) => {
    cells[row] = columns.map((column) => cell(record, column));
    return element('tr', {}, cells[row], actions && element('td', {}, actions(record)));
  }));
  const node = element('div', { class: 'scroll data-grid', role: 'region', 'aria-label': label, tabindex: '-1' },
    element('table', { class: 'grid', role: 'grid', 'aria-label': label },
      element('thead', {}, element('tr', {}, columns.map(heading), actions && element('th', { scope: 'col' }, element('span', { class: 'offscreen' }, 'Actions')))), body));
  if (cells[0]?.[0]) cells[0][0].tabIndex = 0;

  function cell(record, column) {
    const made = element('td', { role: 'gridcell', tabindex: '-1', onkeydown: (event) => key(event, made, record, column),
      ondblclick: () => edit(made, record, column), onfocus: () => current(made) });
    fill(made, record[column]);
    return made;
  }

  function fill(made, value) {
    const text = textOf(value);
    made.replaceChildren(value === null || value === undefined ? element('span', { class: 'hint' }, 'null')
      : visible(text.length > SHOWN_CHARACTERS ? `${text.slice(0, SHOWN_CHARACTERS)}…` : text));
    made.title = text.length > SHOWN_CHARACTERS ? text.slice(0, 2000) : '';
    made.classList.toggle('num', typeof value === 'number');
  }

  function current(made) {
    for (const each of body.querySelectorAll('td[tabindex="0"]')) each.tabIndex = -1;
    made.tabIndex = 0;
  }

  function key(event, made, record, column) {
    if (event.target !== made) return;
    const [row, place] = [made.parentElement.rowIndex - 1, made.cellIndex];
    const moves = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1], Home: [0, -place], End: [0, columns.length - 1 - place] };
    if (event.key in moves) cells[row + moves[event.key][0]]?.[place + moves[event.key][1]]?.focus();
    else if (event.key === 'Enter' || event.key === 'F2') edit(made, record, column);
    else return;
    event.preventDefault();
  }

  function edit(made, record, column) {
    if (!save || made.querySelector('input, textarea')) return;
    const before = textOf(record[column]);
    const isLong = before.length > 60 || before.includes('\n');
    const input = element(isLong ? 'textarea' : 'input', { 'aria-label': `${column} of this record`, spellcheck: 'false' });
    input.value = before;
    const leave = (value) => { fill(made, value); made.focus(); };
    const store = async () => {
      if (input.value === before) return leave(record[column]);
      const value = valueOf(input.value, record[column]);
      input.disabled = true;
      try {
        record[column] = await save(record, column, value) ?? value;
        leave(record[column]);
      } catch (error) {
        input.disabled = false;
        made.querySelector('.bad')?.remove();
        made.append(element('p', { class: 'bad', role: 'alert' }, error.message));
        input.focus();
      }
      return undefined;
    };
    input.addEventListener('keydown', (event) => {
      event.stopPropagation();
      if (event.key === 'Escape') leave(record[column]);
      else if ((event.key === 'Enter' && !(isLong && event.shiftKey)) || event.key === 'Tab') {
        event.preventDefault();
        store();
      }
    });
    made.replaceChildren(input);
    input.focus();
    input.select();
  }
  return { node, get isEditing() { return Boolean(node.querySelector('input, textarea')); } };
}

/** A value as one edits it. */
export function textOf(value) {
  if (value === null || value === undefined) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** What was typed, in the kind of what was there. */
export function valueOf(text, before) {
  if (typeof before === 'string') return text;
  if (text === '' || text === 'null') return null;
  if (typeof before === 'number') return Number.isFinite(Number(text)) ? Number(text) : text;
  if (typeof before === 'boolean') return text === 'true' ? true : text === 'false' ? false : text;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
