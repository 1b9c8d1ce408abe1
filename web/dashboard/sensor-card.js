// One sensor: its plot, what it shows now, and the slider that takes it over.
import { element } from '../shared/dom.js';
import { clockText } from './moment.js';
import { button } from './parts.js';
import { draw, nearest, Series, thresholds, timeAt } from './plot.js';

const RANGES = { TEMPERATURE: [-10, 50], EXTRACTOR: [0, 1] };
const PERCENT = [0, 100];
const POINTS_OF_A_PAGE = 12;
const MINUTE = 60_000;

export class SensorCard {
  series = new Series();
  #sensor;
  #said;
  #onset;
  #periods = [];
  #alerts = [];
  // The time of the point that is read, in milliseconds.
  #cursor;
  #now = 0;
  #isInSight = false;
  #isStale = true;

  /** `said` announces to a screen reader what was selected by keys; `onset` is called when the sensor is set. */
  constructor(app, sensor, said, onset) {
    this.#sensor = sensor;
    this.#said = said;
    this.#onset = onset;
    this.limits = thresholds(sensor.type);
    this.canvas = element('canvas', {
      class: 'plot',
      role: 'img',
      tabindex: '0',
      'aria-label': `Plot of ${sensor.sensorId}. Arrow keys read its values.`,
      onpointermove: (event) => this.#point(event),
      onpointerleave: () => this.#moveTo(undefined),
      onblur: () => this.#moveTo(undefined),
      onkeydown: (event) => this.#key(event),
    });
    this.value = element('strong');
    this.badges = element('span', { class: 'badges' });
    this.node = element('article', { class: 'card sensor' },
      element('div', { class: 'sensor-head' }, element('h3', {}, sensor.name, ' ', this.value), this.badges),
      this.canvas, this.#controls(app));
  }

  #controls(app) {
    const { greenhouseId, name, type } = this.#sensor;
    const path = `/_mock/sensors/${encodeURIComponent(greenhouseId)}/${encodeURIComponent(name)}`;
    const [min, max] = RANGES[type] ?? PERCENT;
    const full = `${name} of ${greenhouseId}`;
    const set = (text) => {
      if (text === '') return;
      this.#onset();
      app.act(app.call('PUT', path, { value: Number(text) }), `${full} shows ${this.#text(Number(text))} now.`);
    };
    this.slider = element('input', {
      type: 'range',
      min,
      max,
      step: type === 'EXTRACTOR' ? 1 : 0.1,
      'aria-label': `Set ${full}`,
      oninput: () => { this.number.value = this.slider.value; },
      onchange: () => set(this.slider.value),
    });
    this.number = element('input', {
      type: 'number', step: 'any', 'aria-label': `Set ${full} to`, onchange: () => set(this.number.value),
    });
    this.release = button('Release',
      () => app.act(app.call('DELETE', path), `${full} follows the simulation again.`),
      { 'aria-label': `Release ${full}`, hidden: true });
    const last = button('Recent values', () => this.#showLast(app), { class: 'quiet',
      'aria-label': `Recent values of ${full}` });
    return element('div', { class: 'bar' }, this.slider, this.number, this.release, last);
  }

  /** Takes what the sensor shows now; `periods` are the scenarios that it is or was in. */
  take(now, sensor, periods) {
    this.#sensor = sensor;
    this.#periods = periods;
    this.series.take(now, sensor.value);
    this.value.textContent = this.#text(sensor.value);
    this.#showBadges(now);
    this.release.hidden = !sensor.set;
    const focused = document.activeElement;
    if (focused !== this.slider && focused !== this.number && sensor.value !== null) {
      this.slider.value = sensor.value;
      this.number.value = sensor.value;
    }
    this.draw();
  }

  /** Takes the alerts that were raised about it. */
  takeAlerts(alerts) {
    this.#alerts = alerts;
    this.#showBadges(this.#now);
    this.draw();
  }

  /** What is out of sight is drawn when it comes into sight. */
  setInSight(isInSight) {
    this.#isInSight = isInSight;
    if (isInSight && this.#isStale) this.draw();
  }

  draw() {
    this.#isStale = !this.#isInSight;
    if (this.#isStale) return;
    const { points } = this.series;
    const { set } = this.#sensor;
    const own = set ? [{ value: set.value, label: `set ${set.value}`, colour: 'blue', align: 'center' }] : [];
    const cursor = this.#cursor === undefined ? undefined : nearest(points, this.#cursor);
    draw(this.canvas, {
      points,
      bounds: this.#sensor.type === 'EXTRACTOR' ? RANGES.EXTRACTOR : [],
      lines: [...this.limits, ...own],
      periods: this.#periods,
      marks: this.#alerts.map(({ time, value }) => [time, value]),
      cursor,
      text: cursor >= 0 ? this.#reading(points[cursor]) : '',
    });
  }

  /** What is special about it now: set by hand, in a scenario, with its last alert. */
  #showBadges(now) {
    const { set } = this.#sensor;
    this.#now = now;
    const names = this.#periods.filter(({ from, to }) => from <= now && now < to).map(({ label }) => label);
    const last = this.#alerts.at(-1);
    const count = this.#alerts.length > 1 ? `${this.#alerts.length}× ` : '';
    const badges = [
      last && ['alert', `⚠ ${count}${shortOf(last.type)} ${clockText(last.time).slice(0, 5)}`, `Alert ${last.type}`],
      set && ['set', `Set to ${this.#text(set.value)}${set.until ? ` until ${clockText(Date.parse(set.until))}` : ''}`],
      // The plot names scenarios, too.
      ...last || set ? [] : names.map((name) => ['scenario', name, 'Scenario']),
    ].filter(Boolean);
    const key = JSON.stringify(badges);
    if (this.badges.dataset.key === key) return;
    this.badges.dataset.key = key;
    this.badges.replaceChildren(...badges.map(([kind, text, title]) => (
      element('span', { class: 'badge', 'data-kind': kind, title }, text))));
  }

  /** Shows each value of the last minute, and where its messages are. */
  #showLast(app) {
    const { name, greenhouseId } = this.#sensor;
    const { points } = this.series;
    const end = points.at(-1)?.[0] ?? 0;
    const rows = points.filter(([time]) => time > end - MINUTE).reverse().map(([time, value]) => element('tr', {},
      element('td', {}, clockText(time)), element('td', { class: 'num' }, this.#text(value))));
    const table = element('div', { class: 'scroll last-minute', tabindex: '0', role: 'region',
      'aria-label': 'Values of the last minute' }, element('table', { class: 'grid' },
      element('thead', {}, element('tr', {}, ['Time (UTC)', 'Value'].map((each) => (
        element('th', { scope: 'col' }, each))))),
      element('tbody', {}, rows)));
    return app.ask({
      title: `${name} of ${greenhouseId}: the last minute`,
      text: rows.length ? table : 'No readings yet.',
      confirm: 'See its messages',
      cancel: 'Close',
    }).then((isMeant) => { if (isMeant) app.go('traffic', { filter: 'is:frame greenhouse' }); });
  }

  #text(value) {
    if (value === null) return 'says nothing';
    const { unit } = this.#sensor;
    return unit === 'unit' ? (value ? 'on' : 'off') : `${value} ${unit}`;
  }

  /** A point in words. */
  #reading([time, value]) {
    const names = this.#periods.filter(({ from, to }) => from <= time && time < to).map(({ label }) => label);
    return [`${this.#text(value)} at ${clockText(time)}`, ...names].join(', ');
  }

  /* Reading values */

  #point(event) {
    const { points } = this.series;
    if (points.length) this.#moveTo(timeAt(this.canvas, points, event.offsetX));
  }

  #moveTo(time) {
    if (time === this.#cursor) return;
    this.#cursor = time;
    this.draw();
  }

  #key(event) {
    const { points } = this.series;
    const last = points.length - 1;
    const place = this.#cursor === undefined ? last + 1 : nearest(points, this.#cursor);
    const moves = {
      ArrowLeft: place - 1,
      ArrowRight: place + 1,
      PageUp: place - POINTS_OF_A_PAGE,
      PageDown: place + POINTS_OF_A_PAGE,
      Home: 0,
      End: last,
    };
    if (last < 0 || !(event.key in moves)) return;
    event.preventDefault();
    const point = points[Math.max(0, Math.min(last, moves[event.key]))];
    this.#moveTo(point[0]);
    this.#said(this.#reading(point));
  }
}

/** The last word of a type of alert: `high` of TEMPERATURE_HIGH. */
function shortOf(type) {
  return type.split('_').at(-1).toLowerCase();
}
