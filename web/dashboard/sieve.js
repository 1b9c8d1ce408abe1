// Finds the entries that a filter wants, some milliseconds at a time, so that nobody who types waits for it.
import { firstFrom } from './history.js';

// So many entries are looked at before the time is.
const STEP = 100;
// What came in between is looked at first to last; when it is more than that, the newest are looked at first.
const MOST_BEHIND = 4000;
const MOST_CHANGED = 1000;

/** Where an entry of an `order` stands in a list of entries, or would stand. */
export function placeOf(entries, order) {
  return firstFrom(entries, 'order', order);
}

/**
 * The entries of a source that pass a test, in their order.
 *
 * `source()` gives all entries, the newest last, each with an `order`; those at its begin may go. The newest are looked
 * at first, so that the end of the list, which is in sight, is right immediately.
 */
export class Sieve {
  #source;
  /** @type {(entry: any) => boolean} */
  #test = () => true;
  // What lies between these two orders has been looked at, both of them included.
  #from = 0;
  #to = 0;
  #changed = new Set();

  found = [];

  constructor(source) {
    this.#source = source;
  }

  /** Restarts, with a new test if one is given. */
  begin(test = this.#test) {
    this.#test = test;
    this.found = [];
    this.#changed.clear();
    const last = this.#source().at(-1)?.order ?? 0;
    [this.#from, this.#to] = [last + 1, last];
  }

  /** Has entries that have changed looked at again. */
  change(entries) {
    for (const entry of entries) this.#changed.add(entry);
  }

  /** Whether nothing is left to look at. */
  get isDone() {
    const entries = this.#source();
    if (this.#changed.size) return false;
    return !entries.length || (entries[0].order >= this.#from && entries.at(-1).order <= this.#to);
  }

  /** Checks further entries, for at most this many milliseconds; returns whether `found` has changed. */
  step(milliseconds, now = () => performance.now()) {
    const entries = this.#source();
    const isOver = deadline(milliseconds, now);
    let isOther = this.#forget(entries);
    const behind = entries.length - placeOf(entries, this.#to + 1);
    if (behind > MOST_BEHIND || this.#changed.size > MOST_CHANGED) {
      this.begin();
      isOther = true;
    }
    isOther = this.#lookAgain() || isOther;
    isOther = this.#forward(entries, isOver) || isOther;
    return this.#backward(entries, isOver) || isOther;
  }

  /** Lets go of what the source has not any more. */
  #forget(entries) {
    const gone = placeOf(this.found, entries[0]?.order ?? Infinity);
    if (gone) this.found.splice(0, gone);
    return gone > 0;
  }

  #lookAgain() {
    let isOther = false;
    for (const entry of this.#changed) {
      if (entry.order < this.#from || entry.order > this.#to) continue;
      const place = placeOf(this.found, entry.order);
      const isFound = this.found[place] === entry;
      const isWanted = this.#test(entry);
      if (isFound !== isWanted) this.found.splice(place, isFound ? 1 : 0, ...isWanted ? [entry] : []);
      isOther ||= isFound || isWanted;
    }
    this.#changed.clear();
    return isOther;
  }

  #forward(entries, isOver) {
    const before = this.found.length;
    for (let index = placeOf(entries, this.#to + 1); index < entries.length && !isOver(); index += 1) {
      if (this.#test(entries[index])) this.found.push(entries[index]);
      this.#to = entries[index].order;
    }
    return this.found.length > before;
  }

  #backward(entries, isOver) {
    const older = [];
    for (let index = placeOf(entries, this.#from) - 1; index >= 0 && !isOver(); index -= 1) {
      if (this.#test(entries[index])) older.push(entries[index]);
      this.#from = entries[index].order;
    }
    if (older.length) this.found = older.reverse().concat(this.found);
    return older.length > 0;
  }
}

/** A function that says whether the time is over; it asks the clock only now and then. */
function deadline(milliseconds, now) {
  const end = now() + milliseconds;
  let count = 0;
  let isOver = false;
  return () => {
    count += 1;
    if (count % STEP === 0) isOver ||= now() >= end;
    return isOver;
  };
}
