// Tabs (WAI-ARIA, tabs): one panel of several is shown; arrows lead from tab to tab.
import { element } from '../shared/dom.js';

let made = 0;

/**
 * Tabs with their panels. A panel is rendered when it is first shown.
 *
 * @param {string} label
 * @param {{name: string, title: string, note?: string, render: () => (Node | string | false | null)[]}[]} panels
 * @param {{chosen?: string, onchoose?: (name: string) => void}} options
 */
export function tabs(label, panels, { chosen, onchoose = () => {} }) {
  const id = `tabs-${made += 1}`;
  const buttons = panels.map(({ name, title, note }, index) => element('button', {
    type: 'button', role: 'tab', id: `${id}-${name}`, 'aria-controls': `${id}-panel-${name}`,
    onclick: () => choose(index, true), onkeydown: (event) => key(event, index),
  }, title, note && element('span', { class: 'hint' }, note)));
  const places = panels.map(({ name }) => element('div', { role: 'tabpanel', id: `${id}-panel-${name}`, tabindex: '0',
    'aria-labelledby': `${id}-${name}`, class: 'tab-panel', hidden: true }));
  const shown = new Set();

  function choose(index, isMeant) {
    if (!shown.has(index)) places[index].append(...panels[index].render().filter(Boolean));
    shown.add(index);
    buttons.forEach((button, each) => {
      button.setAttribute('aria-selected', String(each === index));
      button.tabIndex = each === index ? 0 : -1;
      places[each].hidden = each !== index;
    });
    if (isMeant) onchoose(panels[index].name);
  }

  function key(event, index) {
    const places = { ArrowLeft: index - 1, ArrowRight: index + 1, Home: 0, End: panels.length - 1 };
    if (!(event.key in places) || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    const next = (places[event.key] + panels.length) % panels.length;
    choose(next, true);
    buttons[next].focus();
  }

  choose(Math.max(0, panels.findIndex(({ name }) => name === chosen)), false);
  return element('div', { class: 'tabs' },
    element('div', { role: 'tablist', 'aria-label': label, class: 'tab-list' }, buttons), places);
}
