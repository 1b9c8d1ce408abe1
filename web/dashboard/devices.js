// Who calls: a colour and a name for each device.
import { element } from '../shared/dom.js';
import { visible } from './body.js';
import { hueOf, hues, labels } from './device-labels.js';

// As they were last read, for all that show devices.
let known = new Map();

/** The devices of the worlds that the page follows, each with its `world`. */
export async function devicesOf(app) {
  const worlds = app.allWorlds && app.worlds.length ? app.worlds.map(({ id }) => id) : [app.world];
  const found = await Promise.all(worlds.map(async (world) => {
    const { devices } = await app.call('GET', '/_mock/devices', undefined, { world });
    return devices.map((device) => ({ ...device, world }));
  }));
  known = hues(new Set(found.flat().map(({ id }) => id)));
  return found.flat();
}

/** The names that people gave, or what the user agent says, by the devices' ids; no two are the same. */
export async function deviceNames(app) {
  return labels(await devicesOf(app));
}

/** A colour that follows from the id. The name always stands beside it. */
function colourOf(id) {
  return `hsl(${known.get(id) ?? hueOf(id)} 65% 50%)`;
}

/** The mark of a device in a row; nothing where none is known. */
export function deviceMark(id, name) {
  if (!id) return null;
  const mark = element('span', { class: 'device-mark', title: `device ${id}` }, visible(name ?? id));
  mark.style.setProperty('--device', colourOf(id));
  return mark;
}
