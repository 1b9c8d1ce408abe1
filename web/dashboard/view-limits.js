// Tokens and rate limits of a world, and what ends or renews them.
import { element } from '../shared/dom.js';
import { visible } from './body.js';
import { deviceMark } from './devices.js';
import { iso, span, utc } from './moment.js';
import { atMostEvery, button, quietly, showAnew } from './parts.js';

const READ_MILLISECONDS = 1000;
// What lies ahead is asked for as far as the server lists it.
const AHEAD = 'clock/upcoming?seconds=2678400';
const CALLS = ['tokens', 'rate-limits', AHEAD, 'clock'];
const STATES = { signedOut: 'signed out' };

export const view = {
  id: 'limits',
  title: 'Tokens and limits',
  mount(root, app) {
    const [tokens, limits] = [element('div', { class: 'card' }), element('div', { class: 'card' })];
    const where = app.allWorlds ? 'Those of the default world. Choose another world to see its own.' : '';
    root.append(element('h1', {}, 'Tokens and limits'), element('p', { class: 'hint', hidden: !where }, where),
      tokens);
    const read = async () => {
      const responses = await quietly(Promise.all(CALLS.map((path) => app.call('GET', `/_mock/${path}`))));
      if (!responses) return;
      const [issued, { rateLimits }, ahead, clock] = responses;
      const now = Date.parse(clock.now);
      showAnew(tokens, () => tokens.replaceChildren(...tokenCard(app, issued, ahead.nextTokenExpiry, now)));
      // What stands below something is put there when that has its height.
      if (!limits.isConnected) root.append(limits);
      showAnew(limits, () => limits.replaceChildren(...limitCard(app, rateLimits)));
    };
    const soon = atMostEvery(READ_MILLISECONDS, read);
    read();
    const offs = [app.on('activity', soon), app.on('entries', soon), app.on('changed', soon),
      app.on('devices', soon)];
    return () => {
      offs.forEach((off) => off());
      soon.stop();
    };
  },
};

function table(title, columns, rows) {
  const head = columns.map((each) => element('th', { scope: 'col' },
    each || element('span', { class: 'offscreen' }, 'Actions')));
  return element('div', { class: 'scroll', tabindex: '0', role: 'region', 'aria-label': title },
    element('table', { class: 'grid' }, element('thead', {}, element('tr', {}, head)), element('tbody', {}, rows)));
}

/** How far a moment is from now: `in 5 min`. */
function relative(milliseconds) {
  const text = span(milliseconds / 1000);
  return milliseconds < 0 ? `${text} ago` : `in ${text}`;
}

/* Tokens */

function tokenCard(app, { tokens, truncated }, next, now) {
  // Read again, because the card may be older than the last token. One second later, because it is valid until then.
  const jump = async () => {
    const { nextTokenExpiry } = await app.call('GET', `/_mock/${AHEAD}`);
    if (!nextTokenExpiry) return 'No access token will expire';
    await app.call('PUT', '/_mock/clock', { set: iso(Date.parse(nextTokenExpiry) + 1000) });
    return 'The clock is one second after the expiry of that token';
  };
  const expire = () => app.act(jump(), (said) => said);
  const invalidate = () => app.act(app.call('POST', '/_mock/tokens/invalidate'), 'All tokens are invalid now');
  const words = next ? `Advance to next expiry (${relative(Date.parse(next) - now)})`
    : 'No access token will expire';
  return [
    element('h2', {}, 'Tokens'),
    element('div', { class: 'bar' },
      button(words, expire, { disabled: !next, 'data-key': 'expire' }),
      button('Invalidate all', invalidate, { class: 'danger', 'data-key': 'all' })),
    tokens.length ? table('Tokens', ['Kind', 'API', 'Account', 'State', 'Ends', 'Session', 'Last used by', ''],
      tokens.map((token) => tokenRow(app, token, now, tokens)))
      : element('p', { class: 'hint' }, 'No tokens yet.'),
    truncated && element('p', { class: 'hint' }, 'There are more.'),
  ].filter(Boolean);
}

/**
 * Has the next request with a token refused as expired. A fault knows accounts and devices, not sessions: where the
 * account has another valid session, the device is asked for. The one that the token was given to is suggested.
 */
async function expireOnce(app, token, sharing) {
  const { api, account, email } = token;
  const who = visible(email ?? account);
  const add = (device) => app.act(app.call('POST', '/_mock/faults', {
    match: { api, account, ...(device && { device }) }, fault: { type: 'expiredToken' }, times: 1 }),
  `The next request of ${who}${device ? ` from ${visible(app.nameOfDevice(device))}` : ''} is refused as expired`);
  if (sharing.length < 2) {
    await add();
    return;
  }
  const label = (device) => `${visible(app.nameOfDevice(device))}${device === given ? ', which has this token' : ''}`;
  const given = deviceGiven(app, token);
  const devices = [...new Set([given, ...devicesOfAccount(app, account), ...app.deviceLabels.keys()])].filter(Boolean);
  const answer = await app.ask({
    title: `Expire once: ${who}`,
    text: `${who} has ${sharing.length} valid sessions. Choose the device whose next request is refused; the others `
      + 'go on as before.',
    confirm: 'Expire once',
    fields: [{ name: 'device', label: 'Device', value: given ?? '', options: [
      ...devices.map((device) => ({ value: device, label: label(device) })),
      { value: '', label: 'Any device: the first that asks' }] }],
  });
  if (answer) await add(answer.device);
}

/** The devices that have asked with a token of an account, the last first. */
function devicesOfAccount(app, account) {
  return app.history.entries.filter((entry) => entry.account === account && entry.world === app.world)
    .map(({ device }) => device).reverse();
}

