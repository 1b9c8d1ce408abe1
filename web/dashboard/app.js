// The live page: its frame, and which view is shown.
import { copy, element } from '../shared/dom.js';
import { App } from './app-state.js';
import { labelTables } from './cards.js';
import { devicesOf, namesOf } from './devices.js';
import { ask, askForToken, say } from './dialogs.js';
import { utc } from './moment.js';
import { atMostEvery, options, quietly } from './parts.js';
import { openSearch } from './search.js';
import { beginKeys } from './shortcuts.js';
import { statusStrip } from './status-strip.js';
import { WorldState } from './world-state.js';

const VIEWS = [
  ['traffic', 'Traffic'], ['devices', 'Devices'], ['sockets', 'Sockets'], ['channels', 'Channels'],
  ['timeline', 'Timeline'], ['clock', 'Clock'], ['worlds', 'Worlds'], ['faults', 'Faults'],
  ['data', 'Data'], ['sensors', 'Sensors'], ['limits', 'Tokens and limits'],
];
const ALL = '*';
// A view that takes longer to come is said to be on its way.
const SLOW_MILLISECONDS = 300;
const DEVICES_MILLISECONDS = 1000;
// So long a view may take until it is as high as when it was left.
const RETURN_MILLISECONDS = 5000;

const [main, nav, clockPlace, menuClock, connection, strip, menuButton, side] = ['main', 'views', 'clock', 'menu-clock',
  'connection', 'strip', 'menu', 'side'].map((id) => document.getElementById(id));
const worldSelect = /** @type {HTMLSelectElement} */ (document.getElementById('world'));
const deviceSelect = /** @type {HTMLSelectElement} */ (document.getElementById('device'));

const app = new App({ ask, askForToken, say, copy });
const state = new WorldState(app, () => showState());
const showStrip = statusStrip(strip, app, state);
// Where each view was scrolled to.
const places = new Map();
// The devices that the journals know.
let deviceIDs = [];
let shown;
let shownID;
let unmount = () => {};

/* Views */

