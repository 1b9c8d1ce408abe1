// The live page: its frame, what all views share, and which view is shown.
import { copy, element } from '../shared/dom.js';
import { Control, follow } from './control.js';
import { ask, askForToken, say } from './dialogs.js';
import { History } from './history.js';

const VIEWS = [
  ['traffic', 'Traffic'], ['devices', 'Devices'], ['sockets', 'Sockets'], ['channels', 'Channels'],
  ['timeline', 'Timeline'], ['clock', 'Clock'], ['worlds', 'Worlds'], ['faults', 'Faults'],
  ['data', 'Data'], ['sensors', 'Sensors'], ['limits', 'Tokens and limits'],
];
const WORLD_KEY = 'mock-api world';
const ALL = '*';
// A view that takes longer to come is said to be on its way.
const SLOW_MILLISECONDS = 300;

const [main, nav, clockPlace, connection] = ['main', 'views', 'clock', 'connection']
  .map((id) => document.getElementById(id));
const worldSelect = /** @type {HTMLSelectElement} */ (document.getElementById('world'));

/** What views use, see each member. */
class App {
  #listeners = new Map();
  #control = new Control(askForToken);
  #following;

  history = new History();
  /** As `GET /_mock/worlds` lists them. */
  worlds = [];
  #chosen = sessionStorage.getItem(WORLD_KEY) ?? 'default';

