// Requests, frames, clock, faults and worlds on one line, to be scrubbed; and files of it.
import { element } from './dom.js';
import { visible } from './body.js';
import { counted } from './moment.js';
import { arrange, atMostEvery, button, loaded } from './parts.js';
import { LaneCanvas } from './timeline-canvas.js';
import { Arrivals, arrivalsOf, LANES, Marks, nearest, stamp, viewOf } from './timeline-lanes.js';
import { words, wordsOf } from './timeline-words.js';

// So many marks are listed.
const LISTED = 20;
// How far from a mark the pointer may be, in pixels.
const REACH = 6;
const SHORTEST_SPAN = 10;
const COLLECT_MILLISECONDS = 200;
const HINT = 'Drag to move; the wheel or + and − zoom. By keys: ← → and Page Up, Page Down move, ↑ ↓ go to the '
  + 'next mark and the one before, Enter opens it. A click on a mark opens it.';
const REAL_HINT = ' What came before the page was opened stands before that moment, as far apart as in its world.';

export const view = {
  id: 'timeline',
  title: 'Timeline',
  mount(root, app) { return new Timeline(root, app).ends; },
};

class Timeline {
  #app;
  #marks = new Marks();
  #arrivals = new Arrivals();
  #activity = [];
  #pending = [];
  #version = 0;
  #file;
  #window;
  #moment;
  #hover;
  #pressed;
  #frame = 0;
  #lines = new WeakMap();

