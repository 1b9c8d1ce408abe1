// What the search of everything finds: views, presets, worlds, devices, faults, operations, and entries of the journal.
import { labels } from './device-labels.js';
import { readFilter } from './filter.js';

const MOST_OF_A_KIND = 8;
const MOST_ENTRIES = 20;
// What is done in a view, by words that somebody may look for.
const TOPICS = {
  traffic: 'requests, responses, replay, HAR export', devices: 'apps, throttle, slow',
  sockets: 'WebSocket, STOMP, frames', channels: 'messages, push, hold back', timeline: 'HAR file',
  clock: 'time, freeze, jump, speed', worlds: 'snapshots, fork, reset, state file',
  faults: 'presets, offline, slow, errors, delay', data: 'records, tables, edit',
  sensors: 'greenhouses, scenarios, heat wave', limits: 'sessions, sign out, expiry, rate limits',
};

/** @typedef {{kind: string, text: string, about?: string, run: () => void}} Found */

/** Everything that can be found without asking the server for each word: reads it once. */
export async function readEverything(app, views) {
  const quietly = (promise) => promise.catch((error) => {
    if (error.name !== 'ControlError') throw error;
  });
  const read = (path, options = {}) => quietly(app.call('GET', path, undefined, options));
  const [devices, faults, calls, sets, types, kept, { presetsFor }] = await Promise.all([
    read('/_mock/devices'), read('/_mock/faults'), read('/_mock', { world: 'default' }), read('/_mock/fault-sets'),
    read('/_mock/fault-types'), read('/_mock/snapshots'),
    // Presets are not found where their module cannot be loaded.
    import('./fault-form.js').catch(() => ({ presetsFor: () => [] }))]);
  const names = labels(devices?.devices ?? []);
  /** @type {Found[]} */
  const all = [
    ...views.map(([id, title]) => ({ kind: 'View', text: title, about: TOPICS[id], run: () => app.go(id) })),
    ...presetsFor(sets?.sets ?? [], types?.types ?? []).map(({ label, about }) => ({ kind: 'Preset', text: label, about,
      run: () => app.go('faults') })),
    ...(kept?.snapshots ?? []).map(({ name, world }) => ({ kind: 'Snapshot', text: name, about: `of the world ${world}`,
      run: () => app.go('worlds') })),
    ...app.worlds.map(({ id, name }) => ({ kind: 'World', text: id, about: name, run: () => app.setWorld(id) })),
    { kind: 'World', text: 'All worlds', run: () => app.setWorld('*') },
    ...[...names].map(([id, label]) => ({ kind: 'Device', text: label, about: id, run: () => app.setDevice(id) })),
    ...(faults?.faults ?? []).map(({ id, fault, match }) => ({ kind: 'Fault', text: `${fault.type} ${id}`,
      about: match?.path, run: () => app.go('faults') })),
    ...(calls?.calls ?? []).map(({ method, path, operationId, about }) => ({ kind: 'Call', text: `${method} ${path}`,
      about, run: () => location.assign(`/docs#mock/${encodeURIComponent(operationId)}`) })),
  ];
  return all;
}

/** Those whose words are all there, a few of each kind. Without words, all views, and the calls are left out. */
export function among(all, text) {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const counts = new Map();
  return all.filter(({ kind, text: title, about = '' }) => {
    const haystack = `${kind} ${title} ${about}`.toLowerCase();
    if (!words.every((word) => haystack.includes(word))) return false;
    counts.set(kind, (counts.get(kind) ?? 0) + 1);
    if (!words.length && kind === 'View') return true;
    return counts.get(kind) <= (words.length || kind !== 'Call' ? MOST_OF_A_KIND : 0);
  });
}

/** The newest entries of the whole journal that a filter finds, bodies included. */
export async function entriesWith(app, text) {
  const { query, test } = readFilter(text);
  const read = async (conditions) => {
    const path = `/_mock/requests?kind=any&content=false&limit=${MOST_ENTRIES}&order=desc&${conditions}`;
    return (await app.call('GET', path)).requests;
  };
  const body = new URLSearchParams({ bodyContains: text.trim() }).toString();
  const [shown, inBodies] = await Promise.all([read(query), read(body)]);
  const known = new Map([...shown.filter(test), ...inBodies].map((entry) => [entry.id, entry]));
  return [...known.values()].slice(0, MOST_ENTRIES).map((entry) => ({
    kind: entry.kind === 'frame' ? 'Frame' : 'Request',
    text: entry.kind === 'frame' ? entry.summary ?? entry.path : `${entry.method} ${entry.path}`,
    about: [entry.status ?? entry.ending, entry.time.slice(11, 19)].join(', '),
    run: () => app.go('traffic', { id: `${app.world}:${entry.id}` }),
  }));
}
