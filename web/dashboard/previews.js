// The beginnings of messages of sockets, for the rows in sight: the list of the journal has their lengths only.
import { visible } from './body.js';
import { readFrame } from './frame.js';
import { atMostEvery, quietly } from './parts.js';

const READ_MILLISECONDS = 250;
// So many are read at a time: as many as a window shows.
const AT_ONCE = 60;
const CHARACTERS = 200;

/** The text with which the messages of a frame begin, in one line; empty where they are bytes or have no body. */
export function beginningOf(entry) {
  /** @type {{parts: any[]}} */
  const { parts } = readFrame(entry);
  const texts = parts.flatMap(({ kind, text, frames }) => (
    kind === 'stomp' ? frames.map(({ body }) => body) : kind === 'binary' ? [] : [text]));
  return visible(texts.filter(Boolean).join(' ').slice(0, CHARACTERS * 2).replace(/\s+/g, ' ').trim())
    .slice(0, CHARACTERS);
}

/** Reads the beginnings of frames; `notify(entries)` is called when those of some entries are known. */
export class Previews {
  #app;
  #notify;
  #texts = new WeakMap();
  #wanted = [];
  #isEnded = false;

  constructor(app, notify) {
    this.#app = app;
    this.#notify = notify;
    this.soon = atMostEvery(READ_MILLISECONDS, () => this.#read());
  }

  /** The beginning of a frame's messages; empty until it is known. */
  of(entry) { return this.#texts.get(entry) ?? ''; }

  /** Takes the entries in sight. */
  want(entries) {
    this.#wanted = entries.filter((entry) => entry.kind === 'frame' && !this.#texts.has(entry));
    if (this.#wanted.length) this.soon();
  }

  async #read() {
    // The newest of one world; the others are wanted again when the rows are drawn with these.
    const [{ world } = { world: '' }] = this.#wanted.slice(-1);
    const wanted = this.#wanted.filter((entry) => entry.world === world).slice(-AT_ONCE);
    if (!wanted.length) return;
    const numbers = wanted.map(({ id }) => id);
    const [first, last] = [Math.min(...numbers), Math.max(...numbers)];
    const path = `/_mock/requests?kind=frame&limit=${AT_ONCE}&since=${Math.max(0, first - 1)}&until=${last}`;
    const found = await quietly(this.#app.call('GET', path, undefined, { world }));
    if (!found || this.#isEnded) return;
    const texts = new Map(found.requests.map((entry) => [entry.id, beginningOf(entry)]));
    // What is older than the first of a full page is read next; what is missing behind it has gone.
    const from = found.total > found.requests.length ? found.requests[0]?.id ?? Infinity : 0;
    const known = wanted.filter(({ id }) => texts.has(id) || id >= from);
    for (const entry of known) this.#texts.set(entry, texts.get(entry.id) ?? '');
    this.#wanted = this.#wanted.filter((entry) => !this.#texts.has(entry));
    if (known.length) this.#notify(known);
    if (known.length && this.#wanted.length) this.soon();
  }

  end() {
    this.#isEnded = true;
    this.soon.stop();
  }
}
