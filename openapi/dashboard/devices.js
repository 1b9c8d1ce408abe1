// Who calls: a colour and a name for each device.
import { element } from './dom.js';

/** The names that people gave, or what the user agent says, by the devices' ids. */
export async function deviceNames(app) {
  const { devices } = await app.call('GET', '/_mock/devices');
  return new Map(devices.map((device) => [device.id, nameOf(device)]));
}

/** What a device is called. */
export function nameOf({ id, name, userAgent }) {
  return name ?? productOf(userAgent) ?? id;
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

/** A colour that follows from the id. The name always stands beside it. */
export function colourOf(id) {
  return `hsl(${parseInt(id.slice(0, 4), 16) % 360} 65% 50%)`;
}

/** The mark of a device in a row; nothing where none is known. */
export function deviceMark(id, name) {
  if (!id) return null;
  const mark = element('span', { class: 'device-mark', title: `device ${id}` }, name ?? id);
  mark.style.setProperty('--device', colourOf(id));
  return mark;
}
