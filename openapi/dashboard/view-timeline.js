// Requests, frames, clock, faults and worlds on one line, to be scrubbed; and files of it.
import { element } from './dom.js';
import { visible } from './body.js';
import { entriesOf, LARGEST_FILE, withFrames, withoutSecrets } from './har.js';
import { atMostEvery, button } from './parts.js';

const LANES = [
  ['Requests', '--green', (each) => each.kind === 'exchange' && !(each.status >= 400)], ['Failures', '--red', (each) => each.kind === 'exchange' && each.status >= 400],
  ['Frames', '--blue', (each) => each.kind === 'frame'], ['Clock', '--amber', (each) => /Clock/.test(each.operationId) && each.at],
  ['Faults', '--violet', (each) => /Fault/.test(each.operationId) && each.at], ['Worlds', '--accent', (each) => each.at && !/Clock|Fault/.test(each.operationId)],
];
const LANE_HEIGHT = 26;
const LEFT = 74;
const NEAR = 20;

export const view = {
  id: 'timeline',
  title: 'Timeline',
  mount(root, app) { return new Timeline(root, app).ends; },
};

class Timeline {
  #app;
  #activity = [];
  #file;
  #all = [];
  #from;
  #to;
  #moment;
  #frame = 0;

  constructor(root, app) {
    this.#app = app;
    this.banner = element('div', { class: 'card', hidden: true });
    this.canvas = element('canvas', { class: 'lanes', role: 'slider', tabindex: '0', 'aria-label': 'Moment', onkeydown: (event) => this.#key(event),
      onpointerdown: (event) => { this.canvas.setPointerCapture(event.pointerId); this.#scrub(event); },
      onpointermove: (event) => { if (event.buttons) this.#scrub(event); }, onwheel: (event) => this.#wheel(event) });
    this.list = element('ol', { class: 'near' });
    this.heading = element('h2', {}, 'Around the end');
    const input = element('input', { type: 'file', accept: '.har,application/json', class: 'offscreen', tabindex: '-1', 'aria-hidden': 'true',
      onchange: () => this.#open(input.files[0]) });
    root.append(element('h1', {}, 'Timeline'), element('div', { class: 'bar' },
      button('Zoom in', () => this.#zoom(0.5)), button('Zoom out', () => this.#zoom(2)), button('Show all', () => { this.#from = undefined; this.#plan(); }),
      button('Save as HAR', () => this.#save()), button('Open a HAR file…', () => input.click()), input),
    this.banner, this.canvas, element('p', { class: 'hint' }, 'By the world\'s time. Drag or use the arrows to move, the wheel or + and − to zoom.'),
    this.heading, this.list);
    const soon = atMostEvery(200, () => this.#collect());
    const offs = [app.on('entries', soon), app.on('activity', (call) => { this.#activity.push(call); soon(); })];
    const resized = new ResizeObserver(() => this.#plan());
    resized.observe(this.canvas);
    root.addEventListener('dragover', (event) => event.preventDefault());
    root.addEventListener('drop', (event) => { event.preventDefault(); this.#open(event.dataTransfer.files[0]); });
    this.ends = () => { offs.forEach((off) => off()); soon.stop(); resized.disconnect(); cancelAnimationFrame(this.#frame); };
    app.call('GET', '/_mock/activity?limit=2000', undefined, { world: 'default' }).then(({ activity }) => { this.#activity = activity; this.#collect(); }, () => {});
    this.#collect();
  }

  #collect() {
    if (this.#file) return;
    const calls = this.#activity.filter(({ world }) => this.#app.allWorlds || world === this.#app.world);
    this.#all = [...this.#app.history.entries, ...calls].map((each) => ({ each, time: Date.parse(each.time) })).sort((left, right) => left.time - right.time);
    this.#plan();
  }

  #plan() { this.#frame ||= requestAnimationFrame(() => this.#draw()); }

  get #span() {
    const first = this.#all[0]?.time ?? Date.now();
    const last = Math.max(this.#all.at(-1)?.time ?? first, first + 1000);
    return this.#from === undefined ? [first, last] : [this.#from, this.#to];
  }

  #draw() {
    this.#frame = 0;
    const [width, height, scale] = [this.canvas.clientWidth, LANES.length * LANE_HEIGHT + 20, devicePixelRatio || 1];
    if (!width) return;
    [this.canvas.width, this.canvas.height] = [width * scale, height * scale];
    this.canvas.style.setProperty('height', `${height}px`);
    const context = this.canvas.getContext('2d');
    context.scale(scale, scale);
    const style = getComputedStyle(this.canvas);
    const colour = (name) => style.getPropertyValue(name).trim();
    const [from, to] = this.#span;
    const x = (time) => LEFT + ((time - from) / (to - from)) * (width - LEFT - 6);
    context.font = '12px sans-serif';
    LANES.forEach(([name, tone, test], lane) => {
      const top = lane * LANE_HEIGHT;
      context.fillStyle = colour('--muted');
      context.fillText(name, 4, top + 17);
      context.fillStyle = colour('--line');
      context.fillRect(LEFT, top + LANE_HEIGHT - 1, width - LEFT, 1);
      context.fillStyle = colour(tone);
      // Many of a pixel are one mark, the higher the more there are.
      const counts = new Map();
      for (const { each, time } of this.#all) {
        if (time < from || time > to || !test(each)) continue;
        const place = Math.round(x(time));
        counts.set(place, (counts.get(place) ?? 0) + 1);
      }
      for (const [place, count] of counts) {
        const size = Math.min(LANE_HEIGHT - 6, 8 + Math.log2(count) * 3);
        context.fillRect(place - 1, top + (LANE_HEIGHT - size) / 2, isSeldom(name) ? 5 : 3, size);
      }
    });
    context.fillStyle = colour('--muted');
    context.textAlign = 'left';
    context.fillText(stamp(from), LEFT, height - 4);
    context.textAlign = 'right';
    context.fillText(stamp(to), width - 6, height - 4);
    context.textAlign = 'left';
    const moment = this.#moment ?? to;
    context.fillStyle = colour('--ink');
    context.fillRect(x(Math.min(to, Math.max(from, moment))), 0, 1.5, height - 18);
    this.canvas.setAttribute('aria-valuemin', '0');
    this.canvas.setAttribute('aria-valuemax', '100');
    this.canvas.setAttribute('aria-valuenow', String(Math.round(((moment - from) / (to - from)) * 100)));
    this.canvas.setAttribute('aria-valuetext', stamp(moment));
    this.#showNear(moment);
  }

  #showNear(moment) {
    let end = this.#all.findIndex(({ time }) => time > moment);
    if (end < 0) end = this.#all.length;
    const near = this.#all.slice(Math.max(0, end - NEAR), end).reverse();
    this.heading.textContent = this.#moment === undefined ? 'The last things' : `Until ${stamp(moment)}`;
    if (this.list.contains(document.activeElement)) return;
    this.list.replaceChildren(...near.map(({ each }) => element('li', {}, element('span', { class: 'time' }, each.time.slice(11, 23)), ' ', ...line(each, this.#file))));
    if (!near.length) this.list.append(element('li', { class: 'hint' }, 'Nothing yet.'));
  }

  /* Moving */

  #scrub(event) {
    const [from, to] = this.#span;
    const share = (event.offsetX - LEFT) / (this.canvas.clientWidth - LEFT - 6);
    this.#moment = from + Math.max(0, Math.min(1, share)) * (to - from);
    this.#plan();
  }

  #key(event) {
    const [from, to] = this.#span;
    const steps = { ArrowLeft: -0.01, ArrowRight: 0.01, PageUp: -0.1, PageDown: 0.1 };
    if (event.key in steps) this.#moment = Math.max(from, Math.min(to, (this.#moment ?? to) + steps[event.key] * (to - from)));
    else if (event.key === 'Home') this.#moment = from;
    else if (event.key === 'End') this.#moment = undefined;
    else if (event.key === '+') return this.#zoom(0.5);
    else if (event.key === '-' || event.key === '−') return this.#zoom(2);
    else return undefined;
    event.preventDefault();
    return this.#plan();
  }

  #wheel(event) {
    event.preventDefault();
    this.#zoom(event.deltaY > 0 ? 1.25 : 0.8);
  }

  #zoom(factor) {
    const [from, to] = this.#span;
    const middle = this.#moment ?? to;
    const length = Math.max(10, (to - from) * factor);
    const share = (middle - from) / (to - from);
    [this.#from, this.#to] = [middle - share * length, middle + (1 - share) * length];
    const [first, last] = [this.#all[0]?.time, this.#all.at(-1)?.time];
    if (this.#from <= first && this.#to >= last) this.#from = undefined;
    this.#plan();
  }

  /* Files */

  async #save() {
    const app = this.#app;
    await app.act((async () => {
      const worlds = app.allWorlds ? app.worlds.map(({ id }) => id) : [app.world];
      const files = await Promise.all(worlds.map((world) => app.call('GET', '/_mock/har', undefined, { world })));
      const entries = files.flatMap(({ log }) => log.entries).sort((left, right) => left.startedDateTime.localeCompare(right.startedDateTime));
      const har = withFrames({ log: { ...files[0].log, entries } }, app.history.entries.filter(({ kind }) => kind === 'frame'));
      const url = URL.createObjectURL(new Blob([JSON.stringify(withoutSecrets(har), null, 1)], { type: 'application/json' }));
      element('a', { href: url, download: `mock-api-${worlds.length === 1 ? worlds[0] : 'all'}.har` }).click();
      setTimeout(() => URL.revokeObjectURL(url), 10_000);
    })(), 'Saved, without tokens and passwords');
  }

  async #open(file) {
    if (!file) return;
    try {
      if (file.size > LARGEST_FILE) throw new Error(`that file has more than ${LARGEST_FILE / 1024 / 1024} MiB`);
      const entries = entriesOf(await file.text());
      this.#file = file.name;
      this.#all = entries.map((each) => ({ each, time: Date.parse(each.time) })).sort((left, right) => left.time - right.time);
      [this.#from, this.#moment] = [undefined, undefined];
      this.#showBanner(`${file.name}, ${entries.length} entries. Nothing of it is on this server.`);
    } catch (error) {
      this.#showBanner(`The file was not opened: ${error.message}.`, true);
    }
    this.#plan();
  }

  #showBanner(text, isBad = false) {
    this.banner.hidden = false;
    this.banner.replaceChildren(element('p', { class: isBad ? 'bad' : '', role: isBad ? 'alert' : 'status' }, text),
      button('Back to the server', () => { this.#file = undefined; this.banner.hidden = true; this.#collect(); }));
  }
}

/** What happens seldom has broader marks. */
function isSeldom(name) {
  return name === 'Clock' || name === 'Faults' || name === 'Worlds';
}

function stamp(time) {
  return new Date(time).toISOString().replace('T', ' ').slice(0, 23);
}

function line(each, file) {
  if (each.at) return [element('strong', {}, each.operationId), ` ${each.method} ${visible(each.path)}`, each.body !== undefined && ` ${visible(JSON.stringify(each.body)).slice(0, 120)}`].filter(Boolean);
  const text = each.kind === 'frame' ? `${each.direction === 'received' ? '→' : '←'} ${visible(each.summary ?? 'frame')}`
    : `${each.method} ${visible(each.path)} ${each.status ?? ''}`;
  return [file ? text : element('a', { href: `#/traffic?id=${encodeURIComponent(each.key)}` }, text)];
}
