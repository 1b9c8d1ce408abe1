// The sensors of the greenhouses: what they show as time passes, taken over by hand, and scenarios.
import { element } from './dom.js';
import { button, quietly } from './parts.js';
import { draw } from './plot.js';

const KEPT = 600;
const RANGES = { TEMPERATURE: [-10, 50], HUMIDITY: [0, 100], SECTOR: [0, 100], EXTRACTOR: [0, 1], SENSOR: [0, 100] };
const SCENARIOS = ['heatWave', 'stuck', 'offline', 'spikes'];

export const view = {
  id: 'sensors',
  title: 'Sensors',
  mount(root, app) { return new Sensors(root, app).ends; },
};

class Sensors {
  #app;
  #cards = new Map();
  #isReading = false;

  constructor(root, app) {
    this.#app = app;
    this.scenarios = element('div', { class: 'card' });
    this.place = element('div', { class: 'greenhouses' });
    root.append(element('h1', {}, 'Sensors'), element('div', { class: 'bar' },
      button('Push a reading now', () => app.act(app.call('POST', '/_mock/sensors/readings', {}), 'Read, stored and pushed'), { class: 'primary' })),
    this.scenarios, this.place);
    const read = () => this.#read();
    const offs = [app.on('second', read), app.on('activity', read)];
    const resized = new ResizeObserver(() => { for (const card of this.#cards.values()) card.draw(); });
    resized.observe(root);
    this.ends = () => { offs.forEach((off) => off()); resized.disconnect(); };
    read();
  }

  async #read() {
    if (this.#isReading) return;
    this.#isReading = true;
    const found = await quietly(Promise.all([this.#app.call('GET', '/_mock/sensors'), this.#app.call('GET', '/_mock/scenarios')]));
    this.#isReading = false;
    if (!found) {
      if (!this.#cards.size) this.place.replaceChildren(element('p', { class: 'hint card' }, 'This server serves no greenhouses.'));
      return;
    }
    const [{ now, greenhouses }, { scenarios }] = found;
    this.greenhouses = greenhouses;
    this.#showScenarios(scenarios);
    for (const { greenhouseId, sensors } of greenhouses) {
      let section = this.place.querySelector(`[data-greenhouse="${greenhouseId}"]`);
      if (!section) {
        section = element('section', { 'data-greenhouse': greenhouseId }, element('h2', {}, `Greenhouse ${greenhouseId}`), element('div', { class: 'plots' }));
        this.place.append(section);
      }
      for (const sensor of sensors) {
        let card = this.#cards.get(sensor.sensorId);
        if (!card) {
          card = new Card(this.#app, sensor);
          this.#cards.set(sensor.sensorId, card);
          section.querySelector('.plots').append(card.node);
        }
        card.take(Date.parse(now), sensor);
      }
    }
  }

  #showScenarios(scenarios) {
    const key = JSON.stringify(scenarios);
    if (this.scenarios.dataset.key === key) return;
    this.scenarios.dataset.key = key;
    const alive = scenarios.filter(({ state }) => state !== 'over');
    this.scenarios.replaceChildren(element('h2', {}, 'Scenarios'),
      alive.length ? element('ul', {}, alive.map(({ id, type, state, greenhouse, sensor, startsAt, endsAt }) => element('li', { class: 'bar' },
        element('strong', {}, type), state, ` ${sensor ?? (greenhouse ? `greenhouse ${greenhouse}` : 'all')}`,
        element('span', { class: 'hint' }, `${startsAt.slice(11, 19)} to ${endsAt.slice(11, 19)}`),
        button('End', () => this.#app.act(this.#app.call('DELETE', `/_mock/scenarios/${id}`), 'Ended'), { 'aria-label': `End ${type}` }))))
        : element('p', { class: 'hint' }, 'None is going on.'),
      button('Start a scenario…', () => this.#start()));
  }

  async #start() {
    const sensors = this.greenhouses.flatMap(({ sensors: all }) => all);
    const answer = await this.#app.ask({ title: 'Start a scenario', confirm: 'Start', fields: [
      { name: 'type', label: 'What happens', options: [{ value: 'heatWave', label: 'heatWave: hot and dry for a while' },
        { value: 'stuck', label: 'stuck: it shows the same again and again' }, { value: 'offline', label: 'offline: it says nothing' },
        { value: 'spikes', label: 'spikes: single readings are off' }] },
      { name: 'greenhouse', label: 'Greenhouse', options: [{ value: '', label: 'all' }, ...this.greenhouses.map(({ greenhouseId }) => greenhouseId)] },
      { name: 'sensor', label: 'Sensor', options: [{ value: '', label: 'those that it is about' },
        ...sensors.map(({ sensorId }) => sensorId)] },
      { name: 'durationSeconds', label: 'For how many seconds', type: 'number', value: 600, required: true },
      { name: 'intensity', label: 'How strong', type: 'number', hint: 'Degrees, or the height of a spike; as usual without it.' }] });
    if (!answer || !SCENARIOS.includes(answer.type)) return;
    const body = { type: answer.type, durationSeconds: Number(answer.durationSeconds), ...(answer.greenhouse && { greenhouse: answer.greenhouse }),
      ...(answer.sensor && { sensor: answer.sensor }), ...(answer.intensity && { intensity: Number(answer.intensity) }) };
    this.#app.act(this.#app.call('POST', '/_mock/scenarios', body), `${answer.type} begins`);
  }
}

/** One sensor: its plot, its value, and the slider that takes it over. */
class Card {
  #points = [];
  #cursor;

  constructor(app, { greenhouseId, name, sensorId, type, unit }) {
    const path = `/_mock/sensors/${encodeURIComponent(greenhouseId)}/${encodeURIComponent(name)}`;
    const [low, high] = RANGES[type] ?? [0, 100];
    this.unit = unit;
    this.canvas = element('canvas', { class: 'plot', role: 'img', tabindex: '0', 'aria-label': `Values of ${sensorId}`,
      onpointermove: (event) => { this.#cursor = event.offsetX / this.canvas.clientWidth; this.draw(); },
      onpointerleave: () => { this.#cursor = undefined; this.draw(); },
      onkeydown: (event) => {
        if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return;
        this.#cursor = Math.max(0, Math.min(1, (this.#cursor ?? 1) + (event.key === 'ArrowLeft' ? -0.02 : 0.02)));
        this.draw();
        event.preventDefault();
      } });
    this.value = element('strong', {});
    this.state = element('p', { class: 'hint' });
    this.slider = element('input', { type: 'range', min: low, max: high, step: type === 'EXTRACTOR' ? 1 : 0.1, 'aria-label': `Set ${name}`,
      oninput: () => { this.number.value = this.slider.value; }, onchange: () => set(this.slider.value) });
    this.number = element('input', { type: 'number', step: 'any', 'aria-label': `Set ${name} to`, onchange: () => set(this.number.value) });
    this.release = button('Give back', () => app.act(app.call('DELETE', path), `${name} follows the simulation again`));
    const set = (value) => value !== '' && app.act(app.call('PUT', path, { value: Number(value) }), `${name} shows ${value} ${unit} now`);
    this.node = element('article', { class: 'card sensor' }, element('h3', {}, name, ' ', this.value), this.canvas, this.state,
      element('div', { class: 'bar' }, this.slider, this.number, this.release));
  }

  take(now, sensor) {
    if (this.#points.at(-1)?.[0] > now) this.#points = [];
    this.#points.push([now, sensor.value]);
    if (this.#points.length > KEPT) this.#points = this.#points.slice(-KEPT);
    const values = this.#points.map(([, value]) => value).filter((value) => value !== null);
    this.value.textContent = sensor.value === null ? 'says nothing' : `${sensor.value}${this.unit === 'unit' ? '' : ` ${this.unit}`}`;
    const set = sensor.set && `Set to ${sensor.set.value}${sensor.set.until ? ` until ${sensor.set.until.slice(11, 19)}` : ' until it is given back'}. `;
    const scenarios = sensor.scenarios.length ? `In ${sensor.scenarios.map((each) => each.id ?? each).join(', ')}. ` : '';
    this.state.textContent = `${set ?? ''}${scenarios}${values.length ? `Least ${Math.min(...values)}, greatest ${Math.max(...values)}.` : ''}`;
    this.release.hidden = !sensor.set;
    if (document.activeElement !== this.slider && document.activeElement !== this.number && sensor.value !== null) {
      this.slider.value = sensor.value;
      this.number.value = sensor.value;
    }
    this.draw();
  }

  draw() { draw(this.canvas, this.#points, this.#cursor); }
}
