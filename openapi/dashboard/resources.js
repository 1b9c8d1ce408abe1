// The collections of an API, found in its OpenAPI document: what can be listed, and with that made, changed and deleted.

/** The schema or object behind a local reference. */
export function resolved(root, value, depth = 0) {
  if (!value?.$ref || depth > 20) return value;
  const found = value.$ref.replace(/^#\//, '').split('/').reduce((place, name) => place?.[name.replaceAll('~1', '/').replaceAll('~0', '~')], root);
  return resolved(root, found, depth + 1);
}

function contentOf(root, part) {
  const content = resolved(root, part)?.content ?? {};
  const type = Object.keys(content).find((each) => /json/.test(each));
  return type && content[type];
}

/** Where the records of an answer's schema are: `''` for the answer itself, or the name of a member; undefined for none. */
function placeOfRecords(root, schema) {
  const found = resolved(root, schema);
  const choices = found?.oneOf ?? found?.anyOf ?? found?.allOf;
  if (choices) return choices.map((each) => placeOfRecords(root, each)).find((place) => place !== undefined);
  if (found?.type === 'array') return '';
  const members = Object.entries(found?.properties ?? {}).map(([name, member]) => [name, resolved(root, member)]);
  return members.find(([, member]) => member?.type === 'array' && resolved(root, member.items)?.type === 'object')?.[0]
    ?? members.find(([, member]) => member?.type === 'array')?.[0];
}

/**
 * The collections of a document: `{title, path, place, item, create, change, replace, remove, body}`. `place` says where an answer has
 * the records, `item` is the path of one with its parameter in braces; the others are true where there is such an operation.
 */
export function collections(root) {
  const base = new URL(root.servers?.[0]?.url ?? '/', 'http://localhost').pathname.replace(/\/$/, '').replace(/^\/_w\/[^/]+/, '');
  const paths = root.paths ?? {};
  return Object.entries(paths).flatMap(([path, operations]) => {
    if (path.includes('{') || path.startsWith('/ws') || !operations.get) return [];
    const parameters = [...operations.parameters ?? [], ...operations.get.parameters ?? []].map((each) => resolved(root, each));
    if (parameters.some((each) => each?.required && each.in === 'query')) return [];
    const answer = contentOf(root, operations.get.responses?.['200']);
    const place = answer && placeOfRecords(root, answer.schema);
    if (place === undefined) return [];
    const item = Object.keys(paths).find((other) => new RegExp(`^${escaped(path)}/\\{[^/]+\\}$`).test(other));
    const ofItem = paths[item] ?? {};
    return [{
      title: path.split('/').filter(Boolean).pop() ?? path, path: base + path, place, item: item && base + item,
      create: Boolean(operations.post), change: Boolean(ofItem.patch), replace: Boolean(ofItem.put), remove: Boolean(ofItem.delete),
      sample: operations.post && exampleOf(root, contentOf(root, operations.post.requestBody)),
      isSecured: (operations.get.security ?? root.security ?? []).length > 0,
    }];
  });
}

function exampleOf(root, content) {
  if (!content) return undefined;
  if (content.example) return content.example;
  const first = Object.values(content.examples ?? {})[0];
  if (first) return resolved(root, first).value;
  return resolved(root, content.schema)?.example ?? {};
}

function escaped(text) {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}

/** The records of an answer. */
export function recordsOf(answer, place) {
  const found = place === '' ? answer : answer?.[place];
  return Array.isArray(found) ? found.filter((each) => each !== null && typeof each === 'object') : [];
}

/** The member of a record that its path takes. */
export function keyOf(record, item) {
  const name = item?.match(/\{([^}]+)\}$/)?.[1];
  return ['id', name, `${name}Id`, '_id', 'uuid', 'code'].find((each) => record[each] !== undefined);
}

/** The path of one record. */
export function pathOf(record, item) {
  return item.replace(/\{[^}]+\}$/, encodeURIComponent(String(record[keyOf(record, item)])));
}
