// A list of which only the rows in sight are elements, for a hundred thousand of them.
import { element } from '../shared/dom.js';

// Rows beyond the edge are there too, so that scrolling shows no gaps.
const MARGIN_ROWS = 8;
const CAN_HOVER = matchMedia('(hover: hover)');

let lists = 0;

/**
 * A list with rows of one height.
 *
 * `render(item)` returns the content of a row: an element or a list of them. `placeOf(items, item)` is the index of
 * an item, or its insertion index. `onopen(item)` is called for Enter, a click or a tap, `onmove(item)` for one that
 * keys have selected. Visible rows stay visible when other items come or go; a list at its end stays there, but not
 * while the pointer is over it or `isHeld()`: then `onbehind(count)` says how many are below its end. `ontop()` is
 * called when the first rows are in sight, `ondraw(rows)` with the `[item, row]` in sight, in their order.
 */
export class VirtualList {
  #render;
  #placeOf;
  #isHeld;
  #onbehind;
  // Whether it stays at its end when others come: until somebody scrolls away from there.
  #follows = true;
  // The last item when the end was in sight.
  #lastSeen;
  #onopen;
  #onmove;
  #ontop;
  #ondraw;
  #rowHeight;
  #id = `list-${lists += 1}`;
  #space = element('div', { class: 'list-space', role: 'presentation' });
  // The elements of the rows by their items, and the other way round.
  #rows = new Map();
  #itemsOfRows = new WeakMap();
  // Where it is scrolled to and how high it is, known without asking, which would have the browser lay out all again.
  #top = 0;
  #height = 0;
  #items = [];
  // How many there were when they were last shown: there may be more in the same array by now.
  #count = 0;
  #chosen;
  #anchor;
  #made = 0;
  #frame = 0;
  #isPressed = false;
  // What is rendered again when the pointer is released: a row whose content is replaced meanwhile is not clicked.
  #postponed = new Set();

