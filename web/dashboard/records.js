// The records of a world: read, changed, added and deleted, through the APIs or as rows of the tables.
import { ControlError } from './control.js';
import { parsed } from './parts.js';
import { collections, keyOf, pagePath, pathOf, recordsOf, rowName, signInOf, wordsOf } from './resources.js';

// So many rows are on a page.
const PAGE = 100;
const ANY = 'live-page';
const TOKEN_NAMES = ['token', 'accessToken', 'access_token', 'jwt'];
const COOKIE_SECONDS = 60;

/** What can be shown: the collections of each API, and the tables. */
export async function findSources(app) {
  const [{ documents }, { tables }] = await Promise.all([app.call('GET', '/openapi'), app.call('GET', '/_mock/data')]);
  const apis = documents.filter(({ name }) => name !== 'mock');
  const roots = await Promise.all(apis.map(({ url }) => app.call('GET', url)));
  const collected = roots.flatMap((root, index) => {
    const { name: api, title: group } = apis[index];
    const signIn = signInOf(root);
    return collections(root).map((each) => ({ ...each, api, group, signIn, key: `${api} ${each.path}` }));
  });
  return [...collected, ...tables.map(({ name, columns }) => (
    { group: 'Tables', key: `table ${name}`, table: name, title: name, columns }))];
}

/** Whether the records of a source may have changed with these tables. */
export function concerns({ table, api }, tables) {
  return tables.some((name) => (table ? name === table : name.startsWith(`${api}_`)));
}

export class Records {
  #app;
  #credentials;

  constructor(app) {
    this.#app = app;
    this.#credentials = new Credentials(app);
  }

  /** A page of a source: `{records, total, hasNext}`; the total is not known of every API. */
  async page(source, number) {
    if (source.table) {
      const query = `_limit=${PAGE}&_offset=${number * PAGE}`;
      const { rows, total } = await this.#app.call('GET', `${tablePath(source)}?${query}`);
      return { records: rows, total, first: number * PAGE, hasNext: (number + 1) * PAGE < total };
    }
    const records = recordsOf(await this.#ask(source, 'GET', pagePath(source, number)), source.place);
    const count = source.paging?.count;
    return { records, first: number * (count ?? 0), hasNext: Boolean(count) && records.length >= count };
  }

  /**
   * Changes a member of a record; gives its value afterwards, which may be another one where the API decides. Undefined
   * where the response does not have it.
   */
  async save(source, record, name, value) {
    if (source.table) {
      const change = { where: rowName(record), set: { [name]: value } };
      const { changed } = await this.#app.call('PATCH', tablePath(source), change);
      if (!changed) throw new ControlError('the row does not exist any more');
      return value;
    }
    if (keyOf(record, source.item) === undefined) throw new ControlError('a record without an id cannot be changed');
    const path = pathOf(record, source.item);
    const found = source.change ? await this.#ask(source, 'PATCH', path, { [name]: value })
      : await this.#ask(source, 'PUT', path, await this.#replacement(source, record, name, value));
    return recordIn(source, record, found)?.[name];
  }

  /** The record as it is now, with the change: what others have changed meanwhile stays. */
  async #replacement(source, record, name, value) {
    const found = source.retrieve ? await this.#ask(source, 'GET', pathOf(record, source.item)) : record;
    const now = recordIn(source, record, found) ?? record;
    const changed = { ...now, [name]: value };
    const members = source.members && [...source.members, name];
    return members ? Object.fromEntries(Object.entries(changed).filter(([each]) => members.includes(each))) : changed;
  }

  add(source, record) {
    return source.table ? this.#app.call('POST', tablePath(source), record)
      : this.#ask(source, 'POST', source.path, record);
  }

  remove(source, record) {
    return source.table ? this.#app.call('DELETE', tablePath(source), { where: rowName(record) })
      : this.#ask(source, 'DELETE', pathOf(record, source.item));
  }

  /** Asks the API as an app does; once more where a token has ended. */
  async #ask(source, method, path, body, isAgain = false) {
    const { headers, query } = await this.#credentials.of(source);
    const address = query ? `${path}${path.includes('?') ? '&' : '?'}${query}` : path;
    const sent = body === undefined ? {} : { 'Content-Type': 'application/json' };
    const response = await this.#app.raw(method, address, {
      headers: { ...headers, ...sent }, body: body === undefined ? undefined : JSON.stringify(body),
    });
    const read = parsed(await response.text());
    if (response.ok) return read;
    if (response.status === 401) {
      this.#credentials.forget(source);
      if (!isAgain) return this.#ask(source, method, path, body, true);
    }
    throw new ControlError(wordsOf(read) ?? `the API responded with ${response.status}`, response.status, read);
  }
}

/** The credentials for an API: the account in its document, or a generated value where any is valid. */
class Credentials {
  #app;
  // By API, the token that is held or on its way.
  #tokens = new Map();

  constructor(app) {
    this.#app = app;
  }

  /** What is sent to a source: `{headers, query}`. */
  async of(source) {
    const { api, signIn, needs } = source;
    if (signIn && needs.length) {
      if (!this.#tokens.has(api)) this.#tokens.set(api, this.#signIn(signIn));
      const token = await this.#tokens.get(api);
      if (token) return { headers: { Authorization: `Bearer ${token}` }, query: '' };
    }
    return madeUp(needs);
  }

  /** The token is not good any more. */
  forget({ api }) {
    this.#tokens.delete(api);
  }

  async #signIn({ path, account }) {
    const headers = { 'Content-Type': 'application/json' };
    const response = await this.#app.raw('POST', path, { headers, body: JSON.stringify(account) });
    const found = parsed(await response.text());
    return tokenOf(found) ?? tokenOf(found?.data);
  }
}

function tokenOf(found) {
  return TOKEN_NAMES.map((name) => found?.[name]).find((token) => typeof token === 'string');
}

/** Credentials for security schemes that take any: `{headers, query}`. A cookie is set for a short time. */
function madeUp(schemes) {
  const headers = {};
  const query = [];
  for (const { type, in: place, name, scheme } of schemes) {
    if (type !== 'apiKey') {
      const isBasic = type === 'http' && scheme?.toLowerCase() === 'basic';
      headers.Authorization ??= isBasic ? `Basic ${btoa(`${ANY}:${ANY}`)}` : `Bearer ${ANY}`;
    } else if (place === 'header') headers[name] ??= ANY;
    else if (place === 'query') query.push(`${encodeURIComponent(name)}=${ANY}`);
    else document.cookie = `${name}=${ANY}; path=/; max-age=${COOKIE_SECONDS}; samesite=strict`;
  }
  return { headers, query: query.join('&') };
}

/** The same record in a response: the response itself, or one of its members. */
function recordIn({ item }, record, response) {
  const key = keyOf(record, item);
  return [response, ...Object.values(response ?? {})].find((each) => each?.[key] === record[key]);
}

function tablePath({ table }) {
  return `/_mock/data/${encodeURIComponent(table)}`;
}
