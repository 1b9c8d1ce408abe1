// What a sensor has shown, and what happened to it meanwhile: kept in bounds, without a page.

/** So many points are kept of each sensor: half an hour at the usual interval of 5 seconds. */
export const KEPT = 360;
const KEPT_PERIODS = 100;
// A gap this long in what was followed is a jump of the clock.
const JUMP_MILLISECONDS = 10 * 60_000;
// The kinds of sensors that a scenario is about which names none; all where there are none here.
const KINDS = { heatWave: ['TEMPERATURE', 'HUMIDITY', 'EXTRACTOR'], spikes: ['TEMPERATURE', 'HUMIDITY'] };

/** Where alerts are raised, as the AsyncAPI document tells it. */
const THRESHOLDS = { TEMPERATURE: { low: 18, high: 28 }, HUMIDITY: { low: 45, high: 85 }, SENSOR: { low: 25 } };

/** The limits of a kind of sensor: `{value, label, colour}`. */
export function thresholds(type) {
  return Object.entries(THRESHOLDS[type] ?? {})
    .map(([side, value]) => ({ value, label: `${side} ${value}`, colour: 'amber' }));
}

/** What one sensor showed: points `[milliseconds, value or null]` in order, the newest last, bounded. */
export class Series {
  #stored = [];
  #live = [];
  points = [];

  /** Takes the value of this moment; it goes when a stored reading is newer. */
  take(time, value) {
    if (this.#live.at(-1)?.[0] > time) this.#live = [];
    if (this.#live.at(-1)?.[0] === time) this.#live.pop();
    this.#live.push([time, value]);
    this.#join();
  }

  /** Takes stored readings, in order, those that are known already, too. Those of a time to come are forgotten. */
  merge(readings, now) {
    const first = readings[0]?.[0] ?? Infinity;
    this.#stored = [...this.#stored.filter(([time]) => time < first && time <= now), ...readings].slice(-KEPT);
    const last = this.#stored.at(-1)?.[0] ?? -Infinity;
    this.#live = this.#live.filter(([time]) => time > last);
    this.#join();
  }

  /** Forgets all. */
  clear() {
    [this.#stored, this.#live, this.points] = [[], [], []];
  }

  #join() {
    if (this.#live.length > KEPT) this.#live = this.#live.slice(-KEPT);
    this.points = [...this.#stored, ...this.#live].slice(-KEPT);
  }
}

/** Whether the clock went back, or so far that what lies between is not known. */
export function isJump(before, now) {
  return before !== undefined && (now < before || now - before > JUMP_MILLISECONDS);
}

/** Whether a scenario happens to a sensor. */
export function concerns(scenario, { sensorId, greenhouseId, type }) {
  if (scenario.sensor) return scenario.sensor === sensorId;
  if (scenario.greenhouse && scenario.greenhouse !== greenhouseId) return false;
  return KINDS[scenario.type]?.includes(type) ?? true;
}

/** When scenarios went on, those too that were ended before their time and are gone from the server's list. */
export class ScenarioPeriods {
  #periods = new Map();

  /** Takes the server's list, at a moment of the world. */
  take(scenarios, now) {
    const listed = new Map(scenarios.map((scenario) => [`${scenario.id} ${scenario.startsAt}`, scenario]));
    for (const [key, { from, to }] of this.#periods) {
      if (listed.has(key)) continue;
      // What had not begun, or was begun in a time that is to come again, never was.
      if (from >= now) this.#periods.delete(key);
      else if (to > now) this.#periods.get(key).to = now;
    }
    for (const [key, scenario] of listed) {
      const [from, to] = [Date.parse(scenario.startsAt), Date.parse(scenario.endsAt)];
      this.#periods.set(key, { from, to, label: scenario.type, scenario });
    }
    for (const key of [...this.#periods.keys()].slice(0, -KEPT_PERIODS)) this.#periods.delete(key);
  }

  /** The periods of a sensor: `{from, to, label}`. */
  of(sensor) {
    return [...this.#periods.values()].filter(({ scenario }) => concerns(scenario, sensor));
  }
}
