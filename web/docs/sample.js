// Makes a value that a schema allows, to begin with where a document has no example.
import { examplesOf, resolve } from './documents.js';

// Deeper members are left out, so that schemas which contain themselves come to an end.
const MAXIMUM_DEPTH = 4;

const TEXTS = {
  'date-time': () => `${new Date().toISOString().slice(0, 19)}Z`,
  date: () => new Date().toISOString().slice(0, 10),
  time: () => '09:00:00Z',
  email: () => 'someone@example.com',
  uuid: () => crypto.randomUUID?.() ?? '123e4567-e89b-42d3-a456-426614174000',
  uri: () => 'https://example.com',
  hostname: () => 'example.com',
  ipv4: () => '192.0.2.1',
};

/** A value for a request: the members that must be sent, or all that may be when none must. */
export function sample(root, schema, depth = 0) {
  const known = merged(root, schema);
  const given = [known.const, known.default, examplesOf(root, { schema: known })[0]?.value, known.enum?.[0]];
  const found = given.find((value) => value !== undefined);
  if (found !== undefined) return found;
  const types = [known.type ?? (known.properties ? 'object' : known.items ? 'array' : 'string')].flat();
  const type = types.find((each) => each !== 'null') ?? 'null';
  if (type === 'object') return members(root, known, depth);
  if (type === 'array') return depth < MAXIMUM_DEPTH && known.items ? [sample(root, known.items, depth + 1)] : [];
  if (type === 'string') return text(known);
  if (type === 'boolean') return true;
  return type === 'null' ? null : number(known, type);
}

// A schema with the parts of `allOf`, and with the first alternative that is not null.
function merged(root, schema, depth = 0) {
  const { allOf = [], anyOf, oneOf, ...own } = resolve(root, schema);
  const choices = (oneOf ?? anyOf ?? []).map((each) => resolve(root, each));
  const parts = [...allOf, choices.find((each) => each.type !== 'null')].filter(Boolean);
  if (depth === MAXIMUM_DEPTH) return own;
  return parts.map((part) => merged(root, part, depth + 1)).reduce((whole, part) => ({
    ...part,
    ...whole,
    properties: { ...part.properties, ...whole.properties },
    required: [...(whole.required ?? []), ...(part.required ?? [])],
  }), own);
}

function members(root, { properties = {}, required = [] }, depth) {
  if (depth === MAXIMUM_DEPTH) return {};
  const sent = Object.entries(properties).filter(([, member]) => !resolve(root, member).readOnly);
  const needed = sent.filter(([name]) => required.includes(name));
  return Object.fromEntries((needed.length > 0 ? needed : sent)
    .map(([name, member]) => [name, sample(root, member, depth + 1)]));
}

function text({ format, minLength = 0, maxLength = Infinity }) {
  return (TEXTS[format]?.() ?? 'text').padEnd(Math.min(minLength, 1000), 'x').slice(0, maxLength);
}

function number({ minimum, exclusiveMinimum, maximum, exclusiveMaximum, multipleOf }, type) {
  const step = multipleOf ?? (type === 'integer' || exclusiveMaximum === undefined ? 1 : 0.01);
  const least = [minimum, typeof exclusiveMinimum === 'number' ? exclusiveMinimum + step : undefined, 1]
    .find((each) => each !== undefined);
  const fitting = Math.ceil(least / step) * step;
  return maximum !== undefined && fitting > maximum ? maximum : fitting;
}
