// What the form for faults knows: the fields, what their texts mean, and how a fault is said in words.

// Fields are found by their place in the JSON: `fault.status`, `match.path`, `times`.
const MATCH_FIELDS = [
  { name: 'api', label: 'API', kind: 'choice' },
  { name: 'method', label: 'Method', suggestions: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] },
  { name: 'path', label: 'Path', suggestions: [],
    hint: '`*` is any text within a segment, `**` any number of segments: `/v1/lotes/**`' },
  { name: 'operationId', label: 'Operation', suggestions: [], hint: 'its operationId in the document' },
  { name: 'account', label: 'Account', suggestions: [], hint: 'of a valid token, by id or e-mail address' },
  { name: 'device', label: 'Device', suggestions: [], hint: 'its id; the suggestions name the devices that called' },
  { name: 'query', label: 'Query', kind: 'conditions',
    hint: 'one per line: `page: 2`, or `page` for present, `!page` for absent' },
  { name: 'header', label: 'Headers', kind: 'conditions',
    hint: 'one per line: `Accept-Language: es`, or only the name, or `!` and the name' },
  { name: 'body', label: 'Properties of a JSON body', kind: 'members',
    hint: 'one per line, by name or JSON pointer: `/lines/0/count: 2`' },
  { name: 'socket', label: 'Socket', hint: 'its id, as in the view Sockets' },
].map((field) => ({ ...field, group: 'match', place: `match.${field.name}` }));

const RULE_FIELDS = [
  { name: 'times', label: 'Maximum times', kind: 'number', hint: 'empty: until it is removed' },
  { name: 'after', label: 'Matches to skip', kind: 'number', hint: 'matches before the first one that triggers it' },
  { name: 'probability', label: 'Probability', kind: 'number', hint: 'the fraction of matches that trigger it, 0…1' },
  { name: 'afterSeconds', label: 'Begins after (seconds)', kind: 'number', hint: 'of the world\'s time' },
  { name: 'forSeconds', label: 'Lasts (seconds)', kind: 'number', hint: 'of the world\'s time' },
  { name: 'id', label: 'Id', hint: 'a name for it; empty: generated' },
].map((field) => ({ ...field, group: 'rule', place: field.name }));

// How the form enters each kind of value that the server reports.
const KINDS = { integer: 'number', number: 'number', choice: 'choice', flag: 'flag', object: 'texts', json: 'json' };

/** How a field of a fault type is entered, from what the server says about it. */
export function fieldOf({ name, about, required, kind, choices }) {
  const hint = kind === 'object' ? `${about}, one per line: \`Retry-After: 5\`` : about;
  return { name, label: name, hint, required, group: 'fault', place: `fault.${name}`, kind: KINDS[kind] ?? 'text',
    ...(choices && { choices }) };
}

/** Every field of the form for a type. */
export function fieldsOf(type) {
  return [...type.fields.map(fieldOf), ...MATCH_FIELDS, ...RULE_FIELDS];
}

/**
 * What a text of a field stands for; undefined for nothing. Throws what is wrong with it.
 *
 * @param {{kind?: string, required?: boolean}} field
 * @param {string} text
 */
export function readValue({ kind = 'text', required }, text) {
  const trimmed = text.trim();
  if (kind === 'flag') return text === 'true' || undefined;
  if (trimmed === '' && !(required && kind === 'text')) {
    if (required) throw new Error('is required');
    return undefined;
  }
  if (kind === 'number') return number(trimmed);
  if (kind === 'json') return parsed(trimmed, text);
  if (kind === 'conditions') return pairs(trimmed, condition);
  if (kind === 'texts') return pairs(trimmed, (name, value = '') => [name, value]);
  if (kind === 'members') return pairs(trimmed, (name, value = 'null') => [name, parsed(value, value)]);
  return required ? text : trimmed;
}

/** The text of a field for a value, which `readValue` reads as that value again. */
export function writeValue({ kind }, value) {
  if (value === undefined || value === null) return '';
  if (kind === 'json') return jsonText(value);
  if (typeof value !== 'object') return String(value);
  const text = Object.entries(value).map(([name, each]) => line(kind, name, each)).join('\n');
  const json = JSON.stringify(value);
  try {
    return JSON.stringify(readValue({ kind }, text)) === json ? text : json;
  } catch {
    return json;
  }
}

/** What the texts of the form by place ask for: `{definition, problems}`, the problems by place. */
export function readForm(type, texts) {
  const definition = { fault: { type: type.type }, match: {} };
  const problems = {};
  for (const field of fieldsOf(type)) {
    try {
      const value = readValue(field, texts[field.place] ?? '');
      if (value !== undefined) part(definition, field)[field.name] = value;
    } catch (error) {
      problems[field.place] = `${field.label} ${error.message}`;
    }
  }
  if (Object.keys(definition.match).length === 0) delete definition.match;
  return { definition, problems };
}

