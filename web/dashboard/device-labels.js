// What devices are called: by the name that they were given, or by what their user agent says, and never two alike.

/** What a device is called by itself. */
export function nameOf({ id, name, isThisBrowser, userAgent }) {
  return name ?? (isThisBrowser ? 'This browser' : productOf(userAgent)) ?? id;
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

/**
 * The colours of devices, as hue, saturation and lightness in the middle of both schemes. None is one of a status: not
 * red, amber, green, the blue of frames or the violet of faults.
 */
const COLOURS = [
  [322, 75, 55], [184, 85, 38], [66, 80, 38], [296, 45, 60], [160, 70, 42], [340, 55, 66], [196, 45, 55], [78, 45, 50],
  [310, 80, 40], [172, 45, 58], [56, 85, 32], [286, 55, 46],
];

/**
 * The colours of some devices by their ids, which stay: that of a device follows from its id, unless one that was seen
 * before has it. `known` are those that were chosen before; they are added to.
 */
export function colours(ids, known = new Map()) {
  for (const id of [...ids].sort()) {
    if (known.has(id)) continue;
    const used = new Set(known.values());
    const own = numberOf(id) % COLOURS.length;
    const free = COLOURS.map((_, step) => COLOURS[(own + step * 5) % COLOURS.length]).find((each) => !used.has(each));
    known.set(id, free ?? COLOURS[own]);
  }
  return known;
}

/** The colour of a device that no list has. */
export function colourOf(id) {
  return COLOURS[numberOf(id) % COLOURS.length];
}

function numberOf(id) {
  return parseInt(id.slice(0, 6), 16) || 0;
}
