// Shows the content of a message: JSON folded and coloured, forms, parts, pictures, text, and bytes.
import { disclosure, element } from '../shared/dom.js';
import { isRawNumber } from './exact.js';
import { partsOf } from './multipart.js';
import { parsed } from './parts.js';


const SHOWN_CHARACTERS = 200_000;
const PICTURES = /^image\/(?:png|jpeg|gif|webp|svg\+xml|avif)\b/i;
const FORM = /^application\/x-www-form-urlencoded\b/i;
// Parts may hold parts.
const DEEPEST_PARTS = 3;

/**
 * The content of one side of an exchange, or of a frame.
 *
 * `content` is as the journal shows it: a value, its `encoding` (json, text or base64), `bytes`, and whether it was
 * cut. `problems` are messages about members, by JSON pointers.
 *
 * @param {{value?: any, encoding?: string, bytes?: number, truncated?: boolean, type?: string,
 *   problems?: Map<string, string[]>}} content
 * @param {number} [depth]
 */
export function bodyView({ value, encoding, bytes, truncated, type, problems = new Map() }, depth = 0) {
  if (value === undefined) {
    return element('p', { class: 'hint' }, bytes ? `${size(bytes)}, which the journal did not keep` : 'No body');
  }
  const note = truncated && element('p', { class: 'hint cut' },
    `Truncated: the journal keeps only the beginning of ${size(bytes)}.`);
  const content = shown({ value, encoding, type: type ?? '', truncated, problems }, depth);
  return element('div', { class: 'body' }, note, homeless(value, encoding, type, problems), content);
}

// Whether contents are shown as they came, in place of trees and tables; of the form that was chosen last.
let isRaw = false;

/** Two forms of a content, of which one is shown: as it is read best, and as it came. */
function twoForms(pretty, raw) {
  const place = element('div', {});
  const choices = [[false, 'Pretty'], [true, 'Raw']].map(([isOwn, title]) => element('button', { type: 'button',
    class: 'quiet', onclick: () => {
      isRaw = Boolean(isOwn);
      show();
    } }, title));
  const show = () => {
    place.replaceChildren(isRaw ? raw() : pretty());
    choices.forEach((each, index) => each.setAttribute('aria-pressed', String(Boolean(index) === isRaw)));
  };
  show();
  return element('div', {}, element('div', { class: 'bar forms', role: 'group', 'aria-label': 'Form of the body' },
    choices), place);
}

