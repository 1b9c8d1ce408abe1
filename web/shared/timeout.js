/**
 * A signal that aborts a call after this many milliseconds. The type is that of browsers; checkers before TypeScript 5
 * do not know it.
 *
 * @param {number} milliseconds
 * @returns {AbortSignal}
 */
export function timeout(milliseconds) {
  return /** @type {any} */ (AbortSignal).timeout(milliseconds);
}
