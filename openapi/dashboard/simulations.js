// What moves by itself in a world: let it pause, go on, or take a step.
import { element } from '/docs/dom.js';
import { span } from './moment.js';

/** The card of the simulations: `{node, end}`. */
export function simulations(app) {
  const body = element('tbody');
  const all = element('div', { class: 'bar' }, ['Pause', 'Resume', 'Step'].map((word) => element('button',
    { type: 'button', class: 'quiet', onclick: () => send(word.toLowerCase()) }, `${word} all`)));
  const note = element('p', { class: 'hint' }, '…');
  const node = element('div', { class: 'card' }, element('h2', {}, 'Simulations'), note,
    element('div', { class: 'scroll', tabindex: '0', role: 'region', 'aria-label': 'Simulations' },
      element('table', { class: 'grid' }, element('thead', {}, element('tr', {},
        ['What moves', 'Each', 'State', 'Change'].map((title) => element('th', { scope: 'col' }, title)))), body)), all);
  const rows = new Map();

  async function read() {
    try {
      take(await app.call('GET', '/_mock/simulations'));
    } catch (error) {
      if (error.name !== 'ControlError') throw error;
      note.textContent = `They are not known: ${error.message}.`;
    }
  }

  function send(verb, name) {
    const said = { pause: 'pauses', resume: 'goes on', step: 'took a step' }[verb];
    return app.act(app.call('POST', `/_mock/simulations/${verb}`, name ? { name } : {}).then(take),
      name ? `${name}: ${said}.` : `Each of them ${said}.`);
  }

  function take({ simulations: found }) {
    note.textContent = found.length ? 'Steps go by the world\'s time. One that pauses leaves its steps out.'
      : 'Nothing moves by itself in this world.';
    all.hidden = found.length < 2;
    for (const [name, row] of rows) if (!found.some((each) => each.name === name)) { row.node.remove(); rows.delete(name); }
    for (const each of found) {
      if (!rows.has(each.name)) rows.set(each.name, makeRow(each.name));
      rows.get(each.name).show(each);
    }
    body.parentElement.parentElement.hidden = found.length === 0;
  }

  function makeRow(name) {
    let isPaused = false;
    const interval = element('td', { class: 'nowrap' });
    const state = element('td', { class: 'nowrap' });
    const toggle = element('button', { type: 'button', onclick: () => send(isPaused ? 'resume' : 'pause', name) });
    const row = element('tr', {}, element('th', { scope: 'row' }, name), interval, state, element('td', {},
      element('div', { class: 'bar nowrap' }, toggle,
        element('button', { type: 'button', 'aria-label': `Step ${name}`, onclick: () => send('step', name) }, 'Step'))));
    body.append(row);
    return {
      node: row,
      show({ paused, intervalMilliseconds }) {
        isPaused = paused;
        interval.textContent = intervalMilliseconds < 1000 ? `${intervalMilliseconds} ms` : span(intervalMilliseconds / 1000);
        state.textContent = paused ? 'paused' : 'moving';
        toggle.textContent = paused ? 'Resume' : 'Pause';
        toggle.setAttribute('aria-label', `${toggle.textContent} ${name}`);
      },
    };
  }

  read();
  const ends = [
    app.on('activity', ({ world }) => { if (world === app.world) read(); }),
    app.on('connection', ({ state }) => { if (state === 'open') read(); }),
  ];
  return { node, end: () => ends.forEach((end) => end()) };
}