/** The device that a token was given to: the only one that posted to the API in that second; undefined if unclear. */
function deviceGiven(app, { api, issuedAt }) {
  const second = Math.floor(Date.parse(issuedAt) / 1000);
  const found = new Set(app.history.entries.filter((entry) => entry.world === app.world && entry.api === api
    && entry.method === 'POST' && entry.status < 300 && Math.floor(Date.parse(entry.time) / 1000) === second)
    .map(({ device }) => device));
  return found.size === 1 ? [...found][0] : undefined;
}

/**
 * The device that a session was last used by, where the journal says it. Entries name accounts, not sessions: of
 * several sessions of an account it is unknown which was used.
 */
function lastUser(app, { api, account, session }, tokens) {
  const own = tokens.filter((each) => each.api === api && each.account === account);
  const last = app.history.entries.findLast((entry) => entry.device && entry.account === account && entry.api === api
    && entry.world === app.world);
  if (own.some((each) => each.session !== session)) {
    return last ? element('span', { class: 'hint', title: 'The journal names accounts, not sessions.' },
      'one of several sessions') : '';
  }
  const begun = Math.min(...own.map(({ issuedAt }) => Date.parse(issuedAt)).filter((time) => !Number.isNaN(time)));
  // The requests of an older session of the account are not those of this one.
  if (!last || (Number.isFinite(begun) && Date.parse(last.time) < begun)) return '';
  return deviceMark(last.device, app.nameOfDevice(last.device));
}

function tokenRow(app, token, now, tokens) {
  const { kind, api, account, session, expiresAt, state } = token;
  // Refresh tokens have no e-mail address; the access tokens of their account have.
  const email = tokens.find((each) => each.api === api && each.account === account && each.email)?.email;
  const sharing = tokens.filter((each) => each.kind === 'access' && each.state === 'valid' && each.api === api
    && each.account === account);
  const who = visible(email ?? account);
  const expire = () => expireOnce(app, token, sharing);
  const signOut = () => app.act(app.call('DELETE', `/_mock/sessions/${encodeURIComponent(session)}`),
    'The session has ended');
  const ends = Date.parse(expiresAt);
  return element('tr', {},
    element('th', { scope: 'row' }, kind),
    element('td', {}, api),
    element('td', {}, who),
    element('td', { class: state === 'valid' ? 'good' : 'bad' }, STATES[state] ?? state),
    element('td', {}, `${utc(ends)} `, element('span', { class: 'hint' }, relative(ends - now))),
    element('td', {}, element('code', {}, visible(session))),
    element('td', {}, lastUser(app, token, tokens)),
    element('td', {}, state === 'valid' && element('span', { class: 'bar' },
      kind === 'access' && button('Expire once', expire,
        { 'aria-label': `Expire once: ${who}`, 'data-key': `x${session}` }),
      button('Sign out', signOut, { 'aria-label': `Sign out: ${who}, ${kind}`, 'data-key': `${kind}${session}` }))));
}

/* Limits */

function limitCard(app, limits) {
  return [
    element('h2', {}, 'Rate limits'),
    table('Rate limits', ['API', 'With an account, per minute', 'Without, per minute', 'Used by', ''],
      limits.map((limit) => limitRow(app, limit))),
  ];
}

function limitRow(app, { api, authenticated, anonymous, clients }) {
  const call = (method, what, body, said) => (
    app.act(app.call(method, `/_mock/rate-limits/${encodeURIComponent(api)}${what}`, body), said));
  const set = async () => {
    const field = (name, label, value) => ({ name, label, value, type: 'number', required: true });
    const answer = await app.ask({
      title: `Limits of ${api}`,
      text: 'Requests a minute.',
      confirm: 'Set',
      fields: [
        field('authenticated', 'With an account', authenticated ?? 100),
        field('anonymous', 'Without one', anonymous ?? 20),
      ],
    });
    if (!answer) return;
    call('PUT', '', { authenticated: Number(answer.authenticated), anonymous: Number(answer.anonymous) }, 'Set');
  };
  const turnOff = () => call('PUT', '', { off: true }, `${api} has no limits now`);
  const renew = () => call('POST', '/reset', {}, `All limits reset at ${api}`);
  return element('tr', {},
    element('th', { scope: 'row' }, api),
    element('td', {}, String(authenticated ?? 'no limit')),
    element('td', {}, String(anonymous ?? 'no limit')),
    element('td', {}, clients.length ? element('ul', {}, clients.map((client) => clientItem(client, api, call)))
      : element('span', { class: 'hint' }, 'nobody')),
    element('td', {}, element('span', { class: 'bar' },
      button('Set…', set, { 'aria-label': `Set… the limits of ${api}`, 'data-key': `s${api}` }),
      button('Off', turnOff, { 'aria-label': `Off: ${api}`, 'data-key': `o${api}` }),
      button('Reset all', renew, { 'aria-label': `Reset all: ${api}`, 'data-key': `a${api}` }))));
}

function clientItem({ account, address, requests, resetInSeconds }, api, call) {
  const who = visible(account ?? address);
  const client = account ? { account } : { address };
  const useUp = () => call('POST', '/exhaust', client, `${who} has none left`);
  const renew = () => call('POST', '/reset', client, `The limit of ${who} is reset`);
  return element('li', {}, `${who}: ${requests}, reset in ${resetInSeconds} s `,
    button('Use up', useUp, { class: 'quiet', 'aria-label': `Use up: ${who}`, 'data-key': `u${api}${who}` }),
    button('Renew', renew, { class: 'quiet', 'aria-label': `Renew: ${who}`, 'data-key': `r${api}${who}` }));
}
