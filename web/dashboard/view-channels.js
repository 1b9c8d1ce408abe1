// The channels of a world: their messages and what makes each come, pushed, held back and released by hand.
import { disclosure, element } from '../shared/dom.js';
import { indent, jsonCode } from '../shared/json.js';
import { visible } from './body.js';
import { mistakeIn } from './json-mistake.js';
import { arrange, askUntilDone, atMostEvery, button, options, parsed, quietly, refused } from './parts.js';

const READ_MILLISECONDS = 500;
const SHOWN = 100;
const ALL = '';

export const view = { id: 'channels', title: 'Channels', mount };

function mount(root, app) {
  const channels = new Map();
  const cards = element('div', { class: 'channels' });
  const none = element('p', { class: 'hint', hidden: true },
    'No API has channels. Serve one with an AsyncAPI document: ',
    element('code', {}, '--api shop=asyncapi.yaml'), '.');
  const messages = messageList(app, () => read());
  root.append(element('h1', {}, 'Channels'),
    element('p', { class: 'hint' }, 'Channels of the world ',
      `${app.world}${app.allWorlds ? ', since the page follows all' : ''}.`),
    messages.node, none, cards);

  async function readNow() {
    const found = await quietly(Promise.all([
      app.call('GET', '/_mock/channels'), app.call('GET', `/_mock/messages?${messages.query()}`),
    ]));
    if (!found) return;
    const keys = found[0].channels.map(keyOf);
    for (const key of [...channels.keys()]) if (!keys.includes(key)) channels.delete(key);
    for (const [index, channel] of found[0].channels.entries()) {
      if (!channels.has(keys[index])) channels.set(keys[index], channelCard(app, channel));
      channels.get(keys[index]).show(channel);
    }
    arrange(cards, keys.map((key) => channels.get(key).node));
    none.hidden = keys.length > 0;
    messages.show(found[0].channels, found[1]);
  }

  const read = atMostEvery(READ_MILLISECONDS, readNow);
  readNow();
  const offs = [app.on('activity', read), app.on('entries', read), app.on('changed', read), app.on('second', read)];
  return () => {
    offs.forEach((off) => off());
    read.stop();
  };
}

function keyOf({ api, name, channel = name }) {
  return `${api} ${channel}`;
}

function setText(node, text) {
  if (node.textContent !== text) node.textContent = text;
}

/** A button that holds messages back, and sends them when it is pressed again: `{node, show(isHeld)}`. */
function holdButton(app, label, body, subject) {
  let isHeld = false;
  const show = (next) => {
    isHeld = next;
    node.setAttribute('aria-pressed', String(isHeld));
  };
  const node = button(label, async () => {
    const wasHeld = isHeld;
    const call = app.call('POST', `/_mock/channels/${wasHeld ? 'release' : 'hold'}`, body);
    if (await app.act(call, `${subject} ${wasHeld ? 'sent again' : 'held back'}`)) show(!wasHeld);
  }, { 'aria-label': `${label}: ${body.message ?? body.channel}` });
  return { node, show };
}

/* One channel */

