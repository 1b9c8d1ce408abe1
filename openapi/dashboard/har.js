// Files of the traffic: what the page has seen as HAR 1.2, and such files read again.

const SECRET = /token|password|secret|authorization|cookie|api-?key|session/i;
const MARK = '[redacted]';
/** The largest file that is opened, in bytes. */
export const LARGEST_FILE = 64 * 1024 * 1024;

/** A HAR file without what is secret, also where it came from another tool. Gives another object. */
export function withoutSecrets(har) {
  const pairs = (list) => (list ?? []).map((each) => (SECRET.test(each.name) ? { ...each, value: MARK } : each));
  const entries = har.log.entries.map((entry) => ({
    ...entry,
    request: { ...entry.request, url: address(entry.request.url), headers: pairs(entry.request.headers), queryString: pairs(entry.request.queryString), cookies: [],
      ...(entry.request.postData && { postData: { ...entry.request.postData, text: content(entry.request.postData.text) } }) },
    response: { ...entry.response, headers: pairs(entry.response.headers), cookies: [],
      content: { ...entry.response.content, ...(entry.response.content?.text && entry.response.content.encoding !== 'base64'
        && { text: content(entry.response.content.text) }) } },
  }));
  return { log: { ...har.log, entries } };
}

function address(url) {
  const [place, query] = url.split('?');
  if (!query) return url;
  return `${place}?${query.split('&').map((pair) => (SECRET.test(pair.split('=')[0]) ? `${pair.split('=')[0]}=${MARK}` : pair)).join('&')}`;
}

function content(text) {
  if (!text) return text;
  try {
    return JSON.stringify(JSON.parse(text), (name, value) => (SECRET.test(name) && typeof value === 'string' ? MARK : value));
  } catch {
    return text.replace(/((?:token|password|secret|api-?key)\s*[=:]\s*)[^\s&,;]+/gi, `$1${MARK}`).replace(/(Bearer\s+)[\w.~+/-]+/gi, `$1${MARK}`);
  }
}

/** The sockets' frames of the page as `_webSocketMessages` of a handshake's entry, as browsers write them. */
export function withFrames(har, frames) {
  const sockets = new Map();
  for (const frame of frames) {
    const key = `${frame.world} ${frame.path} ${frame.socket}`;
    sockets.set(key, [...sockets.get(key) ?? [], { type: frame.direction === 'received' ? 'send' : 'receive', time: Date.parse(frame.time) / 1000,
      opcode: frame.type === 'binary' ? 2 : 1, data: frame.summary ?? '' }]);
  }
  const left = new Map([...sockets].map(([key, messages]) => [key, messages]));
  const entries = har.log.entries.map((entry) => {
    if (entry.response.status !== 101) return entry;
    const key = [...left.keys()].find((each) => each.split(' ')[1] === new URL(entry.request.url).pathname);
    if (!key) return entry;
    const messages = left.get(key);
    left.delete(key);
    return { ...entry, _resourceType: 'websocket', _webSocketMessages: messages };
  });
  return { log: { ...har.log, entries } };
}

/** The entries of a file as the page has them; fails with words for what is none. */
export function entriesOf(text) {
  let har;
  try {
    har = JSON.parse(text);
  } catch {
    throw new Error('that is no JSON');
  }
  if (!Array.isArray(har?.log?.entries)) throw new Error('that is no HAR file: log.entries is missing');
  return har.log.entries.flatMap((entry, index) => {
    const url = URL.canParse(entry.request?.url) ? new URL(entry.request.url) : undefined;
    const time = Date.parse(entry.startedDateTime);
    if (!url || Number.isNaN(time)) return [];
    const exchange = { kind: 'exchange', id: index + 1, time: new Date(time).toISOString(), method: String(entry.request.method), path: url.pathname,
      query: url.search.slice(1) || undefined, status: entry.response?.status || undefined, api: url.host,
      durationMicroseconds: Math.round((entry.time ?? 0) * 1000) };
    const frames = (entry._webSocketMessages ?? []).map((message, number) => ({ kind: 'frame', id: `${index + 1}.${number + 1}`, socket: String(index + 1),
      time: new Date((Number(message.time) || time / 1000) * 1000).toISOString(), direction: message.type === 'send' ? 'received' : 'sent',
      path: url.pathname, api: url.host, summary: String(message.data).slice(0, 200), payloadBytes: String(message.data).length }));
    return [exchange, ...frames];
  });
}
