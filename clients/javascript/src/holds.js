import { milliseconds } from './durations.js';
import { NotSatisfiedError } from './errors.js';
import { known } from './known.js';
import { answeringFault, RESPONSE_OPTIONS } from './texts.js';

/** Milliseconds that one wait of the server may take at most; longer ones are asked for again. */
const LONGEST_WAIT = 60_000;

/** An exchange that is held. */
export class Held {
  #holds;

  constructor(holds, exchange) {
    this.#holds = holds;
    /** Its id, method, path, account and device. */
    this.exchange = exchange;
  }

  /** Lets the exchange go on, as it is or with another response, which has the options of `world.answer`. */
  release(options = {}, call) {
    known('held.release', options, RESPONSE_OPTIONS);
    const isChanged = Object.values(options).some((value) => value !== undefined);
    return this.#holds.release(this.exchange.id, isChanged ? { fault: answeringFault(options).fault } : {}, call);
  }

  /** Resets the connection instead of a response. */
  abort(call) { return this.#holds.release(this.exchange.id, { fault: { type: 'reset' } }, call); }
}

/** Holds exchanges until they are released. */
export class Hold {
  #world;

  constructor(world, fault) {
    this.#world = world;
    /** The fault that holds them. */
    this.fault = fault;
  }

  /**
   * Waits until an exchange is held; gives the one that has been held the longest.
   *
   * @param {{timeout?: string}} [options] `timeout` is `10s` without one
   * @throws {NotSatisfiedError} when the time is over
   */
  wait(options = {}, call) { return this.#world.checks.note('hold.wait', this.#waited(known('hold.wait', options, ['timeout']), call)); }

  async #waited({ timeout = '10s' }, call) {
    const { faults, holds } = this.#world;
    const end = Date.now() + milliseconds(timeout);
    for (;;) {
      const left = Math.max(0, Math.min(LONGEST_WAIT, end - Date.now()));
      const found = await holds.awaitExchange({ heldBy: this.fault.id, timeout: `${left}ms` }, call);
      if (found.satisfied) return new Held(holds, found.holds[0]);
      if (Date.now() >= end) {
        const { id, matches } = await faults.get(this.fault.id, call);
        const request = Object.values(this.fault.match ?? {}).join(' ');
        throw new NotSatisfiedError(
          `waited ${timeout}: no exchange is held by the fault ${id} for ${request}; ${matches} matched it since it was added`);
      }
    }
  }

  /** Releases all exchanges that it holds now; gives their number. */
  release(call) { return this.#world.holds.releaseAll({ heldBy: this.fault.id }, call); }

  /** Holds no more exchanges, and releases those that it holds. */
  remove(call) { return this.#world.faults.remove(this.fault.id, call); }
}
