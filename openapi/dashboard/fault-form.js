// What the form for faults knows: the kinds of fields, what their texts mean, and how a fault is said in words.

/** Conditions of a fault, as the server takes them in `match`. */
export const MATCH_FIELDS = [
  { name: 'api', label: 'API', kind: 'choice' },
  { name: 'method', label: 'Method', kind: 'text', suggestions: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] },
  { name: 'path', label: 'Path', kind: 'text',
    hint: '`*` stands for any text within a segment, `**` for any number of segments: `/v1/lotes/**`. A query behind it must be the same.' },
  { name: 'operationId', label: 'Operation', kind: 'text', hint: 'Its operationId in the document.' },
  { name: 'account', label: 'Account', kind: 'text', hint: 'That of a valid token: its id or e-mail address.' },
  { name: 'query', label: 'Query', kind: 'conditions',
    hint: 'One a line: `page: 2`; only `page` when it must be there, `!page` when it must not.' },
  { name: 'header', label: 'Headers', kind: 'conditions',
    hint: 'One a line: `Accept-Language: es`; only the name when it must be there, `!` before it when it must not.' },
  { name: 'body', label: 'Body', kind: 'members',
    hint: 'Members of a JSON body, one a line, by name or JSON pointer: `email: a@b.c` or `/lines/0/count: 2`.' },
  { name: 'socket', label: 'Socket', kind: 'text', sockets: true, hint: 'The id of one socket, as the view Sockets shows it.' },
];

/** When and how often a fault happens. */
export const RULE_FIELDS = [
  { name: 'times', label: 'At most so often', kind: 'number', hint: 'Without it, until it is removed.' },
  { name: 'after', label: 'After so many matches', kind: 'number', hint: 'They pass before the first that it happens to.' },
  { name: 'probability', label: 'Probability', kind: 'number', hint: 'The share of matches that it happens to, 0…1.' },
  { name: 'afterSeconds', label: 'Begins after so many seconds', kind: 'number', hint: 'Of the world\'s time.' },
  { name: 'forSeconds', label: 'Lasts so many seconds', kind: 'number', hint: 'Of the world\'s time.' },
  { name: 'id', label: 'Id', kind: 'text', hint: 'A name for it; one is made without it.' },
];

/** How a field of a fault type is entered, from what the server says about it. */
export function fieldKind({ name, about, required }) {
  const field = { name, label: name, hint: about, required };
  if (/^an object\b/.test(about)) return { ...field, kind: 'texts', hint: `${about}, one a line: \`Retry-After: 5\`` };
  if (/any other JSON/.test(about)) return { ...field, kind: 'json' };
  if (/^true\b/.test(about)) return { ...field, kind: 'flag' };
  const choices = about.match(/: ((?:\w+, )*\w+ or \w+)(?:;|$)/);
  if (choices) return { ...field, kind: 'choice', choices: choices[1].split(/, | or /) };
  return { ...field, kind: /\d…\d/.test(about) ? 'number' : 'text' };
}

/** The key of a field within the form. */
export const key = (group, name) => (group === 'rule' ? name : `${group}.${name}`);

/** Every field of the form for a type: `[key, field]`. */
export function formFields(type) {
  return [
    ...(type?.fields ?? []).map((field) => [key('fault', field.name), fieldKind(field)]),
    ...MATCH_FIELDS.map((field) => [key('match', field.name), field]),
    ...RULE_FIELDS.map((field) => [key('rule', field.name), field]),
  ];
}

/** What a text of a field stands for; undefined for nothing. Throws what is wrong with it. */
export function readValue({ kind, required }, text) {
  const trimmed = text.trim();
  if (kind === 'flag') return text === 'true' || undefined;
  if (trimmed === '' && !(required && kind === 'text')) {
    if (required) throw new Error('is required');
    return undefined;
  }
  switch (kind) {
    case 'number': return number(trimmed);
    case 'json': return parsed(trimmed, text);
    case 'conditions': return pairs(trimmed, condition);
    case 'texts': return pairs(trimmed, (name, value) => [name, value ?? '']);
    case 'members': return pairs(trimmed, (name, value) => [name, value === undefined ? null : parsed(value, value)]);
    default: return required ? text : trimmed;
  }
}

/** The text of a field for a value, so that `readValue` gives the value again. */
export function writeValue({ kind }, value) {
  if (value === undefined || value === null) return '';
  const isPlain = typeof value === 'object' && !Array.isArray(value);
  if (['conditions', 'texts', 'members'].includes(kind) && isPlain) return lines(kind, value);
  if (kind === 'json' || typeof value === 'object') return jsonText(value);
  return String(value);
}

/** What the texts of the form by key ask for: `{wish, problems}`, the problems by key. */
export function readForm(type, texts) {
  const wish = { fault: { type: type.type } };
  const problems = {};
  for (const [place, field] of formFields(type)) {
    try {
      const value = readValue(field, texts[place] ?? '');
      if (value === undefined) continue;
      const [group, name] = place.includes('.') ? place.split('.') : [undefined, place];
      if (group === 'match') wish.match = { ...wish.match, [name]: value };
      else if (group) wish[group][name] = value;
      else wish[name] = value;
    } catch (error) {
      problems[place] = `${field.label} ${error.message}`;
    }
  }
  return { wish, problems };
}

