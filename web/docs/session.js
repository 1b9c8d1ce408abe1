// Who is signed in at an API. Tokens and keys are kept in memory only: a reload forgets them.
import { element, inline } from '../shared/dom.js';
import { examplesOf } from './documents.js';
import { buildRequest, send } from './request.js';

const FIRST_KEY = 'demo';

/** The credentials of one API; the event `change` reports changes. */
export class Session extends EventTarget {
  #schemes;
  #grant;

  constructor(root, operations) {
    super();
    this.#schemes = root.components?.securitySchemes ?? {};
    this.signInOperation = operations.find(({ method, path, body }) => (
      method === 'POST' && path.endsWith('/login') && body && firstAccount(root, { body })));
    // An optional key is not generated.
    this.key = this.signInOperation || !operations.some(isSecured) ? '' : FIRST_KEY;
    this.account = this.signInOperation && firstAccount(root, this.signInOperation);
  }

  /** The name of who is signed in. */
  get name() {
    return this.#grant && this.#grant.name;
  }

  /** Whether the API takes a key instead of a sign-in. */
  get takesKey() {
    return !this.signInOperation && Object.keys(this.#schemes).length > 0;
  }

  /** Stores the tokens of a sign-in response, if it has any. */
  accept(response, account) {
    const token = response?.token ?? response?.accessToken;
    if (typeof token !== 'string') return false;
    this.#grant = { tokens: response, token, name: account?.email ?? account?.username ?? 'the account' };
    this.dispatchEvent(new Event('change'));
    return true;
  }

  signOut() {
    this.#grant = undefined;
    this.dispatchEvent(new Event('change'));
  }

  /** What to say about the key. */
  get keyHint() {
    if (this.key) return 'Sent with the calls that need one. Any text is valid.';
    return Object.values(this.#schemes)[0]?.description ?? '';
  }

  useKey(key) {
    this.key = key;
    this.dispatchEvent(new Event('change'));
  }

  /** Asks the sign-in operation with the account of its first example; fails with words. */
  async signIn() {
    const { method, base, path } = this.signInOperation;
    const body = { type: 'application/json', text: JSON.stringify(this.account) };
    const response = await send(buildRequest({ method, base, path, values: [], credentials: NONE, body }));
    const content = await response.blob.text();
    if (response.status !== 200 || !this.accept(parsed(content), this.account)) {
      throw new Error(`Signing in failed with status ${response.status}: ${content.slice(0, 300)}`);
    }
  }

  /** What an operation is sent with: `{headers, query}`, both empty when nothing is held for it. */
  credentials({ security }) {
    const name = security.map((requirement) => Object.keys(requirement)[0]).find((each) => this.#held(each));
    if (!name) return NONE;
    const scheme = this.#schemes[name];
    const value = this.#held(name);
    if (scheme.type === 'apiKey' && scheme.in === 'query') return { headers: [], query: [[scheme.name, value]] };
    if (scheme.type === 'apiKey') return { headers: [[scheme.name, value]], query: [] };
    const isBasic = scheme.type === 'http' && scheme.scheme?.toLowerCase() === 'basic';
    const text = isBasic ? `Basic ${btoa(unescape(encodeURIComponent(`${value}:${value}`)))}` : `Bearer ${value}`;
    return { headers: [['Authorization', text]], query: [] };
  }

  // A scheme with the name of another token of the response uses that one: `refreshToken`.
  #held(name) {
    if (!this.#schemes[name]) return undefined;
    if (this.takesKey) return this.key;
    const other = this.#grant?.tokens[name];
    return typeof other === 'string' ? other : this.#grant?.token;
  }
}

const NONE = { headers: [], query: [] };

function firstAccount(root, { body }) {
  return examplesOf(root, body.content?.['application/json'])[0]?.value;
}

function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Whether an operation can only be used with a token or a key. */
export function isSecured({ security }) {
  return security.length > 0 && !security.some((requirement) => Object.keys(requirement).length === 0);
}

/** The panel to sign in and out, or to enter the key; nothing for an API that needs neither. */
export function sessionPanel(session) {
  if (session.takesKey) return keyPanel(session);
  return session.account ? signInPanel(session) : null;
}

function keyPanel(session) {
  const input = element('input', { value: session.key, autocomplete: 'off', spellcheck: 'false',
    oninput: () => session.useKey(input.value) });
  return element('div', { class: 'session' }, element('label', { class: 'field-inline' }, 'API key ', input),
    element('span', { class: 'hint' }, inline(session.keyHint)));
}

function signInPanel(session) {
  const account = session.account.email ?? session.account.username;
  const status = element('span', { role: 'status', class: 'session-status' });
  const button = element('button', { type: 'button', class: 'primary', 'data-action': 'sign-in' });
  const show = () => {
    button.textContent = session.name ? 'Sign out' : `Sign in as ${account}`;
    button.className = session.name ? 'quiet' : 'primary';
    button.dataset.action = session.name ? 'sign-out' : 'sign-in';
    status.classList.remove('bad');
    status.textContent = session.name ? `Signed in as ${session.name}.` : 'Not signed in.';
  };
  button.addEventListener('click', async () => {
    if (session.name) return session.signOut();
    button.disabled = true;
    try {
      await session.signIn();
    } catch (error) {
      status.textContent = error.message;
      status.classList.add('bad');
    }
    button.disabled = false;
    return button.focus();
  });
  session.addEventListener('change', show);
  show();
  return element('div', { class: 'session' }, button, status);
}
