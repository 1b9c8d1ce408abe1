// Tables become cards where there is little room: each cell gets the heading of its column, which is shown beside it.

// Tables of two columns have room on every screen.
const PAIRS = '.pairs, .headers, .routes';

/** Labels the cells of all tables in a place, also of those that come later. */
export function labelTables(place) {
  new MutationObserver((changes) => {
    const tables = new Set();
    for (const { target, addedNodes } of changes) {
      const around = target instanceof Element && target.closest('table.grid');
      if (around) tables.add(around);
      for (const node of addedNodes) {
        if (!(node instanceof Element)) continue;
        if (node.matches('table.grid')) tables.add(node);
        for (const each of node.querySelectorAll('table.grid')) tables.add(each);
      }
    }
    for (const table of tables) if (!table.matches(PAIRS)) label(table);
  }).observe(place, { childList: true, subtree: true });
}

function label(table) {
  const heads = [...table.querySelectorAll('thead th')].map((head) => head.textContent.replace(/ [↑↓]$/, ''));
  if (!heads.length) return;
  table.dataset.cards = '';
  for (const row of table.tBodies[0]?.rows ?? []) {
    [...row.cells].forEach((cell, index) => {
      const text = heads[index];
      if (text && text !== 'Actions' && cell.dataset.label !== text) cell.dataset.label = text;
    });
  }
}
