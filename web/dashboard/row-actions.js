// What one can do from a row: copy it as code, add a fault for it, edit its next response, replay it, changed or not.
import { element } from '../shared/dom.js';
import { changedHeaders, headerLines } from './entry.js';
import { button, menu } from './parts.js';
import { addFault, editNextResponse, QUICK_FAULTS } from './request-fault.js';

const REDACTED = '[redacted]';

/** The bar of an entry's detail. `open` shows another entry by its key; `pin` is the button that pins this one. */
export function rowActions(entry, app, open, pin) {
  if (entry.kind === 'frame') {
    const show = () => app.go('sockets', { id: entry.socket, world: entry.world });
    return element('div', { class: 'bar' }, button('Its socket', show), pin);
  }
  return element('div', { class: 'bar' },
    button('Replay', () => replay(entry, app, open)),
    button('Edit and resend…', () => edit(entry, app, open)),
    menu('Add fault for this request', () => [
      ...QUICK_FAULTS.map((quick) => [`${quick.title}…`, () => addFault(entry, app, quick)]),
      ['Edit the next response…', () => editNextResponse(entry, app)],
      ['Custom fault…', () => app.go('faults', { fault: JSON.stringify(customFault(entry)) })],
    ]),
    menu('Copy as', () => codes(entry, app)), pin);
}

function customFault(entry) {
  const [{ fault }] = QUICK_FAULTS;
  return { match: { method: entry.method, path: entry.path.replace(/^\/_w\/[^/]+(?=\/)/, '') }, fault };
}

/** The languages of code; what writes them is loaded when somebody wants it. */
async function codes(entry, app) {
  const { KIT_TESTS, requestOf, SNIPPETS } = await import('./snippets.js');
  return [...SNIPPETS, ...KIT_TESTS].map(([name, write]) => (
    [name, () => app.copy(write(requestOf(entry, location.origin)), `Copied as ${name}`)]));
}

/* Replaying */

function replay(entry, app, open, changes) {
  const call = app.call('POST', `/_mock/requests/${entry.id}/replay`, changes, { world: entry.world });
  return app.act(call.then((done) => {
    if (done.id) open(`${entry.world}:${done.id}`);
    return done;
  }), ({ status }) => (status ? `Replayed: ${status}` : 'Replayed; there was no response'));
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
  const content = { name: 'body', label: 'Body', type: 'textarea', value: body, hint: hints || undefined };
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
