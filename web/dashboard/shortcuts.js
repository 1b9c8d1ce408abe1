// Keys of the whole page: the list of all shortcuts, the search of everything, and the views by number.
import { element } from '../shared/dom.js';
import { openSearch } from './search.js';

const SHORTCUTS = [
  ['?', 'Show this list'],
  ['Ctrl K or ⌘ K', 'Search views, presets, snapshots, worlds, devices, faults, calls and requests'],
  ['/', 'Go to the filter of the traffic'],
  ['g, then a letter', 'Go to a view: t traffic, d devices, s sockets, h channels, l timeline, c clock, w worlds, '
    + 'f faults, a data, e sensors, k tokens and limits'],
  ['↑ ↓, Enter', 'Choose an entry in a list, open it'],
  ['[ and ]', 'Open the entry before, or the next one'],
  ['r', 'Release the held exchange that is chosen in the traffic'],
  ['p', 'Pause or resume the traffic'],
  ['Escape', 'Close what is open'],
];
const LETTERS = {
  t: 'traffic', d: 'devices', s: 'sockets', h: 'channels', l: 'timeline', c: 'clock', w: 'worlds', f: 'faults',
  a: 'data', e: 'sensors', k: 'limits',
};
const CHORD_MILLISECONDS = 1500;

/** Begins to listen to the keys. */
export function beginKeys(app, views) {
  let chordUntil = 0;
  document.getElementById('keys').addEventListener('click', showShortcuts);
  document.getElementById('search').addEventListener('click', () => openSearch(app, views));
  addEventListener('keydown', (event) => {
    const target = /** @type {Element} */ (event.target);
    const { key } = event;
    if ((event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey && key.toLowerCase() === 'k') {
      event.preventDefault();
      if (!document.querySelector('dialog[open]')) openSearch(app, views);
      return;
    }
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    if (target.matches('input, textarea, select, [role=menuitem]') || document.querySelector('dialog[open]')) return;
    if (performance.now() < chordUntil && Object.hasOwn(LETTERS, key)) app.go(LETTERS[key]);
    else if (key === '?') showShortcuts();
    else if (key === 'p') app.setPaused(!app.isPaused);
    chordUntil = key === 'g' ? performance.now() + CHORD_MILLISECONDS : 0;
  });
}

function showShortcuts() {
  const rows = SHORTCUTS.map(([keys, about]) => element('tr', {},
    element('th', { scope: 'row' }, element('kbd', {}, keys)), element('td', {}, about)));
  const dialog = element('dialog', { class: 'question', 'aria-labelledby': 'keys-title' },
    element('form', { method: 'dialog' }, element('h2', { id: 'keys-title' }, 'Keyboard shortcuts'),
      element('table', { class: 'grid' }, element('tbody', {}, rows)),
      element('div', { class: 'bar' }, element('button', { type: 'submit', class: 'primary' }, 'Close'))));
  const before = /** @type {HTMLElement | null} */ (document.activeElement);
  dialog.addEventListener('close', () => {
    dialog.remove();
    before?.focus?.();
  });
  document.body.append(dialog);
  dialog.showModal();
}
