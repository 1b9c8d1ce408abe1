// What one can do from a row: copy it as code, make a fault of it, send it again, changed or not.
import { element } from '../shared/dom.js';
import { changedHeaders, headerLines } from './entry.js';
import { button, menu } from './parts.js';

const REDACTED = '[redacted]';

/** The bar of an entry's detail. `open` shows another entry by its key; `pin` is the button that pins this one. */
export function rowActions(entry, app, open, pin) {
  if (entry.kind === 'frame') {
    const show = () => app.go('sockets', { id: entry.socket, world: entry.world });
    return element('div', { class: 'bar' }, button('Its socket', show), pin);
  }
  return element('div', { class: 'bar' },
    menu('Copy as', () => codes(entry, app)),
    menu('Next time', () => faultsFor(entry).map((fault) => [fault[0], () => addFault(entry, app, fault)])),
    button('Send again', () => replay(entry, app, open)),
    button('Edit and send', () => edit(entry, app, open)), pin);
}

/** The languages of code; what writes them is loaded when somebody wants it. */
async function codes(entry, app) {
  const { KIT_TESTS, requestOf, SNIPPETS } = await import('./snippets.js');
  return [...SNIPPETS, ...KIT_TESTS].map(([name, write]) => (
    [name, () => app.copy(write(requestOf(entry, location.origin)), `Copied as ${name}`)]));
}

/* Faults */

function addFault(entry, app, [name, definition]) {
  if (name.startsWith('Other')) return app.go('faults', { fault: JSON.stringify(definition) });
  return app.act(app.call('POST', '/_mock/faults', definition, { world: entry.world }), `${name}, once: see Faults`);
}

/** @returns {[string, object][]} */
function faultsFor(entry) {
  const match = { method: entry.method, path: entry.path.replace(/^\/_w\/[^/]+(?=\/)/, '') };
  const once = (fault) => ({ match, fault, times: 1 });
  return [
    ['Answer 503', once({ type: 'unavailable' })],
    ['Answer 500', once({ type: 'status', status: 500 })],
    ['Wait 2 seconds', once({ type: 'delay', milliseconds: 2000 })],
    ['Expire the token', once({ type: 'expiredToken' })],
    ['Answer 429', once({ type: 'rateLimited' })],
    ['Reset the connection', once({ type: 'reset' })],
    ['Break the JSON', once({ type: 'malformed' })],
    ['Other fault…', { match, fault: { type: 'status', status: 503 } }],
  ];
}

/* Sending again */

function replay(entry, app, open, changes) {
  const call = app.call('POST', `/_mock/requests/${entry.id}/replay`, changes, { world: entry.world });
  return app.act(call.then((done) => {
    if (done.id) open(`${entry.world}:${done.id}`);
    return done;
  }), ({ status }) => (status ? `Sent again: ${status}` : 'Sent again; there was no response'));
}

/** Asks what to change. What the server refuses is asked for again, with what was entered. */
async function edit(entry, app, open) {
  const before = { headers: headerLines(entry.request.headers), body: textOf(entry.request) };
  let entered = before;
  for (;;) {
    const answer = await app.ask(question(entry, entered));
    if (!answer) return;
    entered = answer;
    const headers = changedHeaders(before.headers, answer.headers);
    const isChanged = answer.body !== undefined && answer.body !== before.body;
    const changes = { ...Object.keys(headers).length && { headers }, ...isChanged && { body: answer.body } };
    if (await replay(entry, app, open, changes)) return;
  }
}

function question(entry, { headers, body }) {
  const cut = 'The journal kept only the beginning; enter another body to send it.';
  const hints = [
    entry.request.truncated && cut,
    body?.includes(REDACTED) && 'If you change it, it is sent exactly as shown, including the redacted parts.',
  ].filter(Boolean).join(' ');
  const content = { name: 'body', label: 'Content', type: 'textarea', value: body, hint: hints || undefined };
  return {
    title: `${entry.method} ${entry.path}`,
    text: 'Redacted parts are sent with their original values, unless you change them.',
    confirm: 'Send',
    fields: [{ name: 'headers', label: 'Headers', type: 'textarea', value: headers },
      ...body === undefined ? [] : [content]],
  };
}

/** The content as it can be edited, its line ends those of a text area; undefined for bytes, which cannot. */
function textOf({ body, encoding }) {
  if (encoding === 'base64') return undefined;
  if (body === undefined) return '';
  const text = typeof body === 'string' && encoding === 'text' ? body : JSON.stringify(body, null, 2);
  return text.replace(/\r\n?/g, '\n');
}
