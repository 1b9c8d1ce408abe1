// What apps ask and what goes over sockets, as it happens: the list, and which entry is open beside it.
import { element } from '../shared/dom.js';
import { BodySearch } from './body-search.js';
import { deviceNames } from './devices.js';
import { entryRow } from './entry-row.js';
import { readExact } from './exact.js';
import { NAMES, placeOf, readFilter, Sieve } from './filter.js';
import { TALLIES } from './history.js';
import { atMostEvery, button, loaded } from './parts.js';
import { VirtualList } from './rows.js';

// What looking for rows may take of a frame.
const SLICE_MILLISECONDS = 8;
const COUNT_MILLISECONDS = 200;
const NARROW = matchMedia('(max-width: 799px)');

export const view = {
  id: 'traffic',
  title: 'Traffic',
  mount(root, app) { return new Traffic(root, app).ends; },
};

class Traffic {
  #app;
  #filter = readFilter('');
  #sieve;
  #bodies;
  // What is shown while the list is paused, and the order of its last entry.
  #paused;
  #pausedAt = 0;
  #frame = 0;
  #mustRefresh = false;
  #mustGoToEnd = false;
  #names = new Map();
  #pinned;
  #opened;

  constructor(root, app) {
    this.#app = app;
    this.#sieve = new Sieve(() => this.#paused ?? app.history.entries);
    this.#bodies = new BodySearch(app, () => this.#sift());
    this.root = root;
    this.#make();
    const readNames = atMostEvery(1000, () => this.#readNames());
    const offs = [
      app.on('entries', (news) => this.#take(news, readNames)),
      app.on('params', () => this.#follow()),
      app.on('activity', ({ operationId }) => { if (operationId === 'nameDevice') readNames(); }),
    ];
    const keys = (event) => this.#key(event);
    const measure = () => this.list.setRowHeight(rowHeight());
    document.addEventListener('keydown', keys);
    NARROW.addEventListener('change', measure);
    this.ends = () => {
      offs.forEach((off) => off());
      document.removeEventListener('keydown', keys);
      NARROW.removeEventListener('change', measure);
      cancelAnimationFrame(this.#frame);
      clearTimeout(this.countTimer);
      this.#bodies.stop();
      readNames.stop();
    };
    readNames();
    this.input.value = app.params.filter ?? '';
    this.#applyFilter();
    this.#follow();
  }

  #make() {
    this.input = element('input', {
      type: 'search',
      id: 'filter',
      placeholder: 'Filter: words, status:4xx, is:violation, body:"text"…',
      autocomplete: 'off',
      spellcheck: 'false',
      'aria-label': 'Filter',
      title: `Before a colon: ${NAMES.join(', ')}; - to exclude`,
      oninput: () => this.#applyFilter(),
    });
    this.pause = button('Pause', () => this.#togglePause(), { class: 'pause', 'aria-pressed': 'false' });
    this.counters = TALLIES.map(({ name, filter, about }) => button(`${name}: 0`, () => this.#toggleFilter(filter),
      { class: 'quiet counter', title: `Show ${about}`.replace('are leave', 'leave') }));
    this.count = element('span', { class: 'hint count' });
    this.list = new VirtualList({
      rowHeight: rowHeight(),
      label: 'Requests and frames, the newest last',
      render: (entry) => entryRow(entry, { withWorld: this.#app.allWorlds, nameOfDevice: (id) => this.#names.get(id) }),
      placeOf: (entries, { order }) => placeOf(entries, order),
      onopen: (entry) => this.#go(entry.key),
    });
    this.empty = element('div', { class: 'hint empty', hidden: true });
    this.detail = element('section', { class: 'detail', 'aria-label': 'Detail', hidden: true });
    const log = element('div', { class: 'log' }, this.list.node, this.empty);
    this.pane = element('div', { class: 'pane' }, log, this.detail);
    const bar = element('div', { class: 'bar' }, this.input, this.pause, button('Clear', () => this.#clear()),
      this.counters, this.count);
    this.root.append(element('h1', {}, 'Traffic'), bar, this.pane);
  }

  /* The list */

  #take({ entries, updates, cleared }, readNames) {
    if (cleared) {
      if (this.#paused) this.#paused = this.#app.history.entries.slice();
      this.#sieve.begin();
      this.#mustRefresh = true;
    }
    if (updates.length) {
      this.#sieve.change(updates);
      this.list.renew(updates);
    }
    if (entries.some(({ device }) => device && !this.#names.has(device))) readNames();
    if (entries.length) this.#bodies.goOn();
    this.#plan();
  }

  #plan() {
    this.#frame ||= requestAnimationFrame(() => this.#draw());
  }

  /** Looks at some entries, and shows what was found. */
  #draw() {
    this.#frame = 0;
    const isOther = this.#sieve.step(SLICE_MILLISECONDS);
    if (isOther || this.#mustRefresh || this.#mustGoToEnd) {
      this.list.setItems(this.#sieve.found, { refresh: this.#mustRefresh, toEnd: this.#mustGoToEnd });
    }
    this.#mustRefresh = false;
    this.#mustGoToEnd = false;
    this.#showCount();
    if (!this.#sieve.isDone) this.#plan();
  }

  #showCount() {
    const { history } = this.#app;
    const [all, found] = [(this.#paused ?? history.entries).length, this.#sieve.found.length];
    const gone = history.gone ? `, ${history.gone} more are not shown` : '';
    const waiting = this.#paused ? `, ${history.last - this.#pausedAt} since the pause` : '';
    const text = `${found === all ? all : `${found} of ${all}`}${gone}${waiting}`;
    if (this.count.textContent !== text) this.count.textContent = text;
    this.#showEmpty(all, found);
    // Twice in a while is enough for eyes.
    this.countTimer ??= setTimeout(() => {
      this.countTimer = undefined;
      this.counters.forEach((counter, index) => {
        counter.textContent = `${TALLIES[index].name}: ${history.tallies[index]}`;
        counter.setAttribute('aria-pressed', String(this.input.value === TALLIES[index].filter));
      });
    }, COUNT_MILLISECONDS);
  }

  /** Says why the list is empty. */
  #showEmpty(all, found) {
    const why = found || !this.#sieve.isDone ? '' : all ? 'filter' : 'nothing';
    if (this.empty.dataset.why === why) return;
    this.empty.dataset.why = why;
    this.empty.hidden = !why;
    if (why === 'filter') {
      this.empty.replaceChildren(element('p', {}, 'Nothing matches the filter. Words match the text of rows; ',
        element('code', {}, 'body:word'), ' searches bodies.'),
        button('Show all', () => this.#setFilter('')));
    } else {
      const here = element('code', {}, location.origin);
      this.empty.replaceChildren(element('p', {}, 'Nothing yet. Point your app at ', here,
        ' and its requests appear here. ', element('a', { href: '/_mock/connect' }, 'How to connect a device')));
    }
  }

  async #readNames() {
    try {
      this.#names = await deviceNames(this.#app);
      if (this.input.value) this.#sift();
      this.#mustRefresh = true;
      this.#plan();
    } catch (error) {
      if (error.name !== 'ControlError') throw error;
    }
  }

  /* Filter, pause, clear */

  #setFilter(text) {
    this.input.value = text;
    this.#applyFilter();
    this.input.focus();
  }

  #toggleFilter(text) { this.#setFilter(this.input.value === text ? '' : text); }

  #applyFilter() {
    this.#filter = readFilter(this.input.value, (id) => this.#names.get(id));
    this.#bodies.begin(this.#filter.body);
    this.#mustGoToEnd = true;
    this.#sift();
  }

  /** Checks all entries again. */
  #sift() {
    const { test } = this.#filter;
    this.#sieve.begin((entry) => test(entry) && this.#bodies.has(entry));
    this.#mustRefresh = true;
    this.#plan();
  }

  #togglePause() {
    const { history } = this.#app;
    this.#paused = this.#paused ? undefined : history.entries.slice();
    this.#pausedAt = history.last;
    this.pause.setAttribute('aria-pressed', String(Boolean(this.#paused)));
    this.pause.textContent = this.#paused ? 'Paused' : 'Pause';
    this.#mustGoToEnd = !this.#paused;
    this.#plan();
  }

  async #clear() {
    const worlds = this.#app.allWorlds ? this.#app.worlds.map(({ id }) => id) : [this.#app.world];
    const clearing = worlds.map((world) => this.#app.call('DELETE', '/_mock/requests', undefined, { world }));
    await this.#app.act(Promise.all(clearing), 'The journal is empty now');
    this.#close();
  }

  #key(event) {
    const isElsewhere = event.defaultPrevented || event.metaKey || event.ctrlKey || event.altKey;
    if (isElsewhere || document.querySelector('dialog[open]')) return;
    const isTyping = event.target.matches('input, textarea, select');
    if (event.key === '/' && !isTyping) {
      event.preventDefault();
      this.input.focus();
      this.input.select();
    } else if (event.key === 'Escape' && !this.detail.hidden && !isTyping) this.#close();
    else if (event.key === 'ArrowDown' && event.target === this.input) this.list.node.focus();
  }

  /* The detail */

  #go(key) { this.#app.go('traffic', { ...(this.input.value && { filter: this.input.value }), id: key }); }

  #close() {
    this.#app.go('traffic', this.input.value ? { filter: this.input.value } : {});
    this.root.classList.remove('opened');
    this.list.node.focus();
  }

  /** Shows what the address names. */
  async #follow() {
    const { id, filter } = this.#app.params;
    if (filter !== undefined && filter !== this.input.value) this.#setFilter(filter);
    this.root.classList.toggle('opened', Boolean(id));
    this.pane.classList.toggle('split', Boolean(id));
    if (!id) {
      this.detail.hidden = true;
      this.#opened = undefined;
      return;
    }
    if (id === this.#opened) return;
    this.#opened = id;
    const colon = id.lastIndexOf(':');
    const [world, number] = [id.slice(0, colon), id.slice(colon + 1)];
    this.detail.hidden = false;
    this.detail.replaceChildren(this.#backBar(), element('p', { class: 'hint' }, 'Loading…'));
    try {
      const path = `/_mock/requests/${encodeURIComponent(number)}`;
      const [found] = await Promise.all([readExact(this.#app, path, world), loadDetail()]);
      if (this.#opened === id) this.#show({ ...found, world, key: id });
    } catch (error) {
      if (error.name !== 'ControlError') throw error;
      const problem = element('p', { class: 'bad', role: 'alert' }, error.message);
      if (this.#opened === id) this.detail.replaceChildren(this.#backBar(), problem);
    }
  }

  #backBar() {
    return element('div', { class: 'back-bar' },
      button(NARROW.matches ? '‹ Back to the list' : '× Close', () => this.#close(), { class: 'quiet back' }));
  }

  #show(entry) {
    const { exchangeView, frameView, rowActions } = detail;
    const tools = {
      nameOfDevice: (id) => this.#names.get(id),
      actions: rowActions(entry, this.#app, (key) => this.#go(key), this.#pinButton(entry)),
    };
    const content = entry.kind === 'frame' ? frameView(entry, tools) : exchangeView(entry, this.#app, tools);
    this.#fill(content);
    this.list.choose(this.#app.history.get(entry.key));
  }

  #fill(content) {
    this.detail.replaceChildren(this.#backBar(), ...content);
    this.detail.scrollTop = 0;
    if (NARROW.matches) scrollTo(0, 0);
    this.detail.querySelector('h2')?.focus({ preventScroll: true });
  }

  /** Pins an entry, or compares it with the one that is pinned. */
  #pinButton(entry) {
    const other = this.#pinned && this.#pinned.key !== entry.key && this.#pinned;
    const isPinned = Boolean(this.#pinned) && !other;
    const text = other ? `Compare with ${other.id}` : isPinned ? 'Pinned: open another' : 'Pin to compare';
    const made = button(text, () => {
      if (other) return this.#fill(detail.compareView(other, entry, () => this.#unpin(entry), () => this.#show(entry)));
      this.#pinned = isPinned ? undefined : entry;
      const next = this.#pinButton(entry);
      made.replaceWith(next);
      return next.focus();
    }, other ? {} : { 'aria-pressed': String(isPinned) });
    return made;
  }

  #unpin(entry) {
    this.#pinned = undefined;
    this.#show(entry);
  }
}

// What shows an entry, see `loadDetail`.
const detail = {};

/** Loads what shows one entry, when the first is opened: the list is there sooner without it. */
async function loadDetail() {
  const names = ['exchange', 'row-actions'];
  Object.assign(detail, ...await loaded(...names.map((name) => import(`./${name}.js`))));
}

function rowHeight() {
  return NARROW.matches ? 52 : 30;
}
