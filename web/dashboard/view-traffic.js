// What apps ask and what goes over sockets, as it happens: the list, and which entry is open beside it.
import { element } from '../shared/dom.js';
import { deviceNames } from './devices.js';
import { EntryPane } from './entry-pane.js';
import { entryRow, headings } from './entry-row.js';
import { NAMES } from './filter.js';
import { heldKey, heldList, isHeldKey, release } from './holds.js';
import { atMostEvery, button, loaded } from './parts.js';
import { Previews } from './previews.js';
import { VirtualList } from './rows.js';
import { ShownEntries } from './shown-entries.js';
import { splitter } from './split.js';
import { Tallies, TALLIES } from './tallies.js';
import { placeBars } from './waterfall.js';

// What looking for rows may take of a frame.
const SLICE_MILLISECONDS = 8;
const COUNT_MILLISECONDS = 200;
const TYPING_MILLISECONDS = 250;
const COARSE = matchMedia('(pointer: coarse)');
const NARROW = matchMedia('(max-width: 799px)');

export const view = {
  id: 'traffic',
  title: 'Traffic',
  mount(root, app) { return new Traffic(root, app).ends; },
};

class Traffic {
  #app;
  #shown;
  #frame = 0;
  #mustRefresh = false;
  #mustGoToEnd = false;
  #names = new Map();

