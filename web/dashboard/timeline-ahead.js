// What lies ahead of a world on the timeline: what expires, and what is scheduled.
import { atMostEvery, quietly } from './parts.js';

const READ_MILLISECONDS = 1000;
// As far as the server lists it.
const SECONDS = 2_678_400;
const MOST = 10;
/**
 * The kinds of events that have marks, and the views that show them. Steps of simulations and resets of limits are due
 * all the time.
 *
 * @type {Record<string, string>}
 */
const VIEWS = {
  accessTokenExpiry: 'limits', refreshTokenExpiry: 'limits', faultBegin: 'faults', faultEnd: 'faults',
  scenarioBegin: 'sensors', scenarioEnd: 'sensors', sensorValueEnd: 'sensors',
};

/** The next events of the followed world as items of the timeline, each with the `view` that shows it. */
export class Ahead {
  #app;
  #notify;
  #isEnded = false;

  /** @type {any[]} */
  items = [];

  /** `notify` is called when others are ahead. */
  constructor(app, notify) {
    this.#app = app;
    this.#notify = notify;
    this.soon = atMostEvery(READ_MILLISECONDS, () => this.#read());
  }

  async #read() {
    // The clocks of worlds differ.
    if (this.#app.allWorlds) return;
    const found = await quietly(this.#app.call('GET', `/_mock/clock/upcoming?seconds=${SECONDS}`));
    if (!found || this.#isEnded) return;
    const items = found.events.filter(({ kind }) => Object.hasOwn(VIEWS, kind)).slice(0, MOST)
      .map((event) => ({ ...event, kind: 'upcoming', view: VIEWS[event.kind] }));
    if (JSON.stringify(items) === JSON.stringify(this.items)) return;
    this.items = items;
    this.#notify();
  }

  end() {
    this.#isEnded = true;
    this.soon.stop();
  }
}
