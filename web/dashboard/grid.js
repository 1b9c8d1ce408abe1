// A table of records that is looked at, searched, sorted and edited cell by cell.
import { element } from '../shared/dom.js';
import { visible } from './body.js';
import { textOf, valueOf } from './resources.js';

const SHOWN_CHARACTERS = 80;
const LONG_CHARACTERS = 60;
const HINT_CHARACTERS = 2000;

/**
 * Shows records: `columns` are names; `save(record, column, value)` stores a cell and fails with words; columns for
 * which `isReadOnly` is true are not edited, and `onrefuse` gets the name of one where it is tried; `actions(record)`
 * gives buttons; `onleave` is called when editing a cell ends. Returns `{node, isEditing, focus(row, column)}`, where
 * row 0 is the heading.
 *
 * A cell is edited by Enter, F2 or a double click; the arrows move.
 *
 * @param {any} options
 */
export function grid({
  label, columns, records, sorted, onsort, save, isReadOnly = () => false, onrefuse = () => {}, onleave = () => {},
  actions,
}) {
  const cells = [];
  const body = element('tbody', {}, records.map((record, row) => {
    cells[row] = columns.map((column) => makeCell(record, column));
    return element('tr', {}, cells[row], actions && element('td', {}, actions(record)));
  }));
  const hidden = element('span', { class: 'offscreen' }, 'Actions');
  const node = element('div', { class: 'scroll data-grid', role: 'region', 'aria-label': label, tabindex: '-1' },
    element('table', { class: 'grid', role: 'grid', 'aria-label': label },
      element('thead', {}, element('tr', {}, columns.map(makeHeading),
        actions && element('th', { scope: 'col' }, hidden))), body));
  if (cells[0]?.[0]) cells[0][0].tabIndex = 0;

  function makeHeading(column) {
    const isSorted = sorted?.column === column;
    const order = isSorted ? (sorted.isDown ? 'descending' : 'ascending') : 'none';
    return element('th', { scope: 'col', 'aria-sort': order },
      element('button', { type: 'button', class: 'quiet', onclick: () => onsort(column) }, column,
        isSorted && (sorted.isDown ? ' ↓' : ' ↑')));
  }

  function makeCell(record, column) {
    const made = element('td', {
      role: 'gridcell',
      tabindex: '-1',
      class: isFixed(column) && 'fixed',
      'aria-readonly': (!save || isFixed(column)) && 'true',
      onkeydown: (event) => key(event, made, record, column),
      ondblclick: () => edit(made, record, column),
      onfocus: () => setCurrent(made),
    });
    fill(made, record[column]);
    return made;
  }

  function isFixed(column) {
    return Boolean(save) && isReadOnly(column);
  }

  function setCurrent(made) {
    for (const each of body.querySelectorAll('td[tabindex="0"]')) each.tabIndex = -1;
    made.tabIndex = 0;
  }

  function key(event, made, record, column) {
    if (event.target !== made) return;
    const [row, place] = [made.parentElement.rowIndex - 1, made.cellIndex];
    const moves = {
      ArrowUp: [-1, 0],
      ArrowDown: [1, 0],
      ArrowLeft: [0, -1],
      ArrowRight: [0, 1],
      Home: [0, -place],
      End: [0, columns.length - 1 - place],
    };
    if (event.key in moves) {
      const [down, right] = moves[event.key];
      cells[row + down]?.[place + right]?.focus();
    } else if (event.key === 'Enter' || event.key === 'F2') edit(made, record, column);
    else return;
    event.preventDefault();
  }

  function edit(made, record, column) {
    if (!save || made.querySelector('input, textarea')) return;
    if (isFixed(column)) {
      onrefuse(column);
      return;
    }
    editCell(made, {
      column,
      before: record[column],
      async store(value) {
        record[column] = await save(record, column, value) ?? value;
      },
      leave(hasFocus) {
        fill(made, record[column]);
        if (hasFocus) made.focus();
        onleave();
      },
    });
  }

  return {
    node,
    get isEditing() { return Boolean(node.querySelector('td input, td textarea')); },
    focus(row, column) {
      const rows = node.querySelectorAll('tr');
      const cell = rows[Math.min(row, rows.length - 1)]?.children[column];
      (cell?.querySelector('button') ?? cell)?.focus();
    },
  };
}

function fill(cell, value) {
  const text = textOf(value);
  const isLong = text.length > SHOWN_CHARACTERS;
  cell.replaceChildren(value === null || value === undefined ? element('span', { class: 'hint' }, 'null')
    : visible(isLong ? `${text.slice(0, SHOWN_CHARACTERS)}…` : text));
  cell.title = isLong ? text.slice(0, HINT_CHARACTERS) : cell.classList.contains('fixed') ? 'Set by the API' : '';
  cell.classList.toggle('num', typeof value === 'number');
}

/**
 * Puts a field over a cell, whose content keeps the width of its column. What is refused stays there as it was typed,
 * with why.
 */
function editCell(cell, { column, before, store, leave }) {
  const text = textOf(before);
  const isLong = text.length > LONG_CHARACTERS || text.includes('\n');
  const problem = element('p', { class: 'bad', role: 'alert', id: 'cell-problem' });
  const input = element(isLong ? 'textarea' : 'input', {
    'aria-label': `${column} of this record`, 'aria-describedby': problem.id, spellcheck: 'false', autocomplete: 'off',
  });
  input.value = text;
  let isOver = false;
  const end = (hasFocus) => {
    // To take the field away is a blur, too.
    if (isOver) return;
    isOver = true;
    leave(hasFocus);
  };
  const tryToStore = async (hasFocus) => {
    if (isOver || input.readOnly) return;
    if (input.value === text) {
      end(hasFocus);
      return;
    }
    input.readOnly = true;
    problem.textContent = '';
    try {
      await store(valueOf(input.value, before));
      end(cell.contains(document.activeElement));
    } catch (error) {
      if (error.name !== 'ControlError') throw error;
      input.readOnly = false;
      input.setAttribute('aria-invalid', 'true');
      problem.textContent = error.message;
      problem.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    }
  };
  input.addEventListener('keydown', (event) => {
    event.stopPropagation();
    if (event.key === 'Escape') end(true);
    else if ((event.key === 'Enter' && !(isLong && event.shiftKey)) || event.key === 'Tab') {
      event.preventDefault();
      tryToStore(true);
    }
  });
  // Focus elsewhere in the page ends editing; another window does not.
  input.addEventListener('blur', () => { if (document.hasFocus()) tryToStore(false); });
  cell.replaceChildren(element('span', { class: 'edited', 'aria-hidden': 'true' }, ...cell.childNodes),
    element('div', { class: 'cell-editor' }, input, problem));
  input.focus();
  input.select();
}
