// What moves by itself in a world: let it pause, go on, or take a step.
import { element } from './dom.js';
import { span } from './moment.js';
import { arrange, button, quietly } from './parts.js';

const SAID = { pause: 'pauses', resume: 'goes on', step: 'took a step' };

/** The card of the simulations: `{node, read}`. */
export function simulations(app) {
  const rows = new Map();
  const body = element('tbody');
  const table = element('div', { hidden: true, class: 'scroll', tabindex: '0', role: 'region',
    'aria-label': 'Simulations' },
    element('table', { class: 'grid' }, element('thead', {}, element('tr', {},
      ['What moves', 'Each', 'State', 'Change'].map((title) => element('th', { scope: 'col' }, title)))), body));
  const all = element('div', { class: 'bar', hidden: true }, Object.keys(SAID).map((verb) => (
    button(`${verb[0].toUpperCase()}${verb.slice(1)} all`, () => send(verb), { class: 'quiet' }))));
  const note = element('p', { class: 'hint' });

  function send(verb, name) {
    return app.act(app.call('POST', `/_mock/simulations/${verb}`, name ? { name } : {}).then(take),
      name ? `${name}: ${SAID[verb]}.` : `Each of them ${SAID[verb]}.`);
  }

  function take({ simulations: found }) {
    note.textContent = found.length ? 'Steps go by the world\'s time. One that pauses leaves its steps out.'
      : 'Nothing moves by itself in this world.';
    table.hidden = found.length === 0;
    all.hidden = found.length < 2;
    for (const each of found) {
      if (!rows.has(each.name)) rows.set(each.name, makeRow(each.name));
      rows.get(each.name).show(each);
    }
    arrange(body, found.map(({ name }) => rows.get(name).node));
  }

  function makeRow(name) {
    let verb;
    const [interval, state] = [element('td', { class: 'nowrap' }), element('td')];
    const toggle = button('', () => send(verb, name));
    return {
      node: element('tr', {}, element('th', { scope: 'row' }, name), interval, state, element('td', {},
        element('div', { class: 'bar' }, toggle, button('Step', () => send('step', name),
          { 'aria-label': `Step ${name}` })))),
      show({ paused, intervalMilliseconds }) {
        verb = paused ? 'resume' : 'pause';
        interval.textContent = intervalMilliseconds < 1000 ? `${intervalMilliseconds} ms`
          : span(intervalMilliseconds / 1000);
        state.textContent = paused ? 'paused' : 'moving';
        toggle.textContent = paused ? 'Resume' : 'Pause';
        toggle.setAttribute('aria-label', `${toggle.textContent} ${name}`);
      },
    };
  }

  return {
    node: element('div', { class: 'card' }, element('h2', {}, 'Simulations'), note, table, all),
    async read() {
      const found = await quietly(app.call('GET', '/_mock/simulations'));
      if (found) take(found);
    },
  };
}
