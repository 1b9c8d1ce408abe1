// What all views of the live page share: the world and device that are followed, the journal's entries, and calls.
import { Control, follow } from './control.js';
import { History } from './history.js';

const ALL = '*';
// How long after a burst the omitted entries are read, and how many of them at most.
const FILL_MILLISECONDS = 400;
const MOST_FILLED = 2000;

/** What views use, see each member. */
export class App {
  #listeners = new Map();
  #control;
  #following;
  #holes = new Map();
  #fillTimer;
  #chosen;

  history = new History();
  /** As `GET /_mock/worlds` lists them. */
  worlds = [];
  /** The id of the only device that is shown; nothing for all. */
  device;
  /** What the devices are called, by their ids. @type {Map<string, string>} */
  deviceLabels = new Map();
  /** Whether the traffic stands still. */
  isPaused = false;
  /** The exchanges that faults hold in the followed worlds, each with its world. @type {any[]} */
  holds = [];
  /** A file that was dropped on the page, for the timeline. @type {File | undefined} */
  file;

  /**
   * @param {{askForToken: (wasWrong: boolean) => Promise<string | null>, ask: (question: object) => Promise<any>,
   *   say: (text: string, isBad?: boolean) => void, copy: (text: string) => Promise<boolean>}} dialogs
   */
  constructor({ askForToken, ask, say, copy }) {
    this.#control = new Control(askForToken);
    this.ask = ask;
    this.say = say;
    this.copyText = copy;
    this.#readAddress();
  }

