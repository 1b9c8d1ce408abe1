// The collections of an API, found in its OpenAPI document: what can be listed, made, changed and deleted.

const DEPTH = 20;
const PAGE_NAMES = ['page', '_page', 'pageNumber', 'page_number'];
const OFFSET_NAMES = ['offset', '_start', 'skip', 'start'];
const SIZE_NAMES = ['per_page', 'limit', '_limit', 'pageSize', 'page_size', 'perPage', 'size', '_per_page'];
const KEY_NAMES = ['_id', 'uuid', 'code'];

/** The schema or object behind a local reference. */
function resolved(root, value, depth = 0) {
  if (!value?.$ref || depth > DEPTH) return value;
  const names = value.$ref.replace(/^#\//, '').split('/');
  const found = names.reduce((place, name) => place?.[name.replaceAll('~1', '/').replaceAll('~0', '~')], root);
  return resolved(root, found, depth + 1);
}

function contentOf(root, part) {
  const content = resolved(root, part)?.content ?? {};
  const type = Object.keys(content).find((each) => /json/.test(each));
  return type && content[type];
}

/** The path of the records in a response schema: `''` for the response itself, or the name of a property. */
function placeOfRecords(root, schema) {
  const found = resolved(root, schema);
  const choices = found?.oneOf ?? found?.anyOf ?? found?.allOf;
  if (choices) return choices.map((each) => placeOfRecords(root, each)).find((place) => place !== undefined);
  if (found?.type === 'array') return '';
  const members = Object.entries(found?.properties ?? {}).map(([name, member]) => [name, resolved(root, member)]);
  const lists = members.filter(([, member]) => member?.type === 'array');
  return (lists.find(([, member]) => resolved(root, member.items)?.type === 'object') ?? lists[0])?.[0];
}

/** The path that an API's paths begin with. */
function baseOf(root) {
  const { pathname } = new URL(root.servers?.[0]?.url ?? '/', 'http://localhost');
  return pathname.replace(/\/$/, '').replace(/^\/_w\/[^/]+/, '');
}

/**
 * The collections of a document: `{title, path, place, item, retrieve, create, change, replace, remove, members,
 * editable, sample, paging, needs}`.
 *
 * `place` is the path of the records in a response, `item` is the path of one with its parameter in braces; the verbs
 * are true if there is such an operation. `members` are the properties that a replacement may have, `editable` those
 * that a change takes, undefined where the document does not limit them; `paging` is how a page is requested, `needs`
 * are the security schemes of the operations.
 */
export function collections(root) {
  const base = baseOf(root);
  const paths = root.paths ?? {};
  return Object.entries(paths).flatMap(([path, operations]) => {
    if (path.includes('{') || path.startsWith('/ws') || !operations.get) return [];
    const parameters = [...operations.parameters ?? [], ...operations.get.parameters ?? []]
      .map((each) => resolved(root, each)).filter((each) => each?.in === 'query');
    if (parameters.some((each) => each.required)) return [];
    const content = contentOf(root, operations.get.responses?.['200']);
    const place = content && placeOfRecords(root, content.schema);
    if (place === undefined) return [];
    const item = Object.keys(paths).find((other) => new RegExp(`^${escaped(path)}/\\{[^/]+\\}$`).test(other));
    const ofItem = paths[item] ?? {};
    const { get, patch, put, delete: remove } = ofItem;
    return [{
      title: path.split('/').filter(Boolean).pop() ?? path,
      path: base + path,
      place,
      item: item && base + item,
      retrieve: Boolean(get),
      create: Boolean(operations.post),
      change: Boolean(patch),
      replace: Boolean(put),
      remove: Boolean(remove),
      members: put && membersOf(root, contentOf(root, put.requestBody)?.schema),
      editable: editableOf(root, contentOf(root, (patch ?? put)?.requestBody)?.schema),
      sample: operations.post && sampleOf(root, contentOf(root, operations.post.requestBody)),
      paging: pagingOf(root, parameters),
      needs: needsOf(root, [operations.get, operations.post, get, patch, put, remove].filter(Boolean)),
    }];
  });
}

/** How pages are asked for: `{page, first}` or `{offset}`, and the name and number of the `size`; nothing for none. */
function pagingOf(root, parameters) {
  const find = (names) => parameters.find(({ name }) => names.includes(name));
  const [page, offset, size] = [PAGE_NAMES, OFFSET_NAMES, SIZE_NAMES].map(find);
  const schema = resolved(root, size?.schema);
  if ((!page && !offset) || !size) return undefined;
  const count = Math.min(100, schema?.maximum ?? 100);
  if (!page) return { offset: offset.name, size: size.name, count };
  const { default: first, minimum } = resolved(root, page.schema) ?? {};
  return { page: page.name, first: first ?? minimum ?? 1, size: size.name, count };
}

/** The path of a page, counted from 0. */
export function pagePath({ path, paging }, number) {
  if (!paging) return path;
  const { page, first, offset, size, count } = paging;
  const place = page ? `${page}=${first + number}` : `${offset}=${number * count}`;
  return `${path}?${place}&${size}=${count}`;
}

/** The security schemes of operations: of each, those of its first way in. */
function needsOf(root, operations) {
  const names = operations.flatMap(({ security = root.security ?? [] }) => Object.keys(security[0] ?? {}));
  return [...new Set(names)].map((name) => resolved(root, root.components?.securitySchemes?.[name])).filter(Boolean);
}

/** How one signs in: `{path, account}`, with the first account that the document gives; nothing where one cannot. */
export function signInOf(root) {
  for (const [path, { post }] of Object.entries(root.paths ?? {})) {
    if (!post || !/\/(?:login|signin|sign-in)$/.test(path)) continue;
    const account = exampleOf(root, contentOf(root, post.requestBody));
    if (account?.password) return { path: baseOf(root) + path, account };
  }
  return undefined;
}

function exampleOf(root, content) {
  if (!content) return undefined;
  const first = Object.values(content.examples ?? {})[0];
  const schema = resolved(root, content.schema);
  return content.example ?? resolved(root, first)?.value ?? schema?.example ?? schema?.examples?.[0];
}

function sampleOf(root, content) {
  return exampleOf(root, content) ?? madeUp(root, content?.schema) ?? {};
}

/** The schema's properties, those of its parts included; nothing for a schema without any. */
function propertiesOf(root, schema, depth = 0) {
  const found = resolved(root, schema);
  const parts = depth > DEPTH ? [] : (found?.allOf ?? []).map((each) => propertiesOf(root, each, depth + 1));
  const all = Object.assign({}, ...parts, found?.properties);
  return Object.keys(all).length ? all : undefined;
}

function membersOf(root, schema) {
  const properties = propertiesOf(root, schema);
  return properties && Object.keys(properties).filter((name) => !resolved(root, properties[name])?.readOnly);
}

/** The properties that a change takes; undefined for a schema that also takes others, or one of several forms. */
function editableOf(root, schema) {
  const found = resolved(root, schema);
  if (!found || found.oneOf || found.anyOf || found.additionalProperties) return undefined;
  return membersOf(root, found);
}

/** A record to begin with, where the document has no example. */
function madeUp(root, schema, depth = 0) {
  const found = resolved(root, schema) ?? {};
  const given = found.example ?? found.examples?.[0] ?? found.default ?? found.const ?? found.enum?.[0];
  if (given !== undefined) return given;
  const properties = propertiesOf(root, found);
  if (properties && depth < 4) {
    const members = Object.entries(properties).filter(([, member]) => !resolved(root, member)?.readOnly);
    return Object.fromEntries(members.map(([name, member]) => [name, madeUp(root, member, depth + 1)]));
  }
  const type = [found.type].flat().find((each) => each !== 'null');
  const values = { string: '', integer: found.minimum ?? 0, number: found.minimum ?? 0, boolean: false, array: [] };
  return values[type] ?? {};
}

function escaped(text) {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}

/** The records of a response. */
export function recordsOf(content, place) {
  const found = place === '' ? content : content?.[place];
  return Array.isArray(found) ? found.filter((each) => each !== null && typeof each === 'object') : [];
}

/** The member of a record that its path takes. */
export function keyOf(record, item) {
  const name = item?.match(/\{([^}]+)\}$/)?.[1];
  return ['id', name, `${name}Id`, ...KEY_NAMES].find((each) => record[each] !== undefined);
}

