// Headers as lines of text, to be edited.

/** The headers of a message as lines, `Name: value`. */
export function headerLines(headers) {
  return Object.entries(headers).map(([name, value]) => `${name}: ${[value].flat().join(', ')}`).join('\n');
}

/** The headers that were changed in such a text; null for one that was taken out. */
export function changedHeaders(before, after) {
  const [old, now] = [read(before), read(after)];
  const changed = {};
  for (const [name] of old) if (!now.has(name)) changed[name] = null;
  for (const [name, value] of now) if (old.get(name) !== value) changed[name] = value;
  return changed;
}

function read(text) {
  const lines = text.split('\n').filter((line) => line.includes(':'));
  return new Map(lines.map((line) => {
    const colon = line.indexOf(':');
    return [line.slice(0, colon).trim(), line.slice(colon + 1).trim()];
  }));
}
