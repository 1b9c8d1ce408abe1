// What differs between two entries, member by member and line by line.
import { isRawNumber } from './exact.js';

/** So many differences are found at most. */
export const MOST_DIFFERENCES = 500;

const MEMBERS = ['kind', 'method', 'path', 'query', 'status', 'account', 'operationId', 'ending', 'world', 'device',
  'socket', 'direction', 'summary'];

/** The differences of two entries: `[{what, left, right}]`; what one has not is undefined there. */
export function differences(left, right) {
  const found = [];
  const add = (what, one, other) => {
    if (found.length < MOST_DIFFERENCES && text(one) !== text(other)) {
      found.push({ what, left: text(one), right: text(other) });
    }
  };
  for (const name of MEMBERS) add(name, left[name], right[name]);
  for (const side of ['request', 'response']) {
    headers(left[side]?.headers ?? {}, right[side]?.headers ?? {}, side, add);
    contents(left[side]?.body, right[side]?.body, `${side} body`, add);
  }
  contents(left.payload, right.payload, 'payload', add);
  return found;
}

function headers(left, right, side, add) {
  const small = (fields) => new Map(Object.entries(fields).map(([name, value]) => [name.toLowerCase(), value]));
  const [one, other] = [small(left), small(right)];
  for (const name of [...new Set([...one.keys(), ...other.keys()])].sort()) {
    add(`${side} header ${name}`, one.get(name), other.get(name));
  }
}

function text(value) {
  if (value === undefined) return undefined;
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** Two contents: JSON by its members, texts by their lines. */
function contents(left, right, place, add) {
  const areTexts = typeof left === 'string' && typeof right === 'string';
  if (areTexts && (left.includes('\n') || right.includes('\n'))) lines(left, right, place, add);
  else members(left, right, place, add);
}

function members(left, right, place, add) {
  const isTree = (value) => value !== null && typeof value === 'object' && !isRawNumber(value);
  if (!isTree(left) || !isTree(right) || Array.isArray(left) !== Array.isArray(right)) return add(place, left, right);
  const own = (value, key) => (Object.hasOwn(value, key) ? value[key] : undefined);
  for (const key of new Set([...Object.keys(left), ...Object.keys(right)])) {
    members(own(left, key), own(right, key), `${place} /${key}`, add);
  }
  return undefined;
}

/** The lines between those at the beginning and at the end that are the same. */
function lines(left, right, place, add) {
  const [one, other] = [left.split('\n'), right.split('\n')];
  let begin = 0;
  while (begin < Math.min(one.length, other.length) && one[begin] === other[begin]) begin += 1;
  let end = 0;
  const rest = Math.min(one.length, other.length) - begin;
  while (end < rest && one[one.length - 1 - end] === other[other.length - 1 - end]) end += 1;
  const count = Math.max(one.length, other.length) - end;
  for (let index = begin; index < count; index += 1) {
    const line = (list) => (index < list.length - end ? list[index] : undefined);
    add(`${place} line ${index + 1}`, line(one), line(other));
  }
}