  /** Whether every world is shown. */
  get allWorlds() { return this.#chosen === ALL; }

  /** The world that calls act upon. */
  get world() { return this.allWorlds ? 'default' : this.#chosen; }

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

  /** Follows another world, or all by `*`. */
  setWorld(id) {
    if (id === this.#chosen) return;
    this.#chosen = id;
    sessionStorage.setItem(WORLD_KEY, id);
    showWorlds();
    this.follow();
    this.emit('world', id);
    show();
  }

  /** Waits for a call, and says what came of it; gives whether it was done. */
  async act(promise, said) {
    try {
      const result = await promise;
      if (said) say(typeof said === 'function' ? said(result) : said);
      return true;
    } catch (error) {
      if (error.name !== 'ControlError') throw error;
      say(`Failed: ${error.message}`, true);
      return false;
    }
  }

  ask(question) { return ask(question); }

  async copy(text, said = 'Copied') { say((await copy(text)) ? said : 'Copying failed', false); }

  /** Shows a view: `go('traffic', {id: 'default:12'})`. */
  go(id, params = {}) {
    const query = new URLSearchParams(Object.entries(params).filter(([, value]) => value !== undefined)).toString();
    location.hash = `#/${id}${query ? `?${query}` : ''}`;
  }

  /** The parameters of the address. */
  get params() { return Object.fromEntries(new URLSearchParams(location.hash.split('?')[1] ?? '')); }

  /** Begins to follow the chosen world, with what its journal has. */
  follow() {
    this.#following?.abort();
    const following = this.#following = new AbortController();
    this.history.clear();
    this.emit('entries', { world: this.world, entries: [], updates: [], cleared: true });
    const query = () => `?world=${encodeURIComponent(this.#chosen)}`;
    follow(this.#control, query, following.signal, (name, data) => this.#receive(name, data));
  }

  /** Stops following: a page that was left would keep its connection, of which a browser has six. */
  leave() { this.#following?.abort(); }

  #receive(name, data) {
    if (name === 'entries') {
      this.history.gone += data.skipped ?? 0;
      const { added, updates } = this.history.add(data.world, data.entries);
      this.emit('entries', { world: data.world, entries: added, updates });
    } else if (name === 'activity') {
      if (data.operationId === 'clearRequests' || data.operationId === 'reset') {
        this.history.clear(data.world);
        this.emit('entries', { world: data.world, entries: [], updates: [], cleared: true });
      }
      this.emit('activity', data);
      refreshSoon();
    } else if (name === 'open' || name === 'lost') showConnection(name);
    else if (name === 'missing') worldIsGone();
    else if (name === 'worlds') refreshSoon();
    else this.emit(name, data);
  }
}

const app = new App();
let shown;
let unmount = () => {};
let clock;
let refreshTimer;

function address() {
  const [, id = 'traffic'] = location.hash.match(/^#\/([a-z]+)/) ?? [];
  return VIEWS.some(([known]) => known === id) ? id : 'traffic';
}

/** Shows the view of the address. A view that is shown already receives new parameters. */
async function show() {
  const id = address();
  const mark = `${id} ${app.world} ${app.allWorlds}`;
  for (const link of nav.querySelectorAll('a')) {
    if (link.dataset.view === id) link.setAttribute('aria-current', 'page');
    else link.removeAttribute('aria-current');
  }
  if (shown === mark) return app.emit('params', app.params);
  const isFirst = shown === undefined;
  shown = mark;
  unmount();
  unmount = () => {};
  const title = VIEWS.find(([known]) => known === id)[1];
  document.title = `${title} – mock-api`;
  const root = element('section', { class: `view view-${id}` });
  main.setAttribute('aria-busy', 'true');
  const slow = setTimeout(() => {
    if (shown !== mark) return;
    main.replaceChildren(element('h1', {}, title), element('p', { class: 'hint', role: 'status' }, 'Loading…'));
  }, SLOW_MILLISECONDS);
  try {
    const { view } = await import(`./view-${id}.js`);
    clearTimeout(slow);
    if (shown !== mark) return undefined;
    main.replaceChildren(root);
    unmount = view.mount(root, app) ?? (() => {});
    if (!root.querySelector('h1')) root.prepend(element('h1', {}, view.title));
  } catch (error) {
    clearTimeout(slow);
    main.replaceChildren(element('h1', {}, title), element('p', { class: 'bad', role: 'alert' },
      `This view could not be loaded: ${error.message}. Reload the page.`));
    console.error(error);
  }
  main.removeAttribute('aria-busy');
  if (!isFirst) main.focus({ preventScroll: true });
  return undefined;
}

function showConnection(name) {
  const isOpen = name === 'open';
  connection.textContent = isOpen ? 'Live' : 'Not connected';
  connection.title = isOpen ? '' : 'The server does not respond. The page retries automatically.';
  connection.classList.toggle('bad', !isOpen);
  // After a break, what happened meanwhile comes from the journal.
  if (isOpen) refresh();
  app.emit('connection', { state: name });
}

function worldIsGone() {
  say(`The world ${app.world} was deleted; the page now shows the default world.`, true);
  app.setWorld('default');
}

function refreshSoon() {
  refreshTimer ??= setTimeout(refresh, 100);
}

/** Reads worlds and clock again. */
async function refresh() {
  clearTimeout(refreshTimer);
  refreshTimer = undefined;
  try {
    app.worlds = (await app.call('GET', '/_mock/worlds', undefined, { world: 'default' })).worlds;
    if (!app.allWorlds && !app.worlds.some(({ id }) => id === app.world)) return worldIsGone();
    showWorlds();
    clock = { ...await app.call('GET', '/_mock/clock'), readAt: performance.now() };
    showClock();
  } catch (error) {
    if (error.name !== 'ControlError') throw error;
  }
  return undefined;
}

function showWorlds() {
  const options = [{ id: ALL, label: 'All worlds' }, ...app.worlds.map(({ id, name }) => (
    { id, label: name && name !== id ? `${id}: ${name}` : id }))];
  if (!options.some(({ id }) => id === app.world)) options.push({ id: app.world, label: app.world });
  const key = JSON.stringify(options);
  if (worldSelect.dataset.key !== key) {
    worldSelect.replaceChildren(...options.map(({ id, label }) => element('option', { value: id }, label)));
    worldSelect.dataset.key = key;
  }
  worldSelect.value = app.allWorlds ? ALL : app.world;
}

function showClock() {
  if (!clock) return;
  const passed = clock.frozen ? 0 : (performance.now() - clock.readAt) * (clock.rate ?? 1);
  const now = new Date(Date.parse(clock.now) + passed);
  const text = Number.isNaN(now.getTime()) ? clock.now : now.toISOString().replace('T', ' ').slice(0, 19);
  clockPlace.textContent = `${text} UTC${clock.frozen ? ', frozen' : clock.rate === 1 ? '' : `, ×${clock.rate}`}`;
}

nav.append(element('ul', {}, VIEWS.map(([id, title]) => (
  element('li', {}, element('a', { href: `#/${id}`, 'data-view': id }, title))))));
worldSelect.addEventListener('change', () => app.setWorld(worldSelect.value));
addEventListener('hashchange', show);
addEventListener('pagehide', () => app.leave());
// Browsers keep pages that were left, and show them again as they were.
addEventListener('pageshow', ({ persisted }) => { if (persisted) app.follow(); });
setInterval(() => {
  if (document.visibilityState !== 'visible') return;
  showClock();
  app.emit('second');
}, 1000);
showWorlds();
app.follow();
show();
