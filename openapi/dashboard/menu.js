// A button with a list of things to do: by mouse, or by arrows and letters as menus are (WAI-ARIA, menu button).
import { element } from './dom.js';
import { button } from './parts.js';

let made = 0;

/** A menu. `load()` gives what there is to do, `[title, function]` each, when it is opened first. */
export function menu(name, load) {
  const id = `menu-${made += 1}`;
  const list = element('div', { class: 'menu-items', role: 'menu', id, 'aria-label': name, hidden: true });
  let items;
  const opener = button(`${name}…`, () => (list.hidden ? open(0) : close()),
    { 'aria-haspopup': 'menu', 'aria-expanded': 'false', 'aria-controls': id });
  const node = element('div', { class: 'menu' }, opener, list);

  async function open(index) {
    items ??= (await load()).map(([title, run]) => button(title, () => { close(); run(); },
      { role: 'menuitem', tabindex: '-1' }));
    list.replaceChildren(...items);
    list.hidden = false;
    opener.setAttribute('aria-expanded', 'true');
    items.at(index).focus();
  }

  function close({ returns = true } = {}) {
    list.hidden = true;
    opener.setAttribute('aria-expanded', 'false');
    if (returns) opener.focus();
  }

  /** Where a key leads from an item; undefined for keys that lead nowhere. */
  function target(key, index) {
    const steps = { ArrowDown: index + 1, ArrowUp: index - 1, Home: 0, End: -1 };
    if (key in steps) return items.at(steps[key] % items.length);
    const letter = key.length === 1 && key.toLowerCase();
    const others = [...items.slice(index + 1), ...items.slice(0, index + 1)];
    return letter && others.find(({ textContent }) => textContent.toLowerCase().startsWith(letter));
  }

  opener.addEventListener('keydown', (event) => {
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
    event.preventDefault();
    open(event.key === 'ArrowDown' ? 0 : -1);
  });
  list.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.key === ' ') return;
    if (event.key === 'Tab') return close({ returns: false });
    const next = event.key === 'Escape' ? opener : target(event.key, items.indexOf(event.target));
    if (!next) return undefined;
    event.preventDefault();
    if (next === opener) close();
    else next.focus();
    return undefined;
  });
  node.addEventListener('focusout', ({ relatedTarget }) => {
    if (!list.hidden && !node.contains(relatedTarget)) close({ returns: false });
  });
  return node;
}
