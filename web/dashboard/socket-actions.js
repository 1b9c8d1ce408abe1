// What one can do to a socket: to its next messages by faults, and to the socket itself.
import { element } from '../shared/dom.js';
import { visible } from './body.js';
import { DONE, faultWords, fromField, toField } from './fault-form.js';
import { arrange, button, quietly } from './parts.js';

const EFFECTS = {
  Drop: { type: 'dropMessage' },
  'Send twice': { type: 'duplicate' },
  Corrupt: { type: 'corrupt' },
};
// Faults that strike sockets of themselves, whichever they are.
const SOCKET_TYPES = new Set([...Object.keys(DONE), 'muteHeartBeats', 'halfOpen', 'close', 'slowReader']);
const CODES = '1000 normal, 1001 going away, 1011 server error, 1012 restart, 1013 try later; 3000 to 4999 are free.';
const NUL_HINT = 'Write \\0 for the byte NUL, which ends each frame of STOMP.';

/**
 * The actions on a socket `{world, id}`: `{node, showFaults(), sendCopy(text)}`.
 *
 * `showFaults` reads which faults wait for it.
 */
export function socketActions(app, { world, id }) {
  const call = (method, path, body) => app.call(method, path, body, { world });
  const waiting = waitingFaults(app, { world, id });
  const next = nextMessages(app, async (effect, times, words) => {
    await app.act(call('POST', '/_mock/faults', { match: { socket: id }, fault: effect, times }), words);
    waiting.show();
  });
  const send = async (text = '') => {
    const answer = await app.ask({
      title: `Send to the client of socket ${id}`,
      text: 'Unchanged, without a protocol.',
      confirm: 'Send',
      fields: [
        { name: 'text', label: 'Message', type: 'textarea', required: true, value: toField(text), hint: NUL_HINT },
      ],
    });
    if (answer) app.act(call('POST', `/_mock/sockets/${id}/messages`, { text: fromField(answer.text) }), 'Sent');
  };
  const close = async () => {
    const code = { name: 'code', label: 'Code', type: 'number', value: 1001, required: true, hint: CODES };
    const reason = { name: 'reason', label: 'Reason', value: 'closed by a test' };
    const fields = [code, reason];
    const answer = await app.ask({ title: `Close socket ${id}`, confirm: 'Close', danger: true, fields });
    if (!answer) return;
    const ending = { code: Number(answer.code), reason: answer.reason };
    app.act(call('DELETE', `/_mock/sockets/${id}`, ending), 'Closed');
  };
  const cut = () => {
    app.act(call('DELETE', `/_mock/sockets/${id}`, { abort: true }), 'Cut without a close frame');
  };
  const itself = element('div', { class: 'bar', role: 'group', 'aria-label': 'The socket' },
    button('Send raw…', () => send()), button('Close…', close),
    button('Cut the connection', cut, { class: 'danger' }));
  return {
    node: element('div', { class: 'card actions' }, next, waiting.node, itself),
    showFaults: waiting.show,
    sendCopy: send,
  };
}

/** What can happen to the next messages; `bend(fault, times, words)` has it happen. */
function nextMessages(app, bend) {
  const direction = element('select', { 'aria-label': 'Direction' },
    element('option', { value: 'outgoing' }, 'to the client'),
    element('option', { value: 'incoming' }, 'from the client'));
  const count = element('input',
    { type: 'number', min: 1, max: 1000, value: 1, 'aria-label': 'How many messages', class: 'count' });
  const begin = (effect) => {
    const times = Math.max(1, Math.round(Number(count.value)) || 1);
    const which = times === 1 ? 'The next message' : `The next ${times} messages`;
    const words = `${which} ${direction.selectedOptions[0].text} will be ${DONE[effect.type]}.`;
    return bend({ ...effect, direction: direction.value }, times, words);
  };
  const holdBack = async () => {
    const fields = [
      { name: 'seconds', label: 'Seconds', type: 'number', value: 5, required: true, hint: 'By real time.' },
    ];
    const answer = await app.ask({ title: 'Hold back the next message', confirm: 'Hold back', fields });
    if (answer) begin({ type: 'delayMessages', milliseconds: Math.round(Number(answer.seconds) * 1000) });
  };
  const edit = async () => {
    const answer = await app.ask({
      title: 'Edit the next message',
      confirm: 'Wait for it',
      fields: [
        { name: 'find', label: 'Replace', hint: 'Anywhere in the message. Empty: the whole message.' },
        { name: 'replace', label: 'By', type: 'textarea', hint: `${NUL_HINT} A content-length stays as it is.` },
      ],
    });
    if (!answer) return;
    const find = answer.find && { find: fromField(answer.find) };
    begin({ type: 'editMessage', ...find, replace: fromField(answer.replace) });
  };
  return element('div', { class: 'bar', role: 'group', 'aria-label': 'The next messages' },
    element('span', {}, 'Next'), count, 'messages', direction,
    Object.entries(EFFECTS).map(([name, effect]) => button(name, () => begin(effect))),
    button('Hold back…', holdBack), button('Edit…', edit));
}

/** The faults that wait for a socket, each with a button that takes it back. */
function waitingFaults(app, { world, id }) {
  const items = new Map();
  const list = element('ul', { class: 'waiting', 'aria-label': 'Faults of this socket' });
  const others = element('p', { class: 'hint', hidden: true });
  const node = element('div', { class: 'faults-here' }, list, others);
  const show = async () => {
    const found = await quietly(app.call('GET', '/_mock/faults', undefined, { world }));
    if (!found) return;
    const own = found.faults.filter(({ match }) => match?.socket === id);
    for (const key of items.keys()) if (!own.some((fault) => fault.id === key)) items.delete(key);
    for (const fault of own) {
      if (!items.has(fault.id)) items.set(fault.id, item(app, world, fault.id, show));
      items.get(fault.id).update(fault);
    }
    arrange(list, own.map((fault) => items.get(fault.id).node));
    list.hidden = !own.length;
    const more = found.faults.filter(({ match, fault, exhausted }) => (
      !match?.socket && !exhausted && SOCKET_TYPES.has(fault.type)));
    others.hidden = !more.length;
    others.replaceChildren(`${more.length === 1 ? 'A fault' : `${more.length} faults`} may apply to any socket: `,
      element('a', { href: '#/faults' }, 'see Faults'));
  };
  return { node, show };
}

function item(app, world, id, show) {
  const text = element('span');
  const take = button('', async () => {
    const path = `/_mock/faults/${encodeURIComponent(id)}`;
    await app.act(app.call('DELETE', path, undefined, { world }), 'Removed');
    show();
  }, { class: 'quiet' });
  return {
    node: element('li', {}, text, ' ', take),
    update(fault) {
      const words = visible(faultWords(fault));
      if (text.textContent !== words) text.textContent = words;
      const label = fault.exhausted ? 'Clear' : 'Remove';
      if (take.textContent !== label) take.textContent = label;
      take.setAttribute('aria-label', `${label}: ${words}`);
    },
  };
}
