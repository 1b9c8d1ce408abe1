// Who calls the worlds: devices by address and user agent, and what goes wrong for each.
import { element } from '../shared/dom.js';
import { visible } from './body.js';
import { labels } from './device-labels.js';
import { deviceMark, devicesOf } from './devices.js';
import { timeText } from './entry-row.js';
import { atMostEvery, button, quietly, showAnew } from './parts.js';
import { throttle } from './request-fault.js';
import { isOffline, throttlesOf } from './request-fault-state.js';

const COUNTS = [
  { member: 'requests', title: 'Requests', filter: '' },
  { member: 'notFound', title: '404', filter: ' is:404' },
  { member: 'violations', title: 'Contract violations', filter: ' is:violation' },
  { member: 'errors', title: 'Errors', filter: ' is:error' },
];
const READ_MILLISECONDS = 1000;

export const view = {
  id: 'devices',
  title: 'Devices',
  mount(root, app) { return new Devices(root, app).ends; },
};

class Devices {
  #app;
  #labels = new Map();
  // The faults of each world.
  #faults = new Map();

  constructor(root, app) {
    this.#app = app;
    this.place = element('div', { class: 'scroll', tabindex: '0', role: 'region', 'aria-label': 'Devices' });
    const about = 'By address and user agent, from the journal. Click a count to see its requests.';
    root.append(element('h1', {}, 'Devices'), element('p', { class: 'hint' }, about), this.place);
    const soon = atMostEvery(READ_MILLISECONDS, () => this.#read());
    const offs = [app.on('entries', soon), app.on('activity', soon)];
    this.ends = () => { offs.forEach((off) => off()); soon.stop(); };
    this.#read();
  }

  #read() {
    return this.#app.act(devicesOf(this.#app).then(async (devices) => {
      await Promise.all([...new Set(devices.map(({ world }) => world))].map(async (world) => {
        const found = await quietly(this.#app.call('GET', '/_mock/faults', undefined, { world }));
        this.#faults.set(world, found?.faults ?? []);
      }));
      this.#show(devices);
    }));
  }

  #show(devices) {
    this.#labels = labels(devices);
    const nobody = element('p', { class: 'hint card' }, 'No requests yet.');
    // By what they are called, so that no row moves under the pointer when another device calls.
    const named = (device) => this.#labels.get(device.id);
    const ordered = devices.toSorted((one, other) => (
      named(one).localeCompare(named(other), 'en', { numeric: true }) || (one.world < other.world ? -1 : 1)));
    showAnew(this.place, () => this.place.replaceChildren(devices.length ? this.#table(ordered) : nobody));
  }

  #table(devices) {
    const head = (title, kind) => element('th', { scope: 'col', class: kind }, title);
    const heads = [head('Device'), COUNTS.map(({ title }) => head(title, 'num')), head('Address', 'address'),
      head('User agent', 'agent'), this.#app.allWorlds && head('World'), head('Last seen'),
      element('th', { scope: 'col' }, element('span', { class: 'offscreen' }, 'Actions'))];
    return element('table', { class: 'grid' },
      element('thead', {}, element('tr', {}, ...heads.flat())),
      element('tbody', {}, devices.map((device) => this.#row(device))));
  }

  #row(device) {
    const label = this.#labels.get(device.id);
    const rename = button('Name…', () => this.#rename(device), { class: 'quiet',
      'data-key': `${device.world} ${device.id}`, 'aria-label': `Name ${visible(label)}` });
    return element('tr', {},
      element('th', { scope: 'row' }, deviceMark(device.id, label)),
      COUNTS.map((count) => this.#count(device, count, label)),
      element('td', { class: 'address' }, visible(device.address)),
      element('td', { class: 'agent', title: visible(device.userAgent ?? '') }, visible(device.userAgent ?? 'none')),
      this.#app.allWorlds && element('td', {}, device.world),
      element('td', { class: 'nowrap', title: device.lastSeen }, timeText(device.lastSeen)),
      element('td', {}, element('div', { class: 'bar' }, this.#throttle(device, label), this.#only(device, label),
        rename)));
  }

  /** Makes the device slow or takes it offline, or ends that. */
  #throttle(device, label) {
    const active = throttlesOf(this.#faults.get(device.world) ?? [], device);
    const [text, name] = isOffline(active) ? ['Go online', 'Go online:']
      : active.length ? ['End throttle', 'End the throttle of'] : ['Throttle…', 'Throttle'];
    return button(text, async () => {
      await throttle(this.#app, device, label, active);
      await this.#read();
    }, { 'data-key': `${device.world} ${device.id} throttle`, 'aria-pressed': String(active.length > 0),
      'aria-label': `${name} ${visible(label)}` });
  }

  /** Shows only this device, in all views. */
  #only(device, label) {
    const isOnly = this.#app.device === device.id;
    return button(isOnly ? 'Show all' : 'Show only', () => {
      this.#app.setDevice(isOnly ? undefined : device.id);
      this.#read();
    }, { class: 'quiet', 'data-key': `${device.world} ${device.id} only`,
      'aria-label': isOnly ? 'Show all devices' : `Show only ${visible(label)}` });
  }

  /** A count that leads to what it counts; nothing is to be seen of none. */
  #count(device, { member, title, filter }, label) {
    const count = device[member];
    if (!count) return element('td', { class: 'num hint' }, '0');
    const world = this.#app.allWorlds ? ` world:${device.world}` : '';
    const address = `#/traffic?filter=${encodeURIComponent(`device:${this.#wordFor(device.id)}${filter}${world}`)}`;
    return element('td', { class: 'num' }, element('a', { href: address,
      'data-key': `${device.world} ${device.id} ${member}`,
      'aria-label': `${count} ${title} of ${visible(label)}` }, String(count)));
  }

  /** What a filter calls a device: its label, unless that is a part of another one's. */
  #wordFor(id) {
    const label = this.#labels.get(id);
    const isOfSeveral = [...this.#labels.values()].filter((other) => other.includes(label)).length > 1;
    return label.includes('"') || isOfSeveral ? id : `"${label}"`;
  }

  async #rename(device) {
    const answer = await this.#app.ask({
      title: 'Name a device',
      text: visible(`${device.address}, ${device.userAgent ?? 'no user agent'}`),
      confirm: 'Save',
      fields: [{ name: 'name', label: 'Name', value: device.name ?? '',
        hint: 'Such as "Ana\'s phone". Empty for none.' }],
    });
    if (!answer) return;
    const call = this.#app.call('PUT', `/_mock/devices/${device.id}`, { name: answer.name.trim() || null },
      { world: device.world });
    await this.#app.act(call, 'Named');
    await this.#read();
  }
}
