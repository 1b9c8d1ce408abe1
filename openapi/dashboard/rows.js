// A list of which only the rows in sight are elements, for a hundred thousand of them.
import { element } from './dom.js';

// Rows beyond the edge are there too, so that scrolling shows no gaps.
const MARGIN_ROWS = 8;

let lists = 0;

/**
 * A list with rows of one height.
 *
 * `render(item)` gives the content of a row: an element or a list of them. `placeOf(items, item)` says where an item
 * stands, or would stand. `onopen(item)` is told of Enter, a click or a tap. What is in sight stays in sight when other
 * items come or go; who is at the end stays there.
 */
export function virtualList({ rowHeight: firstHeight, render, label, placeOf, onopen = () => {} }) {
  const id = `list-${lists += 1}`;
  const space = element('div', { class: 'list-space', role: 'presentation' });
  const node = element('div', { class: 'list', role: 'listbox', tabindex: '0', 'aria-label': label, id }, space);
  // The elements of the rows by their items, and the other way round.
  const rows = new Map();
  const itemsOfRows = new WeakMap();
  let rowHeight = firstHeight;
  // Where it is scrolled to and how high it is, known without asking, which would have the browser lay out all again.
  let top = 0;
  let height = 0;
  let items = [];
  let chosen;
  let anchor;
  let made = 0;
  let frame = 0;

  const state = {
    node,
    /** The chosen item, whether it is in the list or not. */
    get chosen() { return chosen; },
    /** Shows other items, or the same array with others in it. With `refresh` all rows are made anew. */
    setItems(next, { refresh = false, toEnd = false } = {}) {
      const mustFollow = toEnd || isAtEnd();
      items = next;
      if (refresh) clear();
      settle(mustFollow);
    },
    /** Renders the rows of some items anew, where they are in sight. */
    renew(changed) {
      for (const item of changed) rows.get(item)?.row.replaceChildren(...[render(item)].flat());
    },
    setRowHeight(pixels) {
      const mustFollow = isAtEnd();
      rowHeight = pixels;
      clear();
      settle(mustFollow);
    },
    /** Marks an item as the chosen one; none without one. */
    choose(item, { reveal: mustReveal = true } = {}) {
      chosen = item;
      const index = chosenIndex();
      if (mustReveal && index >= 0) reveal(index);
      mark();
      plan();
    },
  };

  const first = () => Math.floor(top / rowHeight);
  const visible = () => Math.ceil(height / rowHeight) + 1;
  const last = () => Math.max(0, items.length * rowHeight - height);
  const isAtEnd = () => top >= last() - rowHeight;

  function chosenIndex() {
    if (!chosen) return -1;
    const index = placeOf(items, chosen);
    return items[index] === chosen ? index : -1;
  }

  /** Shows the items as they are now: at the end, or where the first row in sight has gone. */
  function settle(mustFollow) {
    space.style.setProperty('height', `${items.length * rowHeight}px`);
    const wanted = mustFollow ? last() : anchor ? placeOf(items, anchor.item) * rowHeight + anchor.offset : top;
    const before = top;
    top = Math.min(wanted, last());
    draw();
    // Last, since it is then that the rows get their places.
    if (before !== top) node.scrollTop = top;
    remember();
  }

  function scrollTo(pixels) {
    top = Math.max(0, Math.min(pixels, last()));
    node.scrollTop = top;
    remember();
  }

  /** Keeps in mind which row is the first in sight, and how far it is from the edge. */
  function remember() {
    const index = first();
    anchor = items[index] && { item: items[index], offset: top - index * rowHeight };
  }

  function clear() {
    for (const { row } of rows.values()) row.remove();
    rows.clear();
  }

  function plan() {
    if (!frame) frame = requestAnimationFrame(draw);
  }

  function draw() {
    cancelAnimationFrame(frame);
    frame = 0;
    if (!node.isConnected) return;
    const begin = Math.max(0, first() - MARGIN_ROWS);
    const end = Math.min(items.length, first() + visible() + MARGIN_ROWS);
    const wanted = new Set(items.slice(begin, end));
    for (const [item, { row }] of rows) {
      if (wanted.has(item)) continue;
      row.remove();
      rows.delete(item);
    }
    for (let index = begin; index < end; index += 1) place(rows.get(items[index]) ?? make(items[index]), index);
    mark();
  }

  function make(item) {
    const row = element('div', { class: 'row', role: 'option', id: `${id}-${made += 1}` }, render(item));
    row.style.setProperty('height', `${rowHeight}px`);
    itemsOfRows.set(row, item);
    space.append(row);
    const kept = { row, index: -1 };
    rows.set(item, kept);
    return kept;
  }

  function place(kept, index) {
    kept.row.setAttribute('aria-setsize', items.length);
    if (kept.index === index) return;
    kept.index = index;
    kept.row.setAttribute('aria-posinset', index + 1);
    kept.row.style.setProperty('transform', `translateY(${index * rowHeight}px)`);
  }

  function mark() {
    for (const [item, { row }] of rows) row.setAttribute('aria-selected', String(item === chosen));
    const row = rows.get(chosen)?.row;
    if (row) node.setAttribute('aria-activedescendant', row.id);
    else node.removeAttribute('aria-activedescendant');
  }

  function reveal(index) {
    const edge = index * rowHeight;
    if (edge < top) scrollTo(edge);
    else if (edge + rowHeight > top + height) scrollTo(edge + rowHeight - height);
  }

  node.addEventListener('scroll', () => {
    top = node.scrollTop;
    remember();
    plan();
  }, { passive: true });
  new ResizeObserver(() => {
    const mustFollow = isAtEnd();
    height = node.clientHeight;
    if (mustFollow) scrollTo(last());
    plan();
  }).observe(node);
  node.addEventListener('click', (event) => {
    const item = itemsOfRows.get(event.target.closest('.row'));
    if (!item) return;
    state.choose(item, { reveal: false });
    onopen(item);
  });
  node.addEventListener('keydown', (event) => {
    const page = Math.max(1, visible() - 2);
    const steps = { ArrowDown: 1, ArrowUp: -1, PageDown: page, PageUp: -page, Home: -items.length, End: items.length };
    const index = chosenIndex();
    if (event.key === 'Enter' && index >= 0) onopen(chosen);
    else if (event.key in steps && items.length) {
      const from = index >= 0 ? index : steps[event.key] > 0 ? -1 : items.length;
      state.choose(items[Math.max(0, Math.min(items.length - 1, from + steps[event.key]))]);
    } else return;
    event.preventDefault();
  });
  return state;
}
