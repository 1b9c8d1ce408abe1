// How texts and bytes from apps are written: nothing in them is hidden.
import { element } from './dom.js';

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
