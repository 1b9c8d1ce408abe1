// A list of which only the rows in sight are elements, for a hundred thousand of them.
import { element } from './dom.js';

// Rows beyond the edge are there too, so that scrolling shows no gaps.
const MARGIN_ROWS = 8;

let lists = 0;

/**
 * A list with rows of one height.
 *
 * `render(item, index)` gives the content of a row: an element or a list of them. `onselect(item, index)` is told of the row that the
 * keyboard or the pointer chose, `onopen(item)` of Enter, a click or a tap.
 */
export function virtualList({ rowHeight, render, label, onselect = () => {}, onopen = () => {} }) {
  const id = `list-${lists += 1}`;
  const space = element('div', { class: 'list-space', role: 'presentation' });
  const node = element('div', { class: 'list', role: 'listbox', tabindex: '0', 'aria-label': label, id }, space);
  const rows = new Map();
  let items = [];
  let selected = -1;
  let frame = 0;

  const state = {
    node,
    /** The chosen index; -1 for none. */
    get selected() { return selected; },
    get items() { return items; },
    /** Whether the newest row is in sight. */
    get atEnd() { return node.scrollTop + node.clientHeight >= node.scrollHeight - rowHeight; },
    /** Shows other items, or the same array with more in it. Rows that stay keep their elements when `keep` is true. */
    setItems(next, { keep = false } = {}) {
      items = next;
      if (selected >= items.length) selected = -1;
      space.style.setProperty('height', `${items.length * rowHeight}px`);
      if (!keep) clear();
      plan();
    },
    /** Renders the rows in sight anew. */
    refresh() { clear(); plan(); },
    scrollToEnd() { node.scrollTop = node.scrollHeight; plan(); },
    select(index, { reveal: mustReveal = true } = {}) {
      selected = index;
      if (mustReveal && index >= 0) reveal(index);
      mark();
      plan();
      if (index >= 0) onselect(items[index], index);
    },
  };

  const first = () => Math.floor(node.scrollTop / rowHeight);
  const visible = () => Math.ceil(node.clientHeight / rowHeight) + 1;

  function clear() {
    for (const row of rows.values()) row.remove();
    rows.clear();
  }

  function plan() {
    if (!frame) frame = requestAnimationFrame(draw);
  }

  function draw() {
    frame = 0;
    if (!node.isConnected) return;
    const begin = Math.max(0, first() - MARGIN_ROWS);
    const end = Math.min(items.length, first() + visible() + MARGIN_ROWS);
    for (const [index, row] of rows) {
      if (index >= begin && index < end) continue;
      row.remove();
      rows.delete(index);
    }
    for (let index = begin; index < end; index += 1) {
      let row = rows.get(index);
      if (!row) {
        row = element('div', { class: 'row', role: 'option', id: `${id}-${index}`, 'aria-posinset': index + 1 },
          render(items[index], index));
        row.style.setProperty('height', `${rowHeight}px`);
        rows.set(index, row);
        space.append(row);
      }
      row.setAttribute('aria-setsize', items.length);
      row.style.setProperty('transform', `translateY(${index * rowHeight}px)`);
    }
    mark();
  }

  function mark() {
    for (const [index, row] of rows) row.setAttribute('aria-selected', String(index === selected));
    if (selected >= 0 && rows.has(selected)) node.setAttribute('aria-activedescendant', `${id}-${selected}`);
    else node.removeAttribute('aria-activedescendant');
  }

  function reveal(index) {
    const top = index * rowHeight;
    if (top < node.scrollTop) node.scrollTop = top;
    else if (top + rowHeight > node.scrollTop + node.clientHeight) node.scrollTop = top + rowHeight - node.clientHeight;
  }

  node.addEventListener('scroll', plan, { passive: true });
  new ResizeObserver(plan).observe(node);
  node.addEventListener('click', (event) => {
    const row = event.target.closest('.row');
    if (!row) return;
    const index = Number(row.id.slice(id.length + 1));
    state.select(index, { reveal: false });
    onopen(items[index], index);
  });
  node.addEventListener('keydown', (event) => {
    const page = Math.max(1, visible() - 2);
    const steps = { ArrowDown: 1, ArrowUp: -1, PageDown: page, PageUp: -page, Home: -items.length, End: items.length };
    if (event.key === 'Enter' && selected >= 0) onopen(items[selected], selected);
    else if (event.key in steps && items.length) {
      const from = selected < 0 ? (steps[event.key] > 0 ? -1 : items.length) : selected;
      state.select(Math.max(0, Math.min(items.length - 1, from + steps[event.key])));
    } else return;
    event.preventDefault();
  });
  return state;
}
