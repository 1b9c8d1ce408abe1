// One sensor: its plot, what it shows now, and the slider that takes it over.
import { element } from '../shared/dom.js';
import { clockText } from './moment.js';
import { button } from './parts.js';
import { draw, nearest, Series, thresholds, timeAt } from './plot.js';

const RANGES = { TEMPERATURE: [-10, 50], EXTRACTOR: [0, 1] };
const PERCENT = [0, 100];
const POINTS_OF_A_PAGE = 12;

export class SensorCard {
  series = new Series();
  #sensor;
  #said;
  #periods = [];
  #alerts = [];
  // The time of the point that is read, in milliseconds.
  #cursor;
  #isInSight = false;
  #isStale = true;

  /** `said` announces to a screen reader what was selected by keys. */
  constructor(app, sensor, said) {
    this.#sensor = sensor;
    this.#said = said;
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
    this.state = element('p', { class: 'hint sensor-state' });
    this.node = element('article', { class: 'card sensor' },
      element('h3', {}, sensor.name, ' ', this.value), this.canvas, this.state, this.#controls(app));
  }

  #controls(app) {
    const { greenhouseId, name, type } = this.#sensor;
    const path = `/_mock/sensors/${encodeURIComponent(greenhouseId)}/${encodeURIComponent(name)}`;
    const [min, max] = RANGES[type] ?? PERCENT;
    const full = `${name} of ${greenhouseId}`;
    const set = (text) => {
      if (text === '') return;
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
      { 'aria-label': `Release ${full}`, disabled: true });
    return element('div', { class: 'bar' }, this.slider, this.number, this.release);
  }

  /** Takes what the sensor shows now; `periods` are the scenarios that it is or was in. */
  take(now, sensor, periods) {
    this.#sensor = sensor;
    this.#periods = periods;
    this.series.take(now, sensor.value);
    this.value.textContent = this.#text(sensor.value);
    this.state.textContent = this.#stateText(now);
    this.release.disabled = !sensor.set;
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

  #stateText(now) {
    const { set } = this.#sensor;
    const names = this.#periods.filter(({ from, to }) => from <= now && now < to).map(({ label }) => label);
    const last = this.#alerts.at(-1);
    return [
      set && `Set to ${this.#text(set.value)}${set.until ? ` until ${clockText(Date.parse(set.until))}` : ''}.`,
      names.length > 0 && `In ${names.join(', ')}.`,
      last && `Alert ${last.type} at ${clockText(last.time)}.`,
    ].filter(Boolean).join(' ');
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
