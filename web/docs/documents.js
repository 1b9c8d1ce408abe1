// Reads the documents: where they are, what their references mean, which operations they have.

const METHODS = ['get', 'head', 'post', 'put', 'patch', 'delete', 'options', 'trace'];

/** The JSON at an address of this server; fails with words that can be shown. */
export async function fetchJSON(url) {
  let response;
  try {
    response = await fetch(url, { credentials: 'omit' });
  } catch {
    throw new Error(`The server did not respond at ${url}. Is it running?`);
  }
  if (!response.ok) throw new Error(`The server answered ${response.status} at ${url}.`);
  try {
    return await response.json();
  } catch {
    throw new Error(`The response at ${url} is not JSON.`);
  }
}

/** What a reference within a document points to (RFC 6901); an empty object when it points nowhere. */
export function lookUp(root, reference) {
  const keys = reference.replace(/^#\/?/, '').split('/').filter(Boolean);
  const decode = (key) => decodeURIComponent(key).replaceAll('~1', '/').replaceAll('~0', '~');
  return keys.reduce((value, key) => value?.[decode(key)], root) ?? {};
}

/** An object with its reference followed; members beside the reference win. */
export function resolve(root, value) {
  const seen = new Set();
  let found = value ?? {};
  while (typeof found.$ref === 'string' && !seen.has(found.$ref)) {
    seen.add(found.$ref);
    const { $ref, ...beside } = found;
    found = { ...lookUp(root, $ref), ...beside };
  }
  return found;
}

/** The last part of a reference, which names a component. */
export function componentName(reference) {
  return reference.split('/').at(-1);
}

/** All operations of an OpenAPI document, in its order, with the parameters of their paths. */
export function operationsOf(root) {
  const base = basePath(root);
  return Object.entries(root.paths ?? {}).flatMap(([path, item]) => METHODS
    .filter((method) => item[method])
    .map((method) => operation(root, base, path, item, method)));
}

// The path of the first server, which those of the operations are relative to.
function basePath(root) {
  const { url = '/', variables = {} } = root.servers?.[0] ?? {};
  const filled = url.replace(/\{([^}]+)\}/g, (_, name) => variables[name]?.default ?? '');
  return new URL(filled, location.origin).pathname.replace(/\/$/, '');
}

function operation(root, base, path, item, method) {
  const described = item[method];
  const parameters = new Map();
  for (const parameter of [...(item.parameters ?? []), ...(described.parameters ?? [])]) {
    const found = resolve(root, parameter);
    parameters.set(`${found.in} ${found.name}`, found);
  }
  return {
    id: described.operationId ?? `${method}${path}`,
    method: method.toUpperCase(),
    base,
    path,
    tag: described.tags?.[0] ?? 'other',
    summary: described.summary ?? '',
    description: described.description ?? '',
    parameters: [...parameters.values()],
    body: described.requestBody && resolve(root, described.requestBody),
    responses: Object.entries(described.responses ?? {})
      .map(([status, response]) => ({ status, ...resolve(root, response) })),
    security: described.security ?? root.security ?? [],
    deprecated: described.deprecated === true,
  };
}

/** Operations by tag, in the order of the document's tags. */
export function groupsOf(root, operations) {
  const groups = new Map((root.tags ?? []).map((tag) => [tag.name, { ...tag, operations: [] }]));
  for (const each of operations) {
    if (!groups.has(each.tag)) groups.set(each.tag, { name: each.tag, operations: [] });
    groups.get(each.tag).operations.push(each);
  }
  return [...groups.values()].filter((group) => group.operations.length);
}

/** The examples of a media type, parameter or header, or of its schema: `{name, value}` or `{name, link}`. */
export function examplesOf(root, holder) {
  const named = Object.entries(holder?.examples ?? {}).map(([key, example]) => {
    const found = resolve(root, example);
    return { name: found.summary ?? key, value: found.value, link: found.externalValue };
  });
  if (named.length) return named;
  if (holder?.example !== undefined) return [{ name: 'Example', value: holder.example }];
  const schema = resolve(root, holder?.schema);
  const values = schema.examples ?? (schema.example === undefined ? [] : [schema.example]);
  return values.map((value, index) => ({ name: `Example ${index + 1}`, value }));
}
