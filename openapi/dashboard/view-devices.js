// Who calls the worlds: devices by address and user agent, and what goes wrong for each.
import { element } from './dom.js';
import { deviceMark, nameOf } from './devices.js';
import { visible } from './body.js';
import { atMostEvery } from './parts.js';

const COUNTS = [['requests', 'Requests', ''], ['notFound', '404', ' is:404'], ['violations', 'Leave the document', ' is:violation'],
  ['serverErrors', 'Server errors', ' status:5xx']];

export const view = {
  id: 'devices',
  title: 'Devices',
  mount(root, app) {
    const place = element('div', { class: 'scroll', tabindex: '0', role: 'region', 'aria-label': 'Devices' });
    root.append(element('h1', {}, 'Devices'), element('p', { class: 'hint' },
      'By address and user agent, as far as the journal knows them. A count leads to its requests.'), place);
    const read = async () => {
      const worlds = app.allWorlds ? app.worlds.map(({ id }) => id) : [app.world];
      await app.act(Promise.all(worlds.map(async (world) => {
        const { devices } = await app.call('GET', '/_mock/devices', undefined, { world });
        return devices.map((device) => ({ ...device, world }));
      })).then((found) => show(found.flat())));
    };
    const show = (devices) => {
      const focused = document.activeElement?.dataset?.key;
      place.replaceChildren(devices.length ? table(devices) : element('p', { class: 'hint card' }, 'Nobody has called yet.'));
      if (focused) place.querySelector(`[data-key="${focused}"]`)?.focus();
    };
    const table = (devices) => element('table', { class: 'grid' },
      element('thead', {}, element('tr', {}, ['Device', 'Address', 'User agent', ...(app.allWorlds ? ['World'] : []),
        ...COUNTS.map(([, title]) => title), 'Last seen', ''].map((title) => element('th', { scope: 'col' },
        title || element('span', { class: 'offscreen' }, 'Name'))))),
      element('tbody', {}, devices.map((device) => element('tr', {},
        element('th', { scope: 'row' }, deviceMark(device.id, nameOf(device))), element('td', {}, device.address),
        element('td', {}, visible(device.userAgent ?? 'none')), app.allWorlds && element('td', {}, device.world),
        COUNTS.map(([name, title, filter]) => element('td', { class: 'num' }, element('a', {
          href: `#/traffic?filter=${encodeURIComponent(`device:${device.id}${filter}`)}`, 'data-key': `${device.id}-${name}`,
          'aria-label': `${device[name]} ${title} of ${nameOf(device)}` }, String(device[name])))),
        element('td', {}, device.lastSeen.slice(0, 19).replace('T', ' ')),
        element('td', {}, element('button', { type: 'button', 'data-key': device.id, 'aria-label': `Name ${nameOf(device)}`,
          onclick: () => rename(device) }, 'Name…'))))));
    const rename = async (device) => {
      const answer = await app.ask({ title: 'Name a device', text: `${device.address}, ${device.userAgent ?? 'no user agent'}`,
        confirm: 'Save', fields: [{ name: 'name', label: 'Name', value: device.name ?? '', hint: 'Such as "Ana\'s phone". Empty for none.' }] });
      if (!answer) return;
      await app.act(app.call('PUT', `/_mock/devices/${device.id}`, { name: answer.name.trim() || null }, { world: device.world }), 'Named');
      read();
    };
    const soon = atMostEvery(1000, read);
    read();
    const offs = [app.on('entries', soon), app.on('activity', soon)];
    return () => { offs.forEach((off) => off()); soon.stop(); };
  },
};
