const UNITS = { d: 86_400_000, h: 3_600_000, m: 60_000, s: 1000, ms: 1 };
const DURATION = /^(-)?((?:\d+(?:\.\d+)?(?:ms|[dhms])\s*)+)$/;

/**
 * The milliseconds of a text such as `30s`, `1h 30m`, `250ms` or `-1s`; undefined stays as it is.
 *
 * @param {string | undefined} text
 * @throws {TypeError} for what is no such text: a number does not say its unit
 */
export function milliseconds(text) {
  if (text === undefined) return undefined;
  if (typeof text === 'number') {
    throw new TypeError(`${text} is not a duration: a number has no unit; write '${text}s' or '${text}ms'`);
  }
  const [, minus, parts] = (typeof text === 'string' && DURATION.exec(text.trim())) || [];
  if (!parts) {
    throw new TypeError(`${JSON.stringify(text)} is not a duration; write text such as '30s', '5m' or '1h 30m'`);
  }
  let sum = 0;
  for (const [, count, unit] of parts.matchAll(/(\d+(?:\.\d+)?)(ms|[dhms])/g)) sum += Number(count) * UNITS[unit];
  return minus ? -sum : sum;
}

/** The same in seconds. */
export function seconds(text) {
  return text === undefined ? undefined : milliseconds(text) / 1000;
}

/** The same in ISO 8601; text that is ISO 8601 already stays as it is. */
export function iso(text) {
  if (text === undefined || (typeof text === 'string' && text.startsWith('P'))) return text;
  const passed = milliseconds(text);
  if (passed < 0) throw new TypeError(`time goes forward only; ${text} is negative. Use clock.set({ now }) to go back`);
  return `PT${passed / 1000}S`;
}
