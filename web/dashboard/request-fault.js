// Faults for one request or one device: what happens, how often and for how long.
import { ControlError } from './control.js';
import { mistakeIn } from './json-mistake.js';
import { askUntilDone, parsed, quietly } from './parts.js';
import {
  CONNECTIONS, connectionWords, definitionOf, isOffline, patchOf, throttleOf,
} from './request-fault-state.js';

/**
 * The kinds that the menu of a request offers.
 *
 * @typedef {{title: string, fault: object, field?: {name: string, [attribute: string]: any}}} Quick
 * @type {Quick[]}
 */
export const QUICK_FAULTS = [
  { title: 'Respond 503', fault: { type: 'unavailable' } },
  { title: 'Respond 500', fault: { type: 'status', status: 500 } },
  { title: 'Respond 429', fault: { type: 'rateLimited' } },
  { title: 'Delay', fault: { type: 'delay', milliseconds: 2000 },
    field: { name: 'milliseconds', label: 'Delay in milliseconds', type: 'number', value: 2000, required: true } },
  { title: 'Hold the response', fault: { type: 'hold', milliseconds: 60_000 },
    field: { name: 'milliseconds', label: 'Longest time in milliseconds', type: 'number', value: 60_000, required: true,
      hint: 'You release it above the traffic, or in the strip at the top.' } },
  { title: 'Throttle', fault: { type: 'dribble', bytesPerSecond: 2000 },
    field: { name: 'bytesPerSecond', label: 'Bytes per second', type: 'number', value: 2000, required: true } },
  { title: 'Expire the token', fault: { type: 'expiredToken' } },
  { title: 'Reset the connection', fault: { type: 'reset' } },
  { title: 'Time out', fault: { type: 'timeout' } },
  { title: 'Malformed body', fault: { type: 'malformed' } },
];

const HOW_OFTEN = [
  { name: 'times', label: 'How often', type: 'number', value: 1, hint: 'Empty: every time.' },
  { name: 'forSeconds', label: 'For how long (seconds)', type: 'number', value: '',
    hint: 'Of the world\'s time. Empty: until you remove it.' },
];

/**
 * Asks how often and for how long a fault is for requests as this one, and adds it.
 *
 * @param {any} entry
 * @param {any} app
 * @param {Quick} quick
 */
export function addFault(entry, app, { title, fault, field }) {
  return askUntilDone(app, { title: `${title}: ${entry.method} ${entry.path}`, confirm: 'Add fault',
    fields: [...field ? [field] : [], ...HOW_OFTEN] }, (texts) => {
    const own = field ? { ...fault, [field.name]: Number(texts[field.name]) } : fault;
    const definition = definitionOf(entry, own, texts);
    return app.call('POST', '/_mock/faults', definition, { world: entry.world });
  }, ({ times }) => `${title}${times ? ` ${times}×` : ''} for ${entry.path}: see Faults`);
}

/** Asks for the body that the next response is to have, and adds a fault that changes the real one to it. */
export function editNextResponse(entry, app) {
  const before = entry.response?.body;
  const isJSON = entry.response?.encoding === 'json';
  const fields = [
    { name: 'body', label: 'Body of the next response', type: 'textarea', rows: 14, required: true,
      value: before === undefined ? '{}' : isJSON ? JSON.stringify(before, null, 2) : String(before),
      hint: isJSON ? 'Members that you change are changed, those that you remove are removed; all others stay as the '
        + 'server has them.' : 'Sent in place of the real body.' },
    { name: 'status', label: 'Status', type: 'number', value: entry.status ?? 200 },
    ...isJSON ? [{ name: 'undocumented', label: 'Allow a contract violation', type: 'checkbox', value: true }] : [],
    ...HOW_OFTEN,
  ];
  return askUntilDone(app, { title: `Edit the next response: ${entry.method} ${entry.path}`, confirm: 'Add fault',
    fields }, (texts) => {
    const after = parsed(texts.body);
    if (isJSON && after === undefined) throw new ControlError(mistakeIn(texts.body));
    const status = Number(texts.status) || 200;
    const fault = isJSON ? patchOf(JSON.parse(JSON.stringify(before)), after, {
      status: status === entry.status ? undefined : status, undocumented: Boolean(texts.undocumented) })
      : { type: 'status', status, body: texts.body };
    return app.call('POST', '/_mock/faults', definitionOf(entry, fault, texts), { world: entry.world });
  }, () => 'The next response is edited: see Faults');
}

/** Has the fields of the figures follow the connection that is chosen, and the choice follow the figures. */
function followConnection(name, { connection, milliseconds, bytesPerSecond }) {
  if (name === 'milliseconds' || name === 'bytesPerSecond') connection.value = '';
  const chosen = CONNECTIONS.find(({ id }) => id === connection.value);
  if (name === 'connection' && chosen) {
    milliseconds.value = chosen.milliseconds ?? '';
    bytesPerSecond.value = chosen.bytesPerSecond ?? '';
  }
  for (const input of [milliseconds, bytesPerSecond]) input.disabled = Boolean(chosen && !chosen.milliseconds);
}

/** Asks how slow a device is to be, or whether it is offline, and adds the faults for it; or ends them. */
export async function throttle(app, device, label, active) {
  if (active.length) {
    return app.act(Promise.all(active.map(({ id }) => (
      app.call('DELETE', `/_mock/faults/${encodeURIComponent(id)}`, undefined, { world: device.world })))),
    isOffline(active) ? `${label} is online again.` : `${label} is not throttled any more.`);
  }
  const sets = (await quietly(app.call('GET', '/_mock/fault-sets', undefined, { world: device.world })))?.sets ?? [];
  const choices = CONNECTIONS.filter(({ set }) => !set || sets.some(({ name }) => name === set))
    .map((each) => ({ value: each.id, label: connectionWords(each, sets) }));
  return askUntilDone(app, {
    title: `Throttle ${label}`,
    text: 'Only this device is affected.',
    confirm: 'Throttle',
    onchange: followConnection,
    fields: [
      { name: 'connection', label: 'Connection', value: '',
        options: [{ value: '', label: 'Custom: the figures below' }, ...choices] },
      { name: 'milliseconds', label: 'Delay of each response in milliseconds', type: 'number', value: 1000 },
      { name: 'bytesPerSecond', label: 'Bytes per second', type: 'number', value: '', hint: 'Empty: no limit.' },
      { ...HOW_OFTEN[1] },
    ],
  }, async (texts) => {
    const faults = throttleOf(device, texts, sets);
    if (!faults.length) throw new ControlError('Enter a delay, or a number of bytes per second.');
    for (const fault of faults) await app.call('POST', '/_mock/faults', fault, { world: device.world });
  }, ({ connection }) => (connection === 'offline' ? `${label} is offline.` : `${label} is throttled.`));
}
