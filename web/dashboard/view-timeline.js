// Requests, frames, clock, faults and worlds on one line, to be scrubbed; and files of it.
import { element } from '../shared/dom.js';
import { arrange, atMostEvery, button } from './parts.js';
import { FilePane } from './timeline-file-pane.js';
import { Ahead } from './timeline-ahead.js';
import { AHEAD_HINT, HINT, LaneCanvas, REAL_HINT, words, wordsOf } from './timeline-canvas.js';
import { Arrivals, arrivalsOf, LANES, Marks, nearest, stamp, TimeWindow, viewOf } from './timeline-lanes.js';

// So many marks are listed.
const LISTED = 20;
// How far from a mark the pointer may be, in pixels.
const REACH = 6;
const COLLECT_MILLISECONDS = 200;

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
  #folded = { version: -1, folds: this.#marks.folds() };
  #window = new TimeWindow(() => this.#marks.span, () => this.#folds, () => this.#marks.newest);
  #hover;
  #pressed;
  #frame = 0;
  #isMoved = false;
  #lines = new WeakMap();

  constructor(root, app) {
    this.#app = app;
    this.canvas = this.#canvas();
    this.lanes = new LaneCanvas(this.canvas);
    this.axis = element('select', { onchange: () => this.#rebuild() },
      element('option', { value: 'world' }, 'the world\'s'), element('option', { value: 'real' }, 'real'));
    // The clocks of worlds differ.
    this.axis.value = app.allWorlds ? 'real' : 'world';
    this.files = new FilePane(app, (rows) => this.#enter(rows));
    this.readout = element('p', { class: 'readout' });
    this.hint = element('p', { class: 'hint' });
    this.list = element('ol', { class: 'near' });
    this.heading = element('h2', {}, 'The last things');
    const near = element('div', { class: 'card' }, this.heading, this.list);
    this.pane = element('div', { class: 'pane' }, near, this.files.detail);
    this.aheadList = element('ol', { class: 'near' });
    this.aheadCard = element('section', { class: 'card', 'aria-labelledby': 'ahead-title', hidden: true },
      element('h2', { id: 'ahead-title' }, 'Coming up'), this.aheadList);
    this.ahead = new Ahead(app, () => this.#showAhead());
    const parts = [this.#bar(), this.files.banner, this.canvas, this.readout, this.hint, this.pane, this.aheadCard];
    root.append(element('h1', {}, 'Timeline'), ...parts);
    const soon = atMostEvery(COLLECT_MILLISECONDS, () => this.#collect());
    const offs = [
      app.on('entries', ({ entries, cleared }) => {
        if (cleared) this.#rebuild();
        if (entries.length) this.#pending.push(entries);
        soon();
        this.ahead.soon();
      }),
      app.on('activity', (call) => { this.#take([call]); soon(); this.ahead.soon(); }),
      app.on('second', () => { if (this.ahead.items.length) this.ahead.soon(); }),
      app.on('device', () => {
        this.files.showDevice();
        this.#rebuild();
      }), app.on('filled', () => this.#rebuild()),
    ];
    const plan = () => this.#plan();
    const resized = new ResizeObserver(plan);
    const scheme = matchMedia('(prefers-color-scheme: dark)');
    resized.observe(this.canvas);
    scheme.addEventListener('change', plan);
    offs.push(app.on('file', (file) => this.files.open(file)));
    this.ends = () => {
      offs.forEach((off) => off());
      soon.stop();
      this.ahead.end();
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
    this.ahead.soon();
    this.files.begin();
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
      onpointerleave: () => this.#leave(),
      onwheel: (event) => this.#wheel(event) });
    return canvas;
  }

  #bar() {
    return element('div', { class: 'bar' },
      element('label', { class: 'field' }, 'Time ', this.axis),
      button('Zoom in', () => this.#zoom(0.5)), button('Zoom out', () => this.#zoom(2)),
      button('Earlier', () => this.#pan(-0.5)), button('Later', () => this.#pan(0.5)),
      button('Show all', () => this.#showAll()), this.files.buttons);
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

  #addEntries(all) {
    const { device } = this.#app;
    const entries = device ? all.filter((entry) => entry.device === device) : all;
    if (!entries.length) return;
    const times = this.axis.value === 'real' ? this.#arrivals.timesOf(entries) : undefined;
    entries.forEach((entry, index) => this.#marks.add(entry, times ? times[index] : Date.parse(entry.time)));
    this.#version += 1;
  }

  /** Restarts with everything that the page has. */
  #rebuild() {
    this.#pending = [];
    if (!this.#file) {
      this.#marks.clear();
      this.#arrivals = new Arrivals();
      for (const entries of arrivalsOf(this.#app.history.entries)) this.#addEntries(entries);
      for (const call of this.#activity) this.#addCall(call);
    }
    this.#showAhead();
    this.#window.reset();
    this.hint.textContent = HINT + (this.axis.value === 'real' ? REAL_HINT : this.#file ? '' : AHEAD_HINT);
    this.#version += 1;
    this.#plan();
  }

  /** Marks and lists what is ahead, which has times of the world's clock only. */
  #showAhead() {
    const items = this.#file || this.axis.value === 'real' ? [] : this.ahead.items;
    this.#marks.keep((item) => !item.view);
    for (const item of items) this.#marks.add(item, Date.parse(item.time));
    this.aheadCard.hidden = !items.length;
    const focused = [...this.aheadList.children].findIndex((each) => each.contains(document.activeElement));
    this.aheadList.replaceChildren(...items.map((item) => element('li', {},
      element('span', { class: 'time' }, stamp(Date.parse(item.time)).slice(0, 19)), ' ', this.#link(item))));
    if (focused >= 0) this.aheadList.children[focused]?.querySelector('a')?.focus();
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
    if (this.#marks.length > history.entries.length + this.#activity.length + this.ahead.items.length) {
      this.#marks.keep((item) => item.at || item.view || history.get(item.key) === item);
    }
    this.#plan();
  }

  #plan() { this.#frame ||= requestAnimationFrame(() => this.#draw()); }

  /** The scale of time for the marks as they are. */
  get #folds() {
    if (this.#folded.version !== this.#version) {
      this.#folded = { version: this.#version, folds: this.#marks.folds() };
    }
    return this.#folded.folds;
  }

  /** The marks within reach of a time, in one lane or in all. */
  #near(time, lane) {
    return this.#marks.between(this.lanes.around(time, REACH, this.#window.span, this.#folds), lane);
  }

  #draw() {
    this.#frame = 0;
    const { span, now } = this.#window;
    const [marks, version, folds] = [this.#marks, this.#version, this.#folds];
    this.lanes.draw({ marks, version, span, folds, moment: this.#window.moment, hover: this.#hover?.time });
    const here = words(this.#near(now), now);
    const at = this.#hover ? this.#hover.time : now;
    this.readout.textContent = `${stamp(at)}  ${this.#hover ? this.#wordsAt(this.#hover) : here}`;
    // A screen reader announces moves of its user, not every new entry.
    if (this.#isMoved || document.activeElement !== this.canvas) {
      const share = (Math.min(span[1], Math.max(span[0], now)) - span[0]) / (span[1] - span[0]);
      this.canvas.setAttribute('aria-valuenow', String(Math.round(share * 100)));
      this.canvas.setAttribute('aria-valuetext', `${stamp(now)}. ${here}`);
    }
    this.#isMoved = false;
    this.#showNear(now);
  }

  #wordsAt({ time, lane }) {
    const found = this.#near(time, lane);
    return `${lane === undefined ? '' : `${LANES[lane][0]}: `}${words(found, time)}`;
  }

  #showNear(moment) {
    const near = this.#marks.until(moment, LISTED);
    this.heading.textContent = this.#window.moment === undefined ? 'The last things' : `Until ${stamp(moment)}`;
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
    const href = item.at || item.view ? `#/${viewOf(item)}` : `#/traffic?${new URLSearchParams({ id: item.key })}`;
    return element('a', { href }, text);
  }

  #openMark({ item }) {
    if (this.#file) this.#showRow(item);
    else if (item.at || item.view) this.#app.go(viewOf(item));
    else this.#app.go('traffic', { id: item.key });
  }

  /* Moving */

  #point(event) {
    const { span } = this.#window;
    const time = this.lanes.timeAt(event.offsetX, span, this.#folds);
    this.#hover = { time, lane: this.lanes.laneAt(event.offsetY) };
    if (this.#pressed && Math.abs(event.offsetX - this.#pressed.x) > REACH) this.#pressed.hasMoved = true;
    if (this.#pressed?.hasMoved) this.#window.moment = time;
    this.#plan();
  }

  #leave() {
    this.#hover = undefined;
    this.#plan();
  }

  /** Ends a drag; a press without a move opens the mark that is there, or moves there. */
  #release(event) {
    const pressed = this.#pressed;
    this.#pressed = undefined;
    if (!pressed || pressed.hasMoved) return;
    const { span } = this.#window;
    const time = this.lanes.timeAt(event.offsetX, span, this.#folds);
    const lane = this.lanes.laneAt(event.offsetY);
    const found = lane === undefined ? [] : this.#near(time, lane);
    this.#window.moment = time;
    if (found.length) this.#openMark(nearest(found, time));
    this.#plan();
  }

  #key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || !this.#isKey(event.key)) return;
    event.preventDefault();
    this.#isMoved = true;
    this.#plan();
  }

  /** Does what a key means; gives whether it means anything. */
  #isKey(key) {
    const { now } = this.#window;
    const move = (time) => this.#window.moveTo(time ?? now);
    const step = (share) => this.#window.step(share);
    const open = () => {
      const found = nearest(this.#near(now), now);
      if (found) this.#openMark(found);
    };
    const meanings = {
      ArrowLeft: () => step(-0.01),
      ArrowRight: () => step(0.01),
      PageDown: () => step(-0.1),
      PageUp: () => step(0.1),
      ArrowUp: () => move(this.#marks.next(now, true)),
      ArrowDown: () => move(this.#marks.next(now, false)),
      Home: () => this.#window.toBegin(),
      End: () => this.#window.toEnd(),
      '+': () => this.#zoom(0.5),
      '-': () => this.#zoom(2),
      '−': () => this.#zoom(2),
      Enter: open,
    };
    meanings[key]?.();
    return key in meanings;
  }

  #wheel(event) {
    event.preventDefault();
    const isSideways = event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY);
    if (isSideways) this.#pan((event.deltaX || event.deltaY) > 0 ? 0.1 : -0.1);
    else this.#zoom(event.deltaY > 0 ? 1.25 : 0.8, this.lanes.timeAt(event.offsetX, this.#window.span, this.#folds));
  }

  #showAll() {
    this.#window.showAll();
    this.#plan();
  }

  #zoom(factor, about) {
    this.#window.zoom(factor, about);
    this.#plan();
  }

  #pan(share) {
    this.#window.pan(share);
    this.#plan();
  }

  /* Files */

  /** Shows the rows of a file, or again what the page follows. */
  #enter(rows) {
    this.#file = rows;
    this.#marks.clear();
    for (const row of rows ?? []) this.#marks.add(row, Date.parse(row.time));
    if (rows) this.axis.value = 'world';
    this.axis.disabled = Boolean(rows);
    this.pane.classList.remove('split');
    this.#lines = new WeakMap();
    this.#rebuild();
    if (!rows) this.canvas.focus();
  }

  #showRow(row) {
    this.pane.classList.add('split');
    this.files.show(row);
  }
}
