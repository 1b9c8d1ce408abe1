// A worker that makes a HAR file of what the journals hold: large ones keep the page waiting otherwise.
import { keyOf, keyOfExported, withFrames, withoutSecrets } from './har.js';

const entries = [];
const frames = [];
let log;
// The keys of the entries that are wanted; all without them.
let wanted;

/** Takes the keys of the entries that the file is to have. */
function choose({ keys }) {
  wanted = new Set(keys);
  return {};
}

/** Takes the exchanges of a world, as the server exports them. */
function takeExchanges({ world, isOneOfMany, buffer }) {
  const har = JSON.parse(new TextDecoder().decode(buffer));
  log ??= har.log;
  for (const entry of har.log.entries) {
    if (wanted && !wanted.has(keyOfExported(world, entry))) continue;
    entries.push(isOneOfMany ? { ...entry, _world: world } : entry);
  }
  return {};
}

/** Takes a page of the frames of a world, the newest last; gives where the page before it ends. */
function takeFrames({ world, buffer }) {
  const { requests, total } = JSON.parse(new TextDecoder().decode(buffer));
  const found = requests.map((frame) => ({ ...frame, world })).filter((frame) => !wanted || wanted.has(keyOf(frame)));
  frames.push(...found);
  return { count: found.length, read: requests.length, total, first: requests[0]?.id,
    bytes: found.reduce((sum, { payloadBytes }) => sum + payloadBytes, 0) };
}

/** The file, without secrets, an entry in each part: a text may not be as long as the file. */
function finish({ comment, origin }) {
  entries.sort((one, other) => one.startedDateTime.localeCompare(other.startedDateTime));
  frames.sort((one, other) => (one.world < other.world ? -1 : one.world > other.world ? 1 : one.id - other.id));
  const whole = { log: { ...log, comment: comment ?? log.comment, entries } };
  const { log: { entries: clean, ...rest } } = withoutSecrets(withFrames(whole, frames, origin));
  const opening = JSON.stringify({ log: { ...rest, entries: [] } }).replace(/\]\}\}$/, '');
  const parts = [opening, ...clean.flatMap((entry, index) => [index ? ',\n' : '\n', JSON.stringify(entry)]), '\n]}}'];
  return { blob: new Blob(parts, { type: 'application/json' }), exchanges: entries.length, frames: frames.length };
}

const STEPS = { choose, exchanges: takeExchanges, frames: takeFrames, finish };

addEventListener('message', ({ data }) => {
  try {
    postMessage({ result: STEPS[data.step](data) });
  } catch (error) {
    postMessage({ problem: error.message });
  }
});
