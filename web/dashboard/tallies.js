// How many entries there are of each kind: all that the journals have, also those that the page has not loaded.
import { isError } from './filter.js';
import { atMostEvery } from './pace.js';

/**
 * What is counted: each with a filter that shows those that are counted, and the server's conditions for them.
 *
 * @type {{name: string, filter: string, about: string, test: (entry: any) => boolean, query: string}[]}
 */
export const TALLIES = [
  { name: 'All', filter: '', about: 'all entries', test: () => true, query: 'kind=any' },
  { name: 'Requests', filter: 'is:request', about: 'requests', test: ({ kind }) => kind !== 'frame',
    query: 'kind=exchange' },
  { name: 'Sockets', filter: 'is:frame', about: 'frames of sockets that the journal still has',
    test: ({ kind }) => kind === 'frame',
    query: 'kind=frame' },
  { name: '4xx', filter: 'status:4xx', about: 'responses with 400 to 499', test: isStatus(4), query: 'status=4xx' },
  { name: '5xx', filter: 'status:5xx', about: 'responses with 500 to 599', test: isStatus(5), query: 'status=5xx' },
  { name: 'Errors', filter: 'is:error', about: 'responses with 5xx, resets and timeouts; 4xx are counted on their own',
    test: isError, query: 'failed=true' },
  { name: 'Faults', filter: 'is:fault', about: 'entries that a fault was applied to',
    test: ({ faults }) => Boolean(faults?.length), query: 'kind=any&hasFaults=true' },
  { name: 'Violations', filter: 'is:violation', about: 'contract violations',
    test: ({ deviations }) => Boolean(deviations?.length), query: 'kind=any&hasDeviations=true' },
];

const READ_MILLISECONDS = 1000;
// When all worlds are followed, those of more are counted from what the page has.
const MOST_WORLDS = 20;

function isStatus(hundreds) {
  return ({ status, ending }) => Math.floor(status / 100) === hundreds && (ending === undefined || ending === 'whole');
}

/** Which of `TALLIES` count an entry, as bits. */
export function bitsOf(entry) {
  return TALLIES.reduce((bits, { test }, index) => (test(entry) ? bits | (1 << index) : bits), 0);
}

/** The counts of what the page follows: what the server counted, and what has come since. */
export class Tallies {
  #app;
  #notify;
  // What the page has, counted by itself, and what the journals have beyond that.
  #own = TALLIES.map(() => 0);
  #beyond = TALLIES.map(() => 0);
  #counted = new WeakMap();
  #number = 0;
  #readAt = 0;
  #ends;

  /** `notify` is called when other counts are known. */
  constructor(app, notify) {
    this.#app = app;
    this.#notify = notify;
    const soon = atMostEvery(READ_MILLISECONDS, () => this.#read());
    const again = () => {
      this.#recount();
      soon();
    };
    this.#ends = [
      app.on('entries', ({ entries, updates, cleared, skipped }) => {
        if (cleared) again();
        else this.#take(entries, updates);
        // What the server finds out about an entry just now may be in its count already.
        if (skipped || (updates.length && performance.now() - this.#readAt < READ_MILLISECONDS)) soon();
      }),
      app.on('filled', again), app.on('device', again),
      app.on('connection', ({ state }) => { if (state === 'open') soon(); }), soon.stop,
    ];
    again();
  }

  /** How many there are of one of `TALLIES`, by its index. */
  count(index) { return this.#own[index] + this.#beyond[index]; }

  end() { this.#ends.forEach((end) => end()); }

  #isCounted({ device }) { return !this.#app.device || device === this.#app.device; }

  #take(entries, updates) {
    for (const entry of [...entries, ...updates]) {
      if (!this.#isCounted(entry)) continue;
      const before = this.#counted.get(entry) ?? 0;
      const bits = bitsOf(entry);
      this.#counted.set(entry, bits);
      TALLIES.forEach((_, index) => { this.#own[index] += ((bits >> index) & 1) - ((before >> index) & 1); });
    }
    this.#notify();
  }

  /** Counts what the page has. */
  #recount() {
    this.#own.fill(0);
    this.#counted = new WeakMap();
    this.#take(this.#app.history.entries, []);
  }

  /** Asks the server how many there are up to the newest that the page has. */
  async #read() {
    const { history, worldIDs, device } = this.#app;
    const number = this.#number += 1;
    const worlds = worldIDs.slice(0, MOST_WORLDS).map((world) => ({ world, last: history.span(world)?.[1] ?? 0 }));
    const counts = TALLIES.map(() => 0);
    const calls = worlds.flatMap(({ world, last }) => TALLIES.map(async ({ query }, index) => {
      const path = `/_mock/requests?${query}&limit=0&until=${last}${device ? `&device=${device}` : ''}`;
      counts[index] += (await this.#app.call('GET', path, undefined, { world })).total;
    }));
    try {
      await Promise.all(calls);
    } catch (error) {
      if (error.name !== 'ControlError') throw error;
      return;
    }
    if (number !== this.#number) return;
    this.#readAt = performance.now();
    const last = new Map(worlds.map((each) => [each.world, each.last]));
    for (const entry of history.entries) {
      if (!this.#isCounted(entry) || !(entry.id <= last.get(entry.world))) continue;
      const bits = bitsOf(entry);
      TALLIES.forEach((_, index) => { counts[index] -= (bits >> index) & 1; });
    }
    // The page may have entries that the server has removed.
    this.#beyond = counts.map((count) => Math.max(0, count));
    this.#notify();
  }
}
