// Files of the timeline: gathers what the journals hold as one HAR file, and reads such a file.
import { element } from '../shared/dom.js';
import { timeout } from '../shared/timeout.js';
import { bodyView, visible } from './body.js';
import { ControlError } from './control.js';
import { frameContent } from './frame-view.js';
import { entriesOf, keyOf, LARGEST_FILE, MOST_ROWS } from './har.js';
import { counted } from './moment.js';

const FRAMES_AT_ONCE = 500;
// All exchanges of a world in one response, which may be many.
const EXPORT_MILLISECONDS = 600_000;
const MOST_FRAMES = 20_000;
// Greater than the number of any entry.
const MOST_NUMBER = 1_000_000_000_000;
// Somewhat less than the largest file that is opened.
const MOST_CHARACTERS = 48 * 1024 * 1024;

/**
 * A HAR file of worlds, without secrets: their exchanges, and the frames with their content; of `entries` alone where
 * these are given, or of a `device`. A worker makes it; `report` gets words about how far it is. Gives
 * `{blob, exchanges, frames, left}`: the file, how many there are in it, and how many frames found no place.
 *
 * @param {any} app
 * @param {string[]} worlds
 * @param {(text: string) => void} report
 * @param {{entries?: any[], device?: string}} chosen
 */
async function gather(app, worlds, report, { entries, device }) {
  const worker = new Worker(new URL('./har-worker.js', import.meta.url), { type: 'module' });
  let left = 0;
  let sizes = { count: 0, bytes: 0 };
  const condition = device ? `&device=${encodeURIComponent(device)}` : '';
  try {
    if (entries) await ask(worker, { step: 'choose', keys: entries.map(keyOf) });
    for (const world of worlds) {
      report(`Reading the requests of ${world}…`);
      const buffer = await bytesAt(app, world, `/_mock/har?kind=exchange${condition}`);
      await ask(worker, { step: 'exchanges', world, isOneOfMany: worlds.length > 1, buffer });
      const found = await gatherFrames(app, world, worker, { sizes, condition }, report);
      sizes = found.sizes;
      left += found.left;
    }
    report('Writing the file…');
    const comment = worlds.length > 1 ? `the worlds ${worlds.join(', ')}` : undefined;
    return { ...await ask(worker, { step: 'finish', comment, origin: location.origin }), left };
  } finally {
    worker.terminate();
  }
}

/**
 * Saves what happened in the followed worlds as a HAR file, or only what is `chosen`: some entries of the journal, or a
 * device. `report` gets words about how far it is.
 *
 * @param {any} app
 * @param {(text: string) => void} report
 * @param {{entries?: any[], device?: string}} chosen
 */
export async function exportHAR(app, report, chosen = {}) {
  const worlds = app.worldIDs;
  const { blob, exchanges, frames, left } = await gather(app, worlds, report, chosen);
  const gone = chosen.entries ? Math.max(0, chosen.entries.length - exchanges - frames - left) : 0;
  save(blob, `mock-api-${worlds.length === 1 ? worlds[0] : 'all'}.har`);
  report(`Exported: ${counted(exchanges, 'request')} and ${counted(frames, 'frame')}, without tokens and passwords.`
    + (left ? ` ${left.toLocaleString('en')} older frames did not fit.` : '')
    + (gone ? ` ${gone.toLocaleString('en')} shown entries are not in the server's journal any more.` : ''));
}

/** Has the worker do a step; gives what came of it. */
function ask(worker, message) {
  return new Promise((resolve, reject) => {
    worker.onmessage = ({ data }) => (data.problem ? reject(new ControlError(data.problem)) : resolve(data.result));
    worker.onerror = () => reject(new ControlError('the part of the page that writes files could not be loaded'));
    worker.postMessage(message, message.buffer ? [message.buffer] : []);
  });
}

/** The bytes of a response, which the worker reads. */
async function bytesAt(app, world, path) {
  const response = await app.raw('GET', path, { world, signal: timeout(EXPORT_MILLISECONDS) });
  if (!response.ok) throw new ControlError(`the server responded with ${response.status}`, response.status);
  return response.arrayBuffer();
}

