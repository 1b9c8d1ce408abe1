// The filter of the traffic: what a user types, read into a test of entries.
import { firstFrom } from './history.js';

const TERM = /-?(?:([a-z]+):)?(?:"([^"]*)"?|(\S+))/gi;
const KINDS = {
  error: (entry) => entry.status >= 400 || isBroken(entry),
  404: (entry) => entry.status === 404,
  violation: (entry) => Boolean(entry.deviations?.length),
  fault: (entry) => Boolean(entry.faults?.length),
  frame: (entry) => entry.kind === 'frame',
  lost: (entry) => entry.delivered === false,
  request: (entry) => entry.kind !== 'frame',
  slow: (entry) => entry.durationMicroseconds >= 500_000,
};
const MEMBERS = {
  method: (entry) => entry.method,
  path: (entry) => entry.path,
  api: (entry) => entry.api,
  world: (entry) => entry.world,
  account: (entry) => entry.account,
  operation: (entry) => entry.operationId,
  socket: (entry) => entry.socket,
  fault: (entry) => entry.faults?.map(({ id, type }) => `${id} ${type}`).join(' '),
};

/** Whether a response was not sent completely. */
export function isBroken({ ending }) {
  return ending !== undefined && ending !== 'whole' && ending !== 'pending';
}

/** The names that may stand before a colon, for the help. */
export const NAMES = [...Object.keys(MEMBERS), 'status', 'device', 'is', 'body'];

/**
 * Reads a filter: words that must be there, `name:value`, each with `-` before it for the contrary.
 *
 * Gives `test(entry)`, and as `body` the words that are looked for in bodies, which only the server has. `nameOfDevice`
 * gives the name of a device, which is looked at beside its id.
 */
export function readFilter(text, nameOfDevice = () => undefined) {
  const tests = [];
  const body = [];
  for (const [whole, name, quoted, plain] of text.matchAll(TERM)) {
    const value = (quoted ?? plain ?? '').toLowerCase();
    if (!value) continue;
    if (name?.toLowerCase() === 'body') {
      body.push(quoted ?? plain);
      continue;
    }
    const test = term(name?.toLowerCase(), value, nameOfDevice) ?? word(`${name}:${value}`.toLowerCase());
    tests.push(whole.startsWith('-') ? (entry) => !test(entry) : test);
  }
  return { body, test: (entry) => tests.every((each) => each(entry)), isEmpty: !tests.length && !body.length };
}

function term(name, value, nameOfDevice) {
  const isOf = (device) => device === value || Boolean(nameOfDevice(device)?.toLowerCase().includes(value));
  if (!name) {
    const test = word(value);
    return (entry) => test(entry) || (entry.device !== undefined && isOf(entry.device));
  }
  if (name === 'is') return KINDS[value] ?? (() => false);
  if (name === 'status') return status(value);
  if (name === 'device') return ({ device }) => isOf(device);
  const member = Object.hasOwn(MEMBERS, name) ? MEMBERS[name] : undefined;
  if (!member) return undefined;
  // A method and an id are meant whole; of a path a part is enough.
  const isWhole = name === 'method' || name === 'socket' || name === 'world';
  return (entry) => {
    const found = String(member(entry) ?? '').toLowerCase();
    return isWhole ? found === value : found.includes(value);
  };
}

function status(value) {
  if (value === 'none') return (entry) => entry.kind !== 'frame' && entry.status === undefined;
  const digits = value.replace(/x+$/, '');
  return (entry) => entry.status !== undefined && String(entry.status).startsWith(digits)
    && String(entry.status).length === value.length;
}

// What each entry says in one text; kept, since each letter typed asks again.
const WORDS = Symbol('words');

/** All that a row shows, in small letters. */
function haystack(entry) {
  const known = entry[WORDS];
  if (known && known.deviations === entry.deviations && known.status === entry.status) return known.text;
  const faults = entry.faults?.map(({ id, type }) => `${id} ${type}`) ?? [];
  const deviations = entry.deviations?.map(({ location, message }) => `${location} ${message}`) ?? [];
  const members = [entry.method, entry.path, entry.query, entry.status, entry.api, entry.account, entry.operationId,
    entry.summary, entry.remoteAddress, entry.ending, ...faults, ...deviations];
  const text = members.filter((each) => each !== undefined).join(' ').toLowerCase();
  entry[WORDS] = { text, deviations: entry.deviations, status: entry.status };
  return text;
}

function word(value) {
  return (entry) => haystack(entry).includes(value);
}

/* Finds the entries that a filter wants, some milliseconds at a time, so that nobody who types waits for it. */

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
