// Scenarios: what happens to sensors for some time. A card that starts and ends them.
import { element } from './dom.js';
import { clockText } from './moment.js';
import { askUntilDone, button } from './parts.js';

const TYPES = [
  { value: 'heatWave', label: 'heatWave: hot and dry for a while' },
  { value: 'stuck', label: 'stuck: it shows the same again and again' },
  { value: 'offline', label: 'offline: it says nothing' },
  { value: 'spikes', label: 'spikes: single readings are off' },
];

/** The card of the scenarios: `{node, take(scenarios)}`; `sensors` gives all that there are. */
export function scenarioCard(app, sensors) {
  let shown;
  const list = element('ul', { class: 'scenarios' });
  const none = element('p', { class: 'hint' }, 'None is going on.');
  const node = element('section', { class: 'card', 'aria-labelledby': 'scenarios-title' },
    element('div', { class: 'bar' }, element('h2', { id: 'scenarios-title' }, 'Scenarios'),
      button('Start a scenario…', () => start(app, sensors()))), none, list);
  return {
    node,
    take(scenarios) {
      const alive = scenarios.filter(({ state }) => state !== 'over');
      const key = JSON.stringify(alive);
      if (key === shown) return;
      shown = key;
      none.hidden = alive.length > 0;
      list.replaceChildren(...alive.map((scenario) => item(app, scenario)));
    },
  };
}

function item(app, { id, type, state, greenhouse, sensor, startsAt, endsAt }) {
  const whom = sensor ?? (greenhouse ? `greenhouse ${greenhouse}` : 'all greenhouses');
  const times = `${clockText(Date.parse(startsAt))} to ${clockText(Date.parse(endsAt))} UTC`;
  const end = () => app.act(app.call('DELETE', `/_mock/scenarios/${encodeURIComponent(id)}`), `${type} is over.`);
  return element('li', { class: 'bar' }, element('strong', {}, type), `${state}, ${whom}`,
    element('span', { class: 'hint' }, times), button('End', end, { 'aria-label': `End ${type}: ${whom}` }));
}

function start(app, sensors) {
  const greenhouses = [...new Set(sensors.map(({ greenhouseId }) => greenhouseId))];
  const fields = [
    { name: 'type', label: 'What happens', options: TYPES },
    { name: 'greenhouse', label: 'Greenhouse', options: [{ value: '', label: 'all' }, ...greenhouses] },
    {
      name: 'sensor',
      label: 'Sensor',
      options: [{ value: '', label: 'those that it is about' }, ...sensors.map(({ sensorId }) => sensorId)],
    },
    { name: 'durationSeconds', label: 'For how many seconds', type: 'number', value: 600, required: true },
    { name: 'startsInSeconds', label: 'Begins in so many seconds', type: 'number', hint: 'At once without it.' },
    {
      name: 'intensity',
      label: 'How strong',
      type: 'number',
      hint: 'Of heat waves, the degrees; of spikes, their height. As usual without it.',
    },
  ];
  return askUntilDone(app, { title: 'Start a scenario', confirm: 'Start', fields },
    (answer) => app.call('POST', '/_mock/scenarios', wishOf(answer)), ({ type }) => `${type} begins.`);
}

/** The body of the call, from the texts of the form: without what is empty. */
export function wishOf(answer) {
  const numbers = ['durationSeconds', 'startsInSeconds', 'intensity'];
  return Object.fromEntries(Object.entries(answer).filter(([, text]) => text !== '')
    .map(([name, text]) => [name, numbers.includes(name) ? Number(text) : text]));
}
