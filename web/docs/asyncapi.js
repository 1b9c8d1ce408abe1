// The AsyncAPI document: its channels, the operations on each, and their messages.
import { disclosure, element, inline, prose } from '../shared/dom.js';
import { lookUp, resolve } from './documents.js';
import { exampleChoice } from './operation.js';
import { schemaTree } from './schema.js';

/** Groups of operations by channel, in the shape that lists of operations have. */
export function channelGroups(root) {
  const operations = Object.entries(root.operations ?? {}).map(([id, operation]) => ({ id, ...operation }));
  return Object.entries(root.channels ?? {}).map(([name, channel]) => ({
    name: channel.title ?? name,
    description: channel.description,
    details: () => channelDetails(root, channel),
    operations: operations.filter(({ channel: found }) => found?.$ref === `#/channels/${name}`)
      .map((operation) => row(root, channel, operation)),
  }));
}

function row(root, channel, operation) {
  return {
    id: operation.id,
    method: operation.action.toUpperCase(),
    path: channel.address ?? '',
    tag: channel.title,
    summary: operation.summary ?? operation.title ?? '',
    security: [],
    details: () => operationDetails(root, channel, operation),
  };
}

function channelDetails(root, channel) {
  const servers = (channel.servers ?? []).map((each) => resolve(root, each));
  return element('div', { class: 'channel' },
    servers.map((server) => element('p', { class: 'hint' },
      inline(`\`${server.protocol}://${server.host}${server.pathname ?? channel.address}\``))),
    Object.entries(channel.parameters ?? {}).map(([name, parameter]) => element('p', { class: 'prose' },
      element('code', {}, `{${name}}`), ' ', inline(resolve(root, parameter).description))),
    ['query', 'headers'].map((place) => handshake(root, place, channel.bindings?.ws?.[place])),
    channelMessages(root, Object.values(channel.messages ?? {})));
}

function channelMessages(root, references) {
  if (!references.length) return null;
  const count = references.length === 1 ? '1 message' : `${references.length} messages`;
  return disclosure(count, false, () => element('ul', { class: 'members' },
    references.map((reference) => element('li', {}, message(root, resolve(root, reference), false)))));
}

// What the request that opens a WebSocket may carry.
function handshake(root, place, schema) {
  if (!schema) return null;
  return disclosure(place === 'query' ? 'Query of the handshake' : 'Headers of the handshake', false,
    () => schemaTree(root, schema));
}

function operationDetails(root, channel, operation) {
  const used = operation.messages ?? Object.keys(channel.messages ?? {}).map((name) => channel.messages[name]);
  const reply = operation.reply && resolve(root, operation.reply);
  const replies = reply?.messages ?? [];
  return [
    element('div', { class: 'about' }, prose(operation.description), element('p', { class: 'hint' },
      operation.action === 'receive' ? 'Clients send, the server receives.' : 'The server sends, clients receive.')),
    element('div', { class: 'reference' },
      messages(root, used.length === 1 ? 'Message' : 'Messages', used),
      replies.length > 0 && messages(root, 'Answered with', replies, replyAddress(root, reply))),
  ];
}

function replyAddress(root, { channel }) {
  return channel?.$ref && lookUp(root, channel.$ref).address;
}

function messages(root, title, references, address) {
  return element('section', {}, element('h5', {}, title),
    address && element('p', { class: 'hint' }, 'At ', element('code', {}, address)),
    references.map((reference, index) => message(root, resolve(root, reference), references.length === 1 && !index)));
}

function message(root, found, open) {
  const summary = element('span', { class: 'response-summary' }, element('code', {}, found.name ?? found.title),
    element('span', {}, inline(found.summary)));
  const payload = found.payload?.schema ?? found.payload;
  return disclosure(summary, open, () => [
    ...prose(found.description),
    found.contentType && element('p', { class: 'hint' }, element('code', {}, found.contentType)),
    found.headers && labelled('Headers', schemaTree(root, found.headers)),
    payload !== undefined && labelled('Payload', schemaTree(root, payload)),
    exampleChoice((found.examples ?? []).map((example, index) => ({
      name: example.summary ?? example.name ?? `Example ${index + 1}`,
      value: example.headers ? { headers: example.headers, payload: example.payload } : example.payload,
    }))),
  ]);
}

function labelled(label, tree) {
  return element('div', {}, element('p', { class: 'variant-label' }, label), tree);
}
