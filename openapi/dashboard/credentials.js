// What an API is asked with: as the account that its document names, or with a key that is made up where any will do.
import { parsed } from './parts.js';

const ANY = 'live-page';
const TOKEN_NAMES = ['token', 'accessToken', 'access_token', 'jwt'];
const COOKIE_SECONDS = 60;

export class Credentials {
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
    const answer = parsed(await response.text());
    return tokenOf(answer) ?? tokenOf(answer?.data);
  }
}

function tokenOf(answer) {
  return TOKEN_NAMES.map((name) => answer?.[name]).find((token) => typeof token === 'string');
}

/** Credentials for security schemes that take any: `{headers, query}`. A cookie is set for a short time. */
export function madeUp(schemes) {
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
