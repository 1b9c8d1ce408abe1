// Faults of one tap: ready-made sets of the server where there is one, else a single fault.

import { sentence } from './fault-form.js';

// Long enough for no end; the most that the server takes.
const WITHOUT_END = 1_000_000_000;

const PRESETS = [
  { id: 'offline', label: 'Offline', about: 'Connections are reset, sockets are cut',
    wish: { fault: { type: 'offline', seconds: WITHOUT_END } } },
  { id: 'flaky-3g', label: 'Flaky network', set: 'flaky-3g' },
  { id: 'slow', label: 'Slow', about: 'Each answer comes 2 s later',
    wish: { fault: { type: 'delay', milliseconds: 2000 } } },
  { id: 'tunnel', label: 'Tunnel', set: 'tunnel' },
  { id: 'backend-deploy', label: 'Deploy', set: 'backend-deploy' },
  { id: 'expired-once', label: 'Token expires',
    about: 'The next request with a token is refused as expired: see the refresh',
    wish: { fault: { type: 'expiredToken' }, times: 1 } },
  { id: 'expired', label: 'Expired tokens', about: 'Every request with a token is refused as expired, refreshed or not',
    wish: { fault: { type: 'expiredToken' } } },
  { id: 'rate-limited', label: 'Rate limited', about: '429 with Retry-After of 30 s',
    wish: { fault: { type: 'rateLimited', retryAfter: 30 } } },
];

// The id that a preset's fault has, so that every page knows it again.
const faultId = ({ id }) => `preset-${id}`;

/** The presets that a server can offer: those whose set or fault type it has, then the sets that have no preset. */
export function presetsFor(sets, types) {
  const known = new Set(types.map(({ type }) => type));
  const offered = PRESETS.map((preset) => {
    const set = sets.find(({ name }) => name === preset.set);
    return preset.set ? set && { ...preset, about: sentence(set.about) } : known.has(preset.wish.fault.type) && preset;
  });
  const others = sets.filter(({ name }) => !PRESETS.some(({ set }) => set === name))
    .map(({ name, about }) => ({ id: name, label: sentence(name), about: sentence(about), set: name }));
  return [...offered, ...others].filter(Boolean);
}

/** Whether a preset is at work, how often it struck, and for which API: `{active, applications, api}`. */
export function presetState(preset, records) {
  const own = records.filter((record) => (preset.set ? record.set === preset.set : record.id === faultId(preset)));
  return {
    exists: own.length > 0,
    active: own.some(({ spent }) => !spent),
    applications: own.reduce((sum, { applications }) => sum + applications, 0),
    api: own[0]?.match?.api,
  };
}

/** The calls that begin or end a preset: `[method, path, body]`, in their order. */
export function presetCalls(preset, { exists, active }, api) {
  const match = api ? { api } : undefined;
  const path = preset.set ? `/_mock/fault-sets/${encodeURIComponent(preset.set)}` : `/_mock/faults/${faultId(preset)}`;
  if (active) return [['DELETE', path]];
  if (preset.set) return [['PUT', path, match ? { match } : {}]];
  const add = ['POST', '/_mock/faults', { id: faultId(preset), ...(match && { match }), ...preset.wish }];
  return exists ? [['DELETE', path], add] : [add];
}