function address() {
  const [, id = 'traffic'] = location.hash.match(/^#\/([a-z]+)/) ?? [];
  return VIEWS.some(([known]) => known === id) ? id : 'traffic';
}

/** Shows the view of the address. A view that is shown already receives new parameters. */
async function show() {
  const id = address();
  const title = VIEWS.find(([known]) => known === id)[1];
  const mark = `${id} ${app.world} ${app.allWorlds}`;
  for (const link of nav.querySelectorAll('a')) {
    if (link.dataset.view === id) link.setAttribute('aria-current', 'page');
    else link.removeAttribute('aria-current');
  }
  menuButton.textContent = title;
  menuButton.setAttribute('aria-label', `Views: ${title}`);
  toggleMenu(false);
  if (shown === mark) return app.emit('params', app.params);
  const isFirst = shown === undefined;
  if (shownID) places.set(shownID, scrollY);
  [shown, shownID] = [mark, id];
  unmount();
  unmount = () => {};
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
  returnTo(places.get(id) ?? 0);
  return undefined;
}

let stopReturning = () => {};

/** Scrolls to a place, also when what is there comes later, unless the user scrolls first. */
function returnTo(place) {
  stopReturning();
  scrollTo(0, place);
  if (scrollY >= place) return;
  const grown = new ResizeObserver(() => {
    scrollTo(0, place);
    if (scrollY >= place) stopReturning();
  });
  const timer = setTimeout(() => stopReturning(), RETURN_MILLISECONDS);
  const events = ['wheel', 'pointerdown', 'keydown'];
  stopReturning = () => {
    clearTimeout(timer);
    grown.disconnect();
    for (const name of events) removeEventListener(name, stopReturning, true);
    stopReturning = () => {};
  };
  for (const name of events) addEventListener(name, stopReturning, true);
  grown.observe(main);
}

/** Opens or closes the list of views, which lies over the page where there is little room. */
function toggleMenu(isOpen) {
  side.classList.toggle('open', isOpen);
  menuButton.setAttribute('aria-expanded', String(isOpen));
}

/* The frame */

function showConnection({ state: name }) {
  const isOpen = name === 'open';
  connection.textContent = isOpen ? 'Live' : 'Not connected';
  connection.title = isOpen ? '' : 'The server does not respond. The page retries automatically.';
  connection.classList.toggle('bad', !isOpen);
  // After a break, what happened meanwhile comes from the journal.
  if (isOpen) {
    readWorlds();
    readDevices();
  }
}

function worldIsGone() {
  say(`The world ${app.world} was deleted; the page now shows the default world.`, true);
  app.setWorld('default');
}

const readWorlds = atMostEvery(100, async () => {
  const found = await quietly(app.call('GET', '/_mock/worlds', undefined, { world: 'default' }));
  if (!found) return;
  app.worlds = found.worlds;
  if (app.allWorlds || app.worlds.some(({ id }) => id === app.world)) showWorlds();
  else worldIsGone();
});

const readDevices = atMostEvery(DEVICES_MILLISECONDS, async () => {
  const devices = await quietly(devicesOf(app));
  if (!devices) return;
  app.deviceLabels = namesOf(app, devices);
  deviceIDs = devices.map(({ id }) => id);
  showDevices();
  app.emit('devices');
});

function showWorlds() {
  const choices = [{ value: ALL, label: 'All worlds' }, ...app.worlds.map(({ id, name }) => (
    { value: id, label: name && name !== id ? `${id}: ${name}` : id }))];
  if (!choices.some(({ value }) => value === app.world)) choices.push({ value: app.world, label: app.world });
  fill(worldSelect, choices, app.allWorlds ? ALL : app.world);
}

function showDevices() {
  const choices = deviceIDs.map((value) => ({ value, label: app.nameOfDevice(value) }))
    .sort((one, other) => one.label.localeCompare(other.label, 'en', { numeric: true }));
  if (app.device && !deviceIDs.includes(app.device)) {
    choices.push({ value: app.device, label: app.nameOfDevice(app.device) });
  }
  fill(deviceSelect, [{ value: '', label: 'All devices' }, ...choices], app.device ?? '');
  showStrip();
}

function fill(select, choices, value) {
  const key = JSON.stringify(choices);
  if (select.dataset.key !== key) {
    select.replaceChildren(...options(choices));
    select.dataset.key = key;
  }
  select.value = value;
}

function showState() {
  showClock();
  showStrip();
}

function showClock() {
  const { clock, time } = state;
  if (!clock) return;
  const text = Number.isNaN(time) ? clock.now : utc(Math.floor(time / 1000) * 1000);
  const words = `${text} UTC${clock.frozen ? ', frozen' : clock.rate === 1 ? '' : `, ×${clock.rate}`}`;
  for (const place of [clockPlace, menuClock]) place.textContent = words;
}

nav.append(element('ul', {}, VIEWS.map(([id, title]) => (
  element('li', {}, element('a', { href: `#/${id}`, 'data-view': id }, title))))));
worldSelect.addEventListener('change', () => app.setWorld(worldSelect.value));
deviceSelect.addEventListener('change', () => app.setDevice(deviceSelect.value || undefined));
menuButton.addEventListener('click', () => toggleMenu(!side.classList.contains('open')));
side.addEventListener('click', ({ target }) => {
  if (/** @type {Element} */ (target).closest('a')) toggleMenu(false);
});
document.getElementById('menu-search').addEventListener('click', () => {
  toggleMenu(false);
  // What has the focus gets it back when the search is closed.
  menuButton.focus();
  openSearch(app, VIEWS);
});
addEventListener('keydown', ({ key }) => {
  if (key !== 'Escape' || !side.classList.contains('open')) return;
  toggleMenu(false);
  menuButton.focus();
});
// A HAR file that is dropped anywhere is opened on the timeline.
addEventListener('dragover', (event) => event.preventDefault());
addEventListener('drop', (event) => {
  event.preventDefault();
  const [file] = event.dataTransfer.files;
  if (file && address() === 'timeline') app.emit('file', file);
  else if (file) {
    app.file = file;
    app.go('timeline');
  }
});
labelTables(main);
beginKeys(app, VIEWS);
app.on('connection', showConnection);
app.on('missing', worldIsGone);
app.on('worlds', readWorlds);
app.on('activity', readWorlds);
app.on('activity', ({ operationId }) => { if (operationId === 'nameDevice') readDevices(); });
app.on('entries', ({ entries, cleared }) => {
  if (cleared || entries.some(({ device }) => device && !deviceIDs.includes(device))) readDevices();
});
app.on('world', () => {
  showWorlds();
  show();
});
app.on('device', () => { deviceSelect.value = app.device ?? ''; });
addEventListener('hashchange', show);
addEventListener('popstate', () => app.takeAddress());
addEventListener('pagehide', () => app.leave());
// Browsers keep pages that were left, and show them again as they were.
addEventListener('pageshow', ({ persisted }) => { if (persisted) app.follow(); });
setInterval(() => {
  if (document.visibilityState !== 'visible') return;
  showClock();
  app.emit('second');
}, 1000);
showWorlds();
showDevices();
app.follow();
show();