/** The card of a channel: `{node, show(channel)}`. */
function channelCard(app, { api, name, address, messages }) {
  const state = element('p', { class: 'hint' });
  const rows = messages.map((message) => messageRow(app, { api, name, address }, message));
  const release = button('', () => app.act(
    app.call('POST', '/_mock/channels/release', { api, channel: name }),
    ({ released }) => `${released} of ${name} ${released === 1 ? 'is' : 'are'} sent`),
  { class: 'primary', hidden: true });
  const first = button('Release the first', () => app.act(
    app.call('POST', '/_mock/channels/release', { api, channel: name, count: 1 }), `The first of ${name} is sent`),
  { hidden: true, 'aria-label': `Release the first of ${name}` });
  const hold = holdButton(app, 'Hold all back', { api, channel: name }, `Messages of ${name} are`);
  const heads = ['Message', 'Sent by', 'When', ''].map((each) => element('th', { scope: 'col' },
    each || element('span', { class: 'offscreen' }, 'Actions')));
  const table = element('table', { class: 'grid' }, element('thead', {}, element('tr', {}, heads)),
    element('tbody', {}, rows.map(({ node }) => node)));
  return {
    node: element('section', { class: 'card', 'aria-label': `${api} ${name}` },
      element('div', { class: 'bar' },
        element('h2', {}, visible(name)), element('code', {}, visible(address || '/')), state),
      element('div', { class: 'bar' }, hold.node, release, first),
      element('div', { class: 'scroll', tabindex: '0', role: 'region', 'aria-label': `Messages of ${name}` }, table)),
    show({ listeners, held, holds, messages: now }) {
      setText(state, [api, heard(listeners), held && `${held} held back`].filter(Boolean).join('; '));
      hold.show(holds);
      const waits = held > 0 || now.some((message) => message.holds);
      release.hidden = !waits;
      first.hidden = held === 0;
      setText(release, held ? `Release ${held}` : 'Release');
      release.setAttribute('aria-label', `Release ${name}`);
      now.forEach((message, index) => rows[index]?.show(message));
    },
  };
}

/** A message of a channel: `{node, show(message)}`. */
function messageRow(app, channel, { name, sent, received, trigger, effect }) {
  const { api, name: channelName } = channel;
  const hold = sent && holdButton(app, 'Hold back', { api, channel: channelName, message: name }, `${name} is`);
  const push = sent && button('Push…', async () => askToPush(app, channel, name, await newest(app, channel, name)),
    { 'aria-label': `Push ${name}` });
  const senders = [sent && 'the server', received && 'clients'].filter(Boolean).join(' and ');
  return {
    node: element('tr', {}, element('th', { scope: 'row' }, element('code', {}, visible(name))),
      element('td', {}, senders), element('td', { class: 'long' }, [trigger, effect].filter(Boolean).join('; ')),
      element('td', {}, element('span', { class: 'bar' }, push, hold && hold.node))),
    show({ holds }) {
      if (hold) hold.show(holds);
    },
  };
}

/** The newest valid payload that the server sent with a message; undefined before the first. */
async function newest(app, { api, name }, message) {
  const query = new URLSearchParams({ api, channel: name, limit: String(SHOWN) });
  const found = await quietly(app.call('GET', `/_mock/messages?${query}`));
  return found?.messages.findLast((each) => (
    each.message === message && each.direction === 'sent' && each.valid))?.payload;
}

const MADE = 'If it is empty, the server makes one: about the newest record where a write triggers the message, and '
  + 'with an id that does not exist where there are no records.';

/** Asks for a payload, with the newest one to begin with, and sends the message. */
function askToPush(app, { api, name, address }, message, payloadBefore) {
  const isKnown = payloadBefore !== undefined;
  /** @type {any[]} */
  const fields = [
    { name: 'payload', label: 'Payload', type: 'textarea', rows: 10,
      value: isKnown ? JSON.stringify(payloadBefore, null, 2) : '',
      hint: `JSON${isKnown ? ', at first that of the last such message' : ''}. ${MADE}` },
  ];
  if (address.includes('{')) {
    fields.unshift({ name: 'channel', label: 'Address', value: address, required: true,
      hint: 'With values in the place of the braces; with the braces all addresses are meant.' });
  }
  const text = `To all who listen to ${name} of ${api}.`;
  const question = { title: `Push ${message}`, text, confirm: 'Push', fields };
  return askUntilDone(app, question, ({ channel = name, payload }) => {
    const given = payload.trim() ? parsed(payload) : undefined;
    if (payload.trim() && given === undefined) return refused(mistakeIn(payload, 'The payload'));
    return app.call('POST', '/_mock/events', { api, channel, message, payload: given });
  }, ({ listeners, held, violations }) => {
    if (held) return `${message} waits until it is released`;
    const went = `${message} went to ${heard(listeners)}`;
    return violations.length ? [`${went}, but breaks its schema: ${violations[0]}`, true] : went;
  });
}

function heard(count) {
  return count === 1 ? '1 listener' : `${count} listeners`;
}

