// Shows the content of a message: JSON folded and coloured, forms, pictures, text, and bytes.
import { element } from './dom.js';

const SHOWN_CHARACTERS = 200_000;
const BYTES_PER_LINE = 16;
const SHOWN_BYTES = 4096;
const MEMBERS_AT_ONCE = 200;
const OPEN_DEPTH = 3;
const PICTURES = /^image\/(?:png|jpeg|gif|webp|svg\+xml|avif)\b/;

/**
 * The content of one side of an exchange, or of a frame.
 *
 * `content` is as the journal shows it: a value, its `encoding` (json, text or base64), `bodyBytes`, and whether it was cut.
 */
export function bodyView({ value, encoding, bytes, truncated, type }) {
  if (value === undefined) return element('p', { class: 'hint' }, bytes ? `${size(bytes)}, which the journal did not keep` : 'No content');
  const note = truncated && element('p', { class: 'hint cut' },
    `Cut: the journal keeps the beginning only, of ${size(bytes)} in all.`);
  return element('div', { class: 'body' }, note, shown(value, encoding, type ?? '', truncated));
}

/** A number of bytes for people. */
export function size(bytes) {
  if (bytes < 1000) return `${bytes} B`;
  if (bytes < 1_000_000) return `${(bytes / 1000).toFixed(1)} kB`;
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
}

function shown(value, encoding, type, truncated) {
  if (encoding === 'json') return element('div', { class: 'json' }, node(value, 0));
  if (encoding === 'base64') return binary(value, type);
  if (/^application\/x-www-form-urlencoded/i.test(type)) return form([...new URLSearchParams(value)]);
  const parts = multipart(value, type);
  if (parts) return form(parts);
  const folded = !truncated && /^\s*[{[]/.test(value) && parsed(value);
  if (folded) return element('div', { class: 'json' }, node(folded, 0));
  const cut = value.length > SHOWN_CHARACTERS;
  return element('div', {}, element('pre', { class: 'text', tabindex: '0' }, visible(cut ? value.slice(0, SHOWN_CHARACTERS) : value)),
    cut && element('p', { class: 'hint' }, `${value.length - SHOWN_CHARACTERS} more characters are not shown.`));
}

function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** A text in which what changes its direction, or is not seen, is written out. */
export function visible(text) {
  return text.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\u200b-\u200f\u202a-\u202e\u2066-\u2069\ufeff]/g, (character) => (
    `\\u${character.codePointAt(0).toString(16).padStart(4, '0')}`));
}

/* JSON */

function node(value, depth, key) {
  const name = key === undefined ? [] : [element('span', { class: 'json-key' }, visible(JSON.stringify(key))), ': '];
  if (value === null || typeof value !== 'object') {
    return element('div', { class: 'leaf' }, ...name, element('span', { class: `json-${kind(value)}` }, visible(JSON.stringify(value))));
  }
  const isArray = Array.isArray(value);
  const keys = isArray ? value : Object.keys(value);
  const [open, close] = isArray ? '[]' : '{}';
  if (!keys.length) return element('div', { class: 'leaf' }, ...name, open + close);
  const count = `${keys.length} ${isArray ? 'element' : 'member'}${keys.length === 1 ? '' : 's'}`;
  const made = element('details', { class: 'fold' }, element('summary', {}, ...name, open,
    element('span', { class: 'hint' }, ` ${count} `), close));
  const children = element('div', { class: 'children' });
  let filled = 0;
  const fill = () => {
    const end = Math.min(filled + MEMBERS_AT_ONCE, keys.length);
    for (; filled < end; filled += 1) {
      children.append(isArray ? node(value[filled], depth + 1) : node(value[keys[filled]], depth + 1, keys[filled]));
    }
    if (filled < keys.length) {
      const more = element('button', { type: 'button', class: 'quiet', onclick: () => { more.remove(); fill(); } },
        `${keys.length - filled} more`);
      children.append(more);
    }
  };
  made.append(children);
  made.addEventListener('toggle', () => { if (made.open && !filled) fill(); });
  if (depth < OPEN_DEPTH && keys.length <= MEMBERS_AT_ONCE) {
    made.open = true;
    fill();
  }
  return made;
}

function kind(value) {
  if (typeof value === 'string') return 'string';
  return typeof value === 'number' ? 'number' : 'word';
}

/* Forms, pictures, bytes */

function form(pairs) {
  return element('div', { class: 'scroll' }, element('table', { class: 'grid' },
    element('thead', {}, element('tr', {}, element('th', { scope: 'col' }, 'Field'), element('th', { scope: 'col' }, 'Value'))),
    element('tbody', {}, pairs.map(([name, value]) => (
      element('tr', {}, element('th', { scope: 'row' }, visible(name)), element('td', {}, visible(value))))))));
}

/** The parts of a multipart text (RFC 7578); undefined when it is none. */
export function multipart(text, type) {
  const boundary = type.match(/^multipart\/form-data;.*boundary="?([^";]+)"?/i)?.[1];
  if (!boundary) return undefined;
  return text.split(`--${boundary}`).slice(1).filter((part) => !part.startsWith('--')).map((part) => {
    const [head, ...rest] = part.replace(/^\r\n/, '').split('\r\n\r\n');
    const name = head.match(/\bname="([^"]*)"/)?.[1] ?? '';
    const file = head.match(/filename="([^"]*)"/)?.[1];
    return [file ? `${name} (${file})` : name, rest.join('\r\n\r\n').replace(/\r\n$/, '')];
  });
}

function binary(base64, type) {
  const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  const dump = hexView(bytes);
  if (!PICTURES.test(type)) return dump;
  const url = URL.createObjectURL(new Blob([bytes], { type }));
  const picture = element('img', { src: url, alt: 'The picture of the content', class: 'picture',
    onload: () => URL.revokeObjectURL(url), onerror: () => picture.replaceWith(dump) });
  return picture;
}

/** Bytes in hexadecimal, with their characters; `mark` is the place of one byte to show. */
export function hexView(bytes, mark) {
  const lines = [];
  const first = mark > SHOWN_BYTES / 2 ? Math.floor((mark - SHOWN_BYTES / 2) / BYTES_PER_LINE) * BYTES_PER_LINE : 0;
  const end = Math.min(bytes.length, first + SHOWN_BYTES);
  for (let start = first; start < end; start += BYTES_PER_LINE) {
    const line = bytes.subarray(start, Math.min(start + BYTES_PER_LINE, end));
    const cells = [...line].flatMap((byte, index) => {
      const text = byte.toString(16).padStart(2, '0');
      return [start + index === mark ? element('mark', {}, text) : text, ' '];
    });
    const characters = [...line].map((byte) => (byte >= 0x20 && byte < 0x7f ? String.fromCharCode(byte) : '·')).join('');
    lines.push(element('span', { class: 'hint' }, `${start.toString(16).padStart(6, '0')}  `), ...cells,
      '   '.repeat(BYTES_PER_LINE - line.length), ` ${characters}\n`);
  }
  return element('div', {}, element('pre', { class: 'hex', tabindex: '0' }, ...lines),
    (first > 0 || end < bytes.length) && element('p', { class: 'hint' }, `Bytes ${first} to ${end} of ${bytes.length}.`));
}