/** The path of one record. */
export function pathOf(record, item) {
  return item.replace(/\{[^}]+\}$/, encodeURIComponent(String(record[keyOf(record, item)])));
}

/* Values of records: how they are written, read, searched and compared. Without a page. */

/** A value as one edits it. */
export function textOf(value) {
  if (value === null || value === undefined) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** What was typed, in the kind of what was there. */
export function valueOf(text, before) {
  if (typeof before === 'string') return text;
  if (text === '' || text === 'null') return null;
  if (typeof before === 'number') return Number.isFinite(Number(text)) ? Number(text) : text;
  if (typeof before === 'boolean') return text === 'true' ? true : text === 'false' ? false : text;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** The properties of records, up to a limit. Those that were shown `before` keep their places; new ones follow. */
export function columnsOf(records, before = [], most = 40) {
  const names = new Set(records.flatMap((record) => Object.keys(record)));
  // What a record is called comes first.
  const found = [...names].sort((one, other) => Number(other === 'id') - Number(one === 'id'));
  return [...new Set([...before, ...found])].slice(0, most);
}

/** The records that have a text in one of their members, in any case of its letters. */
export function search(records, text) {
  const words = text.trim().toLowerCase();
  if (!words) return records;
  const has = (value) => textOf(value).toLowerCase().includes(words);
  return records.filter((record) => Object.values(record).some(has));
}

/**
 * The records in the order of a member. What is empty stands last.
 *
 * @param {any[]} records
 * @param {{column?: string, isDown?: boolean}} order
 */
export function sort(records, { column, isDown } = {}) {
  if (column === undefined) return records;
  const isEmpty = (record) => record[column] === null || record[column] === undefined;
  const order = (one, other) => Number(isEmpty(one)) - Number(isEmpty(other))
    || (isEmpty(one) ? 0 : compare(one[column], other[column]) * (isDown ? -1 : 1));
  return [...records].sort(order);
}

function compare(left, right) {
  if (typeof left === 'number' && typeof right === 'number') return left - right;
  return textOf(left).localeCompare(textOf(right), undefined, { numeric: true });
}

/** What names a row of a table: its number, or all of it as far as it can be compared. */
export function rowName(row) {
  if (typeof row.number === 'number') return { number: row.number };
  const isPlain = ([, value]) => value !== null && typeof value !== 'object';
  return Object.fromEntries(Object.entries(row).filter(isPlain));
}

/** What an API says of a refusal: its message, and the members that it names. */
export function wordsOf(body) {
  const error = body?.error ?? body;
  if (typeof error === 'string') return error;
  const message = error?.message ?? error?.detail ?? error?.title ?? body?.message;
  if (!message) return undefined;
  const details = error?.details ?? body?.errors ?? body?.details;
  const named = details && typeof details === 'object' ? Object.entries(details) : [];
  const more = named.map(([name, value]) => (Array.isArray(details) ? textOf(value) : `${name}: ${textOf(value)}`));
  return [message, more.join('; ')].filter(Boolean).join('. ');
}
