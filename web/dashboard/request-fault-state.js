// What the faults for one request or one device are, as the server takes them.

/** A fault for requests as an entry's, with what a form says of how often and how long. */
export function definitionOf(entry, fault, { times, forSeconds }) {
  return {
    match: { method: entry.method, path: entry.path.replace(/^\/_w\/[^/]+(?=\/)/, '') },
    fault,
    ...given('times', times),
    ...given('forSeconds', forSeconds),
  };
}

// So long an offline device stays offline when nothing else is said: the server wants a length.
const WITHOUT_END = 1_000_000_000;

/**
 * The connections by name that a device can get. Those of 3G and 4G have the figures of the developer tools of Chrome:
 * the delay of each response, and the rate of its body. `set` is a fault set of the server.
 *
 * @type {{id: string, name: string, milliseconds?: number, bytesPerSecond?: number, set?: string}[]}
 */
export const CONNECTIONS = [
  { id: 'offline', name: 'Offline' },
  { id: 'slow-3g', name: 'Slow 3G', milliseconds: 2000, bytesPerSecond: 50_000 },
  { id: 'fast-3g', name: 'Fast 3G (slow 4G)', milliseconds: 563, bytesPerSecond: 180_000 },
  { id: 'fast-4g', name: 'Fast 4G', milliseconds: 165, bytesPerSecond: 1_012_500 },
  { id: 'flaky-3g', name: 'Flaky 3G', set: 'flaky-3g' },
];

/**
 * A connection with its figures in words; those of a fault set are in its faults.
 *
 * @param {typeof CONNECTIONS[number]} connection
 * @param {any[]} sets
 */
export function connectionWords({ name, milliseconds, bytesPerSecond, set }, sets) {
  if (!set && !milliseconds) return `${name}: connections are reset`;
  if (!set) return `${name}: ${milliseconds.toLocaleString('en')} ms, ${rateWords(bytesPerSecond)}`;
  const faults = (sets.find((each) => each.name === set)?.faults ?? []).map(({ fault }) => fault);
  const delay = faults.find(({ type }) => type === 'delay')?.median;
  const rate = faults.find(({ type }) => type === 'dribble')?.bytesPerSecond;
  const figures = [delay && `about ${delay} ms`, rate && rateWords(rate), 'some are lost'];
  return `${name}: ${figures.filter(Boolean).join(', ')}`;
}

function rateWords(bytesPerSecond) {
  return bytesPerSecond >= 125_000 ? `${(bytesPerSecond / 125_000).toFixed(1)} Mbit/s`
    : `${Math.round(bytesPerSecond / 125)} kbit/s`;
}

/**
 * The faults that make a device slow or take it offline, by the fields of a form. `sets` are the server's fault sets,
 * for the connection that is one of them.
 */
export function throttleOf(device, { connection, milliseconds, bytesPerSecond, forSeconds }, sets = []) {
  const match = { device: device.id };
  const id = (kind) => `throttle-${kind}-${device.id}`;
  if (connection === 'offline') {
    return [{ id: id('offline'), match, fault: { type: 'offline', seconds: Number(forSeconds) || WITHOUT_END } }];
  }
  const chosen = CONNECTIONS.find((each) => each.set && each.id === connection);
  if (chosen) {
    return (sets.find(({ name }) => name === chosen.set)?.faults ?? []).map((fault, index) => ({ ...fault,
      id: id(`${chosen.set}-${index + 1}`), match: { ...fault.match, ...match }, ...given('forSeconds', forSeconds) }));
  }
  return [
    Number(milliseconds) > 0
      && { id: id('delay'), match, fault: { type: 'delay', milliseconds: Number(milliseconds) } },
    Number(bytesPerSecond) > 0
      && { id: id('rate'), match, fault: { type: 'dribble', bytesPerSecond: Number(bytesPerSecond) } },
  ].filter(Boolean).map((fault) => ({ ...fault, ...given('forSeconds', forSeconds) }));
}

/** The faults among some that make a device slow or have it offline. */
export function throttlesOf(faults, { id }) {
  return faults.filter(({ id: fault, exhausted }) => !exhausted && /^throttle-/.test(fault) && fault.endsWith(id));
}

/** Whether the faults of a device have it offline. */
export function isOffline(active) { return active.some(({ fault }) => fault.type === 'offline'); }

/** The fault that changes the body of a real response as one body was changed to another. */
export function patchOf(before, after, { status, undocumented }) {
  const isObject = (value) => value !== null && typeof value === 'object' && !Array.isArray(value);
  // A merge patch is an object; anything else is replaced as a whole by a JSON Patch (RFC 6902).
  const patch = isObject(before) && isObject(after) ? mergePatch(before, after)
    : [{ op: 'replace', path: '', value: after }];
  return { type: 'patch', patch, ...(status && { status }), ...(undocumented && { undocumented }) };
}

/** What changes one JSON value to another (JSON Merge Patch, RFC 7396). */
export function mergePatch(before, after) {
  const isObject = (value) => value !== null && typeof value === 'object' && !Array.isArray(value);
  if (!isObject(before) || !isObject(after)) return after;
  const patch = {};
  for (const key of Object.keys(before)) if (!Object.hasOwn(after, key)) patch[key] = null;
  for (const [key, value] of Object.entries(after)) {
    if (JSON.stringify(before[key]) !== JSON.stringify(value)) patch[key] = mergePatch(before[key], value);
  }
  return patch;
}

function given(name, text) {
  return text === '' || text === undefined || text === null ? {} : { [name]: Number(text) };
}
