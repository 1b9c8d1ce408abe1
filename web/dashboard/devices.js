// Who calls: a colour and a name for each device.
import { element } from '../shared/dom.js';
import { visible } from './body.js';
import { colourOf, colours, labels } from './device-labels.js';

// As they were chosen when each device was seen first, for all that show devices.
const known = new Map();

/** The devices of the worlds that the page follows, each with its `world`. */
export async function devicesOf(app) {
  const found = await Promise.all(app.worldIDs.map(async (world) => {
    const { devices } = await app.call('GET', '/_mock/devices', undefined, { world });
    return devices.map((device) => ({ ...device, world }));
  }));
  // Those that called first choose first, so that another page has the same.
  const ordered = found.flat().sort((one, other) => one.firstSeen.localeCompare(other.firstSeen));
  for (const { id } of ordered) colours([id], known);
  return found.flat();
}

/** The names that people gave, or what the user agent says, by the devices' ids; no two are the same. */
export async function deviceNames(app) {
  return labels(await devicesOf(app));
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
