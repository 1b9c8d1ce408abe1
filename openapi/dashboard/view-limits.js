// Tokens and rate limits of a world, and what ends or renews them.
import { element } from './dom.js';
import { visible } from './body.js';
import { atMostEvery, button } from './parts.js';

export const view = {
  id: 'limits',
  title: 'Tokens and limits',
  mount(root, app) {
    const [tokens, limits] = [element('div', { class: 'card' }), element('div', { class: 'card' })];
    root.append(element('h1', {}, 'Tokens and limits'), tokens, limits);
    const read = async () => {
      try {
        const [issued, { rateLimits }, ahead, clock] = await Promise.all(['tokens', 'rate-limits', 'clock/upcoming?seconds=2678400', 'clock']
          .map((path) => app.call('GET', `/_mock/${path}`)));
        keepFocus(tokens, () => showTokens(tokens, app, issued, ahead.nextTokenExpiry, Date.parse(clock.now)));
        keepFocus(limits, () => showLimits(limits, app, rateLimits));
      } catch (error) {
        if (error.name !== 'ControlError') throw error;
      }
    };
    const soon = atMostEvery(1000, read);
    read();
    const offs = [app.on('activity', soon), app.on('entries', soon), app.on('changed', soon)];
    return () => { offs.forEach((off) => off()); soon.stop(); };
  },
};

/** Shows anew, and gives the focus back to the button that had it. */
function keepFocus(place, show) {
  const key = place.contains(document.activeElement) && document.activeElement.dataset.key;
  show();
  if (key) place.querySelector(`[data-key="${CSS.escape(key)}"]`)?.focus();
}

function table(title, columns, rows) {
  return element('div', { class: 'scroll', tabindex: '0', role: 'region', 'aria-label': title }, element('table', { class: 'grid' },
    element('thead', {}, element('tr', {}, columns.map((each) => element('th', { scope: 'col' }, each || element('span', { class: 'offscreen' }, 'Actions'))))),
    element('tbody', {}, rows)));
}

function relative(milliseconds) {
  const seconds = Math.round(Math.abs(milliseconds) / 1000);
  const text = seconds < 120 ? `${seconds} s` : seconds < 7200 ? `${Math.round(seconds / 60)} min`
    : seconds < 172_800 ? `${Math.round(seconds / 3600)} h` : `${Math.round(seconds / 86_400)} days`;
  return milliseconds < 0 ? `${text} ago` : `in ${text}`;
}

function showTokens(place, app, { tokens, truncated }, next, now) {
  const expire = () => app.act(app.call('PUT', '/_mock/clock', { set: new Date(Date.parse(next) + 1000).toISOString().replace('.000Z', 'Z') }),
    'The clock stands one second behind the end of that token');
  const fault = (account) => app.act(app.call('POST', '/_mock/faults', { match: { account }, fault: { type: 'expiredToken' }, times: 1 }),
    'The next request with this token is refused as expired');
  place.replaceChildren(element('h2', {}, 'Tokens'),
    element('div', { class: 'bar' }, button(next ? `Let the next one expire (${relative(Date.parse(next) - now)})` : 'No access token is going to end',
      expire, { disabled: !next, 'data-key': 'expire' }),
    button('Invalidate all', () => app.act(app.call('POST', '/_mock/tokens/invalidate'), 'No token is good any more'), { class: 'danger', 'data-key': 'all' })),
    tokens.length ? table('Tokens', ['Kind', 'API', 'Account', 'State', 'Ends', 'Session', ''], tokens.map((token) => {
      const { kind, api, account, email, session, expiresAt, state } = token;
      return element('tr', {}, element('th', { scope: 'row' }, kind), element('td', {}, api), element('td', {}, visible(email ?? account)),
        element('td', { class: state === 'valid' ? 'good' : 'bad' }, state === 'signedOut' ? 'signed out' : state),
        element('td', {}, `${expiresAt.slice(0, 19).replace('T', ' ')} `, element('span', { class: 'hint' }, relative(Date.parse(expiresAt) - now))),
        element('td', {}, element('code', {}, visible(session))),
        element('td', {}, state === 'valid' && element('span', { class: 'bar' },
          kind === 'access' && button('Expire once', () => fault(account), { 'data-key': `x${session}` }),
          button('Sign out', () => app.act(app.call('DELETE', `/_mock/sessions/${encodeURIComponent(session)}`), 'The session is over'),
            { 'data-key': `${kind}${session}` }))));
    })) : element('p', { class: 'hint' }, 'None has been given out or shown yet.'),
    ...(truncated ? [element('p', { class: 'hint' }, 'There are more.')] : []));
}

function showLimits(place, app, limits) {
  const set = async ({ api, authenticated, anonymous }) => {
    const answer = await app.ask({ title: `Limits of ${api}`, text: 'Requests a minute.', confirm: 'Set', fields: [
      { name: 'authenticated', label: 'With an account', type: 'number', value: authenticated ?? 100, required: true },
      { name: 'anonymous', label: 'Without one', type: 'number', value: anonymous ?? 20, required: true }] });
    if (!answer) return;
    const body = { authenticated: Number(answer.authenticated), anonymous: Number(answer.anonymous) };
    app.act(app.call('PUT', `/_mock/rate-limits/${api}`, body), 'Set');
  };
  const call = (method, api, what, body, said) => app.act(app.call(method, `/_mock/rate-limits/${api}${what}`, body), said);
  place.replaceChildren(element('h2', {}, 'Rate limits'), table('Rate limits', ['API', 'With an account', 'Without', 'Used by', ''],
    limits.map((limit) => element('tr', {}, element('th', { scope: 'row' }, limit.api), element('td', { class: 'num' }, String(limit.authenticated ?? 'no limit')),
      element('td', { class: 'num' }, String(limit.anonymous ?? 'no limit')),
      element('td', {}, limit.clients.length ? element('ul', {}, limit.clients.map((client) => {
        const who = client.account ?? client.address;
        const of = client.account ? { account: client.account } : { address: client.address };
        return element('li', {}, `${visible(who)}: ${client.requests}, renewed in ${client.resetInSeconds} s `,
          button('Use up', () => call('POST', limit.api, '/exhaust', of, `${who} has none left`), { class: 'quiet', 'data-key': `u${limit.api}${who}` }),
          button('Renew', () => call('POST', limit.api, '/reset', of, `${who} begins anew`), { class: 'quiet', 'data-key': `r${limit.api}${who}` }));
      })) : element('span', { class: 'hint' }, 'nobody')),
      element('td', {}, element('span', { class: 'bar' }, button('Set…', () => set(limit), { 'data-key': `s${limit.api}` }),
        button('Off', () => call('PUT', limit.api, '', { off: true }, `${limit.api} has no limits now`), { 'data-key': `o${limit.api}` }),
        button('Renew all', () => call('POST', limit.api, '/reset', {}, `All begin anew at ${limit.api}`), { 'data-key': `a${limit.api}` })))))));
}
