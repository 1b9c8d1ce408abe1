// Times of worlds: how a clock goes on, how moments and spans are written, and what will happen, grouped.

/** The longest span that the server lists, and beyond which a jump is asked about. */
export const FAR_SECONDS = 31 * 86_400;

/** @type {[string, number][]} */
const UNITS = [['d', 86_400], ['h', 3600], ['min', 60], ['s', 1]];

// The kinds of what will happen, in the order in which they are shown.
const KINDS = new Map([
  ['accessTokenExpiry', 'Access tokens expire'],
  ['refreshTokenExpiry', 'Refresh tokens expire'],
  ['faultBegin', 'Faults begin'],
  ['faultEnd', 'Faults end'],
  ['scenarioBegin', 'Scenarios begin'],
  ['scenarioEnd', 'Scenarios end'],
  ['sensorValueEnd', 'Set sensor values end'],
  ['rateLimitReset', 'Rate limits reset'],
  ['reading', 'Sensor readings'],
  ['simulation', 'Simulation steps'],
]);

/** The milliseconds of a clock that was read this many real milliseconds ago. */
export function clockTime(clock, passed) {
  return Date.parse(clock.now) + (clock.frozen ? 0 : passed * (clock.rate ?? 1));
}

/** How a clock goes, in words. */
export function clockState({ frozen, rate = 1 }) {
  if (frozen) return 'frozen';
  return rate === 1 ? 'running' : `running ×${rate}`;
}

/** A moment in UTC, to the second. */
export function utc(time) {
  return Number.isFinite(time) ? new Date(time).toISOString().replace('T', ' ').replace(/\.\d+Z$/, '') : 'unknown';
}

/** The time of day of a moment in UTC, to the second. */
export function clockText(time) {
  return utc(time).slice(11);
}

/** A moment by the clock of the page's own machine. */
export function local(time) {
  return utc(time + offset(time));
}

/** The difference of local time from UTC at a moment: `UTC+01:00`. */
export function zoneOf(time) {
  const minutes = Math.round(offset(time) / 60_000);
  const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60];
  return `UTC${minutes < 0 ? '−' : '+'}${two(hours)}:${two(rest)}`;
}

/** The moment that a date and time input holds; NaN for none. */
export function momentOf(text, isLocal) {
  return Date.parse(isLocal ? text : `${text}Z`);
}

/** What a date and time input holds for a moment. */
export function inputText(time, isLocal) {
  return (isLocal ? local(time) : utc(time)).replace(' ', 'T');
}

/** A moment as the server takes it. */
export function iso(time) {
  return new Date(time).toISOString().replace('.000Z', 'Z');
}

/** A length of time by its two largest units: `1 h 5 min`. */
export function span(seconds) {
  let rest = Math.round(Math.abs(seconds));
  const parts = [];
  for (const [unit, length] of UNITS) {
    const count = Math.floor(rest / length);
    rest -= count * length;
    if (count) parts.push(`${count} ${unit}`);
    else if (parts.length) break;
    if (parts.length === 2) break;
  }
  return parts.join(' ') || '0 s';
}

/** How far a world's time is from real time. */
export function distance(time, real) {
  const seconds = (time - real) / 1000;
  if (Math.abs(seconds) < 3) return 'the same as real time';
  return `${span(seconds)} ${seconds > 0 ? 'ahead of' : 'behind'} real time`;
}

/** Whether a jump is so long that it should be asked about. */
export function isFar(from, to) {
  return Math.abs(to - from) > FAR_SECONDS * 1000;
}

/** The moment of an event as it is seen from another one: without the date when that is the same. */
export function shortMoment(time, from) {
  const [text, reference] = [utc(time), utc(from)];
  return text.slice(0, 10) === reference.slice(0, 10) ? text.slice(11) : text;
}

/** @typedef {{kind: string, title: string, count: number, first?: string, events: any[]}} Group */

/**
 * What will happen by kind, with the events in the order of their times.
 *
 * @returns {Group[]}
 */
export function groups(events) {
  /** @type {Map<string, Group>} */
  const found = new Map([...KINDS].map(([kind, title]) => [kind, { kind, title, count: 0, events: [] }]));
  const ordered = [...events].sort((one, other) => Date.parse(one.time) - Date.parse(other.time));
  for (const event of ordered) {
    if (!found.has(event.kind)) found.set(event.kind, { kind: event.kind, title: event.kind, count: 0, events: [] });
    const group = found.get(event.kind);
    group.first ??= event.time;
    group.count += event.count ?? 1;
    group.events.push(event);
  }
  return [...found.values()].filter((group) => group.count);
}

/** A count with its word: `1 event`, `12 events`. */
export function counted(count, word) {
  return `${count.toLocaleString('en')} ${word}${count === 1 ? '' : word.endsWith('ch') ? 'es' : 's'}`;
}

function offset(time) {
  return Number.isFinite(time) ? new Date(time).getTimezoneOffset() * -60_000 : 0;
}

function two(number) {
  return String(number).padStart(2, '0');
}
