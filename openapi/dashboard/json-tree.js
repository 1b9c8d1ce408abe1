// A JSON value as a tree that is folded and coloured, with what is wrong with a member beside it.
import { element } from './dom.js';
import { isRawNumber } from './exact.js';
import { visible } from './plain.js';

const MEMBERS_AT_ONCE = 200;
const OPEN_DEPTH = 3;

/** The tree of a value. `problems` are the messages about members, by JSON pointers (RFC 6901). */
export function jsonTree(value, problems = new Map()) {
  return element('div', { class: 'json' }, node(value, { pointer: '', depth: 0, problems }));
}

/** Whether a value has something at a JSON pointer. */
export function hasMember(value, pointer) {
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
