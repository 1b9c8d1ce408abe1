// Shows the content of a message: JSON folded and coloured, forms, parts, pictures, text, and bytes.
import { disclosure, element } from './dom.js';
import { hasMember, jsonTree } from './json-tree.js';
import { partsOf } from './multipart.js';
import { parsed } from './parts.js';
import { bytesOf, hexView, size, visible } from './plain.js';

export { hexView, size, visible };

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
 */
export function bodyView({ value, encoding, bytes, truncated, type, problems = new Map() }, depth = 0) {
  if (value === undefined) {
    return element('p', { class: 'hint' }, bytes ? `${size(bytes)}, which the journal did not keep` : 'No content');
  }
  const note = truncated && element('p', { class: 'hint cut' },
    `Cut: the journal keeps the beginning only, of ${size(bytes)} in all.`);
  const content = shown({ value, encoding, type: type ?? '', truncated, problems }, depth);
  return element('div', { class: 'body' }, note, homeless(value, encoding, type, problems), content);
}

function shown({ value, encoding, type, truncated, problems }, depth) {
  if (encoding === 'json') return jsonTree(value, problems);
  const parts = depth < DEEPEST_PARTS && partsOf(value, encoding, type);
  if (parts) return partList(parts, problems, depth + 1);
  if (encoding === 'base64') return binary(bytesOf(value), type);
  if (FORM.test(type)) return formTable([...new URLSearchParams(value)], problems);
  const folded = !truncated && /^\s*[{[]/.test(value) && parsed(value);
  if (folded) return jsonTree(folded, problems);
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
  const image = element('img', { src: url, alt: 'The picture of the content', class: 'picture' });
  const made = element('figure', {}, image, caption, disclosure('As it came', false, render));
  image.addEventListener('load', () => {
    URL.revokeObjectURL(url);
    caption.append(`, ${image.naturalWidth} × ${image.naturalHeight} pixels`);
  });
  image.addEventListener('error', () => {
    URL.revokeObjectURL(url);
    const why = `It says that it is ${visible(type)}, but is no such picture.`;
    made.replaceWith(element('p', { class: 'hint' }, why), render());
  });
  return made;
}
