// The entry that is open beside the list of the traffic: loaded, shown, and compared with another one.
import { element } from '../shared/dom.js';
import { readExact } from './exact.js';
import { heldActions, isHeldKey } from './holds.js';
import { button, loaded } from './parts.js';

const NARROW = matchMedia('(max-width: 799px)');

/** The pane: `node`, and `show(key)` for an entry by its key, or nothing. */
export class EntryPane {
  #app;
  #tools;
  #pinned;
  // The tab that was chosen last.
  #tab = 'body';
  #scrolledTo = 0;

  /** The key of the entry that is open. */
  key;

  /**
   * @param {{nameOfDevice: (id: string) => string | undefined, open: (key: string) => void, close: () => void,
   *   onshow: (key: string) => void}} tools
   */
  constructor(app, tools) {
    this.#app = app;
    this.#tools = tools;
    this.node = element('section', { class: 'detail', 'aria-label': 'Detail', hidden: true });
  }

  async show(key) {
    if (!key) {
      this.node.hidden = true;
      if (this.key && NARROW.matches) scrollTo(0, this.#scrolledTo);
      this.key = undefined;
      return;
    }
    if (key === this.key) return;
    if (!this.key) this.#scrolledTo = scrollY;
    this.key = key;
    const colon = key.lastIndexOf(':');
    const [world, number] = [key.slice(0, colon), key.slice(colon + 1)];
    this.node.hidden = false;
    this.node.replaceChildren(this.#backBar(), element('p', { class: 'hint' }, 'Loading…'));
    try {
      const path = `/_mock/${isHeldKey(key) ? 'holds' : 'requests'}/${encodeURIComponent(number)}`;
      const [found] = await Promise.all([readExact(this.#app, path, world), loadDetail()]);
      if (this.key === key) this.#showEntry({ ...found, world, key });
    } catch (error) {
      if (error.name !== 'ControlError') throw error;
      const problem = element('p', { class: 'bad', role: 'alert' }, error.message);
      if (this.key === key) this.node.replaceChildren(this.#backBar(), problem);
    }
  }

  #backBar() {
    return element('div', { class: 'back-bar' },
      button(NARROW.matches ? '‹ Back to the list' : '× Close', () => this.#tools.close(), { class: 'quiet back' }));
  }

  #showEntry(entry) {
    const { exchangeView, frameView, rowActions } = detail;
    const tools = {
      nameOfDevice: this.#tools.nameOfDevice,
      actions: isHeldKey(entry.key) ? heldActions(entry, this.#app)
        : rowActions(entry, this.#app, this.#tools.open, this.#pinButton(entry)),
      tab: this.#tab,
      ontab: (name) => { this.#tab = name; },
    };
    this.#fill(entry.kind === 'frame' ? frameView(entry, tools) : exchangeView(entry, this.#app, tools));
    this.#tools.onshow(entry.key);
  }

  #fill(content) {
    this.node.replaceChildren(this.#backBar(), ...content);
    this.node.scrollTop = 0;
    if (NARROW.matches) scrollTo(0, 0);
    this.node.querySelector('h2')?.focus({ preventScroll: true });
  }

  /** Pins an entry, or compares it with the one that is pinned. */
  #pinButton(entry) {
    const other = this.#pinned && this.#pinned.key !== entry.key && this.#pinned;
    const isPinned = Boolean(this.#pinned) && !other;
    const text = other ? `Compare with ${other.id}` : isPinned ? 'Pinned: open another' : 'Pin to compare';
    const made = button(text, () => {
      if (other) {
        return this.#fill(detail.compareView(other, entry, () => this.#unpin(entry), () => this.#showEntry(entry)));
      }
      this.#pinned = isPinned ? undefined : entry;
      const next = this.#pinButton(entry);
      made.replaceWith(next);
      return next.focus();
    }, other ? {} : { 'aria-pressed': String(isPinned) });
    return made;
  }

  #unpin(entry) {
    this.#pinned = undefined;
    this.#showEntry(entry);
  }
}

// What shows an entry, see `loadDetail`.
const detail = {};

/** Loads what shows one entry, when the first is opened: the list is there sooner without it. */
async function loadDetail() {
  const names = ['exchange', 'compare', 'row-actions'];
  Object.assign(detail, ...await loaded(...names.map((name) => import(`./${name}.js`))));
}
