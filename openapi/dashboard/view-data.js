// The records of a world: through the APIs, with their own validation, or as rows of the tables.
import { element } from './dom.js';
import { ControlError } from './control.js';
import { grid, textOf } from './grid.js';
import { atMostEvery, button, parsed } from './parts.js';
import { collections, keyOf, pathOf, recordsOf } from './resources.js';

const PAGE = 100;
// More rows would make the page slow; a search finds the others.
const SHOWN = 300;

export const view = {
  id: 'data',
  title: 'Data',
  mount(root, app) { return new Data(root, app).ends; },
};

class Data {
  #app;
  #tokens = new Map();
  #sources = [];
  #source;
  #offset = 0;
  #sorted;
  #grid;

  constructor(root, app) {
    this.#app = app;
    this.select = element('select', { 'aria-label': 'What is shown', onchange: () => this.#choose(this.select.value) });
    this.search = element('input', { type: 'search', placeholder: 'Search in what is loaded', 'aria-label': 'Search', oninput: () => this.#show() });
    this.add = button('Add…', () => this.#add());
    this.note = element('p', { class: 'hint' });
    this.place = element('div', {});
    this.pages = element('div', { class: 'bar' });
    root.append(element('h1', {}, 'Data'), element('div', { class: 'bar' }, this.select, this.search, this.add), this.note, this.place, this.pages);
    const soon = atMostEvery(500, () => { if (!this.#grid?.isEditing) this.#read(); });
    const offs = [app.on('changed', ({ world, tables }) => { if (world === app.world && this.#concerns(tables)) soon(); }),
      app.on('activity', ({ path }) => { if (!path.startsWith('/_mock/clock')) soon(); })];
    this.ends = () => { offs.forEach((off) => off()); soon.stop(); };
    this.#find();
  }

  /** Whether what is shown may have changed with these tables. */
  #concerns(tables) {
    const { table, api } = this.#source ?? {};
    return tables.some((name) => (table ? name === table : name.startsWith(`${api}_`)));
  }

  /** Reads what there is: the collections of each API, and the tables. */
  async #find() {
    const app = this.#app;
    await app.act((async () => {
      const [{ documents }, { tables }, welcome] = await Promise.all([app.call('GET', '/openapi'), app.call('GET', '/_mock/data'),
        app.raw('GET', '/', { headers: { Accept: 'application/json' } }).then((answer) => answer.json())]);
      const apis = documents.filter(({ name }) => name !== 'mock');
      const roots = await Promise.all(apis.map(({ url }) => app.call('GET', url)));
      this.#sources = [
        ...roots.flatMap((document, index) => collections(document).map((each) => ({ ...each, api: apis[index].name, group: apis[index].title,
          key: `${apis[index].name} ${each.path}`, accounts: welcome.apis.find(({ name }) => name === apis[index].name)?.accounts ?? [] }))),
        ...tables.map((table) => ({ group: 'Tables', key: `table ${table.name}`, table: table.name, title: table.name, columns: table.columns })),
      ];
    })());
    const groups = [...new Set(this.#sources.map(({ group }) => group))];
    this.select.replaceChildren(...groups.map((group) => element('optgroup', { label: group === 'Tables' ? 'Tables' : `Through ${group}` },
      this.#sources.filter((each) => each.group === group).map(({ key, title, path }) => element('option', { value: key }, path ? `${title}: ${path}` : title)))));
    this.#choose(this.#app.params.show ?? this.#sources.find(({ create, item }) => create && item)?.key ?? this.#sources[0]?.key);
  }

  #choose(key) {
    this.#source = this.#sources.find((each) => each.key === key) ?? this.#sources[0];
    if (!this.#source) return;
    this.select.value = this.#source.key;
    [this.#offset, this.#sorted] = [0, undefined];
    this.note.textContent = this.#source.table
      ? 'Rows as they are stored. Only the tables’ own rules hold here; the APIs are not asked.'
      : 'Every change is a call of the API, which validates it and tells its sockets. Enter edits a cell.';
    this.add.hidden = !this.#source.table && !this.#source.create;
    this.#read();
  }

  async #read() {
    const source = this.#source;
    try {
      const found = source.table
        ? await this.#app.call('GET', `/_mock/data/${encodeURIComponent(source.table)}?_limit=${PAGE}&_offset=${this.#offset}`)
        : await this.#ask('GET', source.path);
      if (source !== this.#source) return;
      this.records = source.table ? found.rows : recordsOf(found, source.place);
      this.total = source.table ? found.total : undefined;
      this.#show();
    } catch (error) {
      if (error.name !== 'ControlError') throw error;
      this.place.replaceChildren(element('p', { class: 'bad card', role: 'alert' }, error.message));
    }
  }

  #show() {
    if (!this.records || this.#grid?.isEditing) return;
    const source = this.#source;
    const words = this.search.value.toLowerCase();
    const columns = source.columns ?? [...new Set(this.records.flatMap((record) => Object.keys(record)))].slice(0, 40);
    let records = words ? this.records.filter((record) => Object.values(record).some((value) => textOf(value).toLowerCase().includes(words))) : [...this.records];
    if (this.#sorted) {
      const { column, isDown } = this.#sorted;
      records = records.sort((left, right) => compare(left[column], right[column]) * (isDown ? -1 : 1));
    }
    const focus = this.place.contains(document.activeElement) && document.activeElement.matches('td')
      ? [document.activeElement.parentElement.rowIndex - 1, document.activeElement.cellIndex] : undefined;
    const canChange = source.table || source.change || source.replace;
    this.#grid = grid({
      label: source.title, columns, records: records.slice(0, SHOWN), sorted: this.#sorted,
      onsort: (column) => { this.#sorted = { column, isDown: this.#sorted?.column === column && !this.#sorted.isDown }; this.#show(); },
      save: canChange && ((record, column, value) => this.#save(record, column, value)),
      actions: (source.table || source.remove) && ((record) => button('Delete', () => this.#remove(record), { class: 'quiet' })),
    });
    this.place.replaceChildren(records.length ? this.#grid.node : element('p', { class: 'hint card' }, 'There is nothing.'));
    if (focus) this.#grid.node.querySelector(`tbody tr:nth-child(${focus[0] + 1}) td:nth-child(${focus[1] + 1})`)?.focus();
    const of = this.total === undefined ? (records.length > SHOWN ? `the first ${SHOWN} of ${records.length}; search for others` : `${records.length}`) : `${this.#offset + 1} to ${this.#offset + this.records.length} of ${this.total}`;
    const move = (by) => { this.#offset = Math.max(0, this.#offset + by); this.#read(); };
    this.pages.replaceChildren(element('span', { class: 'hint' }, of), ...(this.total > PAGE ? [
      button('Before', () => move(-PAGE), { disabled: this.#offset === 0 }),
      button('Next', () => move(PAGE), { disabled: this.#offset + PAGE >= this.total })] : []));
  }

  /* Changes */

  async #save(record, column, value) {
    const source = this.#source;
    if (source.table) {
      await this.#app.call('PATCH', `/_mock/data/${encodeURIComponent(source.table)}`, { where: whole(record), set: { [column]: value } });
      return value;
    }
    if (keyOf(record, source.item) === undefined) throw new ControlError('this record has no id to change it by');
    const answer = source.change ? await this.#ask('PATCH', pathOf(record, source.item), { [column]: value })
      : await this.#ask('PUT', pathOf(record, source.item), { ...record, [column]: value });
    this.#app.act(Promise.resolve(), 'Saved');
    return answer?.[column];
  }

  async #remove(record) {
    const source = this.#source;
    const name = textOf(record.id ?? record.number ?? Object.values(record)[0]);
    const answer = await this.#app.ask({ title: `Delete ${name}?`, text: source.table ? 'The row goes, whatever refers to it.' : `As an app does it: DELETE ${pathOf(record, source.item)}`,
      confirm: 'Delete', danger: true });
    if (!answer) return;
    await this.#app.act(source.table ? this.#app.call('DELETE', `/_mock/data/${encodeURIComponent(source.table)}`, { where: whole(record) })
      : this.#ask('DELETE', pathOf(record, source.item)), 'Deleted');
    this.#read();
  }

  async #add(given, problem) {
    const source = this.#source;
    const sample = given ?? JSON.stringify(source.table ? Object.fromEntries(source.columns.map((column) => [column, this.records[0]?.[column] ?? null]))
      : source.sample ?? {}, null, 2);
    const answer = await this.#app.ask({ title: `Add to ${source.title}`, confirm: 'Add',
      text: problem ? element('p', { class: 'bad', role: 'alert' }, problem) : undefined,
      fields: [{ name: 'text', label: 'The record as JSON', type: 'textarea', value: sample, required: true }] });
    if (!answer) return;
    const record = parsed(answer.text);
    if (record === undefined) return this.#add(answer.text, 'That is not JSON.');
    try {
      await (source.table ? this.#app.call('POST', `/_mock/data/${encodeURIComponent(source.table)}`, record) : this.#ask('POST', source.path, record));
      this.#app.act(Promise.resolve(), 'Added');
      this.#read();
    } catch (error) {
      if (error.name !== 'ControlError') throw error;
      this.#add(answer.text, error.message);
    }
    return undefined;
  }

  /** Asks the API as one of its accounts. */
  async #ask(method, path, body) {
    const source = this.#source;
    const headers = { ...(body !== undefined && { 'Content-Type': 'application/json' }), ...await this.#credentials(source) };
    const response = await this.#app.raw(method, path, { headers, body: body === undefined ? undefined : JSON.stringify(body) });
    const text = await response.text();
    const read = parsed(text);
    if (response.ok) return read;
    if (response.status === 401) this.#tokens.delete(`${this.#app.world} ${source.api}`);
    throw new ControlError(words(read) ?? `the API answered ${response.status}`, response.status, read);
  }

  /** A token of the API's first account, by signing in as its document says; a key where it takes one. */
  async #credentials({ api, accounts, path }) {
    // Where nobody can sign in, any key will do.
    if (!accounts.length) return { 'X-Api-Key': 'live-page', Authorization: 'Bearer live-page' };
    const key = `${this.#app.world} ${api}`;
    if (!this.#tokens.has(key)) this.#tokens.set(key, this.#signIn(accounts[0], path));
    const token = await this.#tokens.get(key);
    return token ? { Authorization: `Bearer ${token}` } : {};
  }

  async #signIn(text, path) {
    const [user, password] = text.split(' / ');
    const base = path.split('/').slice(0, path.startsWith('/api/') ? 3 : 2).join('/');
    const account = user.includes('@') ? { email: user, password } : { username: user, password };
    const answer = await this.#app.raw('POST', `${base}/auth/login`, { headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(account) });
    const read = parsed(await answer.text());
    return read?.token ?? read?.accessToken ?? read?.data?.token;
  }
}

/** What names a row of a table: all of it, as far as it can be compared. */
function whole(row) {
  const names = ['number', 'id'].filter((name) => row[name] !== undefined && row[name] !== null);
  const kept = names.length ? names : Object.keys(row).filter((name) => row[name] !== null && typeof row[name] !== 'object');
  return Object.fromEntries(kept.map((name) => [name, row[name]]));
}

function compare(left, right) {
  if (typeof left === 'number' && typeof right === 'number') return left - right;
  return textOf(left).localeCompare(textOf(right), undefined, { numeric: true });
}

/** What an API says of a refusal: its message, and the members that it names. */
function words(body) {
  const error = body?.error ?? body;
  if (typeof error === 'string') return error;
  const message = error?.message ?? error?.detail ?? error?.title ?? body?.message;
  const details = error?.details ?? body?.errors ?? body?.details;
  const more = details && typeof details === 'object' ? Object.entries(details).map(([name, value]) => `${name}: ${textOf(value)}`).join('; ') : '';
  return message ? [message, more].filter(Boolean).join('. ') : undefined;
}
