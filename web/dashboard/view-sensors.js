// The sensors of the greenhouses: what they show as time passes, taken over by hand, and scenarios.
import { element } from '../shared/dom.js';
import { sayWhoHears } from './heard.js';
import { clockText } from './moment.js';
import { askUntilDone, button, parsed, quietly } from './parts.js';
import { isJump, isPast, KEPT, ScenarioPeriods } from './plot.js';
import { SensorCard } from './sensor-card.js';

// Readings arrive every 5 seconds; this many are requested then, because the clock may run faster.
const STORED_EVERY_SECONDS = 5;
const TAIL = 60;
const ALERTS = 100;
const READINGS_TABLE = 'invernaderos_message';
const ALERTS_TABLE = 'invernaderos_alert';
// The messages that hold readings, by their command and destination.
const READINGS = /^MESSAGE \S*greenhouse/;
// In the order in which they are shown.
const TYPES = ['TEMPERATURE', 'HUMIDITY', 'SENSOR', 'EXTRACTOR', 'SECTOR'];

export const view = {
  id: 'sensors',
  title: 'Sensors',
  mount(root, app) { return new Sensors(root, app).end; },
};

class Sensors {
  #app;
  #cards = new Map();
  #periods = new ScenarioPeriods();
  #isReading = false;
  #isAgain = false;
  #now;
  // Seconds since the stored readings were read, and whether all were that are kept.
  #age = 0;
  #isWhole = false;
  #alertsKey;
  #stopListening = () => {};