function shown({ value, encoding, type, truncated, problems }, depth) {
  if (encoding === 'json') {
    return twoForms(() => jsonTree(value, problems), () => text(JSON.stringify(value)));
  }
  const parts = depth < DEEPEST_PARTS && partsOf(value, encoding, type);
  if (parts) return partList(parts, problems, depth + 1);
  if (encoding === 'base64') return binary(bytesOf(value), type);
  if (FORM.test(type)) {
    return twoForms(() => formTable([...new URLSearchParams(value)], problems), () => text(value));
  }
  const folded = !truncated && /^\s*[{[]/.test(value) && parsed(value);
  if (folded) return twoForms(() => jsonTree(folded, problems), () => text(value));
  if (PICTURES.test(type)) return picture(new TextEncoder().encode(value), type, () => text(value));
  return text(value);
}

/** What is wrong with members that are not there to say it beside them. */
function homeless(value, encoding, type, problems) {
  const isForm = FORM.test(type) || /^multipart\//i.test(type);
  const hasPlace = (pointer) => (encoding === 'json' ? hasMember(value, pointer) : isForm && pointer !== '');
  const rest = [...problems].filter(([pointer]) => !hasPlace(pointer));
  return rest.map(([pointer, messages]) => element('p', { class: 'problem' }, '⚠ ',
    pointer && element('code', {}, visible(pointer)), pointer && ' ', messages.map(visible).join('; ')));
}

function text(value) {
  const cut = value.length > SHOWN_CHARACTERS;
  return element('div', {},
    element('pre', { class: 'text', tabindex: '0' }, visible(cut ? value.slice(0, SHOWN_CHARACTERS) : value)),
    cut && element('p', { class: 'hint' }, `${value.length - SHOWN_CHARACTERS} more characters are not shown.`),
    disclosure('As bytes', false, () => hexView(new TextEncoder().encode(value))));
}

/* Forms and parts */

/** Names and values as a table; what is wrong with one stands below it, what is missing in a row of its own. */
export function pairTable(label, heads, pairs, problems) {
  const row = (name, value) => {
    const found = problems.get(name.toLowerCase());
    return element('tr', { class: found && 'wrong' }, element('th', { scope: 'row' }, visible(name)),
      element('td', {}, value === undefined ? element('span', { class: 'hint' }, 'missing') : visible(value),
        found && element('p', { class: 'problem' }, `⚠ ${found.map(visible).join('; ')}`)));
  };
  const names = new Set(pairs.map(([name]) => name.toLowerCase()));
  const missing = [...problems.keys()].filter((name) => !names.has(name));
  return element('div', { class: 'scroll', tabindex: '0', role: 'region', 'aria-label': label },
    element('table', { class: 'grid pairs' },
      element('thead', {}, element('tr', {}, heads.map((head) => element('th', { scope: 'col' }, head)))),
      element('tbody', {}, pairs.map(([name, value]) => row(name, value)), missing.map((name) => row(name)))));
}

/** The problems of fields by their names in small letters. */
function byField(problems) {
  return new Map([...problems].filter(([pointer]) => pointer)
    .map(([pointer, messages]) => [pointer.slice(1).toLowerCase(), messages]));
}

function formTable(pairs, problems) {
  return pairTable('Fields of the form', ['Field', 'Value'], pairs, byField(problems));
}

function partList(parts, problems, depth) {
  const known = byField(problems);
  return element('div', { class: 'parts' }, parts.map(({ name, file, type, bytes, ...content }, index) => {
    const title = [name || `Part ${index + 1}`, file && `file ${file}`, type, size(bytes)].filter(Boolean).join(', ');
    const problem = known.get(name?.toLowerCase());
    return element('section', { class: problem ? 'part wrong' : 'part' }, element('h4', {}, visible(title)),
      problem && element('p', { class: 'problem' }, `⚠ ${problem.map(visible).join('; ')}`),
      bodyView({ ...content, type, bytes }, depth));
  }));
}

/* Pictures and bytes */

function binary(bytes, type) {
  return PICTURES.test(type) ? picture(bytes, type, () => hexView(bytes)) : hexView(bytes);
}

/** A picture, with what it is made of below it; only that when it cannot be shown. */
function picture(bytes, type, render) {
  const url = URL.createObjectURL(new Blob([bytes], { type }));
  const caption = element('figcaption', { class: 'hint' }, `${type.split(';')[0]}, ${size(bytes.length)}`);
  const image = element('img', { src: url, alt: 'The picture in the body', class: 'picture' });
  const made = element('figure', {}, image, caption, disclosure('Unchanged', false, render));
  image.addEventListener('load', () => {
    URL.revokeObjectURL(url);
    caption.append(`, ${image.naturalWidth} × ${image.naturalHeight} pixels`);
  });
  image.addEventListener('error', () => {
    URL.revokeObjectURL(url);
    const why = `It says that it is ${visible(type)}, but is not such a picture.`;
    made.replaceWith(element('p', { class: 'hint' }, why), render());
  });
  return made;
}

/* How texts and bytes from apps are written: nothing in them is hidden. */

const BYTES_PER_LINE = 16;
const SHOWN_BYTES = 4096;

// Written by their numbers, since a file should not hold them: control characters, marks of direction, spaces unseen.
const UNSEEN = new RegExp(`[${'\\u0000-\\u0008\\u000b\\u000c\\u000e-\\u001f\\u007f-\\u009f\\u200b-\\u200f'
  + '\\u2028-\\u202e\\u2060-\\u2069\\ufeff'}]`, 'g');

/** A text in which what changes its direction, or is not seen, is written out. */
export function visible(text) {
  return text.replace(UNSEEN, (character) => `\\u${character.codePointAt(0).toString(16).padStart(4, '0')}`);
}

/** A number of bytes for people. */
export function size(bytes) {
  if (bytes < 1000) return `${bytes} B`;
  if (bytes < 1_000_000) return `${(bytes / 1000).toFixed(1)} kB`;
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
}

/** The bytes of a text in base64. */
export function bytesOf(base64) {
  return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
}

/** Bytes in hexadecimal, with their characters; `mark` is the place of one byte to show. */
export function hexView(bytes, mark) {
  const lines = [];
  const isFar = mark > SHOWN_BYTES / 2;
  const first = isFar ? Math.floor((mark - SHOWN_BYTES / 2) / BYTES_PER_LINE) * BYTES_PER_LINE : 0;
  const end = Math.min(bytes.length, first + SHOWN_BYTES);
  for (let start = first; start < end; start += BYTES_PER_LINE) {
    lines.push(...hexLine(bytes.subarray(start, Math.min(start + BYTES_PER_LINE, end)), start, mark));
  }
  return element('div', {}, element('pre', { class: 'hex', tabindex: '0' }, ...lines),
    (first > 0 || end < bytes.length)
      && element('p', { class: 'hint' }, `Bytes ${first} to ${end} of ${bytes.length}.`));
}

function hexLine(line, start, mark) {
  const cells = [...line].flatMap((byte, index) => {
    const text = byte.toString(16).padStart(2, '0');
    return [start + index === mark ? element('mark', {}, text) : text, ' '];
  });
  const isPlain = (byte) => byte >= 0x20 && byte < 0x7f;
  const characters = [...line].map((byte) => (isPlain(byte) ? String.fromCharCode(byte) : '·')).join('');
  const place = element('span', { class: 'hint' }, `${start.toString(16).padStart(6, '0')}  `);
  return [place, ...cells, '   '.repeat(BYTES_PER_LINE - line.length), ` ${characters}\n`];
}

/* A JSON value as a tree that is folded and coloured, with what is wrong with a member beside it. */

const MEMBERS_AT_ONCE = 200;
const OPEN_DEPTH = 3;

/** The tree of a value. `problems` are the messages about members, by JSON pointers (RFC 6901). */
function jsonTree(value, problems = new Map()) {
  return element('div', { class: 'json' }, node(value, { pointer: '', depth: 0, problems }));
}

/** Whether a value has something at a JSON pointer. */
function hasMember(value, pointer) {
  let place = value;
  for (const part of pointer.split('/').slice(1)) {
    const key = part.replaceAll('~1', '/').replaceAll('~0', '~');
    if (place === null || typeof place !== 'object' || !Object.hasOwn(place, key)) return false;
    place = place[key];
  }
  return true;
}

function node(value, place, key) {
  const name = key === undefined ? [] : [element('span', { class: 'json-key' }, visible(JSON.stringify(key))), ': '];
  const problem = problemsOf(place);
  if (value === null || typeof value !== 'object' || isRawNumber(value)) {
    const text = element('span', { class: `json-${kind(value)}` }, visible(JSON.stringify(value)));
    return element('div', { class: problem ? 'leaf wrong' : 'leaf' }, ...name, text, problem);
  }
  const isArray = Array.isArray(value);
  const keys = isArray ? value : Object.keys(value);
  const [open, close] = isArray ? '[]' : '{}';
  if (!keys.length) return element('div', { class: 'leaf' }, ...name, open + close, problem);
  const count = `${keys.length} ${isArray ? 'element' : 'member'}${keys.length === 1 ? '' : 's'}`;
  const summary = element('summary', {}, ...name, open, element('span', { class: 'hint' }, ` ${count} `), close);
  const made = element('details', { class: problem ? 'fold wrong' : 'fold' }, summary, problem);
  return withChildren(made, value, keys, place);
}

/** Fills a fold when it is first opened, a part at a time. */
function withChildren(made, value, keys, place) {
  const isArray = Array.isArray(value);
  const children = element('div', { class: 'children' });
  let filled = 0;
  const fill = () => {
    const end = Math.min(filled + MEMBERS_AT_ONCE, keys.length);
    for (; filled < end; filled += 1) {
      const key = isArray ? filled : keys[filled];
      children.append(node(value[key], within(place, key), isArray ? undefined : key));
    }
    if (filled === keys.length) return;
    const more = element('button', { type: 'button', class: 'quiet', onclick: () => { more.remove(); fill(); } },
      `${keys.length - filled} more`);
    children.append(more);
  };
  made.append(children);
  made.addEventListener('toggle', () => { if (made.open && !filled) fill(); });
  const isSmall = place.depth < OPEN_DEPTH && keys.length <= MEMBERS_AT_ONCE;
  if (isSmall || hasProblemsInside(place)) {
    made.open = true;
    fill();
  }
  return made;
}

function within({ pointer, depth, problems }, key) {
  const part = String(key).replaceAll('~', '~0').replaceAll('/', '~1');
  return { pointer: `${pointer}/${part}`, depth: depth + 1, problems };
}

function problemsOf({ pointer, problems }) {
  return problems.get(pointer)?.map((message) => element('span', { class: 'problem' }, `⚠ ${visible(message)}`));
}

function hasProblemsInside({ pointer, problems }) {
  for (const each of problems.keys()) if (each.startsWith(`${pointer}/`)) return true;
  return false;
}

function kind(value) {
  if (typeof value === 'string') return 'string';
  return typeof value === 'number' || isRawNumber(value) ? 'number' : 'word';
}
