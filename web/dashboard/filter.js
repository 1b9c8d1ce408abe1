// The filter of the traffic: what a user types, read into a test of entries.

const TERM = /-?(?:([a-z]+):)?(?:"([^"]*)"?|(\S+))/gi;
const KINDS = {
  error: isError,
  404: (entry) => entry.status === 404,
  violation: (entry) => Boolean(entry.deviations?.length),
  fault: (entry) => Boolean(entry.faults?.length),
  frame: (entry) => entry.kind === 'frame',
  lost: (entry) => entry.delivered === false,
  held: (entry) => Boolean(entry.isHeld),
  request: (entry) => entry.kind !== 'frame',
  slow: (entry) => entry.durationMicroseconds >= 500_000,
};
const MEMBERS = {
  method: (entry) => entry.method,
  path: (entry) => entry.path,
  api: (entry) => entry.api,
  world: (entry) => entry.world,
  account: (entry) => entry.account,
  operation: (entry) => entry.operationId,
  socket: (entry) => entry.socket,
  fault: (entry) => entry.faults?.map(({ id, type }) => `${id} ${type}`).join(' '),
};

/** Whether a request failed: with a status of 500 or more, or without the whole response, as after a reset. */
export function isError(entry) {
  return entry.kind !== 'frame' && (entry.status >= 500 || isBroken(entry));
}

/** Whether a response was not sent completely. */
export function isBroken({ ending }) {
  return ending !== undefined && ending !== 'whole' && ending !== 'pending';
}

/** The names that may stand before a colon, for the help. */
export const NAMES = [...Object.keys(MEMBERS), 'status', 'device', 'is', 'body'];

/**
 * Reads a filter: words that must be there, `name:value`, each with `-` before it for the contrary.
 *
 * Gives `test(entry)`; as `body` the words that are looked for in bodies, which only the server has; and as `query` the
 * conditions as parameters of the server's journal, which finds all that the test finds, and perhaps more. `devices`
 * are the names of devices by their ids; a device is found by its name, too.
 *
 * @param {string} text
 * @param {Map<string, string>} devices
 */
export function readFilter(text, devices = new Map()) {
  const tests = [];
  const body = [];
  const query = new URLSearchParams();
  const nameOfDevice = (id) => devices.get(id);
  for (const [whole, name, quoted, plain] of text.matchAll(TERM)) {
    const value = (quoted ?? plain ?? '').toLowerCase();
    if (!value) continue;
    if (name?.toLowerCase() === 'body') {
      body.push(quoted ?? plain);
      query.append('bodyContains', quoted ?? plain);
      continue;
    }
    const known = term(name?.toLowerCase(), value, nameOfDevice);
    const test = known ?? word(`${name}:${value}`.toLowerCase());
    const isContrary = whole.startsWith('-');
    tests.push(isContrary ? (entry) => !test(entry) : test);
    const condition = !isContrary && conditionOf(known ? name?.toLowerCase() : undefined,
      known ? value : `${name}:${value}`.toLowerCase(), devices);
    // One of a name is enough for the server; the test sees to the others.
    if (condition && (condition[0] === 'text' || !query.has(condition[0]))) query.append(...condition);
  }
  return { body, query: query.toString(), test: (entry) => tests.every((each) => each(entry)),
    isEmpty: !tests.length && !body.length };
}

/** @type {Record<string, [string, string]>} */
const KIND_CONDITIONS = {
  error: ['failed', 'true'], 404: ['status', '404'], violation: ['hasDeviations', 'true'], fault: ['hasFaults', 'true'],
  lost: ['delivered', 'false'],
};
// Members that stand in the text that the server looks for words in.
const IN_TEXT = ['path', 'api', 'account', 'operation', 'fault'];
const STATUS = /^(?:[1-5](?:\d\d|\dx|xx)|none)$/;

/**
 * The condition of the server's journal that finds what a term finds, and perhaps more; nothing where there is none.
 *
 * @returns {[string, string] | undefined}
 */
function conditionOf(name, value, devices) {
  const ids = [...devices].filter(([id, label]) => id === value || label.toLowerCase().includes(value));
  if (!name) return ids.length ? undefined : ['text', value];
  if (name === 'is') return Object.hasOwn(KIND_CONDITIONS, value) ? KIND_CONDITIONS[value] : undefined;
  if (name === 'status') return STATUS.test(value) ? ['status', value] : undefined;
  if (name === 'device') {
    const [id] = devices.has(value) ? [value] : ids.length === 1 ? ids[0] : [];
    return id ? ['device', id] : undefined;
  }
  return IN_TEXT.includes(name) ? ['text', value] : undefined;
}

function term(name, value, nameOfDevice) {
  const isOf = (device) => device === value || Boolean(nameOfDevice(device)?.toLowerCase().includes(value));
  if (!name) {
    const test = word(value);
    return (entry) => test(entry) || (entry.device !== undefined && isOf(entry.device));
  }
  if (name === 'is') return KINDS[value] ?? (() => false);
  if (name === 'status') return status(value);
  if (name === 'device') return ({ device }) => isOf(device);
  const member = Object.hasOwn(MEMBERS, name) ? MEMBERS[name] : undefined;
  if (!member) return undefined;
  // A method and an id are meant whole; of a path a part is enough.
  const isWhole = name === 'method' || name === 'socket' || name === 'world';
  return (entry) => {
    const found = String(member(entry) ?? '').toLowerCase();
    return isWhole ? found === value : found.includes(value);
  };
}

function status(value) {
  if (value === 'none') return (entry) => entry.kind !== 'frame' && entry.status === undefined;
  const digits = value.replace(/x+$/, '');
  return (entry) => entry.status !== undefined && String(entry.status).startsWith(digits)
    && String(entry.status).length === value.length && !isBroken(entry);
}

// What each entry says in one text; kept, since each letter typed asks again.
const WORDS = Symbol('words');

/** All that a row shows, in small letters. */
function haystack(entry) {
  const known = entry[WORDS];
  if (known && known.deviations === entry.deviations && known.status === entry.status) return known.text;
  const faults = entry.faults?.map(({ id, type }) => `${id} ${type}`) ?? [];
  const deviations = entry.deviations?.map(({ location, message }) => `${location} ${message}`) ?? [];
  const members = [entry.method, entry.path, entry.query, entry.status, entry.api, entry.account, entry.operationId,
    entry.summary, entry.remoteAddress, entry.ending, ...faults, ...deviations];
  const text = members.filter((each) => each !== undefined).join(' ').toLowerCase();
  entry[WORDS] = { text, deviations: entry.deviations, status: entry.status };
  return text;
}

function word(value) {
  return (entry) => haystack(entry).includes(value);
}
