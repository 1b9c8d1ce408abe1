// Files of the timeline: gathers what the journals hold as one HAR file, and reads such a file.
import { element } from '../shared/dom.js';
import { timeout } from '../shared/timeout.js';
import { bodyView, visible } from './body.js';
import { frameContent } from './frame-view.js';
import { entriesOf, LARGEST_FILE, MOST_ROWS, withFrames, withoutSecrets } from './har.js';
import { counted } from './moment.js';

const FRAMES_AT_ONCE = 500;
// All exchanges of a world in one response, which may be many.
const EXPORT_MILLISECONDS = 600_000;
const MOST_FRAMES = 20_000;
// Somewhat less than the largest file that is opened.
const MOST_CHARACTERS = 48 * 1024 * 1024;

/**
 * A HAR file of worlds, without secrets: their exchanges, and the frames with their content. `report` gets words about
 * how far it is. Gives `{parts, exchanges, frames, left}`: the file in parts, since a text may not be as long as the
 * file, how many there are in it, and how many frames found no place.
 */
export async function gather(app, worlds, report) {
  const entries = [];
  const frames = [];
  let log;
  let left = 0;
  for (const world of worlds) {
    report(`Reading the requests of ${world}…`);
    const signal = timeout(EXPORT_MILLISECONDS);
    const har = await app.call('GET', '/_mock/har', undefined, { world, signal });
    log ??= har.log;
    // Not one by one as arguments: there may be many.
    for (const entry of har.log.entries) entries.push(worlds.length > 1 ? { ...entry, _world: world } : entry);
    left += await gatherFrames(app, world, frames, report);
  }
  entries.sort((one, other) => one.startedDateTime.localeCompare(other.startedDateTime));
  const comment = worlds.length > 1 ? `the worlds ${worlds.join(', ')}` : log.comment;
  report('Writing the file…');
  const har = withoutSecrets(withFrames({ log: { ...log, comment, entries } }, frames, location.origin));
  return { parts: partsOf(har), exchanges: entries.length, frames: frames.length, left };
}

/** A HAR file in parts, an entry each. */
function partsOf({ log: { entries, ...log } }) {
  const opening = JSON.stringify({ log: { ...log, entries: [] } }).replace(/\]\}\}$/, '');
  return [opening, ...entries.flatMap((entry, index) => [index ? ',\n' : '\n', JSON.stringify(entry)]), '\n]}}'];
}

/** Adds the frames of a world, read from the newest to the oldest; gives how many are left out. */
async function gatherFrames(app, world, frames, report) {
  const found = [];
  let size = frames.reduce((sum, { payloadBytes }) => sum + payloadBytes, 0);
  let until = '';
  let left = 0;
  for (;;) {
    const query = `kind=frame&limit=${FRAMES_AT_ONCE}${until && `&until=${until}`}`;
    const page = await app.call('GET', `/_mock/requests?${query}`, undefined, { world });
    const room = frames.length + found.length < MOST_FRAMES && size < MOST_CHARACTERS;
    if (!page.requests.length || !room) {
      left = page.total;
      break;
    }
    for (const frame of page.requests.reverse()) {
      found.push({ ...frame, world });
      size += frame.payloadBytes;
    }
    until = String(found.at(-1).id - 1);
    report(`Reading the frames of ${world}: ${found.length.toLocaleString('en')} so far…`);
    if (page.total <= page.requests.length || until === '0') break;
  }
  for (const frame of found.reverse()) frames.push(frame);
  return left;
}

/** Has the browser save a file that is given in parts. */
export function save(parts, name) {
  const url = URL.createObjectURL(new Blob(parts, { type: 'application/json' }));
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
