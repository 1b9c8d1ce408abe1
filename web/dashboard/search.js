// The search of everything: a dialog with a field and what is found, used by keys or by pointer.
import { element } from '../shared/dom.js';
import { visible } from './body.js';
import { quietly } from './parts.js';
import { among, entriesWith, readEverything } from './search-state.js';

const TYPING_MILLISECONDS = 200;

/** Opens the search. */
export function openSearch(app, views) {
  /** @type {import('./search-state.js').Found[]} */
  let all = [];
  /** @type {import('./search-state.js').Found[]} */
  let entries = [];
  /** @type {import('./search-state.js').Found[]} */
  let found = [];
  let chosen = 0;
  let timer;
  const before = /** @type {HTMLElement | null} */ (document.activeElement);
  const input = element('input', { type: 'search', role: 'combobox', 'aria-label': 'Search everything',
    'aria-expanded': 'true', 'aria-controls': 'search-found', 'aria-autocomplete': 'list', autocomplete: 'off',
    spellcheck: 'false', placeholder: 'Views, presets, snapshots, devices, faults, requests…', oninput: () => look(),
    onkeydown: (event) => key(event) });
  const list = element('div', { id: 'search-found', role: 'listbox', 'aria-label': 'Found', class: 'search-found' });
  const none = element('p', { class: 'hint', role: 'status' });
  const dialog = element('dialog', { class: 'question search-dialog', 'aria-label': 'Search everything' }, input, list,
    none);

  function look() {
    chosen = 0;
    entries = [];
    clearTimeout(timer);
    if (input.value.trim()) timer = setTimeout(readEntries, TYPING_MILLISECONDS);
    render();
  }

  async function readEntries() {
    const text = input.value;
    const read = await quietly(entriesWith(app, text));
    if (!read || text !== input.value) return;
    entries = read;
    render();
  }

  function render() {
    found = [...among(all, input.value), ...entries];
    chosen = Math.min(chosen, Math.max(0, found.length - 1));
    list.replaceChildren(...found.map(({ kind, text, about }, index) => element('div', {
      role: 'option', id: `found-${index}`, class: 'found', 'aria-selected': String(index === chosen),
      onclick: () => open(index),
    }, element('span', { class: 'chip' }, kind), element('span', { class: 'found-text' }, visible(text)),
    about && element('span', { class: 'hint' }, visible(about)))));
    list.hidden = !found.length;
    none.textContent = found.length || !input.value ? '' : 'No matches';
    if (found.length) input.setAttribute('aria-activedescendant', `found-${chosen}`);
    else input.removeAttribute('aria-activedescendant');
    document.getElementById(`found-${chosen}`)?.scrollIntoView({ block: 'nearest' });
  }

  function open(index) {
    const one = found[index];
    dialog.close();
    one?.run();
  }

  function key(event) {
    const steps = { ArrowDown: 1, ArrowUp: -1 };
    if (event.key in steps && found.length) chosen = (chosen + steps[event.key] + found.length) % found.length;
    else if (event.key === 'Enter') open(chosen);
    else return;
    event.preventDefault();
    if (dialog.open) render();
  }

  dialog.addEventListener('close', () => {
    clearTimeout(timer);
    dialog.remove();
    before?.focus?.();
  });
  document.body.append(dialog);
  dialog.showModal();
  render();
  quietly(readEverything(app, views).then((read) => {
    all = read;
    render();
  }));
}
