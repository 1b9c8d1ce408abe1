// What the faults for one request or one device are, as the server takes them.

/** A fault for requests as an entry's, with what a form says of how often and how long. */
export function definitionOf(entry, fault, { times, forSeconds }) {
  return {
    match: { method: entry.method, path: entry.path.replace(/^\/_w\/[^/]+(?=\/)/, '') },
    fault,
    ...given('times', times),
    ...given('forSeconds', forSeconds),
  };
}

/** The faults that make a device slow, by the fields of a form. */
export function throttleOf(device, { milliseconds, bytesPerSecond, forSeconds }) {
  const match = { device: device.id };
  const id = (kind) => `throttle-${kind}-${device.id}`;
  return [
    Number(milliseconds) > 0
      && { id: id('delay'), match, fault: { type: 'delay', milliseconds: Number(milliseconds) } },
    Number(bytesPerSecond) > 0
      && { id: id('rate'), match, fault: { type: 'dribble', bytesPerSecond: Number(bytesPerSecond) } },
  ].filter(Boolean).map((fault) => ({ ...fault, ...given('forSeconds', forSeconds) }));
}

/** The faults among some that make a device slow. */
export function throttlesOf(faults, { id }) {
  return faults.filter(({ id: fault, exhausted }) => !exhausted && /^throttle-/.test(fault) && fault.endsWith(id));
}

/** The fault that changes the body of a real response as one body was changed to another. */
export function patchOf(before, after, { status, undocumented }) {
  const isObject = (value) => value !== null && typeof value === 'object' && !Array.isArray(value);
  // A merge patch is an object; anything else is replaced as a whole by a JSON Patch (RFC 6902).
  const patch = isObject(before) && isObject(after) ? mergePatch(before, after)
    : [{ op: 'replace', path: '', value: after }];
  return { type: 'patch', patch, ...(status && { status }), ...(undocumented && { undocumented }) };
}

/** What changes one JSON value to another (JSON Merge Patch, RFC 7396). */
export function mergePatch(before, after) {
  const isObject = (value) => value !== null && typeof value === 'object' && !Array.isArray(value);
  if (!isObject(before) || !isObject(after)) return after;
  const patch = {};
  for (const key of Object.keys(before)) if (!Object.hasOwn(after, key)) patch[key] = null;
  for (const [key, value] of Object.entries(after)) {
    if (JSON.stringify(before[key]) !== JSON.stringify(value)) patch[key] = mergePatch(before[key], value);
  }
  return patch;
}

function given(name, text) {
  return text === '' || text === undefined || text === null ? {} : { [name]: Number(text) };
}
