import { UnawaitedError } from './errors.js';

const KIT = new URL('.', import.meta.url).href;
const FOLDER = KIT.replace(/^file:\/\//, '');

/** A promise that says when somebody waits for it. */
class Check extends Promise {
  static get [Symbol.species]() { return Promise; }

  then(...given) {
    this.onAwaited?.();
    return super.then(...given);
  }
}

/** The calls of a world, so that a test that forgot an `await` cannot pass. */
export class Checks {
  #begun = new Set();

  /**
   * Notes a call.
   *
   * @template T
   * @param {string} name such as `world.requests.verify`
   * @param {Promise<T>} work
   * @returns {Promise<T>}
   */
  note(name, work) {
    const check = new Check((resolve, reject) => { work.then(resolve, reject); });
    // It shall not end the process when nobody waits for it.
    Promise.prototype.then.call(check, undefined, () => {});
    const outcome = work.then(() => '', (error) => `; it failed: ${error.message}`);
    const begun = { name, outcome, place: callPlace() };
    this.#begun.add(begun);
    check.onAwaited = () => this.#begun.delete(begun);
    return check;
  }

  /** Notes each of some methods of an object as a call when it gives a promise. */
  watch(object, place, names) {
    for (const name of names) {
      const method = object[name];
      const value = (...given) => {
        const result = method.apply(object, given);
        return result instanceof Promise ? this.note(`${place}.${name}`, result) : result;
      };
      Object.defineProperty(object, name, { value, writable: true, configurable: true });
    }
  }

  /** @throws {UnawaitedError} when one was not awaited */
  async end() {
    const forgotten = [...this.#begun];
    this.#begun.clear();
    if (forgotten.length === 0) return;
    const lines = await Promise.all(forgotten.map(async ({ name, place, outcome }) =>
      `${name}(…) at ${place} was not awaited: write "await" before it${await outcome}`));
    throw new UnawaitedError(lines.join('\n'));
  }
}

/** The line of a test that calls the kit, as the stack has it. */
function callPlace() {
  const lines = (new Error().stack ?? '').split('\n').slice(1);
  const line = lines.find((each) => !each.includes(KIT) && !each.includes(FOLDER)) ?? 'an unknown place';
  return (/\(([^()]+)\)$/.exec(line)?.[1] ?? line).trim().replace(/^at (async )?/, '');
}
