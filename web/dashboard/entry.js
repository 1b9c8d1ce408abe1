// What an entry of the journal says, read for showing it: its times, the contract's verdict, headers, differences.
import { isRawNumber } from './exact.js';

/* How long an exchange took, and where that went as far as the journal knows. */

/** A time of microseconds for people. */
export function duration(microseconds) {
  if (microseconds === undefined) return undefined;
  if (microseconds < 1000) return `${Math.round(microseconds)} µs`;
  if (microseconds < 1_000_000) return `${(microseconds / 1000).toFixed(1)} ms`;
  return `${(microseconds / 1_000_000).toFixed(2)} s`;
}

/**
 * The parts of an exchange's time: `[{name, kind, microseconds}]`; nothing where it has none yet.
 *
 * @param {{durationMicroseconds?: number, heldMicroseconds?: number, sentBytes?: number,
 *   response?: {delayMilliseconds?: number, bytesPerSecond?: number}}} entry
 */
export function phases({ durationMicroseconds, heldMicroseconds = 0, sentBytes = 0, response = {} }) {
  if (durationMicroseconds === undefined) return [];
  const waited = Math.min(heldMicroseconds, durationMicroseconds);
  const rest = durationMicroseconds - waited;
  const held = (response.delayMilliseconds ?? 0) * 1000;
  const paced = response.bytesPerSecond ? sentBytes / response.bytesPerSecond * 1_000_000 : 0;
  // A response that nobody waited for, such as that of a replay, took less time than its delay.
  const slowed = Math.min(held + paced, rest);
  const share = held + paced ? slowed / (held + paced) : 0;
  return [
    { name: 'the server', kind: 'work', microseconds: rest - slowed },
    { name: 'held', kind: 'held', microseconds: waited },
    { name: 'delayed', kind: 'held', microseconds: held * share },
    { name: 'throttled', kind: 'paced', microseconds: paced * share },
  ].filter(({ kind, microseconds }) => microseconds > 0 || kind === 'work');
}

/* What the contract says of a request, by the places that it is about. */

/**
 * Deviations as `{query, header, path, body}`: the messages about parameters and headers by their names in small
 * letters, those about the content by JSON pointers. What is about a cookie is about the header that carries it.
 */
export function sorted(deviations) {
  const found = { query: new Map(), header: new Map(), path: new Map(), body: new Map() };
  const add = (kind, name, message) => found[kind].set(name, [...found[kind].get(name) ?? [], message]);
  for (const { location, message } of deviations) {
    const [, kind, name = ''] = location.match(/^(query|header|path|cookie|body)(?:[ /](.*))?$/s) ?? [];
    if (kind === 'cookie') add('header', 'cookie', `${name} ${message}`);
    // A pointer begins with a slash, or is empty for the whole.
    else if (kind === 'body') add('body', location.slice('body'.length).trimStart(), message);
    else if (kind) add(kind, name.toLowerCase(), message);
  }
  return found;
}

/* Headers as lines of text, to be edited. */

/** The headers of a message as lines, `Name: value`. */
export function headerLines(headers) {
  return Object.entries(headers).map(([name, value]) => `${name}: ${[value].flat().join(', ')}`).join('\n');
}

/** The headers that were changed in such a text; null for one that was taken out. */
export function changedHeaders(before, after) {
  const [old, now] = [read(before), read(after)];
  const changed = {};
  for (const [name] of old) if (!now.has(name)) changed[name] = null;
  for (const [name, value] of now) if (old.get(name) !== value) changed[name] = value;
  return changed;
}

function read(text) {
  const lines = text.split('\n').filter((line) => line.includes(':'));
  return new Map(lines.map((line) => {
    const colon = line.indexOf(':');
    return [line.slice(0, colon).trim(), line.slice(colon + 1).trim()];
  }));
}

/* What differs between two entries, member by member and line by line. */

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
