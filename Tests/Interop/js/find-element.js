// Finds what a person and a screen reader find: the first element in sight with a role and a name; for page_user.py.
// A name that is the same comes before one that begins so, and that before one that has it in it. A modal dialog hides
// what is behind it.
((role, name, within, mustScroll) => {
  const roles = {
    A: (it) => it.hasAttribute('href') && 'link', ARTICLE: 'article', ASIDE: 'complementary', BUTTON: 'button',
    DIALOG: 'dialog', FIELDSET: 'group', FORM: 'form', H1: 'heading', H2: 'heading', H3: 'heading', H4: 'heading',
    LI: 'listitem', MAIN: 'main', NAV: 'navigation', OPTION: 'option', SECTION: 'region', SELECT: 'combobox',
    SUMMARY: 'button', TABLE: 'table', TD: 'cell', TEXTAREA: 'textbox', TH: 'columnheader', TR: 'row',
    INPUT: (it) => ({ button: 'button', submit: 'button', checkbox: 'checkbox', radio: 'radio', range: 'slider',
      number: 'spinbutton', search: 'textbox', hidden: null })[it.type] ?? 'textbox',
  };
  const clean = (text) => (text ?? '').replace(/\s+/g, ' ').trim();
  const roleOf = (it) => {
    const given = it.getAttribute('role');
    if (given) return { gridcell: 'cell', searchbox: 'textbox', switch: 'checkbox' }[given] ?? given;
    const implied = roles[it.tagName];
    return typeof implied === 'function' ? implied(it) : implied;
  };
  const ownText = (label) => {
    const copy = label.cloneNode(true);
    for (const field of copy.querySelectorAll('select, input, textarea, datalist')) field.remove();
    return copy.textContent;
  };
  const nameOf = (it) => {
    const ids = it.getAttribute('aria-labelledby');
    if (ids) return clean(ids.split(/\s+/).map((id) => document.getElementById(id)?.textContent).join(' '));
    if (it.hasAttribute('aria-label')) return clean(it.getAttribute('aria-label'));
    if (it.labels?.length) return clean([...it.labels].map(ownText).join(' '));
    const field = /^(INPUT|SELECT|TEXTAREA)$/.test(it.tagName);
    return clean((field ? '' : it.innerText) || it.getAttribute('title') || it.getAttribute('placeholder'));
  };
  const inSight = (it) => it.checkVisibility({ visibilityProperty: true, contentVisibilityAuto: true })
    && it.getBoundingClientRect().width > 0 && !it.closest('[inert]');
  const rankOf = (found, wanted) => {
    if (found === wanted) return 3;
    if (found.startsWith(wanted)) return 2;
    return found.includes(wanted) ? 1 : 0;
  };
  const find = (root, wantedRole, wantedName) => {
    const wanted = clean(wantedName).toLowerCase();
    let best;
    for (const it of [...root === document ? [] : [root], ...root.querySelectorAll('*')]) {
      if (roleOf(it) !== wantedRole || !inSight(it)) continue;
      const rank = wantedName === null ? 3 : rankOf(nameOf(it).toLowerCase(), wanted);
      if (rank > (best?.rank ?? 0)) best = { it, rank };
    }
    return best?.it;
  };
  let root = [...document.querySelectorAll('dialog:modal')].pop() ?? document;
  if (within) root = find(root, ...within);
  const it = root && find(root, role, name);
  if (!it) return null;
  const edge = (box) => box.top < 0 || box.left < 0 || box.bottom > innerHeight || box.right > innerWidth;
  if (mustScroll) {
    const into = { block: 'center', inline: 'nearest', behavior: 'instant' };
    if (edge(it.getBoundingClientRect())) it.scrollIntoView(into);
    // What lies beyond the edge of a box that scrolls is brought into it.
    const box = it.getBoundingClientRect();
    const under = document.elementFromPoint(box.x + box.width / 2, box.y + Math.min(box.height / 2, 200));
    if (!it.contains(under)) it.scrollIntoView(into);
  }
  const box = it.getBoundingClientRect();
  const [x, y] = [box.x + Math.min(box.width / 2, 400), box.y + Math.min(box.height / 2, 200)];
  const under = document.elementFromPoint(x, y);
  const label = it.labels?.[0];
  let beside = null;
  if (label) {
    const isText = (node) => node.data.trim() && !node.parentElement.closest('select');
    const accept = (node) => (isText(node) ? NodeFilter.FILTER_ACCEPT : NodeFilter.FILTER_SKIP);
    const text = document.createTreeWalker(label, NodeFilter.SHOW_TEXT, accept).nextNode();
    if (text) {
      const range = document.createRange();
      range.selectNodeContents(text);
      const { left, top, width, height } = range.getBoundingClientRect();
      beside = [left + width / 2, top + height / 2];
    }
  }
  return {
    name: nameOf(it), text: clean(it.innerText), x, y, beside, isFocused: document.activeElement === it,
    isFree: Boolean(under) && (it.contains(under) || under.contains(it) && under.closest('label') !== null),
    over: under ? under.outerHTML.slice(0, 200) : null,
    isDisabled: it.disabled === true || it.getAttribute('aria-disabled') === 'true',
    pressed: it.getAttribute('aria-pressed'), expanded: it.getAttribute('aria-expanded'), value: it.value ?? null,
    checked: it.checked ?? null, chosen: it.selectedOptions?.[0]?.textContent ?? null,
  };
})
