// What is unusual in the followed world just now: its faults and its clock, as the server has them.
import { clockTime } from './moment.js';
import { atMostEvery } from './pace.js';

const READ_MILLISECONDS = 500;

/** The faults and the clock of the world that calls act upon, read again whenever something changes them. */
export class WorldState {
  #app;
  #notify;
  #number = 0;
  #readAt = 0;

  /** As `GET /_mock/faults` lists them, without those that are exhausted. */
  faults = [];
  /** As `GET /_mock/clock` has it; nothing before it is known. */
  clock;
  isConnected = true;

  /** `notify` is called when something is different. */
  constructor(app, notify) {
    this.#app = app;
    this.#notify = notify;
    const soon = atMostEvery(READ_MILLISECONDS, () => this.read());
    app.on('activity', soon);
    app.on('entries', ({ entries, cleared }) => { if (cleared || entries.some(({ faults }) => faults)) soon(); });
    // Time alone ends some faults.
    app.on('second', () => { if (this.faults.some(({ forSeconds, fault }) => forSeconds || fault.seconds)) soon(); });
    app.on('world', () => {
      [this.faults, this.clock] = [[], undefined];
      notify();
      soon();
    });
    app.on('connection', ({ state }) => {
      this.isConnected = state === 'open';
      notify();
      if (this.isConnected) soon();
    });
    app.on('paused', notify);
    app.on('held', notify);
    app.on('device', notify);
  }

  /** Reads both again. */
  async read() {
    const number = this.#number += 1;
    try {
      const [{ faults }, clock] = await Promise.all([
        this.#app.call('GET', '/_mock/faults'), this.#app.call('GET', '/_mock/clock')]);
      if (number !== this.#number) return;
      this.faults = faults.filter(({ exhausted }) => !exhausted);
      this.clock = clock;
      this.#readAt = performance.now();
      this.#notify();
    } catch (error) {
      if (error.name !== 'ControlError') throw error;
    }
  }

  /** The world's time now, in milliseconds; NaN before it is known. */
  get time() { return this.clock ? clockTime(this.clock, performance.now() - this.#readAt) : NaN; }

  /** The faults that have the world offline. */
  get offline() { return this.faults.filter(({ fault }) => fault.type === 'offline'); }

  /** All other active faults. */
  get others() { return this.faults.filter(({ fault }) => fault.type !== 'offline'); }

  /** Removes some faults. */
  async remove(faults) {
    for (const { id } of faults) {
      // Another page may have removed it in the meantime.
      await this.#app.call('DELETE', `/_mock/faults/${encodeURIComponent(id)}`).catch((error) => {
        if (error.status !== 404) throw error;
      });
    }
    await this.read();
  }

  /** Sets the clock back to real time. */
  setRealTime() { return this.setClock({ reset: true }); }

  /** Has the clock go on, or run at the speed of real time. */
  async setClock(change) {
    await this.#app.call('PUT', '/_mock/clock', change);
    await this.read();
  }
}
