// Where a text stops to be JSON, for those who write it.

// A text of JSON holds no control characters (RFC 8259 §7).
// eslint-disable-next-line no-control-regex
const JSON_TEXT = /"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[\da-fA-F]{4}))*"/;
const JSON_NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/;
const JSON_TOKEN = new RegExp(`${JSON_TEXT.source}|${JSON_NUMBER.source}|true|false|null|[{}[\\],:]`, 'y');

/** Where a text stops to be JSON, in characters; -1 for JSON. */
export function jsonMistake(text) {
  // What may stand next, for each array and object that is open.
  const open = [];
  let place = 0;
  let wanted = 'value';
  for (;;) {
    while (/[ \t\n\r]/.test(text[place] ?? '')) place += 1;
    if (place >= text.length) return wanted === 'end' ? -1 : text.length;
    JSON_TOKEN.lastIndex = place;
    const [token] = JSON_TOKEN.exec(text) ?? [];
    if (!token) return place;
    const next = step(token, wanted, open);
    if (!next) return place;
    wanted = next;
    place += token.length;
  }
}

/** What must follow a token; nothing when the token must not stand there. */
function step(token, wanted, open) {
  const after = () => (open.length ? `after ${open.at(-1)}` : 'end');
  const mayBegin = ['value', 'value or ]'].includes(wanted);
  if (token === '{' || token === '[') {
    if (!mayBegin) return undefined;
    open.push(token);
    return token === '{' ? 'name or }' : 'value or ]';
  }
  if (token === '}' || token === ']') {
    const pair = token === '}' ? '{' : '[';
    if (wanted !== `after ${pair}` && !wanted.endsWith(`or ${token}`)) return undefined;
    open.pop();
    return after();
  }
  if (token === ',') return { 'after {': 'name', 'after [': 'value' }[wanted];
  if (token === ':') return wanted === ':' ? 'value' : undefined;
  if (wanted.startsWith('name')) return token.startsWith('"') ? ':' : undefined;
  return mayBegin ? after() : undefined;
}

/** What is wrong with a text that is not valid JSON: line and column, counted from 1, and what stands there. */
export function mistakeIn(text, name = 'This') {
  const place = jsonMistake(text);
  const before = text.slice(0, place < 0 ? text.length : place);
  const line = before.split('\n').length;
  const column = before.length - before.lastIndexOf('\n');
  const found = text.slice(before.length).match(/^\S{1,20}/)?.[0];
  return `${name} is not valid JSON: line ${line}, column ${column}${found ? `, at “${found}”` : ', where it ends'}.`;
}
