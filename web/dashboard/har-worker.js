// A worker that makes a HAR file of what the journals hold: large ones keep the page waiting otherwise.
import { withFrames, withoutSecrets } from './har.js';

const entries = [];
const frames = [];
let log;

/** Takes the exchanges of a world, as the server exports them. */
function takeExchanges({ world, isOneOfMany, buffer }) {
  const har = JSON.parse(new TextDecoder().decode(buffer));
  log ??= har.log;
  for (const entry of har.log.entries) entries.push(isOneOfMany ? { ...entry, _world: world } : entry);
  return {};
}

/** Takes a page of the frames of a world, the newest last; gives where the page before it ends. */
function takeFrames({ world, buffer }) {
  const { requests, total } = JSON.parse(new TextDecoder().decode(buffer));
  for (const frame of requests) frames.push({ ...frame, world });
  return { count: requests.length, total, first: requests[0]?.id,
    bytes: requests.reduce((sum, { payloadBytes }) => sum + payloadBytes, 0) };
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

const STEPS = { exchanges: takeExchanges, frames: takeFrames, finish };

addEventListener('message', ({ data }) => {
  try {
    postMessage({ result: STEPS[data.step](data) });
  } catch (error) {
    postMessage({ problem: error.message });
  }
});
