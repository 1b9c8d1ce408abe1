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

/**
 * Entries as they came, each with the `key` `WORLD:ID`, a greater `order` than those before it, and the real time when
 * it `arrivedAt`.
 */
export class History {
  #capacity;
  #entries = [];
  // By world and number: a world is removed in one step, and no text is created to find an entry.
  #known = new Map();
  // The lowest and the highest number of each world.
  #spans = new Map();
  #last = 0;

  constructor(capacity = CAPACITY) {
    this.#capacity = capacity;
    /** The number of entries that are not kept any more, or that the server omitted because there were too many. */
    this.gone = 0;
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
        Object.assign(found, entry);
        updates.push(found);
        continue;
      }
      named(entry, world, arrivedAt).order = this.#last += 1;
      known.set(entry.id, entry);
      this.#entries.push(entry);
      added.push(entry);
      if (entry.id > 0) {
        const [low, high] = this.#spans.get(world) ?? [entry.id, entry.id];
        this.#spans.set(world, [Math.min(low, entry.id), Math.max(high, entry.id)]);
      }
    }
    if (this.#entries.length > this.#capacity + SLACK) this.#drop(this.#entries.length - this.#capacity);
    return { added, updates };
  }

  /** Forgets the entries of a world, or all. */
  clear(world) {
    const kept = world ? this.#entries.filter((entry) => entry.world !== world) : [];
    if (world) this.#known.delete(world);
    else this.#known.clear();
    if (world) this.#spans.delete(world);
    else this.#spans.clear();
    this.#entries = kept;
    this.gone = 0;
  }

  /** The lowest and the highest number of a world's entries; nothing without any. */
  span(world) { return this.#spans.get(world); }

  /**
   * Puts entries of a world, in the order of their numbers, where they belong: behind the one of that world that came
   * before them. Gives those that were not known.
   */
  fill(world, entries) {
    const known = this.#known.get(world);
    const runs = [[]];
    for (const entry of known ? entries : []) {
      if (!known.has(entry.id)) runs.at(-1).push(entry);
      else if (runs.at(-1).length) runs.push([]);
    }
    for (const run of runs) if (run.length) this.#insert(world, run);
    const added = runs.flat();
    this.gone = Math.max(0, this.gone - added.length);
    return added;
  }

  #insert(world, run) {
    let before = this.#entries.length - 1;
    while (before >= 0 && !(this.#entries[before].world === world && this.#entries[before].id < run[0].id)) before -= 1;
    const from = this.#entries[before]?.order ?? (this.#entries[0]?.order ?? 1) - 1;
    const to = this.#entries[before + 1]?.order ?? from + 1;
    const known = this.#known.get(world);
    run.forEach((entry, index) => {
      named(entry, world, this.#entries[before]?.arrivedAt ?? Date.now());
      entry.order = from + ((to - from) * (index + 1)) / (run.length + 1);
      known.set(entry.id, entry);
    });
    this.#entries = [...this.#entries.slice(0, before + 1), ...run, ...this.#entries.slice(before + 1)];
  }

  #drop(count) {
    for (let index = 0; index < count; index += 1) {
      const { world, id } = this.#entries[index];
      this.#known.get(world)?.delete(id);
      const span = this.#spans.get(world);
      if (span && id >= span[0]) span[0] = id + 1;
    }
    this.#entries.splice(0, count);
    this.gone += count;
  }
}

/** An entry of a journal as the page keeps it. */
export function named(entry, world, arrivedAt) {
  entry.world = world;
  entry.key = `${world}:${entry.id}`;
  entry.arrivedAt = arrivedAt;
  return entry;
}
