/** The oldest server that has all calls of this kit. */
export const MINIMUM_VERSION = '0.2.0';

/** Whether a version such as `0.2.0` comes before another one. */
export function isOlder(version, minimum) {
  const numbers = (text) => text.split(/[.+-]/, 3).map((part) => Number.parseInt(part, 10) || 0);
  const [a, b] = [numbers(version), numbers(minimum)];
  const place = a.findIndex((part, index) => part !== b[index]);
  return place >= 0 && a[place] < b[place];
}
