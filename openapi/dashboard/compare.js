// What differs between two requests, member by member and line by line.

const GREATEST_LINES = 2000;

/** The differences of two entries: `[{what, left, right}]`, and the lines of both bodies where they differ. */
export function differences(left, right) {
  const found = [];
  const add = (what, one, other) => {
    if (text(one) !== text(other)) found.push({ what, left: text(one), right: text(other) });
  };
  for (const name of ['method', 'path', 'query', 'status', 'account', 'operationId', 'ending', 'world']) add(name, left[name], right[name]);
  for (const [title, side] of [['request', 'request'], ['response', 'response']]) {
    const names = new Map();
    for (const entry of [left, right]) for (const name of Object.keys(entry[side]?.headers ?? {})) names.set(name.toLowerCase(), name);
    for (const name of [...names.keys()].sort()) {
      add(`${title} header ${names.get(name)}`, headerOf(left[side], name), headerOf(right[side], name));
    }
    members(left[side]?.body, right[side]?.body, `${title} body`, add);
  }
  return found;
}

function headerOf(side, name) {
  return Object.entries(side?.headers ?? {}).find(([each]) => each.toLowerCase() === name)?.[1];
}

function text(value) {
  if (value === undefined) return undefined;
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** Two JSON values, member by member. */
function members(left, right, place, add) {
  const isObject = (value) => value !== null && typeof value === 'object';
  if (!isObject(left) || !isObject(right) || Array.isArray(left) !== Array.isArray(right)) return add(place, left, right);
  const keys = [...new Set([...Object.keys(left), ...Object.keys(right)])];
  for (const key of keys.slice(0, GREATEST_LINES)) members(left[key], right[key], `${place} /${key}`, add);
  return undefined;
}
