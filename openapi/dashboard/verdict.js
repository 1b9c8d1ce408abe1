// What the contract says of a request, by the places that it is about.

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
