// Renders schemas as trees: references and allOf are folded in, alternatives listed, recursion stays closed.
import { disclosure, element, inline } from '../shared/dom.js';
import { componentName, lookUp } from './documents.js';

// Levels that are open at first. What lies deeper is rendered when it is opened.
const OPEN_LEVELS = 2;
const EACH_ITEM = 'each item';

/** One schema without references and allOf, with the names that were met on the way. */
export function flatten(root, schema, trail = []) {
  if (typeof schema !== 'object' || schema === null) {
    return { schema: {}, names: [], variants: [], type: schema === false ? 'nothing' : 'any' };
  }
  const names = [];
  let own = schema;
  while (typeof own.$ref === 'string') {
    const { $ref, ...beside } = own;
    if (names.includes($ref) || trail.includes($ref)) {
      return { ...flatten(root, beside), recursive: componentName($ref) };
    }
    names.push($ref);
    own = { ...lookUp(root, $ref), ...beside };
  }
  const flat = mergeParts(root, own, [...trail, ...names]);
  return { ...flat, names: [...names, ...flat.names], title: names.length ? componentName(names[0]) : undefined };
}

function mergeParts(root, { allOf = [], oneOf, anyOf, ...own }, trail) {
  const parts = allOf.map((part) => flatten(root, part, trail));
  const merged = Object.assign({}, ...parts.map((part) => part.schema), own);
  merged.properties = Object.assign({}, ...parts.map((part) => part.schema.properties), own.properties);
  merged.required = [...new Set([...parts.flatMap((part) => part.schema.required ?? []), ...(own.required ?? [])])];
  const variants = parts.flatMap((part) => part.variants);
  if (oneOf) variants.push({ label: 'One of', schemas: oneOf });
  if (anyOf) variants.push({ label: 'Any of', schemas: anyOf });
  return { schema: merged, variants, names: parts.flatMap((part) => part.names) };
}

/** The type in words: `string or null`, `array of Lote`. */
export function typeText(root, flat, depth = 0) {
  if (flat.recursive) return flat.recursive;
  if (flat.type) return flat.type;
  const { schema, title } = flat;
  const types = [schema.type ?? guessedType(flat)].flat();
  return types.map((type) => {
    if (type === 'array' && schema.items && depth < 4) {
      const items = flatten(root, schema.items, flat.names);
      const format = items.schema.format ? ` (${items.schema.format})` : '';
      return `array of ${typeText(root, items, depth + 1)}${format}`;
    }
    return type === 'object' && title ? title : type;
  }).join(' or ');
}

function guessedType({ schema, variants }) {
  if (Object.keys(schema.properties ?? {}).length) return 'object';
  if (schema.items) return 'array';
  const values = schema.enum ?? (schema.const === undefined ? [] : [schema.const]);
  if (values.length) return [...new Set(values.map((value) => (value === null ? 'null' : typeof value)))];
  return variants.length ? variants[0].label.toLowerCase() : 'any';
}

/** What else a schema asks for, each in a few words. */
export function limitsOf(schema) {
  const range = (low, high, unit, units) => {
    if (low === undefined && high === undefined) return undefined;
    const noun = (low ?? high) === 1 && (high ?? low) === 1 ? unit : units;
    if (low === high) return `${low} ${noun}`;
    if (high === undefined) return `at least ${low} ${noun}`;
    return low === undefined ? `at most ${high} ${noun}` : `${low} to ${high} ${noun}`;
  };
  const numbers = [['≥', schema.minimum], ['>', schema.exclusiveMinimum], ['≤', schema.maximum],
    ['<', schema.exclusiveMaximum], ['multiple of', schema.multipleOf]];
  return [
    schema.format,
    ...numbers.filter(([, bound]) => bound !== undefined).map(([sign, bound]) => `${sign} ${bound}`),
    range(schema.minLength, schema.maxLength, 'character', 'characters'),
    range(schema.minItems, schema.maxItems, 'item', 'items'),
    range(schema.minProperties, schema.maxProperties, 'member', 'members'),
    schema.uniqueItems && 'unique items',
    schema.contentEncoding,
    schema.readOnly && 'only in responses',
    schema.writeOnly && 'only in requests',
    schema.deprecated && 'deprecated',
    schema.additionalProperties === false && 'no other properties',
  ].filter(Boolean);
}