  /** Whether every world is shown. */
  get allWorlds() { return this.#chosen === ALL; }

  /** The world that calls act upon. */
  get world() { return this.allWorlds ? 'default' : this.#chosen; }

  /** The worlds that are followed. */
  get worldIDs() { return this.allWorlds && this.worlds.length ? this.worlds.map(({ id }) => id) : [this.world]; }

  /** Calls the server, see `Control.call`. */
  call(method, path, body, options = {}) {
    return this.#control.call(method, path, body, { ...options, world: options.world ?? this.world });
  }

  raw(method, path, options = {}) {
    return this.#control.raw(method, path, { ...options, world: options.world ?? this.world });
  }

  /** Listens to what happens; gives a function that ends it. */
  on(type, handler) {
    const handlers = this.#listeners.get(type) ?? new Set();
    this.#listeners.set(type, handlers.add(handler));
    return () => handlers.delete(handler);
  }

  emit(type, detail) {
    for (const handler of [...this.#listeners.get(type) ?? []]) handler(detail);
  }

  /** What a device is called; its id before that is known. */
  nameOfDevice(id) { return this.deviceLabels.get(id) ?? id; }

  /** Waits for a call, and says what came of it; gives whether it was done. */
  async act(promise, said) {
    try {
      const result = await promise;
      if (said) this.say(typeof said === 'function' ? said(result) : said);
      return true;
    } catch (error) {
      if (error.name !== 'ControlError') throw error;
      this.say(`Failed: ${error.message}`, true);
      return false;
    }
  }

  async copy(text, said = 'Copied') { this.say((await this.copyText(text)) ? said : 'Copying failed', false); }

  /* The address: world and device before the hash, the view and its parameters in it */

  /** Follows another world, or all by `*`. */
  setWorld(id) {
    if (id === this.#chosen) return;
    this.#write('world', id === 'default' ? undefined : id);
    this.#follow(id);
  }

  /** Shows one device, or all. */
  setDevice(id) {
    if (id === this.device) return;
    this.#write('device', id);
    this.device = id;
    this.emit('device', id);
  }

  /** Takes world and device from the address, as after a step back. */
  takeAddress() {
    const { world, device } = addressed();
    if (world !== this.#chosen) this.#follow(world);
    if (device === this.device) return;
    this.device = device;
    this.emit('device', device);
  }

  /** Shows a view: `go('traffic', {id: 'default:12'})`. */
  go(id, params = {}) {
    const query = new URLSearchParams(Object.entries(params).filter(([, value]) => value !== undefined)).toString();
    location.hash = `#/${id}${query ? `?${query}` : ''}`;
  }

  /** The parameters of the view. */
  get params() { return Object.fromEntries(new URLSearchParams(location.hash.split('?')[1] ?? '')); }

  #readAddress() {
    const { world, device } = addressed();
    [this.#chosen, this.device] = [world, device];
  }

  #write(name, value) {
    const address = new URL(location.href);
    if (value === undefined) address.searchParams.delete(name);
    else address.searchParams.set(name, value);
    window.history.pushState(null, '', address);
  }

  /** Has the traffic stand still, or go on. */
  setPaused(isPaused) {
    if (isPaused === this.isPaused) return;
    this.isPaused = isPaused;
    this.emit('paused', isPaused);
  }

  /* What the server sends */

  #follow(id) {
    this.#chosen = id;
    this.follow();
    this.emit('world', id);
  }

  /** Begins to follow the chosen world, with what its journal has. */
  follow() {
    this.#following?.abort();
    const following = this.#following = new AbortController();
    this.history.clear();
    this.#holes.clear();
    this.#setHolds([]);
    this.emit('entries', { world: this.world, entries: [], updates: [], cleared: true });
    const query = () => `?world=${encodeURIComponent(this.#chosen)}`;
    follow(this.#control, query, following.signal, (name, data) => this.#receive(name, data));
  }

  /** Stops following: a page that was left would keep its connection, of which a browser has six. */
  leave() { this.#following?.abort(); }

  #receive(name, data) {
    if (name === 'entries') {
      this.#takeEntries(data);
    } else if (name === 'activity') {
      if (data.operationId === 'clearRequests' || data.operationId === 'reset') {
        this.history.clear(data.world);
        this.emit('entries', { world: data.world, entries: [], updates: [], cleared: true });
      }
      this.emit('activity', data);
    } else if (name === 'open' || name === 'lost') {
      // The server sends the list again.
      this.#setHolds([]);
      this.emit('connection', { state: name });
    } else if (name === 'holds') {
      this.#setHolds([...this.holds.filter(({ world }) => world !== data.world),
        ...data.holds.map((held) => ({ ...held, world: data.world }))]);
    } else if (name === 'gone') {
      this.#setHolds(this.holds.filter(({ world }) => world !== data.world));
      this.emit(name, data);
    }
    else this.emit(name, data);
  }

  #setHolds(holds) {
    if (!holds.length && !this.holds.length) return;
    this.holds = holds;
    this.emit('held', holds);
  }

  #takeEntries({ world, entries, skipped = 0 }) {
    const { history } = this;
    history.gone += skipped;
    const last = history.span(world)?.[1];
    const { added, updates } = history.add(world, entries);
    // What a burst left out lies between the last entry before it and its first.
    if (skipped && last !== undefined && added.length) {
      const [from] = this.#holes.get(world) ?? [last];
      this.#holes.set(world, [from, added.at(-1).id]);
      this.#fillTimer ??= setTimeout(() => this.#fill(), FILL_MILLISECONDS);
    }
    this.emit('entries', { world, entries: added, updates, skipped });
  }

  /** Reads what bursts left out. */
  async #fill() {
    const holes = [...this.#holes];
    const following = this.#following;
    this.#holes.clear();
    this.#fillTimer = undefined;
    for (const [world, [from, to]] of holes) {
      const path = `/_mock/requests?kind=any&content=false&limit=${MOST_FILLED}&since=${from}&until=${to}`;
      try {
        const { requests } = await this.call('GET', path, undefined, { world });
        if (following !== this.#following) return;
        const entries = this.history.fill(world, requests);
        if (entries.length) this.emit('filled', { world, entries });
      } catch (error) {
        if (error.name !== 'ControlError') throw error;
      }
    }
  }
}

/** World and device in the address. */
function addressed() {
  const parameters = new URLSearchParams(location.search);
  return { world: parameters.get('world') || 'default', device: parameters.get('device') || undefined };
}
