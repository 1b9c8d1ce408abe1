// Which entries the traffic shows: those that the filter and the chosen device let through, also the older ones that
// the server finds, in the order of time or sorted by a column.
import { BodySearch } from './body-search.js';
import { ControlError } from './control.js';
import { readFilter } from './filter.js';
import { heldEntry } from './holds.js';
import { OlderEntries } from './older.js';
import { placeOf, Sieve } from './sieve.js';

const LOADING_MILLISECONDS = 50;

/** The columns that sort: how entries are compared. @type {Record<string, (entry: any) => any>} */
const KEYS = {
  time: (entry) => entry.order,
  method: (entry) => entry.method ?? '',
  path: (entry) => entry.path ?? '',
  status: (entry) => entry.status ?? 0,
  duration: (entry) => entry.durationMicroseconds ?? -1,
  api: (entry) => entry.api ?? '',
  device: (entry) => entry.device ?? '',
};

/** The entries that are shown; `step` looks for them a few milliseconds at a time. */
export class ShownEntries {
  #app;
  #sieve;
  #bodies;
  #filter = readFilter('');
  #names = new Map();
  // What is shown while the list is paused, and the order of its last entry.
  #paused;
  #pausedAt = 0;
  #rows = [];
  // What faults hold, which is not in the journal yet: as entries, by their keys.
  #held = new Map();
  #isOther = false;

  /** The text of the filter. */
  text = '';
  sort = { column: 'time', isDown: false };

  /** `notify` is called when other entries may have to be shown. */
  constructor(app, notify) {
    this.#app = app;
    this.notify = notify;
    this.#sieve = new Sieve(() => this.#paused ?? app.history.entries);
    this.#bodies = new BodySearch(app, () => this.sift());
    this.older = new OlderEntries(app, () => {
      this.#isOther = true;
      notify();
    });
    if (app.isPaused) this.setPaused(true);
  }

  /** All that is shown, in its order. */
  get rows() { return this.#rows; }

  /** How many entries the page has to look at. */
  get count() { return (this.#paused ?? this.#app.history.entries).length; }

  /** How many entries have come since the pause. */
  get waiting() { return this.#paused ? this.#app.history.last - this.#pausedAt : 0; }

  get isFiltered() { return !this.#filter.isEmpty || Boolean(this.#app.device); }

  get isDone() { return this.#sieve.isDone; }

  get(key) { return this.#app.history.get(key) ?? this.older.get(key) ?? this.#held.get(key); }

  /** The held exchanges that the filter lets through; bodies of them are not searched. */
  get held() {
    const { device } = this.#app;
    return [...this.#held.values()].filter((entry) => !this.#filter.body.length
      && (!device || entry.device === device) && this.#filter.test(entry));
  }

  /** Where an entry stands among rows, or would stand. */
  placeOf(rows, entry) {
    return this.#isByTime ? placeOf(rows, entry.order) : Math.max(0, rows.indexOf(entry));
  }

  get #isByTime() { return this.sort.column === 'time' && !this.sort.isDown; }

  /** Takes what has come and changed. */
  take({ entries, updates, cleared }) {
    if (cleared) {
      if (this.#paused) this.#paused = this.#app.history.entries.slice();
      this.#sieve.begin();
      this.older.begin();
      this.#isOther = true;
    }
    if (updates.length) this.#sieve.change(updates);
    if (entries.length) {
      this.#bodies.goOn();
      // What the journal had is known with the first entries only.
      if (this.older.isDone && !this.older.entries.length) this.older.begin();
    }
  }

  /** Takes entries that bursts had left out. */
  fill(entries) {
    if (!this.#paused) this.#sieve.change(entries);
  }

  /** Looks at some entries; gives whether `rows` are others now. */
  step(milliseconds) {
    const isOther = this.#sieve.step(milliseconds) || this.#isOther;
    this.#isOther = false;
    if (isOther) this.#order();
    return isOther;
  }

  #order() {
    const { found } = this.#sieve;
    const { held } = this;
    const all = this.older.entries.length || held.length ? this.older.entries.concat(found, held) : found;
    if (this.#isByTime) {
      this.#rows = all;
      return;
    }
    const { column, isDown } = this.sort;
    const key = KEYS[column];
    const compare = (one, other) => (one < other ? -1 : one > other ? 1 : 0);
    this.#rows = [...all].sort((one, other) => (
      (isDown ? -1 : 1) * (compare(key(one), key(other)) || one.order - other.order)));
  }

  setSort(column) {
    const isSame = this.sort.column === column;
    this.sort = { column, isDown: isSame && !this.sort.isDown };
    this.#isOther = true;
    this.notify();
  }

  /** Takes what is held now. A held exchange that was known stays the same entry. */
  setHeld(holds) {
    const ordered = [...holds].sort((one, other) => Date.parse(one.since) - Date.parse(other.since));
    const entries = ordered.map(heldEntry);
    this.#held = new Map(entries.map((entry) => [entry.key,
      Object.assign(this.#held.get(entry.key) ?? entry, entry)]));
    this.#isOther = true;
    this.notify();
  }

  /**
   * All journal entries that the filter shows, also those that are still to be loaded. Fails with words when they do
   * not come.
   */
  async complete() {
    while (!this.older.isDone) {
      if (this.older.isLoading) await new Promise((done) => setTimeout(done, LOADING_MILLISECONDS));
      else await this.older.load();
      if (this.older.problem) throw new ControlError(this.older.problem);
    }
    while (!this.#sieve.isDone) this.#sieve.step(Infinity);
    this.#isOther = true;
    this.notify();
    return this.older.entries.concat(this.#sieve.found);
  }

  setNames(names) {
    this.#names = names;
    if (this.text) this.setFilter(this.text);
  }

  setFilter(text) {
    const isSame = text === this.text;
    this.text = text;
    this.#filter = readFilter(text, this.#names);
    if (!isSame) this.#bodies.begin(this.#filter.body);
    this.sift();
    this.#beginOlder();
  }

  /** Checks all entries again. */
  sift() {
    const { test } = this.#filter;
    const { device } = this.#app;
    this.#sieve.begin((entry) => (!device || entry.device === device) && test(entry) && this.#bodies.has(entry));
    this.#isOther = true;
    this.notify();
  }

  /** Has the chosen device looked for, too. */
  scope() {
    this.sift();
    this.#beginOlder();
  }

  /** What the filter finds in older entries is asked for as soon as it is known what is sought. */
  #beginOlder() {
    const { device } = this.#app;
    const query = new URLSearchParams(this.#filter.query);
    if (device) query.set('device', device);
    // Bodies of older entries are the server's matter.
    this.older.begin({ query: query.toString(), test: this.#filter.test });
  }

  setPaused(isPaused) {
    const { history } = this.#app;
    this.#paused = isPaused ? history.entries.slice() : undefined;
    this.#pausedAt = history.last;
    this.#isOther = true;
    this.notify();
  }

  end() { this.#bodies.stop(); }
}
