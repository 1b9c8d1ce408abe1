// Who calls: a colour and a name for each device.
import { element } from '../shared/dom.js';
import { visible } from './body.js';
import { colourOf, colours, labels } from './device-labels.js';

const MOST_SEEN = 500;
// As they were chosen when each device was seen first, for all that show devices.
const known = new Map();

/** The devices of the worlds that the page follows, each with its `world`. */
export async function devicesOf(app) {
  const found = await Promise.all(app.worldIDs.map(async (world) => {
    const { devices } = await app.call('GET', '/_mock/devices', undefined, { world });
    // What the page itself asks APIs for, as its view Data does, has the user agent of this browser.
    return devices.map((device) => ({ ...device, world, isThisBrowser: device.userAgent === navigator.userAgent }));
  }));
  // Those that called first choose first, so that another page has the same.
  const ordered = found.flat().sort((one, other) => one.firstSeen.localeCompare(other.firstSeen));
  for (const { id } of ordered) colours([id], known);
  return found.flat();
}

// The devices that the page has seen in each world: they keep their names when the journal is cleared.
const seen = new Map();

/** The names of devices and of those that the page has seen before in the same world; no two are the same. */
export function namesOf(app, devices) {
  const place = app.allWorlds ? '*' : app.world;
  const known = new Map([...seen.get(place) ?? [], ...devices.map((device) => [device.id, device])]);
  seen.set(place, new Map([...known].slice(-MOST_SEEN)));
  return labels([...known.values()]);
}

/** The names that people gave, or what the user agent says, by the devices' ids; no two are the same. */
export async function deviceNames(app) {
  return namesOf(app, await devicesOf(app));
}

/** A colour that stays with the id. The name always stands beside it. */
function css(id) {
  const [hue, saturation, lightness] = known.get(id) ?? colourOf(id);
  return `hsl(${hue} ${saturation}% ${lightness}%)`;
}

/** The mark of a device in a row; nothing where none is known. */
export function deviceMark(id, name) {
  if (!id) return null;
  const mark = element('span', { class: 'device-mark', title: `device ${id}` }, visible(name ?? id));
  mark.style.setProperty('--device', css(id));
  return mark;
}