/** Reads the frames of a world from the newest to the oldest; gives how many there are, and how many are left out. */
async function gatherFrames(app, world, worker, { sizes, condition }, report) {
  let { count, bytes } = sizes;
  let until = '';
  let read = 0;
  for (;;) {
    if (count >= MOST_FRAMES || bytes >= MOST_CHARACTERS) {
      const rest = await app.call('GET', `/_mock/requests?kind=frame&limit=0&until=${until || MOST_NUMBER}${condition}`,
        undefined,        { world });
      return { sizes: { count, bytes }, left: rest.total };
    }
    const path = `/_mock/requests?kind=frame&limit=${FRAMES_AT_ONCE}${until && `&until=${until}`}${condition}`;
    const page = await ask(worker, { step: 'frames', world, buffer: await bytesAt(app, world, path) });
    count += page.count;
    bytes += page.bytes;
    read += page.read;
    if (page.read) report(`Reading the frames of ${world}: ${read.toLocaleString('en')} so far…`);
    until = String(page.first - 1);
    if (page.total <= page.read || until === '0') return { sizes: { count, bytes }, left: 0 };
  }
}

/** Has the browser save a file. */
function save(blob, name) {
  const url = URL.createObjectURL(blob);
  element('a', { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

/** The rows of a file and what to say of it; fails with words for what is none. */
export async function read(file) {
  if (file.size > LARGEST_FILE) throw new Error(`it has more than ${LARGEST_FILE / 1024 / 1024} MiB`);
  const rows = entriesOf(await file.text());
  const requests = rows.filter(({ kind }) => kind === 'exchange').length;
  if (!requests) throw new Error('no entry in it can be read');
  const counts = `${counted(requests, 'request')}, ${counted(rows.length - requests, 'frame')}`;
  const cut = rows.length === MOST_ROWS ? ', the first in it' : '';
  return { rows, words: `${file.name}: ${counts}${cut}.` };
}

/* An entry of a file in full, to be read only: both sides of an exchange, or a frame. */

/** The detail of a row that `entriesOf` gave, as a list of nodes. */
export function fileEntry(row) {
  if (row.kind === 'frame') {
    return [
      heading(`${row.direction === 'received' ? 'From the client' : 'To the client'} at ${row.time.slice(11, 23)}`),
      element('p', { class: 'hint' }, visible(row.path)), ...frameContent(row),
    ];
  }
  const { request, response, comment } = row.source;
  const { postData } = request;
  const { content } = response ?? {};
  const address = `${row.path}${row.query ? `?${row.query}` : ''}`;
  return [
    heading(`${row.method} ${visible(address)}`),
    element('p', {},
      `${row.status ?? 'No response'} at ${row.time}, ${(row.durationMicroseconds / 1000).toFixed(1)} ms`),
    typeof comment === 'string' && element('p', { class: 'hint' }, visible(comment)),
    ...side('Request', request.headers, postData?.text, postData),
    ...side('Response', response?.headers, content?.text, content),
  ].filter(Boolean);
}

function heading(text) {
  return element('h2', { tabindex: '-1' }, text);
}

function side(title, headers, text, content) {
  const rows = (Array.isArray(headers) ? headers : []).filter((each) => each?.name);
  const isBytes = content?.encoding === 'base64' && isBase64(text);
  return [
    element('h3', {}, title),
    rows.length > 0 && element('details', { class: 'disclosure' },
      element('summary', {}, counted(rows.length, 'header')),
      element('div', { class: 'scroll', tabindex: '0', role: 'region', 'aria-label': `Headers of the ${title}` },
        element('table', { class: 'grid headers' }, element('tbody', {}, rows.map(headerRow))))),
    bodyView({
      value: typeof text === 'string' && text ? text : undefined,
      encoding: isBytes ? 'base64' : 'text',
      type: String(content?.mimeType ?? ''),
      bytes: 0,
    }),
  ].filter(Boolean);
}

function headerRow({ name, value }) {
  return element('tr', {}, element('th', { scope: 'row' }, visible(String(name))),
    element('td', {}, visible(String(value))));
}

function isBase64(text) {
  return typeof text === 'string' && text.length % 4 === 0 && /^[A-Za-z\d+/]*={0,2}$/.test(text);
}