  constructor(root, app) {
    this.#app = app;
    this.root = root;
    this.#shown = new ShownEntries(app, () => this.#plan());
    this.tallies = new Tallies(app, () => this.#showCounts());
    this.previews = new Previews(app, () => {
      this.#mustRefresh = true;
      this.#plan();
    });
    this.#make();
    const readNames = atMostEvery(1000, () => this.#readNames());
    this.loadOlder = atMostEvery(TYPING_MILLISECONDS, () => this.#shown.older.load());
    const offs = [
      app.on('entries', (news) => this.#take(news, readNames)),
      app.on('filled', ({ entries }) => {
        this.#shown.fill(entries);
        this.#plan();
      }),
      app.on('params', () => this.#follow()),
      app.on('paused', (isPaused) => this.#pause(isPaused)),
      app.on('held', () => this.#showHeld()),
      app.on('second', () => this.held.tick()),
      app.on('device', () => {
        this.#mustGoToEnd = true;
        this.#shown.scope();
      }),
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
      this.heldSize.disconnect();
      this.tallies.end();
      this.previews.end();
      this.#shown.end();
      readNames.stop();
      this.loadOlder.stop();
    };
    readNames();
    this.#showHeld();
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
    this.pauseButton = button('Pause', () => this.#app.setPaused(!this.#app.isPaused), { class: 'pause' });
    this.chips = TALLIES.map(({ filter, about }) => button('', () => this.#toggleFilter(filter),
      { class: 'counter', title: `Show ${about}` }));
    this.count = element('span', { class: 'hint count' });
    this.heads = headings((column) => {
      this.#mustGoToEnd = column === 'time';
      this.#shown.setSort(column);
    });
    this.older = button('Load older', () => this.#shown.older.load(), { class: 'quiet older', hidden: true });
    this.list = new VirtualList({
      rowHeight: rowHeight(),
      label: 'Requests and frames, the newest last',
      render: (entry) => entryRow(entry, { withWorld: this.#app.allWorlds, nameOfDevice: (id) => this.#names.get(id),
        release: (held) => release(this.#app, held), beginning: this.previews.of(entry) }),
      placeOf: (rows, entry) => this.#shown.placeOf(rows, entry),
      onopen: (entry) => this.#go(entry.key),
      isHeld: () => Boolean(this.entry?.key),
      onbehind: (count) => this.#showBehind(count),
      ontop: () => { if (!this.#shown.older.isDone) this.loadOlder(); },
      ondraw: (rows) => {
        placeBars(rows);
        this.previews.want(rows.map(([entry]) => entry));
      },
    });
    this.empty = element('div', { class: 'hint empty', hidden: true });
    this.entry = new EntryPane(this.#app, {
      nameOfDevice: (id) => this.#names.get(id),
      open: (key) => this.#go(key),
      close: () => this.#close(),
      onshow: (key) => this.list.choose(this.#shown.get(key)),
    });
    this.behind = button('', () => this.list.goToEnd(), { class: 'behind', hidden: true });
    const log = element('div', { class: 'log' }, this.heads.node, this.older, this.list.node, this.empty, this.behind);
    this.pane = element('div', { class: 'pane' }, log);
    this.pane.append(splitter(this.pane, 'mock-api traffic split', 'Width of the list'), this.entry.node);
    this.exportButton = button('Export HAR', () => this.#export(this.#shown.isFiltered), { class: 'export' });
    this.exportAll = button('Export all', () => this.#export(false),
      { class: 'export', title: 'The whole journal of the followed worlds, as HAR', hidden: true });
    const bar = element('div', { class: 'bar' }, this.input, this.pauseButton,
      button('Clear journal…', () => this.#clear()),
      this.exportButton, this.exportAll, this.count);
    const chips = element('div', { class: 'bar chips', role: 'group', 'aria-label': 'Show only' }, this.chips);
    this.held = heldList(this.#app, (key) => this.#go(key));
    // The list ends where the window ends, whatever is held above it.
    this.heldSize = new ResizeObserver(() => {
      const { offsetHeight } = this.held.node;
      this.root.style.setProperty('--held-height', offsetHeight ? `calc(${offsetHeight}px + 0.75rem)` : '0px');
    });
    this.heldSize.observe(this.held.node);
    this.root.append(element('h1', {}, 'Traffic'), bar, chips, this.held.node, this.pane);
    this.#showPause();
  }

  /** Shows what is held; a detail of what is held no longer is closed. */
  #showHeld() {
    this.held.show();
    this.#shown.setHeld(this.#app.holds);
    const { key } = this.entry;
    if (isHeldKey(key) && !this.#app.holds.some((held) => heldKey(held) === key)) this.#close();
  }

  /* The list */

  #take(news, readNames) {
    const { entries, updates, cleared } = news;
    this.#shown.take(news);
    if (cleared) this.#mustRefresh = true;
    if (updates.length) this.list.renew(updates);
    if (entries.some(({ device }) => device && !this.#names.has(device))) readNames();
    this.#plan();
  }

  #plan() {
    this.#frame ||= requestAnimationFrame(() => this.#draw());
  }

  /** Looks at some entries, and shows what was found. */
  #draw() {
    this.#frame = 0;
    const isOther = this.#shown.step(SLICE_MILLISECONDS);
    if (isOther || this.#mustRefresh || this.#mustGoToEnd) {
      this.list.setItems(this.#shown.rows, { refresh: this.#mustRefresh, toEnd: this.#mustGoToEnd });
    }
    this.#mustRefresh = false;
    this.#mustGoToEnd = false;
    this.heads.show(this.#shown.sort);
    this.#showCount();
    this.#showExport();
    if (!this.#shown.isDone) this.#plan();
  }

  /** Says how many entries have come below the rows in sight; the button goes to them. */
  #showBehind(count) {
    const { column, isDown } = this.#shown.sort;
    this.behind.hidden = !count || column !== 'time' || isDown;
    const text = `${count.toLocaleString('en')} new ↓`;
    if (!this.behind.hidden && this.behind.textContent !== text) this.behind.textContent = text;
  }

  #showCount() {
    const { older, rows, isFiltered, isDone, waiting } = this.#shown;
    this.older.hidden = older.isDone;
    this.older.disabled = older.isLoading;
    this.older.textContent = older.problem ? `Load older (failed: ${older.problem})` : 'Load older';
    // A filter is for the whole journal: what it finds further back is loaded until the list is full.
    if (isFiltered && isDone && !older.isDone && !older.isLoading && !older.problem
      && rows.length * rowHeight() < innerHeight) this.loadOlder();
    this.#showEmpty();
    const waits = waiting ? `${waiting} since the pause` : '';
    if (waits !== this.count.textContent && !isFiltered) this.count.textContent = waits;
    this.#showCounts();
  }

  // Twice in a while is enough for eyes.
  #showCounts() {
    this.countTimer ??= setTimeout(() => {
      this.countTimer = undefined;
      const { history } = this.#app;
      const { rows, held, isFiltered, waiting, older } = this.#shown;
      const all = this.tallies.count(0);
      this.chips.forEach((chip, index) => {
        const { name, filter } = TALLIES[index];
        const count = this.tallies.count(index).toLocaleString('en');
        const text = `${name} ${count}`;
        if (chip.textContent !== text) chip.replaceChildren(`${name} `, element('strong', {}, count));
        chip.setAttribute('aria-pressed', String(this.input.value === filter));
      });
      const more = isFiltered && !older.isDone ? '+' : '';
      this.count.textContent = [
        isFiltered && `${(rows.length - held.length).toLocaleString('en')}${more} of ${all.toLocaleString('en')}`,
        waiting && `${waiting} since the pause`,
        !older.entries.length && older.isDone && history.gone > 0
          && `${history.gone.toLocaleString('en')} more are not shown`,
      ].filter(Boolean).join(', ');
    }, COUNT_MILLISECONDS);
  }

  /** Says why the list is empty. */
  #showEmpty() {
    const { rows, isDone, count, isFiltered, older } = this.#shown;
    const isKnown = isDone && (!isFiltered || older.isDone);
    const why = rows.length || !isKnown ? '' : count && isFiltered ? 'filter' : count ? '' : 'nothing';
    if (this.empty.dataset.why === why) return;
    this.empty.dataset.why = why;
    this.empty.hidden = !why;
    if (why === 'filter') {
      this.empty.replaceChildren(element('p', {}, element('strong', {}, 'No matches'),
        '. Words match the text of rows; ', element('code', {}, 'body:word'), ' searches bodies.'),
      button('Show all', () => {
        this.#app.setDevice(undefined);
        this.#setFilter('');
      }));
    } else {
      const here = element('code', {}, location.origin);
      this.empty.replaceChildren(element('p', {}, 'Nothing yet. Point your app at ', here,
        ' and its requests appear here. ', element('a', { href: '/_mock/connect' }, 'How to connect a device')));
    }
  }

  async #readNames() {
    try {
      this.#names = await deviceNames(this.#app);
      this.#shown.setNames(this.#names);
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
    // On a phone the focus would open the keyboard.
    if (!COARSE.matches) this.input.focus();
  }

  #toggleFilter(text) {
    this.input.value = this.input.value === text ? '' : text;
    this.#applyFilter();
  }

  #applyFilter() {
    this.#mustGoToEnd = true;
    this.#mustRefresh = true;
    this.#shown.setFilter(this.input.value);
  }

  #pause(isPaused) {
    this.#shown.setPaused(isPaused);
    this.#mustGoToEnd = !isPaused;
    this.#showPause();
  }

  #showPause() {
    const { isPaused } = this.#app;
    this.pauseButton.setAttribute('aria-pressed', String(isPaused));
    this.pauseButton.textContent = isPaused ? 'Resume' : 'Pause';
  }

  async #clear() {
    const { allWorlds, world } = this.#app;
    const isSure = await this.#app.ask({ title: 'Clear the journal', confirm: 'Clear journal', danger: true,
      text: `The server removes all requests and frames ${allWorlds ? 'of all worlds' : `of the world ${world}`}, also `
        + 'for other pages and tests; Devices becomes empty. To empty only this list, use a filter.' });
    if (!isSure) return;
    const clearing = this.#app.worldIDs.map((world) => (
      this.#app.call('DELETE', '/_mock/requests', undefined, { world })));
    await this.#app.act(Promise.all(clearing), 'The journal is empty now');
    this.#close();
  }

  /** Saves what the filter shows, or the whole journal. */
  async #export(onlyShown) {
    const app = this.#app;
    const say = (text) => app.say(text);
    const save = async () => {
      const [{ exportHAR }] = await loaded(import('./timeline-files.js'));
      await exportHAR(app, say, onlyShown ? { entries: await this.#shown.complete() } : {});
    };
    await app.act(save());
  }

  /** Says what the export holds: what is shown, where that is not everything. */
  #showExport() {
    const { isFiltered } = this.#shown;
    if (this.exportAll.hidden === !isFiltered) return;
    this.exportAll.hidden = !isFiltered;
    this.exportButton.textContent = isFiltered ? 'Export shown' : 'Export HAR';
    this.exportButton.title = isFiltered ? 'What the filter and the chosen device show, as HAR' : '';
  }

  #key(event) {
    const isElsewhere = event.defaultPrevented || event.metaKey || event.ctrlKey || event.altKey;
    if (isElsewhere || document.querySelector('dialog[open]')) return;
    const isTyping = event.target.matches('input, textarea, select');
    if (event.key === '/' && !isTyping) {
      event.preventDefault();
      this.input.focus();
      this.input.select();
    } else if (event.key === 'Escape' && this.entry.key && !isTyping) this.#close();
    else if (event.key === 'ArrowDown' && event.target === this.input) {
      event.preventDefault();
      this.list.enter();
    }
    else if (event.key === 'r' && !isTyping) this.#releaseChosen();
    else if ((event.key === '[' || event.key === ']') && !isTyping) this.#goBy(event.key === ']' ? 1 : -1);
  }

  #releaseChosen() {
    const { chosen } = this.list;
    if (chosen && this.#shown.held.includes(chosen)) release(this.#app, chosen);
  }

  /** Opens the entry before or behind the open one. */
  #goBy(step) {
    const { rows } = this.#shown;
    const open = this.entry.key && this.#shown.get(this.entry.key);
    const index = open ? this.#shown.placeOf(rows, open) : rows.length;
    const next = rows[Math.min(rows.length - 1, Math.max(0, index + step))];
    if (next) this.#go(next.key);
  }

  /* The detail */

  #go(key) { this.#app.go('traffic', { ...(this.input.value && { filter: this.input.value }), id: key }); }

  #close() {
    this.#app.go('traffic', this.input.value ? { filter: this.input.value } : {});
    this.root.classList.remove('opened');
    this.list.node.focus({ preventScroll: true });
    this.list.followAgain();
  }

  /** Shows what the address names. */
  #follow() {
    const { id, filter } = this.#app.params;
    if (filter !== undefined && filter !== this.input.value) this.#setFilter(filter);
    this.root.classList.toggle('opened', Boolean(id));
    this.pane.classList.toggle('split', Boolean(id));
    this.entry.show(id);
  }
}

function rowHeight() {
  return NARROW.matches ? 52 : 30;
}