  constructor(root, app) {
    this.#app = app;
    this.canvas = this.#canvas();
    this.lanes = new LaneCanvas(this.canvas);
    this.axis = element('select', { onchange: () => this.#rebuild() },
      element('option', { value: 'world' }, 'the world\'s'), element('option', { value: 'real' }, 'real'));
    // The clocks of worlds differ.
    this.axis.value = app.allWorlds ? 'real' : 'world';
    this.banner = element('div', { class: 'banner' });
    this.readout = element('p', { class: 'readout' });
    this.hint = element('p', { class: 'hint' });
    this.list = element('ol', { class: 'near' });
    this.heading = element('h2', {}, 'The last things');
    this.detail = element('section', { class: 'card', 'aria-label': 'Row of the file', hidden: true });
    const near = element('div', { class: 'card' }, this.heading, this.list);
    this.pane = element('div', { class: 'pane' }, near, this.detail);
    root.append(element('h1', {}, 'Timeline'), this.#bar(), this.banner, this.canvas, this.readout, this.hint,
      this.pane);
    const soon = atMostEvery(COLLECT_MILLISECONDS, () => this.#collect());
    const offs = [
      app.on('entries', ({ entries, cleared }) => {
        if (cleared) this.#rebuild();
        if (entries.length) this.#pending.push(entries);
        soon();
      }),
      app.on('activity', (call) => { this.#take([call]); soon(); }),
    ];
    const plan = () => this.#plan();
    const resized = new ResizeObserver(plan);
    const scheme = matchMedia('(prefers-color-scheme: dark)');
    resized.observe(this.canvas);
    scheme.addEventListener('change', plan);
    root.addEventListener('dragover', (event) => event.preventDefault());
    root.addEventListener('drop', (event) => { event.preventDefault(); this.#open(event.dataTransfer.files[0]); });
    this.ends = () => {
      offs.forEach((off) => off());
      soon.stop();
      resized.disconnect();
      scheme.removeEventListener('change', plan);
      cancelAnimationFrame(this.#frame);
    };
    app.call('GET', '/_mock/activity?limit=2000', undefined, { world: 'default' }).then(({ activity }) => {
      this.#activity = [];
      this.#take(activity);
      this.#rebuild();
    }, () => {});
    this.#rebuild();
  }

  #canvas() {
    const canvas = element('canvas', { class: 'lanes', role: 'slider', tabindex: '0', 'aria-label': 'Moment',
      'aria-valuemin': '0', 'aria-valuemax': '100', 'aria-valuenow': '100',
      onkeydown: (event) => this.#key(event),
      onpointerdown: (event) => {
        canvas.setPointerCapture(event.pointerId);
        this.#pressed = { x: event.offsetX, hasMoved: false };
      },
      onpointermove: (event) => this.#point(event),
      onpointerup: (event) => this.#release(event),
      onpointercancel: () => { this.#pressed = undefined; },
      onpointerleave: () => { this.#hover = undefined; this.#plan(); },
      onwheel: (event) => this.#wheel(event) });
    return canvas;
  }

  #bar() {
    const input = element('input', { type: 'file', accept: '.har,application/json', class: 'offscreen', tabindex: '-1',
      'aria-hidden': 'true', onchange: () => {
        this.#open(input.files[0]);
        // The same file can be opened again.
        input.value = '';
      } });
    this.saveButton = button('Save as HAR', () => this.#save());
    return element('div', { class: 'bar' },
      element('label', { class: 'field' }, 'Time ', this.axis),
      button('Zoom in', () => this.#zoom(0.5)), button('Zoom out', () => this.#zoom(2)),
      button('Earlier', () => this.#pan(-0.5)), button('Later', () => this.#pan(0.5)),
      button('Show all', () => { this.#window = undefined; this.#plan(); }),
      this.saveButton, button('Open a HAR file…', () => input.click()), input);
  }

  /* What stands on it */

  /** Takes calls of the control plane that are of the followed worlds. */
  #take(calls) {
    const { allWorlds, world } = this.#app;
    for (const call of calls) {
      if (!allWorlds && call.world !== world) continue;
      this.#activity.push(call);
      if (!this.#file) this.#addCall(call);
    }
  }

  #addCall(call) {
    this.#marks.add(call, Date.parse(this.axis.value === 'real' ? call.at : call.time));
    this.#version += 1;
  }

  #addEntries(entries) {
    const times = this.axis.value === 'real' ? this.#arrivals.timesOf(entries) : undefined;
    entries.forEach((entry, index) => this.#marks.add(entry, times ? times[index] : Date.parse(entry.time)));
    this.#version += 1;
  }

  /** Begins anew with all that the page has. */
  #rebuild() {
    this.#pending = [];
    if (!this.#file) {
      this.#marks.clear();
      this.#arrivals = new Arrivals();
      for (const entries of arrivalsOf(this.#app.history.entries)) this.#addEntries(entries);
      for (const call of this.#activity) this.#addCall(call);
    }
    [this.#window, this.#moment] = [undefined, undefined];
    this.hint.textContent = HINT + (this.axis.value === 'real' ? REAL_HINT : '');
    this.#version += 1;
    this.#plan();
  }

  #collect() {
    const pending = this.#pending;
    this.#pending = [];
    if (this.#file) return;
    const { history } = this.#app;
    // What came and went again meanwhile is not there any more.
    for (const entries of pending) this.#addEntries(entries);
    if (this.#marks.length > history.entries.length + this.#activity.length) {
      this.#marks.keep((item) => item.at || history.get(item.key) === item);
    }
    this.#plan();
  }

  #plan() { this.#frame ||= requestAnimationFrame(() => this.#draw()); }

  get #span() {
    if (this.#window) return this.#window;
    const [first, last] = this.#marks.span ?? [Date.now() - 1000, Date.now()];
    return [first, Math.max(last, first + 1000)];
  }

  #draw() {
    this.#frame = 0;
    const span = this.#span;
    const moment = this.#moment ?? span[1];
    const [marks, version] = [this.#marks, this.#version];
    this.lanes.draw({ marks, version, span, moment: this.#moment, hover: this.#hover?.time });
    const share = (Math.min(span[1], Math.max(span[0], moment)) - span[0]) / (span[1] - span[0]);
    const here = this.#marks.near(moment, this.lanes.timeOf(REACH, span));
    this.canvas.setAttribute('aria-valuenow', String(Math.round(share * 100)));
    this.canvas.setAttribute('aria-valuetext', `${stamp(moment)}. ${words(here, moment)}`);
    const at = this.#hover ? this.#hover.time : moment;
    this.readout.textContent = `${stamp(at)}  ${this.#hover ? this.#wordsAt(this.#hover) : words(here, moment)}`;
    this.#showNear(moment);
  }

  #wordsAt({ time, lane }) {
    const found = this.#marks.near(time, this.lanes.timeOf(REACH, this.#span), lane);
    return `${lane === undefined ? '' : `${LANES[lane][0]}: `}${words(found, time)}`;
  }

  #showNear(moment) {
    const near = this.#marks.until(moment, LISTED);
    this.heading.textContent = this.#moment === undefined ? 'The last things' : `Until ${stamp(moment)}`;
    arrange(this.list, near.map((mark) => this.#line(mark)));
    if (!near.length) this.list.append(element('li', { class: 'hint' }, 'Nothing yet.'));
  }

  /** The line of a mark, the same element as long as it is listed. */
  #line({ item, time }) {
    const known = this.#lines.get(item);
    if (known?.dataset.time === String(time)) return known;
    const world = this.#app.allWorlds && !this.#file && element('span', { class: 'chip' }, item.world);
    const made = element('li', { 'data-time': time }, element('span', { class: 'time' }, stamp(time).slice(11)), ' ',
      world, world && ' ', this.#link(item));
    this.#lines.set(item, made);
    return made;
  }

  #link(item) {
    const text = wordsOf(item);
    if (this.#file) return button(text, () => this.#showRow(item), { class: 'quiet' });
    const href = item.at ? `#/${viewOf(item)}` : `#/traffic?${new URLSearchParams({ id: item.key })}`;
    return element('a', { href }, text);
  }

  #openMark({ item }) {
    if (this.#file) this.#showRow(item);
    else if (item.at) this.#app.go(viewOf(item));
    else this.#app.go('traffic', { id: item.key });
  }

  /* Moving */

  #point(event) {
    const span = this.#span;
    const time = this.lanes.timeAt(event.offsetX, span);
    this.#hover = { time, lane: this.lanes.laneAt(event.offsetY) };
    if (this.#pressed && Math.abs(event.offsetX - this.#pressed.x) > REACH) this.#pressed.hasMoved = true;
    if (this.#pressed?.hasMoved) this.#moment = time;
    this.#plan();
  }

  /** Ends a drag; a press without a move opens the mark that is there, or moves there. */
  #release(event) {
    const pressed = this.#pressed;
    this.#pressed = undefined;
    if (!pressed || pressed.hasMoved) return;
    const span = this.#span;
    const time = this.lanes.timeAt(event.offsetX, span);
    const lane = this.lanes.laneAt(event.offsetY);
    const found = lane === undefined ? [] : this.#marks.near(time, this.lanes.timeOf(REACH, span), lane);
    this.#moment = time;
    if (found.length) this.#openMark(nearest(found, time));
    this.#plan();
  }

  #key(event) {
    const [from, to] = this.#span;
    const now = this.#moment ?? to;
    const steps = { ArrowLeft: -0.01, ArrowRight: 0.01, PageDown: -0.1, PageUp: 0.1 };
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key in steps) this.#moveTo(now + steps[event.key] * (to - from));
    else if (event.key === 'ArrowUp' || event.key === 'ArrowDown') {
      this.#moveTo(this.#marks.next(now, event.key === 'ArrowUp') ?? now);
    } else if (event.key === 'Home') this.#moveTo(this.#marks.span?.[0] ?? from);
    else if (event.key === 'End') {
      this.#moveTo(this.#marks.span?.[1] ?? to);
      // From there on the newest are followed.
      if (!this.#window) this.#moment = undefined;
    } else if (event.key === '+') this.#zoom(0.5);
    else if (event.key === '-' || event.key === '−') this.#zoom(2);
    else if (event.key === 'Enter') {
      const found = nearest(this.#marks.near(now, this.lanes.timeOf(REACH, [from, to])), now);
      if (found) this.#openMark(found);
    } else return;
    event.preventDefault();
    this.#plan();
  }

  /** Goes to a moment, and takes the window with it. */
  #moveTo(time) {
    const [first, last] = this.#marks.span ?? this.#span;
    this.#moment = Math.max(first, Math.min(Math.max(last, this.#span[1]), time));
    if (!this.#window) return;
    const [from, to] = this.#window;
    const shift = Math.min(0, this.#moment - from) + Math.max(0, this.#moment - to);
    this.#window = [from + shift, to + shift];
  }

  #wheel(event) {
    event.preventDefault();
    const isSideways = event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY);
    if (isSideways) this.#pan((event.deltaX || event.deltaY) > 0 ? 0.1 : -0.1);
    else this.#zoom(event.deltaY > 0 ? 1.25 : 0.8, this.lanes.timeAt(event.offsetX, this.#span));
  }

  #zoom(factor, about = this.#moment ?? this.#span[1]) {
    const [from, to] = this.#span;
    const middle = Math.max(from, Math.min(to, about));
    const length = Math.max(SHORTEST_SPAN, (to - from) * factor);
    const share = (middle - from) / (to - from);
    this.#setWindow(middle - share * length, middle + (1 - share) * length);
  }

  #pan(share) {
    const [from, to] = this.#span;
    this.#setWindow(from + share * (to - from), to + share * (to - from));
  }

  /** Shows a part; all of it when the part is as large. */
  #setWindow(from, to) {
    const [first, last] = this.#marks.span ?? [from, to];
    const isAll = from <= first && to >= last;
    // It does not leave what there is.
    const shift = from > last ? last - from : to < first ? first - to : 0;
    this.#window = isAll ? undefined : [from + shift, to + shift];
    this.#plan();
  }

  /* Files */

  async #save() {
    const app = this.#app;
    const worlds = app.allWorlds && app.worlds.length ? app.worlds.map(({ id }) => id) : [app.world];
    const say = (text) => this.#showBanner([element('p', { role: 'status' }, text)]);
    this.saveButton.disabled = true;
    await app.act((async () => {
      const [{ gather, save }] = await loaded(import('./timeline-files.js'));
      const { text, exchanges, frames, left } = await gather(app, worlds, say);
      save(text, `mock-api-${worlds.length === 1 ? worlds[0] : 'all'}.har`);
      say(`Saved: ${counted(exchanges, 'request')} and ${counted(frames, 'frame')}, without tokens and passwords.`
        + (left ? ` ${left.toLocaleString('en')} older ones found no place in it.` : ''));
    })().catch((error) => {
      this.#showBanner([]);
      throw error;
    }));
    this.saveButton.disabled = false;
  }

  async #open(file) {
    if (!file) return;
    this.#showBanner([element('p', { role: 'status' }, 'Reading the file…')]);
    try {
      const [{ read }, { fileEntry }] = await loaded(import('./timeline-files.js'), import('./file-entry.js'));
      const { rows, words: about } = await read(file);
      this.fileEntry = fileEntry;
      this.#file = file.name;
      this.#marks.clear();
      for (const row of rows) this.#marks.add(row, Date.parse(row.time));
      this.axis.value = 'world';
      this.#enter(true);
      this.#showFile(about);
    } catch (error) {
      if (!this.#file) this.#showBanner([]);
      this.#showBanner([element('p', { class: 'bad', role: 'alert' }, `The file was not opened: ${error.message}.`),
        this.#file ? this.#leaveButton() : button('OK', () => this.#showBanner([]))]);
    }
  }

  #showFile(about) {
    this.#showBanner([
      element('p', { role: 'status' }, element('strong', {}, 'This is a file, to be read only. '), visible(about),
        ' Nothing of it is on this server.'),
      this.#leaveButton(),
    ]);
  }

  #leaveButton() {
    return button('Back to the server', () => {
      this.#file = undefined;
      this.#enter(false);
      this.#showBanner([]);
      this.canvas.focus();
    });
  }

  /** Begins or ends to show a file. */
  #enter(isFile) {
    this.axis.disabled = isFile;
    this.saveButton.disabled = isFile;
    this.detail.hidden = true;
    this.pane.classList.remove('split');
    this.#lines = new WeakMap();
    this.#rebuild();
  }

  #showRow(row) {
    this.detail.hidden = false;
    this.pane.classList.add('split');
    this.detail.replaceChildren(...this.fileEntry(row));
    this.detail.querySelector('h2')?.focus();
  }

  #showBanner(content) {
    this.banner.classList.toggle('card', content.length > 0);
    this.banner.replaceChildren(...content);
  }
}
