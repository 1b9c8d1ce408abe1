// The records of a world as grids: through the APIs, with their own validation, or as rows of the tables.
import { element } from '../shared/dom.js';
import { visible } from './body.js';
import { ControlError } from './control.js';
import { grid } from './grid.js';
import { sayWhoHears } from './heard.js';
import { mistakeIn } from './json-mistake.js';
import { askUntilDone, atMostEvery, button, parsed, refused } from './parts.js';
import { concerns, findSources, Records } from './records.js';
import { columnsOf, keyOf, pathOf, rowName, search, sort, textOf } from './resources.js';

// More rows would make the page slow; a search finds the others.
const SHOWN = 300;
const READ_EVERY_MILLISECONDS = 500;
// So long after a change, messages to sockets count as its own.
const HEARD_MILLISECONDS = 1500;
const ABOUT = {
  api: 'Every change is a call of the API, with validation and messages to sockets. Press Enter to edit a cell.',
  table: 'Rows as they are stored. Only the rules of the tables apply here, not those of the APIs.',
};

export const view = {
  id: 'data',
  title: 'Data',
  mount(root, app) { return new Data(root, app).end; },
};

class Data {
  #app;
  #records;
  #sources = [];
  #source;
  #page = 0;
  #found;
  #sorted;
  #grid;
  // The names of the columns and the keys of the rows, in the order in which they are shown.
  #columns = [];
  #keys = [];
  // Something changed while a cell was edited; it is shown when the cell is left.
  #isStale = false;

