// What the page has seen: the newest entries of the journals, bounded.

/** So many entries are kept; older ones go. */
export const CAPACITY = 100_000;
// Old entries are let go of many at a time, since an array is moved each time.
const SLACK = 5000;

/** Entries in the order in which they came, each with its `key` `WORLD:ID` and the real time when it `arrivedAt`. */
export class History {
  #capacity;
  #entries = [];
  #byKey = new Map();

  constructor(capacity = CAPACITY) {
    this.#capacity = capacity;
    /** How many came that are not kept any more, or that the server left out since too many came at once. */
    this.gone = 0;
  }

  /** All that is kept, the newest last. Not to be changed. */
  get entries() {
    return this.#entries;
  }

  get(key) {
    return this.#byKey.get(key);
  }

  /** Adds entries of a world; gives those that are new, and those that were known and have changed. */
  add(world, entries) {
    const added = [];
    const updates = [];
    const arrivedAt = Date.now();
    for (const entry of entries) {
      const key = `${world}:${entry.id}`;
      const known = this.#byKey.get(key);
      if (known) {
        Object.assign(known, entry);
        updates.push(known);
        continue;
      }
      const made = Object.assign(entry, { world, key, arrivedAt });
      this.#byKey.set(key, made);
      this.#entries.push(made);
      added.push(made);
    }
    if (this.#entries.length > this.#capacity + SLACK) this.#drop(this.#entries.length - this.#capacity);
    return { added, updates };
  }

  /** Forgets the entries of a world, or all. */
  clear(world) {
    const kept = world ? this.#entries.filter((entry) => entry.world !== world) : [];
    this.#entries = kept;
    this.#byKey = new Map(kept.map((entry) => [entry.key, entry]));
    this.gone = 0;
  }

  #drop(count) {
    for (const entry of this.#entries.slice(0, count)) this.#byKey.delete(entry.key);
    this.#entries = this.#entries.slice(count);
    this.gone += count;
  }
}