/** The texts of the form, by place, for a fault as the server takes or gives it. */
export function writeForm(type, definition) {
  return Object.fromEntries(fieldsOf(type)
    .map((field) => [field.place, writeValue(field, part(definition, field)?.[field.name])]));
}

/**
 * The place of the field that the server means. It says the name alone, which some fields share: the one whose value is
 * what came is meant, else one that was sent.
 */
export function placeOf(type, name, value, definition) {
  const fields = fieldsOf(type).filter((field) => field.name === name);
  const sent = (field) => part(definition, field)?.[name];
  const shortened = (each) => (typeof each === 'string' ? each : JSON.stringify(each ?? null)).slice(0, 100);
  const meant = fields.find((field) => shortened(sent(field)) === value);
  return (meant ?? fields.find((field) => sent(field) !== undefined) ?? fields[0])?.place;
}

/** A fault in words: its members, what it happens to, and when. `nameOfDevice` gives what a device is called. */
export function describe({ fault, match, after, times: most, probability, afterSeconds, forSeconds },
  nameOfDevice = (id) => id) {
  const { type, ...given } = fault;
  // An end that far away is none.
  const members = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== WITHOUT_END));
  const { api, method, path, device, ...others } = match ?? {};
  const all = (object) => Object.entries(object).filter(([, value]) => value !== null)
    .map(([name, value]) => [name !== type && name, value !== true && text(value)].filter(Boolean).join(' '));
  return {
    type,
    members: all(members).join(', '),
    whom: [api, [method, path].filter(Boolean).join(' '), ...all(others),
      device && `device ${nameOfDevice(device)}`].filter(Boolean).join(', ') || 'everything',
    when: [
      afterSeconds && `begins after ${afterSeconds} s`, forSeconds && `lasts ${forSeconds} s`,
      after && `after ${after} ${after === 1 ? 'match' : 'matches'}`, most && `at most ${times(most)}`,
      typeof probability === 'number' && `${Math.round(probability * 1000) / 10} % of matches`,
    ].filter(Boolean).join(', '),
  };
}

/** What is left of a fault, in words; `span` says a length of time. */
export function left({ fault, times: most, applications, exhausted, afterSeconds, forSeconds, ageSeconds }, span) {
  if (exhausted) return 'Exhausted';
  const lengths = [forSeconds, fault.type === 'offline' && !fault.everySeconds && fault.seconds].filter(Boolean);
  const rest = (afterSeconds ?? 0) + Math.min(...lengths) - ageSeconds;
  return [
    most && `${most - applications} of ${most} left`,
    Number.isFinite(rest) && rest < 100_000_000 && `${span(Math.max(0, rest))} left`,
  ].filter(Boolean).join(', ') || 'until it is removed';
}