/** The tree of a schema. */
export function schemaTree(root, schema) {
  return element('div', { class: 'schema' }, member(root, { schema }, [], 0));
}

/** A row for a named schema, such as a parameter or a header, with what is below it. */
export function schemaRow(root, row) {
  return member(root, row, [], OPEN_LEVELS);
}

/**
 * @param {object} root
 * @param {{name?: string, schema?: any, required?: boolean, description?: string, place?: string}} row
 * @param {any[]} trail
 * @param {number} level
 */
function member(root, { name, schema, required, description, place }, trail, level) {
  const flat = flatten(root, schema, trail);
  const below = children(root, flat, [...trail, ...flat.names]);
  const text = description ?? flat.schema.description;
  const head = element('div', { class: 'member-head' },
    name && element('code', { class: 'member-name' }, name),
    element('span', { class: 'member-type' }, typeText(root, flat)),
    required && element('span', { class: 'required' }, 'required'),
    place && element('span', { class: 'limit' }, place),
    limitsOf(flat.schema).map((limit) => element('span', { class: 'limit' }, limit)));
  const further = [...trail, ...flat.names];
  const rows = below.length > 0 && disclosure(countText(flat, below), level < OPEN_LEVELS, () => element('ul',
    { class: 'members' }, below.map((each) => element('li', {}, each.label
      ? variantRows(root, each, further, level)
      : member(root, each, further, level + 1)))));
  return element('div', { class: 'member' }, head, values(flat.schema),
    text && element('p', { class: 'member-text' }, inline(text)), rows);
}

function countText({ schema }, below) {
  const label = below.find((each) => each.label);
  if (label) return below.length > 1 ? 'Properties and alternatives' : `${label.label} ${label.schemas.length} schemas`;
  if (below[0].name === EACH_ITEM) return 'Each item';
  const count = below.length === 1 ? '1 member' : `${below.length} members`;
  return schema.items ? `${count} of each item` : count;
}

function variantRows(root, { label, schemas }, trail, level) {
  return element('div', { class: 'variants' }, element('p', { class: 'variant-label' }, label),
    element('ul', { class: 'members' },
      schemas.map((schema) => element('li', {}, member(root, { schema }, trail, level + 1)))));
}

// The members of an object or of an array's items, and the alternatives.
function children(root, flat, trail) {
  if (flat.recursive) return [];
  const { schema } = flat;
  /** @type {{name: string, schema: any, required?: boolean}[]} */
  const rows = Object.entries(schema.properties ?? {})
    .map(([name, each]) => ({ name, schema: each, required: schema.required?.includes(name) }));
  for (const [pattern, each] of Object.entries(schema.patternProperties ?? {})) {
    rows.push({ name: `/${pattern}/`, schema: each });
  }
  if (typeof schema.additionalProperties === 'object') {
    rows.push({ name: 'any other name', schema: schema.additionalProperties });
  }
  (schema.prefixItems ?? []).forEach((each, index) => rows.push({ name: `item ${index + 1}`, schema: each }));
  if (schema.items) rows.push(...itemRows(root, schema.items, trail));
  return [...rows, ...flat.variants];
}

// The members of items stand for the items. The type of the array describes items without properties; only
// what else they ask for needs a row.
function itemRows(root, items, trail) {
  const flat = flatten(root, items, trail);
  if (flat.recursive) return [];
  const below = children(root, flat, [...trail, ...flat.names]);
  if (below.length && !flat.variants.length) return below;
  const { description, pattern, ...schema } = flat.schema;
  const hasFacts = limitsOf({ ...schema, format: undefined }).length || description || schema.enum || pattern;
  return below.length || hasFacts ? [{ name: EACH_ITEM, schema: items }] : [];
}

function values(schema) {
  const rows = [];
  const list = (label, found) => rows.push(element('p', { class: 'values' }, `${label} `,
    found.map((value) => [element('code', {}, typeof value === 'string' ? value : JSON.stringify(value)), ' '])
      .flat()));
  if (schema.enum) list('Values:', schema.enum);
  if (schema.const !== undefined) list('Always', [schema.const]);
  if (schema.default !== undefined) list('Default', [schema.default]);
  if (schema.pattern) list('Pattern', [schema.pattern]);
  return rows;
}
