// The filter of the traffic: what a user types, read into a test of entries.

const TERM = /-?(?:([a-z]+):)?(?:"([^"]*)"?|(\S+))/gi;
const KINDS = {
  error: (entry) => entry.status >= 400 || isBroken(entry),
  404: (entry) => entry.status === 404,
  violation: (entry) => Boolean(entry.deviations?.length),
  fault: (entry) => Boolean(entry.faults?.length),
  frame: (entry) => entry.kind === 'frame',
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

/** Whether an answer did not go out whole. */
export function isBroken({ ending }) {
  return ending !== undefined && ending !== 'whole' && ending !== 'underWay';
}

/** The names that may stand before a colon, for the help. */
export const NAMES = [...Object.keys(MEMBERS), 'status', 'device', 'is', 'body'];

/**
 * Reads a filter: words that must be there, `name:value`, each with `-` before it for the contrary.
 *
 * Gives `test(entry)`, and as `body` the words that are looked for in bodies, which only the server has. `nameOfDevice`
 * gives the name of a device, which is looked at beside its id.
 */
export function readFilter(text, nameOfDevice = () => undefined) {
  const tests = [];
  const body = [];
  for (const [whole, name, quoted, plain] of text.matchAll(TERM)) {
    const value = (quoted ?? plain ?? '').toLowerCase();
    if (!value) continue;
    if (name?.toLowerCase() === 'body') {
      body.push(quoted ?? plain);
      continue;
    }
    const test = term(name?.toLowerCase(), value, nameOfDevice) ?? word(`${name}:${value}`.toLowerCase());
    tests.push(whole.startsWith('-') ? (entry) => !test(entry) : test);
  }
  return { body, test: (entry) => tests.every((each) => each(entry)), isEmpty: !tests.length && !body.length };
}

function term(name, value, nameOfDevice) {
  if (!name) return word(value);
  if (name === 'is') return KINDS[value] ?? (() => false);
  if (name === 'status') return status(value);
  if (name === 'device') {
    return ({ device }) => device === value || Boolean(nameOfDevice(device)?.toLowerCase().includes(value));
  }
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
    && String(entry.status).length === value.length;
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
