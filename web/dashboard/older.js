// The entries of the journals that came before those that the page follows, a page at a time, as the server finds them.
import { named } from './history.js';

const AT_ONCE = 200;

/** Entries before the first one that the page has, the newest last; each with an `order` below zero. */
export class OlderEntries {
  #app;
  #notify;
  #query = '';
  /** @type {(entry: any) => boolean} */
  #test = () => true;
  // For each world, up to which number it is asked next; nothing for a world that has no more.
  #next = new Map();
  #keys = new Map();
  #order = 0;
  #number = 0;

  /** Those that were loaded and pass the test. */
  entries = [];
  isLoading = false;
  /** Why the last page did not come. */
  problem = '';

  /** `notify` is called when a page has come, or did not. */
  constructor(app, notify) {
    this.#app = app;
    this.#notify = notify;
  }

  /** Begins again: with the conditions of a filter as the server reads them, and the test of what comes. */
  begin({ query = this.#query, test = this.#test } = {}) {
    [this.#query, this.#test] = [query, test];
    [this.entries, this.isLoading, this.problem] = [[], false, ''];
    this.#keys.clear();
    this.#next.clear();
    this.#number += 1;
    for (const world of this.#app.worldIDs) {
      const first = this.#app.history.span(world)?.[0];
      if (first > 1) this.#next.set(world, first - 1);
    }
  }

  /** Whether there is nothing older. */
  get isDone() { return this.#next.size === 0; }

  get(key) { return this.#keys.get(key); }

  /** Loads a page of each world that has more. */
  async load() {
    if (this.isLoading || this.isDone) return;
    const number = this.#number;
    this.isLoading = true;
    this.problem = '';
    try {
      const pages = await Promise.all([...this.#next].map((each) => this.#page(...each)));
      if (number !== this.#number) return;
      this.#take(pages.flat());
    } catch (error) {
      if (error.name !== 'ControlError') throw error;
      if (number !== this.#number) return;
      // The server refuses conditions that nothing can fulfil.
      if (error.status === 400) this.#next.clear();
      else this.problem = error.message;
    }
    this.isLoading = false;
    this.#notify();
  }

  async #page(world, until) {
    const number = this.#number;
    const path = `/_mock/requests?kind=any&content=false&limit=${AT_ONCE}&until=${until}&${this.#query}`;
    const { requests, total } = await this.#app.call('GET', path, undefined, { world });
    if (number !== this.#number) return [];
    if (total > requests.length && requests.length) this.#next.set(world, requests[0].id - 1);
    else this.#next.delete(world);
    return requests.map((entry) => named(entry, world, 0));
  }

  #take(entries) {
    const found = entries.filter((entry) => this.#test(entry) && !this.#keys.has(entry.key));
    if (this.#app.allWorlds) found.sort((one, other) => Date.parse(one.time) - Date.parse(other.time));
    this.#order -= found.length;
    found.forEach((entry, index) => {
      entry.order = this.#order + index;
      this.#keys.set(entry.key, entry);
    });
    this.entries = found.concat(this.entries);
  }
}
