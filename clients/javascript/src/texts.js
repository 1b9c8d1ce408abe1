/** The id and the name of a test's world: its name is cut, and a few random digits keep ids apart. */
export function worldIdentity(name) {
  const slug = name.toLowerCase().replace(/[^a-z0-9]+/g, '-').replace(/^-+|-+$/g, '').slice(0, 40).replace(/-+$/, '');
  const digits = Math.floor(Math.random() * 0x1000000).toString(16).padStart(6, '0');
  return { id: `${slug || 'test'}-${digits}`, name: [...name].slice(0, 200).join('') };
}

/** Why a verification failed, with what comes nearest. */
export function explanation(match, found) {
  const wanted = Object.entries(found.expected).map(([bound, times]) => `${words[bound]} ${times}`).join(' and ');
  const doubt = found.known ? '' : `\n  ${found.message}`;
  return `expected ${wanted} of ${whatIsMeant(match, 'any exchange')}, found ${found.count}${doubt}${nearest(found)}`;
}

/** Why a step of an order was not found: what came before, and what is nearest. */
export function disorder(step, match, entries, found) {
  const before = entries.map((entry, index) => `\n  step ${index + 1}: ${line(entry)}`);
  const early = found.entries.slice(-3).map((entry) => `\n  too early: ${line(entry)}`);
  const next = entries.length > 0 ? ' next' : '';
  return `step ${step}: expected ${whatIsMeant(match, 'any exchange')}${next}, and found none`
    + `${before.join('')}${early.join('')}${nearest(found)}`;
}

const nearest = (found) =>
  found.nearest.map(({ request, reasons }) => `\n  nearest: ${line(request)}: ${reasons.join('; ')}`).join('');

/** Conditions, for people. */
export function whatIsMeant(match, anything) {
  return Object.entries(match).map(([name, value]) => `${name} ${JSON.stringify(value)}`).join(', ') || anything;
}

/** An entry in a line. */
export function line({ id, kind, method, direction, path, query, status, ending, socket }) {
  if (kind === 'frame') return `#${id ?? '…'} frame ${direction} on socket ${socket} ${path}`;
  const end = ending === 'whole' || ending === undefined ? '' : ` (${ending})`;
  return `#${id ?? '…'} ${method} ${path}${query ? `?${query}` : ''} → ${status ?? 'no status'}${end}`;
}

/** The conditions of text such as `GET /v1/lotes?page=2`. */
export function operation(text) {
  const [, method, path, query] = /^([A-Za-z]+) (\/[^\s?]*)(?:\?(\S+))?$/.exec(String(text).trim()) ?? [];
  if (!method) {
    throw new TypeError(`${JSON.stringify(text)} is no request; write its method and its path, such as 'GET /v1/lotes'`);
  }
  const conditions = { method: method.toUpperCase(), path };
  return query ? { ...conditions, query: Object.fromEntries(new URLSearchParams(query)) } : conditions;
}

/** Conditions, also those that are text. */
export const conditions = (match) => (typeof match === 'string' ? operation(match) : match);

/** What changes a response. */
export const RESPONSE_OPTIONS = ['patch', 'status', 'body', 'headers', 'undocumented'];

/** The fault that changes responses as the options of `world.answer` say, which have been looked at. */
export function answeringFault({ patch, status, body, headers, once, times, onCall, undocumented }) {
  const counts = Object.entries({ once, times, onCall }).filter(([, value]) => value).map(([name]) => name);
  if (counts.length > 1) throw new TypeError(`choose one of ${counts.join(' and ')}`);
  if (onCall !== undefined && !(onCall >= 1)) throw new TypeError(`onCall counts from 1; it is ${onCall}`);
  if (patch === undefined && status === undefined && body === undefined) {
    throw new TypeError('say what the response is to be: patch, status or body');
  }
  if (patch !== undefined && body !== undefined) {
    throw new TypeError('patch changes the body of the response and body replaces it; choose one of them');
  }
  const fault = patch === undefined
    ? { type: 'status', status: status ?? 200, body, headers } : { type: 'patch', patch, status, headers, undocumented };
  return { fault, times: once || onCall ? 1 : times, after: onCall ? onCall - 1 : undefined };
}

const words = { exactly: 'exactly', atLeast: 'at least', atMost: 'at most' };

/** Bytes in base64 (RFC 4648 §4), in Node and in browsers. */
export function base64(bytes) {
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
}