/** The texts of the form for a fault as the server takes or gives it, by key. */
export function writeForm(type, wish) {
  const texts = {};
  for (const [place, field] of formFields(type)) {
    const [group, name] = place.includes('.') ? place.split('.') : [undefined, place];
    texts[place] = writeValue(field, group ? wish[group]?.[name] : wish[name]);
  }
  return texts;
}

/**
 * The key of the field that the server means. It names members without their place, and some are in two: the one whose
 * value is what came is meant.
 */
export function placeOf(type, field, value, wish) {
  const places = formFields(type).map(([place]) => place).filter((place) => place.split('.').at(-1) === field);
  const sent = (place) => {
    const [group, name] = place.includes('.') ? place.split('.') : [undefined, place];
    return group ? wish[group]?.[name] : wish[name];
  };
  const told = (each) => (each === undefined ? 'null' : typeof each === 'string' ? each : JSON.stringify(each)).slice(0, 100);
  return places.find((place) => value !== undefined && told(sent(place)) === value)
    ?? places.find((place) => sent(place) !== undefined) ?? places[0];
}

/** A fault in words: its members, what it happens to, and when. */
export function describe({ fault, match, after, times, probability, afterSeconds, forSeconds }) {
  const { type, ...members } = fault;
  const { api, method, path, ...others } = match ?? {};
  const whom = [api, [method, path].filter(Boolean).join(' '), ...Object.entries(others).map(([name, value]) => said(name, value))];
  const when = [
    afterSeconds && `begins after ${afterSeconds} s`, forSeconds && `lasts ${forSeconds} s`,
    after && `after ${after} ${after === 1 ? 'match' : 'matches'}`,
    times && `${times} ${times === 1 ? 'time' : 'times'} at most`,
    typeof probability === 'number' && probability < 1 && `${Math.round(probability * 1000) / 10} % of matches`,
  ];
  return {
    type,
    members: Object.entries(members).filter(([, value]) => value !== null).map(([name, value]) => said(name, value)).join(', '),
    whom: whom.filter(Boolean).join(', ') || 'everything',
    when: when.filter(Boolean).join(', '),
  };
}

/** Seconds of the world's time until a fault ends by itself; undefined when it does not, or when its age is not known. */
export function secondsLeft({ fault, afterSeconds, forSeconds, ageSeconds }) {
  if (typeof ageSeconds !== 'number') return undefined;
  const ends = [forSeconds, fault.type === 'offline' && !fault.everySeconds && fault.seconds].filter(Boolean)
    .map((length) => (afterSeconds ?? 0) + length - ageSeconds);
  return ends.length ? Math.max(0, Math.min(...ends)) : undefined;
}

/** What is left of a fault, in words; `seconds` says how a length of time is written. */
export function left(record, seconds) {
  if (record.spent) return 'spent: it will not happen again';
  const rest = secondsLeft(record);
  const parts = [
    record.times && `${Math.max(0, record.times - record.applications)} of ${record.times} times left`,
    rest !== undefined && `${seconds(rest)} left`,
  ];
  return parts.filter(Boolean).join(', ') || 'until it is removed';
}

function said(name, value) {
  if (value === true) return name;
  return `${name} ${typeof value === 'object' ? JSON.stringify(value) : value}`;
}

function number(text) {
  const value = Number(text.replace(',', '.'));
  if (!Number.isFinite(value)) throw new Error('must be a number');
  return value;
}

function parsed(text, otherwise) {
  try {
    return JSON.parse(text);
  } catch {
    return otherwise;
  }
}

// Lines `name: value`; an object as JSON does too, for names and values that lines cannot hold.
function pairs(text, pair) {
  const object = text.startsWith('{') && parsed(text);
  if (object && typeof object === 'object') return object;
  return Object.fromEntries(text.split('\n').map((line) => line.trim()).filter(Boolean).map((line) => {
    const [, name, value] = line.match(/^([^:]+?)\s*(?::\s*(.*))?$/) ?? [];
    if (!name) throw new Error(`has a line without a name: ${line}`);
    return pair(name, value);
  }));
}

function condition(name, value) {
  if (value !== undefined) return [name, value];
  return name.startsWith('!') ? [name.slice(1).trim(), false] : [name, true];
}

function lines(kind, object) {
  const text = Object.entries(object).map(([name, value]) => line(kind, name, value)).join('\n');
  const again = readBack(kind, text);
  return JSON.stringify(again) === JSON.stringify(object) ? text : JSON.stringify(object);
}

function readBack(kind, text) {
  try {
    return readValue({ kind }, text);
  } catch {
    return undefined;
  }
}

function line(kind, name, value) {
  if (kind === 'members') return `${name}: ${jsonText(value)}`;
  if (kind === 'conditions' && typeof value === 'boolean') return value ? name : `!${name}`;
  return `${name}: ${value}`;
}

// A text stays as it is, unless it would be read as other JSON.
function jsonText(value) {
  if (typeof value !== 'string') return JSON.stringify(value);
  return parsed(value.trim()) === undefined && value === value.trim() && value ? value : JSON.stringify(value);
}