/** A text that begins like a sentence. */
export function sentence(words) {
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** How often: `1×`, `3×`. */
export function times(count) {
  return `${count.toLocaleString('en')}×`;
}

function part(definition, { group }) {
  return group === 'rule' ? definition : definition[group];
}

function text(value) {
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

function number(trimmed) {
  const value = Number(trimmed.replace(',', '.'));
  if (!Number.isFinite(value)) throw new Error('must be a number');
  return value;
}

function parsed(json, otherwise) {
  try {
    return JSON.parse(json);
  } catch {
    return otherwise;
  }
}

// Lines `name: value`; or an object as JSON, for names and values that lines cannot hold.
function pairs(trimmed, pair) {
  const object = trimmed.startsWith('{') && parsed(trimmed);
  if (object) return object;
  return Object.fromEntries(trimmed.split('\n').filter((each) => each.trim()).map((each) => {
    const [, name, value] = each.trim().match(/^([^:]+?)\s*(?::\s*(.*))?$/) ?? [];
    if (!name) throw new Error(`has a line without a name: ${each}`);
    return pair(name, value);
  }));
}

function condition(name, value) {
  if (value !== undefined) return [name, value];
  return name.startsWith('!') ? [name.slice(1).trim(), false] : [name, true];
}

function line(kind, name, value) {
  if (kind === 'members') return `${name}: ${jsonText(value)}`;
  if (typeof value === 'boolean') return value ? name : `!${name}`;
  return `${name}: ${value}`;
}

// A text stays as it is, unless it would be read as other JSON.
function jsonText(value) {
  const isPlain = typeof value === 'string' && value && value === value.trim() && parsed(value) === undefined;
  return isPlain ? value : JSON.stringify(value);
}

/* Presets: ready-made sets of the server where there is one, else a single fault. */

// Long enough for no end; the most that the server takes.
const WITHOUT_END = 1_000_000_000;

const PRESETS = [
  { id: 'offline', label: 'Offline', about: 'Connections are reset, sockets are cut',
    definition: { fault: { type: 'offline', seconds: WITHOUT_END } } },
  { id: 'flaky-3g', label: 'Flaky network', set: 'flaky-3g' },
  { id: 'slow', label: 'Slow', about: 'Each response is delayed by 2 s',
    definition: { fault: { type: 'delay', milliseconds: 2000 } } },
  { id: 'tunnel', label: 'Tunnel', set: 'tunnel' },
  { id: 'backend-deploy', label: 'Deploy', set: 'backend-deploy' },
  { id: 'expired-once', label: 'Token expires',
    about: 'The next request with a token is refused as expired: see the refresh',
    definition: { fault: { type: 'expiredToken' }, times: 1 } },
  { id: 'expired', label: 'Expired tokens', about: 'Every request with a token is refused as expired, refreshed or not',
    definition: { fault: { type: 'expiredToken' } } },
  { id: 'rate-limited', label: 'Rate limited', about: '429 with Retry-After of 30 s',
    definition: { fault: { type: 'rateLimited', retryAfter: 30 } } },
];

// The id that a preset's fault has, so that every page knows it again.
const faultId = ({ id }) => `preset-${id}`;

/** The presets that a server can offer: those whose set or fault type it has, then the sets that have no preset. */
export function presetsFor(sets, types) {
  const known = new Set(types.map(({ type }) => type));
  const offered = PRESETS.map((preset) => {
    const set = sets.find(({ name }) => name === preset.set);
    if (preset.set) return set && { ...preset, about: sentence(set.about) };
    return known.has(preset.definition.fault.type) && preset;
  });
  const others = sets.filter(({ name }) => !PRESETS.some(({ set }) => set === name))
    .map(({ name, about }) => ({ id: name, label: sentence(name), about: sentence(about), set: name }));
  return [...offered, ...others].filter(Boolean);
}

/** Whether a preset is active, how often it was triggered, its API and device. */
export function presetState(preset, records) {
  const own = records.filter((record) => (preset.set ? record.set === preset.set : record.id === faultId(preset)));
  return {
    exists: own.length > 0,
    active: own.some(({ exhausted }) => !exhausted),
    applications: own.reduce((sum, { applications }) => sum + applications, 0),
    api: own[0]?.match?.api,
    device: own[0]?.match?.device,
  };
}

/** The calls that begin or end a preset: `[method, path, body]`, in order; for an API and a device, or all. */
export function presetCalls(preset, { exists, active }, { api, device }) {
  const match = api || device ? { ...(api && { api }), ...(device && { device }) } : undefined;
  const path = preset.set ? `/_mock/fault-sets/${encodeURIComponent(preset.set)}` : `/_mock/faults/${faultId(preset)}`;
  if (active) return [['DELETE', path]];
  if (preset.set) return [['PUT', path, match ? { match } : {}]];
  const add = ['POST', '/_mock/faults', { id: faultId(preset), ...(match && { match }), ...preset.definition }];
  return exists ? [['DELETE', path], add] : [add];
}

/* The faults of a single socket in words, and texts with the byte NUL in fields. */

/** What becomes of a message by a type of fault. */
export const DONE = {
  dropMessage: 'dropped',
  delayMessages: 'held back',
  duplicate: 'sent twice',
  corrupt: 'corrupted',
  editMessage: 'edited',
  reorder: 'sent after the next one',
};

/** A text as a field shows it, which has no NUL. */
export function toField(text) {
  return text.replaceAll('\0', '\\0');
}

/** What such a field holds. */
export function fromField(text) {
  return text.replaceAll('\\0', '\0');
}

/** A fault of one socket in words: `⚡ The next message to the client will be dropped`. */
export function faultWords({ fault, times: most, applications, exhausted }) {
  const { type, direction, milliseconds, find, replace } = fault;
  const where = direction === 'incoming' ? 'from the client' : direction === 'both' ? 'either way' : 'to the client';
  const detail = [milliseconds !== undefined && `${milliseconds / 1000} s`, find && `replacing “${cut(find)}”`,
    type === 'editMessage' && `by “${cut(replace ?? '')}”`].filter(Boolean).join(' ');
  const what = [DONE[type] ?? type, detail].filter(Boolean).join(' ');
  if (exhausted) return `⚡ Triggered ${times(applications)}: a message ${where} was ${what}`;
  const left = most ? most - applications : undefined;
  const which = left === undefined ? 'Each message' : left === 1 ? 'The next message' : `The next ${left} messages`;
  return `⚡ ${which} ${where} will be ${what}${applications ? `; triggered ${times(applications)}` : ''}`;
}

function cut(text) {
  return text.length > 40 ? `${text.slice(0, 40)}…` : text;
}