  constructor({ rowHeight, render, label, placeOf, onopen = () => {}, onmove = () => {}, ontop = () => {},
    ondraw = () => {}, isHeld = () => false, onbehind = () => {} }) {
    [this.#isHeld, this.#onbehind] = [isHeld, onbehind];
    [this.#rowHeight, this.#render, this.#placeOf] = [rowHeight, render, placeOf];
    [this.#onopen, this.#onmove, this.#ontop, this.#ondraw] = [onopen, onmove, ontop, ondraw];
    this.node = element('div', { class: 'list', role: 'listbox', tabindex: '0', 'aria-label': label, id: this.#id },
      this.#space);
    this.node.addEventListener('scroll', () => this.#scrolled(), { passive: true });
    new ResizeObserver(() => this.#resized()).observe(this.node);
    this.node.addEventListener('pointerleave', () => this.followAgain());
    this.node.addEventListener('click', (event) => {
      const item = this.#itemsOfRows.get(event.target.closest('.row'));
      if (!item) return;
      this.choose(item, { reveal: false });
      this.#onopen(item);
    });
    this.node.addEventListener('keydown', (event) => this.#key(event));
    this.node.addEventListener('pointerdown', () => {
      this.#isPressed = true;
      // Behind the click that follows.
      const release = () => setTimeout(() => {
        this.#isPressed = false;
        this.renew(this.#postponed);
        this.#postponed.clear();
      });
      for (const type of ['pointerup', 'pointercancel']) addEventListener(type, release, { once: true, capture: true });
    });
  }

  /** Shows other items, or the same array with others in it. With `refresh` all rows are rendered again. */
  setItems(items, { refresh = false, toEnd = false } = {}) {
    if (toEnd) this.#follows = true;
    this.#items = items;
    if (refresh) this.renew(this.#rows.keys());
    this.#settle(toEnd || this.#mustFollow);
  }

  /** Goes to the end if it would have, were it not for the pointer or what is open. */
  followAgain() {
    // Behind what the browser does with the event, so that the pointer is known to have gone.
    requestAnimationFrame(() => { if (this.#mustFollow) this.#settle(true); });
  }

  /** Goes to the end, and stays there. */
  goToEnd() {
    this.#follows = true;
    this.#settle(true);
  }

  /** Moves the focus into the list, to the chosen row or the first one. */
  enter() {
    this.node.focus({ preventScroll: true });
    if (this.#chosenIndex < 0 && this.#items.length) this.choose(this.#items[0]);
  }

  /** Renders the visible rows of some items again. */
  renew(changed) {
    if (this.#isPressed) {
      for (const item of changed) this.#postponed.add(item);
      return;
    }
    for (const item of changed) this.#rows.get(item)?.row.replaceChildren(...[this.#render(item)].flat());
  }

  setRowHeight(pixels) {
    const mustFollow = this.#mustFollow;
    this.#rowHeight = pixels;
    this.#clear();
    this.#settle(mustFollow);
  }

  /** Marks an item as the chosen one, whether it is in the list or not; none without one. */
  choose(item, { reveal = true } = {}) {
    this.#chosen = item;
    const index = this.#chosenIndex;
    if (reveal && index >= 0) this.#reveal(index);
    this.#mark();
    this.#plan();
  }

  /** The chosen item, which may not be in the list any more. */
  get chosen() { return this.#chosen; }

  /* Where it is */

  get #first() { return Math.floor(this.#top / this.#rowHeight); }

  get #visible() { return Math.ceil(this.#height / this.#rowHeight) + 1; }

  get #last() { return Math.max(0, this.#count * this.#rowHeight - this.#height); }

  get #isAtEnd() { return this.#top >= this.#last - this.#rowHeight; }

  /** A finger covers no row while it scrolls; a pointer that can hover does. */
  get #mustFollow() { return this.#follows && !this.#isHeld() && !(CAN_HOVER.matches && this.node.matches(':hover')); }

  get #chosenIndex() {
    if (!this.#chosen) return -1;
    const index = this.#placeOf(this.#items, this.#chosen);
    return this.#items[index] === this.#chosen ? index : -1;
  }

  /** Shows the items as they are now: at the end, or where the first row in sight has gone. */
  #settle(mustFollow) {
    this.#count = this.#items.length;
    this.#space.style.setProperty('height', `${this.#count * this.#rowHeight}px`);
    const before = this.#top;
    this.#top = Math.min(mustFollow ? this.#last : this.#anchored(), this.#last);
    this.#draw();
    // Last, since it is then that the rows get their places.
    if (before !== this.#top) this.node.scrollTop = this.#top;
    this.#remember();
    this.#tellBehind();
  }

  /** Says how many items have come below what was in sight. */
  #tellBehind() {
    if (this.#top >= this.#last - 1 || this.#lastSeen === undefined) this.#lastSeen = this.#items.at(-1);
    const behind = this.#lastSeen ? this.#count - 1 - this.#placeOf(this.#items, this.#lastSeen) : 0;
    this.#onbehind(Math.max(0, behind));
  }

  #anchored() {
    if (!this.#anchor) return this.#top;
    return this.#placeOf(this.#items, this.#anchor.item) * this.#rowHeight + this.#anchor.offset;
  }

  /** Keeps in mind which row is the first in sight, and how far it is from the edge. */
  #remember() {
    const index = this.#first;
    const item = this.#items[index];
    this.#anchor = item && { item, offset: this.#top - index * this.#rowHeight };
  }

  #scrollTo(pixels) {
    this.#top = Math.max(0, Math.min(pixels, this.#last));
    this.node.scrollTop = this.#top;
    this.#remember();
  }

  #reveal(index) {
    const edge = index * this.#rowHeight;
    const isAbove = edge < this.#top;
    if (isAbove) this.#follows = false;
    if (isAbove) this.#scrollTo(edge);
    else if (edge + this.#rowHeight > this.#top + this.#height) this.#scrollTo(edge + this.#rowHeight - this.#height);
  }

  #scrolled() {
    const isByUser = Math.abs(this.node.scrollTop - this.#top) >= 1;
    this.#top = this.node.scrollTop;
    if (isByUser) this.#follows = this.#isAtEnd;
    this.#remember();
    this.#tellBehind();
    this.#plan();
    if (this.#first < MARGIN_ROWS) this.#ontop();
  }

  #resized() {
    const mustFollow = this.#mustFollow;
    this.#height = this.node.clientHeight;
    if (mustFollow) this.#scrollTo(this.#last);
    this.#plan();
  }

  /* Rows */

  #clear() {
    for (const { row } of this.#rows.values()) row.remove();
    this.#rows.clear();
  }

  #plan() {
    this.#frame ||= requestAnimationFrame(() => this.#draw());
  }

  #draw() {
    cancelAnimationFrame(this.#frame);
    this.#frame = 0;
    if (!this.node.isConnected) return;
    const begin = Math.max(0, this.#first - MARGIN_ROWS);
    const shown = this.#items.slice(begin, this.#first + this.#visible + MARGIN_ROWS);
    const wanted = new Set(shown);
    for (const [item, { row }] of this.#rows) {
      if (wanted.has(item)) continue;
      row.remove();
      this.#rows.delete(item);
    }
    shown.forEach((item, index) => this.#place(this.#rows.get(item) ?? this.#make(item), begin + index));
    this.#mark();
    const inSight = this.#items.slice(this.#first, this.#first + this.#visible);
    this.#ondraw(inSight.map((item) => [item, this.#rows.get(item).row]));
  }

  #make(item) {
    const id = `${this.#id}-${this.#made += 1}`;
    const row = element('div', { class: 'row', role: 'option', id }, this.#render(item));
    row.style.setProperty('height', `${this.#rowHeight}px`);
    this.#itemsOfRows.set(row, item);
    this.#space.append(row);
    const kept = { row, index: -1 };
    this.#rows.set(item, kept);
    return kept;
  }

  #place(kept, index) {
    kept.row.setAttribute('aria-setsize', this.#items.length);
    if (kept.index === index) return;
    kept.index = index;
    kept.row.setAttribute('aria-posinset', index + 1);
    kept.row.style.setProperty('transform', `translateY(${index * this.#rowHeight}px)`);
  }

  #mark() {
    for (const [item, { row }] of this.#rows) row.setAttribute('aria-selected', String(item === this.#chosen));
    const row = this.#rows.get(this.#chosen)?.row;
    if (row) this.node.setAttribute('aria-activedescendant', row.id);
    else this.node.removeAttribute('aria-activedescendant');
  }

  #key(event) {
    const { length } = this.#items;
    const page = Math.max(1, this.#visible - 2);
    const steps = { ArrowDown: 1, ArrowUp: -1, PageDown: page, PageUp: -page, Home: -length, End: length };
    const index = this.#chosenIndex;
    if (event.key === 'Enter' && index >= 0) this.#onopen(this.#chosen);
    else if (event.key in steps && length) {
      const from = index >= 0 ? index : steps[event.key] > 0 ? -1 : length;
      const item = this.#items[Math.max(0, Math.min(length - 1, from + steps[event.key]))];
      this.choose(item);
      this.#onmove(item);
    } else return;
    event.preventDefault();
  }
}
