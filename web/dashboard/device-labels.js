// What devices are called: by the name that they were given, or by what their user agent says, and never two alike.

/** What a device is called by itself. */
export function nameOf({ id, name, userAgent }) {
  return name ?? productOf(userAgent) ?? id;
}

/** The labels of devices, by their ids: addresses distinguish two devices with the same app. */
export function labels(devices) {
  const known = new Map(devices.map((device) => [device.id, device]));
  const groups = new Map();
  for (const device of known.values()) groups.set(nameOf(device), [...groups.get(nameOf(device)) ?? [], device]);
  const found = new Map();
  for (const [name, group] of groups) {
    for (const device of group) found.set(device.id, group.length > 1 ? `${name} ${difference(device, group)}` : name);
  }
  return found;
}

/** The end of an address that no other device of the group has; the id where one address is that of several. */
function difference({ id, address }, group) {
  const others = group.filter((each) => each.id !== id).map((each) => each.address);
  if (others.includes(address)) return id.slice(0, 4);
  for (let length = 1; length <= 8; length += 1) {
    const end = ending(address, length);
    if (others.every((other) => ending(other, length) !== end)) return end === address ? end : `…${end}`;
  }
  return address;
}

/** The last numbers of an address of IPv4 or IPv6. */
function ending(address, count) {
  return address.split(/(?=[.:])/).slice(-count).join('').replace(/^[.:]+/, '');
}

/** The first product of a user agent: `MyApp/1.0`. */
function productOf(userAgent) {
  if (!userAgent) return undefined;
  const known = userAgent.match(/\b(?:Firefox|Edg|(?:Headless)?Chrome|Safari)\/[\d.]+/g);
  if (/^Mozilla\//.test(userAgent) && known) return known[0].split('.')[0];
  // Two phones with one app differ in the comment behind its name.
  const comment = userAgent.match(/\(([^;)]+)/)?.[1];
  return [userAgent.split(' ')[0].slice(0, 24), comment?.slice(0, 24)].filter(Boolean).join(', ');
}

const FULL_TURN = 360;
// Hues that are nearer to each other look alike.
const NEAREST = 40;
// The golden angle: however many steps, they spread.
const STEP = 137.5;

/** A hue for each of some devices, by their ids: it follows from the id, unless one before it is like that. */
export function hues(ids) {
  const found = new Map();
  for (const id of [...ids].sort()) {
    let hue = hueOf(id);
    const isTaken = (each) => [...found.values()].some((other) => apart(each, other) < NEAREST);
    for (let tries = 0; tries < FULL_TURN / NEAREST && isTaken(hue); tries += 1) hue = (hue + STEP) % FULL_TURN;
    found.set(id, hue);
  }
  return found;
}

export function hueOf(id) {
  return parseInt(id.slice(0, 4), 16) % FULL_TURN;
}

function apart(one, other) {
  const distance = Math.abs(one - other) % FULL_TURN;
  return Math.min(distance, FULL_TURN - distance);
}