  constructor(root, app) {
    this.#app = app;
    this.note = element('p', { class: 'hint card', role: 'status' }, 'Loading…');
    this.said = element('p', { class: 'offscreen', 'aria-live': 'polite' });
    this.place = element('div', { class: 'greenhouses' }, this.note);
    this.scenarios = scenarioCard(app, () => [...this.#cards.values()].map(({ sensor }) => sensor));
    this.sight = new IntersectionObserver((entries) => entries.forEach(({ target, isIntersecting }) => {
      this.#cardOf(target)?.setInSight(isIntersecting);
    }), { rootMargin: '100px' });
    this.resized = new ResizeObserver((entries) => entries.forEach(({ target }) => this.#cardOf(target)?.draw()));
    this.heard = element('p', { class: 'hint', role: 'status' });
    const push = () => {
      this.#listen('No socket received the reading.');
      return app.act(app.call('POST', '/_mock/sensors/readings', {}), 'Read, stored and pushed.');
    };
    root.append(element('h1', {}, 'Sensors'),
      element('p', { class: 'hint' }, 'Plots show the last 30 minutes of the world\'s time, in UTC. Point at a plot, '
        + 'or use the arrow keys in it, to read values.'),
      element('div', { class: 'bar' }, button('Push a reading now', push, { class: 'primary' })),
      this.heard, this.scenarios.node, this.place, this.said);
    this.#follow();
  }

  #follow() {
    const colours = matchMedia('(prefers-color-scheme: dark)');
    const redraw = () => { for (const { card } of this.#cards.values()) card.draw(); };
    colours.addEventListener('change', redraw);
    const read = (isAll) => {
      if (isAll) this.#age = STORED_EVERY_SECONDS;
      if (document.visibilityState === 'visible') this.#read();
    };
    const ends = [
      this.#app.on('second', () => read(false)),
      this.#app.on('activity', ({ world }) => { if (world === this.#app.world) read(true); }),
      () => colours.removeEventListener('change', redraw),
      () => this.sight.disconnect(),
      () => this.resized.disconnect(),
      () => this.#stopListening(),
    ];
    this.end = () => ends.forEach((end) => end());
    read(true);
  }

  /** Says which sockets get the next readings, as they come. */
  #listen(before) {
    this.#stopListening();
    const fits = ({ summary }) => READINGS.test(summary);
    this.#stopListening = sayWhoHears(this.#app, this.heard, { before, fits });
  }

  #cardOf(node) {
    return this.#cards.get(node.closest('[data-sensor]').dataset.sensor)?.card;
  }

  /** Reads what the sensors show now, and now and then what is stored. One reading at a time. */
  async #read() {
    this.#isAgain = this.#isReading;
    if (this.#isReading) return;
    this.#isReading = true;
    const { status, found } = await this.#readSensors();
    if (found) {
      this.#take(found);
      this.#age += 1;
      if (!this.#isWhole || this.#age >= STORED_EVERY_SECONDS) await this.#readStored();
    } else if (!this.#cards.size) {
      this.note.textContent = status === 404 ? 'This server serves no greenhouses.' : 'The sensors failed to load.';
    }
    this.#isReading = false;
    if (this.#isAgain) this.#read();
  }

  async #readSensors() {
    try {
      const paths = ['/_mock/sensors', '/_mock/scenarios'];
      const [sensors, { scenarios }] = await Promise.all(paths.map((path) => this.#app.call('GET', path)));
      return { found: { ...sensors, scenarios } };
    } catch (error) {
      if (error.name !== 'ControlError') throw error;
      return { status: error.status };
    }
  }

  #take({ now: text, greenhouses, scenarios }) {
    const now = Date.parse(text);
    if (!this.#cards.size) this.place.replaceChildren(...greenhouses.map((each) => this.#addGreenhouse(each)));
    if (isJump(this.#now, now)) {
      for (const { card } of this.#cards.values()) card.series.clear();
      this.#isWhole = false;
    }
    this.#now = now;
    this.#periods.take(scenarios, now);
    this.scenarios.take(scenarios);
    for (const sensor of greenhouses.flatMap(({ sensors }) => sensors)) {
      this.#cards.get(sensor.sensorId)?.card.take(now, sensor, this.#periods.of(sensor));
    }
  }

  #addGreenhouse({ greenhouseId, sensors }) {
    const ordered = [...sensors].sort((one, other) => TYPES.indexOf(one.type) - TYPES.indexOf(other.type));
    const plots = ordered.map((sensor) => {
      const card = new SensorCard(this.#app, sensor, (text) => { this.said.textContent = text; },
        () => this.#listen('No socket received the new value yet; it is sent with the next reading.'));
      card.node.dataset.sensor = sensor.sensorId;
      this.#cards.set(sensor.sensorId, { card, sensor });
      this.sight.observe(card.canvas);
      this.resized.observe(card.canvas);
      return card.node;
    });
    return element('section', { 'aria-label': `Greenhouse ${greenhouseId}` },
      element('h2', {}, `Greenhouse ${greenhouseId}`), element('div', { class: 'plots' }, plots));
  }

  async #readStored() {
    let readings = await storedReadings(this.#app, this.#isWhole ? TAIL : KEPT);
    if (!this.#isWhole && readings.length < TAIL) {
      await askForHistory(this.#app);
      readings = await storedReadings(this.#app, KEPT);
    }
    // After the clock went back, the newest may be of a time to come, until the server has removed them.
    const isOfPast = ({ time }) => isPast(time, this.#now);
    [this.#isWhole, this.#age] = [!readings.length || readings.some(isOfPast), 0];
    const alerts = (await storedAlerts(this.#app)).filter(isOfPast);
    for (const [id, { card }] of this.#cards) {
      card.series.merge(readings.map((reading) => [reading.time, reading[id] ?? null]), this.#now);
      card.draw();
    }
    const key = `${alerts.length} ${alerts.at(-1)?.alertId}`;
    if (key === this.#alertsKey) return;
    this.#alertsKey = key;
    for (const [id, { card }] of this.#cards) card.takeAlerts(alerts.filter(({ sensorId }) => sensorId === id));
  }
}

/** The newest rows of a table, up to a limit; nothing when there is no such table. */
async function newest(app, table, count) {
  const path = `/_mock/data/${table}`;
  const known = await quietly(app.call('GET', `${path}?_limit=0`));
  if (!known?.total) return known && [];
  const found = await quietly(app.call('GET', `${path}?_limit=${count}&_offset=${Math.max(0, known.total - count)}`));
  return found?.rows;
}

/** The newest stored readings, up to a limit, each RealDataDto with its `time` in milliseconds. */
async function storedReadings(app, count) {
  const rows = await newest(app, READINGS_TABLE, count) ?? [];
  return rows.map(({ time, body }) => ({ ...parsed(body), time: time * 1000 }));
}

/** The newest alerts: `{time, sensorId, type, value, threshold}`. */
async function storedAlerts(app) {
  const rows = await newest(app, ALERTS_TABLE, ALERTS) ?? [];
  return rows.map(({ time, body }) => ({ ...parsed(body), time: time * 1000 }));
}

/** Has the server store its week of readings, which it does when an app first asks for them. */
async function askForHistory(app) {
  const headers = { 'Content-Type': 'application/json' };
  const account = JSON.stringify({ username: 'admin', password: 'password123' });
  const signIn = await quietly(app.raw('POST', '/api/v1/auth/login', { headers, body: account }));
  const token = signIn?.ok ? (await signIn.json()).token : undefined;
  if (!token) return;
  await quietly(app.raw('GET', '/api/v1/greenhouse/messages/recent?limit=1', {
    headers: { Authorization: `Bearer ${token}` },
  }));
}

/* Scenarios: what happens to sensors for some time. A card that starts and ends them. */

const SCENARIO_TYPES = [
  { value: 'heatWave', label: 'heatWave: hot and dry for a while' },
  { value: 'stuck', label: 'stuck: it repeats its last value' },
  { value: 'offline', label: 'offline: it does not report' },
  { value: 'spikes', label: 'spikes: single readings are wrong' },
];

/** The card of the scenarios: `{node, take(scenarios)}`; `sensors` gives all that there are. */
function scenarioCard(app, sensors) {
  let shown;
  const list = element('ul', { class: 'scenarios' });
  const none = element('p', { class: 'hint' }, 'No scenario is running.');
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
  const end = () => app.act(app.call('DELETE', `/_mock/scenarios/${encodeURIComponent(id)}`), `${type} has ended.`);
  return element('li', { class: 'bar' }, element('strong', {}, type), `${state}, ${whom}`,
    element('span', { class: 'hint' }, times), button('End', end, { 'aria-label': `End ${type}: ${whom}` }));
}

function start(app, sensors) {
  const greenhouses = [...new Set(sensors.map(({ greenhouseId }) => greenhouseId))];
  const fields = [
    { name: 'type', label: 'What happens', options: SCENARIO_TYPES },
    { name: 'greenhouse', label: 'Greenhouse', options: [{ value: '', label: 'all' }, ...greenhouses] },
    {
      name: 'sensor',
      label: 'Sensor',
      options: [{ value: '', label: 'the affected sensors' }, ...sensors.map(({ sensorId }) => sensorId)],
    },
    { name: 'durationSeconds', label: 'Duration in seconds', type: 'number', value: 600, required: true },
    { name: 'startsInSeconds', label: 'Delay in seconds', type: 'number', hint: 'Empty: immediately.' },
    {
      name: 'intensity',
      label: 'Strength',
      type: 'number',
      hint: 'Degrees of a heat wave, or height of spikes. Empty: the default.',
    },
  ];
  return askUntilDone(app, { title: 'Start a scenario', confirm: 'Start', fields },
    (texts) => app.call('POST', '/_mock/scenarios', scenarioOf(texts)), ({ type }) => `${type} begins.`);
}

/** The body of the call, from the texts of the form: without what is empty. */
export function scenarioOf(texts) {
  const numbers = ['durationSeconds', 'startsInSeconds', 'intensity'];
  return Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== '')
    .map(([name, text]) => [name, numbers.includes(name) ? Number(text) : text]));
}
