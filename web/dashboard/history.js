// What the page has seen: the newest entries of the journals, bounded.

/** So many entries are kept; older ones go. */
const CAPACITY = 100_000;
// Old entries are let go of some at a time: few enough that nobody waits for it.
const SLACK = 500;

/** Where the first item stands, of a list in the order of a member, whose member is not less than a value. */
export function firstFrom(items, member, value) {
  let [low, high] = [0, items.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (items[middle][member] < value) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** What is counted as it comes: each with a filter that shows those that are counted. */
export const TALLIES = [
  { name: '404', filter: 'is:404', about: 'not found', test: (entry) => entry.status === 404 },
  { name: 'violations', filter: 'is:violation', about: 'deviate from their document',
    test: (entry) => Boolean(entry.deviations?.length) },
  { name: 'errors', filter: 'status:5xx', about: 'server errors',
    test: (entry) => entry.status >= 500 && entry.status < 600 },
];

/**
 * Entries as they came, each with the `key` `WORLD:ID`, a greater `order` than those before it, and the real time when
 * it `arrivedAt`.
 */
export class History {
  #capacity;
  #entries = [];
  // By world and number: a world is removed in one step, and no text is created to find an entry.
  #known = new Map();
  #last = 0;

  constructor(capacity = CAPACITY) {
    this.#capacity = capacity;
    /** The number of entries that are not kept any more, or that the server omitted because there were too many. */
    this.gone = 0;
    /** How many of what is kept each of `TALLIES` counts, in their order. */
    this.tallies = TALLIES.map(() => 0);
  }

  /** All that is kept, the newest last. Not to be changed. */
  get entries() {
    return this.#entries;
  }

  /** The greatest `order` so far. */
  get last() {
    return this.#last;
  }

  get(key) {
    const colon = key.lastIndexOf(':');
    const known = this.#known.get(key.slice(0, colon));
    const id = key.slice(colon + 1);
    return known?.get(Number(id)) ?? known?.get(id);
  }

  /** Adds entries of a world; gives those that are new, and those that were known and have changed. */
  add(world, entries) {
    const added = [];
    const updates = [];
    const arrivedAt = Date.now();
    const known = this.#known.get(world) ?? new Map();
    this.#known.set(world, known);
    for (const entry of entries) {
      const found = known.get(entry.id);
      if (found) {
        this.#count(found, -1);
        Object.assign(found, entry);
        this.#count(found, 1);
        updates.push(found);
        continue;
      }
      entry.world = world;
      entry.key = `${world}:${entry.id}`;
      entry.arrivedAt = arrivedAt;
      entry.order = this.#last += 1;
      known.set(entry.id, entry);
      this.#entries.push(entry);
      this.#count(entry, 1);
      added.push(entry);
    }
    if (this.#entries.length > this.#capacity + SLACK) this.#drop(this.#entries.length - this.#capacity);
    return { added, updates };
  }

  /** Forgets the entries of a world, or all. */
  clear(world) {
    const kept = world ? this.#entries.filter((entry) => entry.world !== world) : [];
    if (world) this.#known.delete(world);
    else this.#known.clear();
    this.#entries = kept;
    this.gone = 0;
    this.tallies.fill(0);
    for (const entry of kept) this.#count(entry, 1);
  }

  #drop(count) {
    for (let index = 0; index < count; index += 1) {
      const entry = this.#entries[index];
      this.#known.get(entry.world)?.delete(entry.id);
      this.#count(entry, -1);
    }
    this.#entries.splice(0, count);
    this.gone += count;
  }

  #count(entry, step) {
    for (let index = 0; index < TALLIES.length; index += 1) {
      if (TALLIES[index].test(entry)) this.tallies[index] += step;
    }
  }
}
