// Tries what of the server reaches this device: HTTP and WebSocket, plain and over TLS; says why something does not.
import { timeout } from '../shared/timeout.js';

const TIMEOUT_MS = 5000;

/**
 * The four ways to the server as this page can try them. A probe with `off` is not tried, for that reason.
 *
 * @param info The content of `/_mock/connect.json`.
 * @param place The address of this page.
 */
export function probesOf(info, place) {
  const isSecure = place.protocol === 'https:';
  const plain = isSecure ? undefined : place.host;
  const secure = isSecure ? place.host : info.tls && `${place.hostname}:${info.tls.port}`;
  const { port } = new URL(info.local?.url ?? info.page ?? place.href);
  const plainPage = `http://${place.hostname}:${port}${place.pathname}`;
  const mixed = `A page that was loaded by HTTPS may not call HTTP. To try it, open ${plainPage}`;
  const noTLS = 'TLS is off. Start the server with `--tls-port 3443`.';
  return [
    { name: 'http', title: 'HTTP', host: plain, scheme: 'http', off: plain ? undefined : mixed },
    { name: 'ws', title: 'ws', host: plain, scheme: 'ws', off: plain ? undefined : 'For the same reason.' },
    { name: 'https', title: 'HTTPS', host: secure, scheme: 'https', off: secure ? undefined : noTLS },
    { name: 'wss', title: 'wss', host: secure, scheme: 'wss', off: secure ? undefined : 'TLS is off.' },
  ].map((probe) => ({ ...probe, isOwn: probe.host === place.host, hasAuthority: Boolean(info.tls?.authority) }));
}

/** Tries each probe, reporting the outcomes as they come: `{state, text, reason}`. */
export async function runProbes(probes, report) {
  const outcomes = new Map();
  for (const probe of probes) {
    if (probe.off) {
      report(probe, { state: 'off', text: 'not tried', reason: probe.off });
      continue;
    }
    report(probe, { state: 'waiting', text: 'checking' });
    const outcome = await tryOne(probe, outcomes);
    outcomes.set(probe.name, outcome);
    report(probe, outcome);
  }
}

async function tryOne(probe, earlier) {
  const started = performance.now();
  try {
    const milliseconds = await (probe.scheme.startsWith('ws') ? roundTrip(probe) : fetchHealth(probe));
    const length = milliseconds < 10 ? milliseconds.toFixed(1) : Math.round(milliseconds);
    return { state: 'ok', text: `reached, ${length} ms` };
  } catch {
    const isSilent = performance.now() - started >= TIMEOUT_MS;
    const reason = reasonOf(probe, isSilent, earlier);
    return { state: 'failed', text: isSilent ? 'no response' : 'not reached', reason };
  }
}

/** Milliseconds until the server's health responds. Another origin's response is not read, whatever CORS allows. */
async function fetchHealth({ scheme, host, isOwn }) {
  const started = performance.now();
  const response = await fetch(`${scheme}://${host}/_mock/health`, {
    mode: isOwn ? 'same-origin' : 'no-cors', cache: 'no-store', signal: timeout(TIMEOUT_MS),
  });
  if (isOwn && !response.ok) throw new Error(`${response.status}`);
  return performance.now() - started;
}

/** Milliseconds that a message takes to the server and back. */
function roundTrip({ scheme, host }) {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(`${scheme}://${host}/_mock/echo`);
    const text = `mock-api ${performance.now()}`;
    let sent = 0;
    const finish = (act) => {
      clearTimeout(timer);
      socket.close();
      act();
    };
    const timer = setTimeout(() => finish(() => reject(new Error('no response'))), TIMEOUT_MS);
    socket.addEventListener('open', () => {
      sent = performance.now();
      socket.send(text);
    });
    socket.addEventListener('message', ({ data }) => {
      const milliseconds = performance.now() - sent;
      finish(() => (data === text ? resolve(milliseconds) : reject(new Error('another message'))));
    });
    socket.addEventListener('error', () => finish(() => reject(new Error('no connection'))));
    socket.addEventListener('close', () => finish(() => reject(new Error('closed'))));
  });
}

// Browsers do not report to scripts why a connection failed, so the page shows the most likely reasons.
function reasonOf(probe, isSilent, earlier) {
  const port = new URL(`${probe.scheme}://${probe.host}`).port;
  if (probe.scheme.startsWith('ws')) {
    const calls = earlier.get(probe.scheme === 'ws' ? 'http' : 'https');
    if (calls?.state === 'failed') return 'For the same reason, most likely.';
    return 'Calls arrive, but a WebSocket does not: a proxy or VPN of this device blocks it.';
  }
  if (probe.isOwn) {
    return 'The server has stopped, or this device has left its network: is it in the same Wi-Fi, and not a guest '
      + 'network?';
  }
  if (isSilent) return `Port ${port} does not respond: a firewall on the computer or in the network drops the calls.`;
  const distrust = probe.hasAuthority
    ? 'this device does not trust the certificate yet: install it as described below, and on an iPhone also switch '
      + 'full trust on'
    : 'this device does not trust the server\'s certificate, or it is not for '
      + new URL(`https://${probe.host}`).hostname;
  return `Most likely ${distrust}. Otherwise a firewall closes port ${port}.`;
}