  constructor(root, app) {
    this.#app = app;
    this.#records = new Records(app);
    this.select = element('select', { 'aria-label': 'What is shown', onchange: () => this.#choose(this.select.value) });
    this.search = element('input', {
      type: 'search', placeholder: 'Search loaded records', 'aria-label': 'Search', oninput: () => this.#show(),
    });
    this.add = button('Add…', () => this.#add(), { disabled: true });
    this.note = element('p', { class: 'hint data-note' }, ABOUT.api);
    this.heard = element('p', { class: 'hint data-heard', role: 'status' });
    this.place = element('div', {}, loading());
    this.pages = element('div', { class: 'bar data-pages' });
    root.append(element('h1', {}, 'Data'), element('div', { class: 'bar' }, this.select, this.search, this.add),
      this.note, this.heard, this.place, this.pages);
    const soon = atMostEvery(READ_EVERY_MILLISECONDS, () => this.#readUnlessEditing());
    const ends = [
      app.on('changed', ({ world, tables }) => {
        if (world === app.world && this.#source && concerns(this.#source, tables)) soon();
      }),
      app.on('activity', ({ world, path }) => {
        if (world === app.world && !path.startsWith('/_mock/clock')) soon();
      }),
      app.on('connection', ({ state }) => { if (state === 'open' && this.#source) soon(); }),
      soon.stop,
    ];
    this.end = () => ends.forEach((end) => end());
    this.#find();
  }

  async #find() {
    const app = this.#app;
    const isFound = await app.act(findSources(app).then((sources) => { this.#sources = sources; }));
    if (!isFound) {
      // An active fault may have applied to the page itself.
      this.place.replaceChildren(element('div', { class: 'card' },
        element('p', { class: 'bad', role: 'alert' }, 'The list could not be loaded.'),
        button('Try again', () => {
          this.place.replaceChildren(loading());
          this.#find();
        })));
      return;
    }
    const groups = [...new Set(this.#sources.map(({ group }) => group))];
    const option = ({ key, title, path }) => element('option', { value: key }, path ? `${title}: ${path}` : title);
    this.select.replaceChildren(...groups.map((group) => element('optgroup', {
      label: group === 'Tables' ? 'Tables' : `Through ${group}`,
    }, this.#sources.filter((each) => each.group === group).map(option))));
    const best = this.#sources.find(({ create, item }) => create && item) ?? this.#sources[0];
    this.#choose(app.params.show ?? best?.key);
  }

  #choose(key) {
    this.#source = this.#sources.find((each) => each.key === key) ?? this.#sources[0];
    if (!this.#source) return;
    this.select.value = this.#source.key;
    [this.#page, this.#sorted, this.#found, this.#grid, this.#isStale] = [0, undefined, undefined, undefined, false];
    [this.#columns, this.#keys] = [[], []];
    this.note.textContent = this.#source.table ? ABOUT.table : ABOUT.api;
    this.add.disabled = !this.#source.table && !this.#source.create;
    this.place.replaceChildren(loading());
    this.pages.replaceChildren();
    this.#read();
  }

  #readUnlessEditing() {
    if (this.#grid?.isEditing) this.#isStale = true;
    else this.#read();
  }

  async #read() {
    const [source, page] = [this.#source, this.#page];
    this.#isStale = false;
    try {
      const found = await this.#records.page(source, page);
      if (source !== this.#source || page !== this.#page) return;
      this.#found = found;
      // Editing may have begun meanwhile.
      if (this.#grid?.isEditing) this.#isStale = true;
      else this.#show();
    } catch (error) {
      if (!(error instanceof ControlError)) throw error;
      if (source !== this.#source || this.#grid?.isEditing) return;
      this.#grid = undefined;
      this.place.replaceChildren(element('p', { class: 'bad card', role: 'alert' }, error.message));
    }
  }

  #show() {
    if (!this.#found) return;
    if (this.#grid?.isEditing) {
      this.#isStale = true;
      this.#app.act(refused('a cell is being edited; Enter stores it, Escape leaves it'));
      return;
    }
    const source = this.#source;
    const { records: all } = this.#found;
    const records = sort(search(all, this.search.value), this.#sorted);
    const canChange = source.table || source.change || source.replace;
    const focused = this.#focusedCell();
    this.#columns = source.columns ?? columnsOf(all, this.#columns);
    const shown = records.slice(0, SHOWN);
    this.#keys = shown.map((record) => keyIn(source, record));
    // A change that has none of the shown members wraps them in another one.
    const editable = source.editable?.some((name) => this.#columns.includes(name)) ? source.editable : this.#columns;
    this.#grid = grid({
      label: source.title,
      columns: this.#columns,
      records: shown,
      isReadOnly: (column) => !source.table && !editable.includes(column),
      onrefuse: (column) => this.#app.say(`${column} is read-only: the API does not take it in a change.`),
      sorted: this.#sorted,
      onsort: (column) => this.#sort(column),
      save: canChange && ((record, column, value) => this.#save(record, column, value)),
      onleave: () => { if (this.#isStale) this.#read(); },
      actions: (source.table || source.remove) && ((record) => button('Delete', () => this.#remove(record), {
        class: 'quiet', 'aria-label': `Delete ${nameOf(record)}`,
      })),
    });
    this.place.replaceChildren(records.length ? this.#grid.node
      : element('p', { class: 'hint card' }, all.length ? 'No record contains this text.' : 'There are no records.'));
    if (focused) this.#grid.focus(...this.#placeOf(focused));
    this.#showPages(records.length);
  }

  /** Where the focus is in the grid, since a new one takes its place: its record, its column, and the row's number. */
  #focusedCell() {
    const focused = document.activeElement;
    const cell = this.place.contains(focused)
      && /** @type {HTMLTableCellElement} */ (focused.closest('tbody td, thead th'));
    if (!cell) return undefined;
    const { rowIndex: row } = /** @type {HTMLTableRowElement} */ (cell.parentElement);
    return { row, key: this.#keys[row - 1], column: this.#columns[cell.cellIndex] };
  }

  /** The row and column of what had the focus: the actions are behind the last column. */
  #placeOf({ row, key, column }) {
    const found = key === undefined ? -1 : this.#keys.indexOf(key);
    return [found < 0 ? row : found + 1, column === undefined ? this.#columns.length : this.#columns.indexOf(column)];
  }

  #sort(column) {
    this.#sorted = { column, isDown: this.#sorted?.column === column && !this.#sorted.isDown };
    this.#show();
  }

  #showPages(count) {
    const { records, total, first, hasNext } = this.#found;
    const of = total === undefined ? '' : ` of ${total}`;
    const shown = count > SHOWN ? `${SHOWN} of ${count} are shown; search for others` : '';
    const loaded = count < records.length ? `${count} of ${records.length} that are loaded`
      : `${records.length ? `${first + 1} to ${first + records.length}` : '0'}${of}`;
    const move = (by) => {
      this.#page += by;
      this.#read();
    };
    const hasPages = this.#page > 0 || hasNext;
    this.pages.replaceChildren(element('span', { class: 'hint', role: 'status' }, shown || loaded), ...hasPages ? [
      button('Previous', () => move(-1), { disabled: this.#page === 0 }),
      button('Next', () => move(1), { disabled: !hasNext }),
    ] : []);
  }

  /* Changes */

  async #save(record, column, value) {
    const done = this.#listen();
    try {
      const saved = await this.#records.save(this.#source, record, column, value);
      const isOther = saved !== undefined && textOf(saved) !== textOf(value);
      this.#app.say(isOther ? `The API stored another value of ${column}: ${visible(textOf(saved)).slice(0, 80)}`
        : 'Saved', isOther);
      return saved;
    } finally {
      setTimeout(done, HEARD_MILLISECONDS);
    }
  }

  /** Says which sockets get messages about a change; gives a function that ends it. */
  #listen() {
    return sayWhoHears(this.#app, this.heard, { before: 'No socket received a message about the last change.' });
  }

  async #remove(record) {
    const source = this.#source;
    const isMeant = await this.#app.ask({
      title: `Delete ${nameOf(record)}?`,
      text: source.table ? 'The row is deleted, even if others refer to it.'
        : `With a call of the API, as an app: DELETE ${pathOf(record, source.item)}`,
      confirm: 'Delete',
      danger: true,
    });
    if (!isMeant) return;
    await this.#app.act(this.#records.remove(source, record), 'Deleted');
    this.#read();
  }

  async #add() {
    const source = this.#source;
    const [like = {}] = this.#found?.records ?? [];
    const row = () => Object.fromEntries(source.columns.filter((name) => name !== 'number')
      .map((name) => [name, like[name] ?? null]));
    const fields = [{
      name: 'text',
      label: 'The record as JSON',
      type: 'textarea',
      value: JSON.stringify(source.table ? row() : source.sample, null, 2),
      required: true,
    }];
    const isDone = await askUntilDone(this.#app, { title: `Add to ${source.title}`, confirm: 'Add', fields },
      ({ text }) => {
        const record = parsed(text);
        if (record === undefined) throw new ControlError(mistakeIn(text));
        return this.#records.add(source, record);
      }, () => 'Added');
    if (isDone) this.#read();
  }
}

function loading() {
  return element('p', { class: 'hint card', role: 'status' }, 'Loading…');
}

/** What tells a record from the others of its source. */
function keyIn({ table, item }, record) {
  return table ? JSON.stringify(rowName(record)) : textOf(record[keyOf(record, item)]) || JSON.stringify(record);
}

/** What a record is called. */
function nameOf(record) {
  return textOf(record.id ?? record.number ?? Object.values(record)[0]).slice(0, 80);
}