/* What came and went */

/** The table of messages: `{node, query(), show(channels, page)}`. */
function messageList(app, read) {
  const chosen = element('select', { onchange: read }, options([{ value: ALL, label: 'all channels' }]));
  const rows = new Map();
  const body = element('tbody');
  const heads = ['Time', 'Channel', 'Message', 'From', 'Why', 'Account', 'State', 'Payload'];
  const table = element('table', { class: 'grid' },
    element('thead', {}, element('tr', {}, heads.map((each) => element('th', { scope: 'col' }, each)))), body);
  const none = element('p', { class: 'hint none' }, 'No message has come yet.');
  const more = element('p', { class: 'hint', hidden: true });
  let known = '';
  return {
    node: element('section', { class: 'card', 'aria-labelledby': 'messages-title' },
      element('div', { class: 'bar' }, element('h2', { id: 'messages-title' }, 'Messages, the newest first'),
        element('label', { class: 'field' }, 'of ', chosen)),
      more,
      element('div', { class: 'scroll messages', tabindex: '0', role: 'region', 'aria-label': 'Messages' },
        table, none)),
    query() {
      const [api, channel] = chosen.value.split(' ');
      return new URLSearchParams({ limit: String(SHOWN), ...channel && { api, channel } });
    },
    show(channels, { messages, held, total, dropped }) {
      const names = channels.map((each) => ({ value: keyOf(each), label: `${each.api} ${each.name}` }));
      if (known !== JSON.stringify(names)) {
        const value = chosen.value;
        chosen.replaceChildren(...options([{ value: ALL, label: 'all channels' }, ...names]));
        chosen.value = value;
        known = JSON.stringify(names);
      }
      const waiting = held.map((each, index) => ({ ...each, key: `held ${each.time} ${index}`, held: true }));
      const shown = [...waiting.reverse(), ...messages.map((each) => ({ ...each, key: String(each.id) })).reverse()];
      const keys = new Set(shown.map(({ key }) => key));
      for (const key of rows.keys()) if (!keys.has(key)) rows.delete(key);
      for (const message of shown) if (!rows.has(message.key)) rows.set(message.key, recordRow(message));
      arrange(body, shown.map(({ key }) => rows.get(key)));
      table.hidden = !shown.length;
      none.hidden = shown.length > 0;
      more.hidden = total <= messages.length && !dropped;
      setText(more, `The newest ${messages.length} of ${total}${dropped ? `; ${dropped} frames were not kept` : ''}.`);
    },
  };
}

function recordRow(message) {
  const { time, channel, message: name, direction, trigger, account, payload } = message;
  const [state, kind] = stateOf(message);
  const text = JSON.stringify(payload);
  const content = text.length < 60 ? element('code', {}, visible(text))
    : disclosure(element('code', {}, visible(`${text.slice(0, 60)}…`)), false,
      () => element('pre', {}, jsonCode(indent(text))));
  return element('tr', {},
    element('td', { class: 'nowrap' }, time.slice(11, 19)), element('td', {}, visible(channel)),
    element('th', { scope: 'row' }, name ? element('code', {}, visible(name)) : 'none of the document'),
    element('td', { class: 'nowrap' }, direction === 'received' ? 'a client' : 'the server'),
    element('td', {}, why(trigger)), element('td', {}, visible(account ?? '')),
    element('td', { class: kind }, state), element('td', { class: 'long' }, content));
}

function stateOf({ held, delivered, valid, violations }) {
  if (held) return ['held back', 'bad'];
  const came = delivered ? 'arrived' : 'lost';
  if (!valid) return [`${came}, but breaks its schema: ${visible(violations[0] ?? '')}`, 'bad'];
  return [came, delivered ? 'good' : 'bad'];
}

const CAUSES = {
  client: 'sent by itself', write: 'a write', clock: 'the clock', connection: 'it connected', message: 'in response',
  test: 'a push', unknown: '',
};

function why({ kind, of }) {
  return [CAUSES[kind] ?? kind, of && visible(of)].filter(Boolean).join(': ');
}
