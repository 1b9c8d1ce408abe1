// What time it is in the world, and what happens when time passes.
import { disclosure, element } from '/docs/dom.js';
import {
  FAR_SECONDS, atMostEvery, clockState, clockTime, counted, distance, groups, inputText, isFar, iso, local, momentOf,
  shortMoment, span, utc, zoneOf,
} from './moment.js';
import { simulations } from './simulations.js';

const JUMP_TIMEOUT_MILLISECONDS = 300_000;
const HOVER_MILLISECONDS = 120;
const ROWS_AT_ONCE = 6;
const STEPS = [['+1 min', 60, 'PT1M'], ['+1 h', 3600, 'PT1H'], ['+1 day', 86_400, 'P1D']];
const MINIMUM = '1678-01-01T00:00';
const MAXIMUM = '2261-12-31T23:59';

export const view = { id: 'clock', title: 'Clock', mount };

function mount(root, app) {
  const clock = new ClockPart(app);
  const way = new WayPart(app, clock);
  clock.onchange = () => way.refresh();
  const moving = simulations(app);
  root.append(element('h1', {}, 'Clock'),
    element('p', { class: 'hint' }, `Of the world ${app.world}${app.allWorlds ? ', since the page follows all' : ''}. `
      + 'Tokens, readings, rate limits and faults go by it.'),
    clock.node,
    element('div', { class: 'pane split' }, element('div', { class: 'clock-column' }, way.jumps, moving.node), way.node));
  const refreshWay = atMostEvery(2000, () => way.refresh());
  const ends = [
    app.on('second', () => { clock.show(); way.tick(); }),
    app.on('activity', ({ world }) => { if (world === app.world) clock.read(); }),
    app.on('entries', refreshWay),
    app.on('connection', ({ state }) => { if (state === 'open') clock.read(); }),
    refreshWay.stop,
    moving.end,
  ];
  clock.read();
  return () => ends.forEach((end) => end());
}

/** The clock itself: shown, stopped, made faster. */
class ClockPart {
  onchange = () => {};
  #app;
  #clock;
  #readAt = 0;
  #busy = false;
  #face = element('time', { class: 'clock-face' }, '…');
  #local = element('span');
  #state = element('span', { class: 'chip' }, '…');
  #distance = element('span', { class: 'hint' });
  #freeze = element('button', { type: 'button', onclick: () => this.#toggle() }, 'Freeze');
  #rate = element('input', { type: 'number', step: 'any', min: '0.001', max: '100000', value: '1', list: 'clock-rates',
    required: true, class: 'clock-rate' });
  real = element('button', { type: 'button', onclick: () => this.#backToReal() }, 'Back to real time');

  constructor(app) {
    this.#app = app;
    const rate = element('form', { class: 'bar', onsubmit: (event) => this.#setRate(event) },
      element('label', { class: 'field' }, 'Seconds a real second ', this.#rate),
      element('button', { type: 'submit' }, 'Set the rate'),
      element('datalist', { id: 'clock-rates' }, [1, 10, 60, 600, 3600].map((value) => element('option', { value }))));
    this.node = element('div', { class: 'card clock-card' },
      element('p', { class: 'clock-line' }, this.#face, ' UTC ', this.#state),
      element('p', { class: 'hint' }, 'Here: ', this.#local, ', ', this.#distance),
      element('div', { class: 'bar' }, this.#freeze, this.real, rate));
  }

  /** The world's time now; NaN before it is known. */
  get time() {
    return this.#clock ? clockTime(this.#clock, performance.now() - this.#readAt) : NaN;
  }

  get isRunning() { return Boolean(this.#clock) && !this.#clock.frozen; }

  async read() {
    try {
      this.#take(await this.#app.call('GET', '/_mock/clock'));
    } catch (error) {
      if (error.name !== 'ControlError') throw error;
    }
  }

  /** Changes the clock, after a question for long jumps. */
  async change(body, said, to) {
    if (this.#busy) return;
    if (to !== undefined && isFar(this.time, to) && !await this.#askFar(to)) return;
    this.#busy = true;
    this.node.parentElement?.setAttribute('aria-busy', 'true');
    const signal = AbortSignal.timeout(JUMP_TIMEOUT_MILLISECONDS);
    await this.#app.act(this.#app.call('PUT', '/_mock/clock', body, { signal }).then((clock) => this.#take(clock)),
      said ?? (() => `The clock shows ${utc(this.time)} UTC now.`));
    this.node.parentElement?.removeAttribute('aria-busy');
    this.#busy = false;
  }

  show() {
    if (!this.#clock) return;
    const { time } = this;
    this.#face.textContent = utc(time);
    if (Number.isFinite(time)) this.#face.dateTime = iso(time);
    this.#local.textContent = `${local(time)} (${zoneOf(time)})`;
    this.#distance.textContent = distance(time, Date.now());
  }

  #take(clock) {
    this.#clock = clock;
    this.#readAt = performance.now();
    this.#state.textContent = clockState(clock);
    this.#freeze.textContent = clock.frozen ? 'Let it run' : 'Freeze';
    if (document.activeElement !== this.#rate) this.#rate.value = clock.rate;
    this.show();
    this.onchange();
  }

  #toggle() {
    const freeze = !this.#clock?.frozen;
    return this.change({ freeze }, freeze ? 'The clock stands still.' : 'The clock runs.');
  }

  #setRate(event) {
    event.preventDefault();
    const rate = this.#rate.valueAsNumber;
    return this.change({ rate }, `${rate} s of the world pass in a real second${this.#clock?.frozen ? ' once it runs' : ''}.`);
  }

  #backToReal() { return this.change({ reset: true }, 'The clock shows real time again.', Date.now()); }

  #askFar(to) {
    const days = counted(Math.round(Math.abs(to - this.time) / 86_400_000), 'day');
    const isForward = to > this.time;
    return this.#app.ask({
      title: `Jump ${days} ${isForward ? 'ahead' : 'back'}?`,
      text: [`The clock shows ${utc(this.time)} UTC, and would show ${utc(to)} UTC.`,
        isForward ? 'All that is due by then happens, which may take a while.' : 'Nothing that has happened is undone.'],
      confirm: 'Jump',
    });
  }
}

/** The buttons that let time pass, and what would happen on the way of each. */
class WayPart {
  #app;
  #clock;
  /** What is shown: `{label, seconds}` or `{label, until}`, with what its button does. */
  #shown;
  #number = 0;
  #timer;
  #age = 0;
  #nextExpiry = null;
  #unknown = false;
  #heading = element('h2', { id: 'way-title' }, 'On the way');
  #summary = element('p', { class: 'hint', id: 'way-summary' });
  #list = element('div', { class: 'way-list' });
  #go = element('button', { type: 'button', class: 'primary', hidden: true }, 'Jump there');
  #token;
  #tokenNote = element('span', { class: 'hint' });
  #moment = element('input', { type: 'datetime-local', step: '1', required: true, min: MINIMUM, max: MAXIMUM });
  #zone = element('select', {}, element('option', { value: 'utc' }, 'UTC'),
    element('option', { value: 'local' }, 'Here'));
  #momentNote = element('p', { class: 'hint' });

  constructor(app, clock) {
    this.#app = app;
    this.#clock = clock;
    const steps = STEPS.map(([label, seconds, advance]) => this.#button(label, () => (
      { label, seconds, run: () => clock.change({ advance }) })));
    this.#token = this.#button('To the next token expiry', () => this.#expiry());
    const go = this.#button('Go to the moment', () => this.#chosen());
    go.type = 'submit';
    this.#preview(clock.real, () => ({ label: 'to real time', until: Date.now() }));
    const form = element('form', { class: 'bar', onsubmit: (event) => event.preventDefault() },
      element('label', { class: 'field' }, 'Moment ', this.#moment),
      element('label', { class: 'field' }, 'in ', this.#zone), go);
    for (const input of [this.#moment, this.#zone]) {
      input.addEventListener('input', () => { this.#note(); this.#show(this.#chosen()); });
    }
    this.jumps = element('div', { class: 'card' }, element('h2', {}, 'Let time pass'),
      element('div', { class: 'bar' }, steps), element('div', { class: 'bar' }, this.#token, this.#tokenNote), form,
      this.#momentNote);
    this.#go.addEventListener('click', () => this.#shown?.run());
    this.node = element('section', { class: 'card way', 'aria-labelledby': 'way-title' }, this.#heading, this.#summary,
      this.#go, this.#list);
  }

  /** Reads anew what is shown. */
  async refresh() {
    const { time } = this.#clock;
    if (!Number.isFinite(time)) return;
    if (!this.#moment.value) {
      this.#moment.value = inputText(Math.floor(time / 1000) * 1000 + 86_400_000, this.#zone.value === 'local');
      this.#note();
    }
    this.#shown ??= { label: '+1 h', seconds: 3600, run: () => this.#clock.change({ advance: 'PT1H' }) };
    await this.#read(this.#shown);
  }

  tick() {
    this.#age += 1;
    if (this.#age >= 10 && this.#clock.isRunning) this.refresh();
    this.#showExpiry();
  }

  // A tap shows what would happen first; only a second one, or the button beside the list, jumps.
  #button(text, current) {
    let isFirstTap = false;
    const button = element('button', { type: 'button', 'aria-describedby': 'way-summary' }, text);
    button.addEventListener('pointerdown', ({ pointerType }) => {
      isFirstTap = pointerType === 'touch' && !(this.#shown?.button === button && !this.#go.hidden);
    });
    button.addEventListener('click', ({ detail }) => {
      const chosen = current();
      if (!chosen || button.getAttribute('aria-disabled') === 'true' || chosen.isBad?.()) return;
      // The keyboard clicks zero times.
      if (isFirstTap && detail > 0) {
        this.#show({ ...chosen, button }, true);
        this.node.scrollIntoView({ block: 'nearest' });
      } else chosen.run();
    });
    this.#preview(button, () => current() && { ...current(), button });
    return button;
  }

  #preview(button, current) {
    button.addEventListener('focus', () => this.#show(current()));
    button.addEventListener('pointerenter', (event) => {
      clearTimeout(this.#timer);
      if (event.pointerType !== 'touch') this.#timer = setTimeout(() => this.#show(current()), HOVER_MILLISECONDS);
    });
    button.addEventListener('pointerleave', () => clearTimeout(this.#timer));
  }

  #show(target, isTapped = false) {
    if (!target || (target.until !== undefined && Number.isNaN(target.until))) return;
    const isSame = this.#shown?.label === target.label && this.#shown?.until === target.until;
    this.#shown = target;
    this.#go.hidden = !isTapped || !target.run;
    if (!isSame || isTapped) this.#read(target);
  }

  async #read(target) {
    this.#number += 1;
    this.#age = 0;
    const number = this.#number;
    const now = this.#clock.time;
    const until = target.until ?? now + target.seconds * 1000;
    const seconds = Math.ceil((until - now) / 1000);
    const asked = Math.min(Math.max(seconds, 1), FAR_SECONDS);
    this.#heading.textContent = `On the way ${target.label}`;
    try {
      const found = await this.#app.call('GET', `/_mock/clock/upcoming?seconds=${asked}`);
      if (number !== this.#number) return;
      this.#unknown = false;
      this.#nextExpiry = found.nextTokenExpiry === null ? null : Date.parse(found.nextTokenExpiry);
      this.#list.replaceChildren();
      if (seconds <= 0) this.#summary.textContent = 'That is not ahead: no time passes, and nothing happens on the way.';
      else this.#render(found, until, seconds > FAR_SECONDS);
    } catch (error) {
      if (error.name !== 'ControlError') throw error;
      if (number !== this.#number) return;
      this.#unknown = error.status === 404;
      this.#summary.textContent = this.#unknown ? 'This server does not tell what would happen.'
        : `What would happen is not known: ${error.message}.`;
      this.#list.replaceChildren();
    }
    this.#showExpiry();
  }

  #render({ now, events, truncated }, until, isCut) {
    const from = Date.parse(now);
    const found = groups(events);
    const total = found.reduce((sum, { count }) => sum + count, 0);
    const notes = [`Until ${utc(until)} UTC: ${total ? counted(total, 'event') : 'nothing that the server knows of'}.`,
      isCut && 'Only the first 31 days are listed.', truncated && 'There are more than can be listed.'];
    this.#summary.textContent = notes.filter(Boolean).join(' ');
    const open = new Set([...this.#list.querySelectorAll('details[open]')].map((node) => node.dataset.kind));
    this.#list.replaceChildren(...found.map((group) => this.#group(group, from, open)));
  }

  #group({ kind, title, count, first, events }, from, open) {
    const row = (event) => element('li', {}, element('time', { datetime: event.time }, shortMoment(Date.parse(event.time), from)),
      element('span', { class: 'way-about' }, event.about ?? title,
        ' ', element('span', { class: 'hint' }, [event.api, event.account].filter(Boolean).join(', '))),
      element('span', { class: 'num' }, (event.count ?? 1) > 1 ? `×${event.count.toLocaleString('en')}` : ''));
    const rest = events.slice(ROWS_AT_ONCE);
    const more = rest.length > 0 && disclosure(`${rest.length} more`, open.has(kind), () => element('ul', {}, rest.map(row)));
    if (more) more.dataset.kind = kind;
    return element('section', {},
      element('h3', {}, title, ' ', element('span', { class: 'chip' }, count.toLocaleString('en')), ' ',
        element('span', { class: 'hint' }, `first in ${span((Date.parse(first) - from) / 1000)}`)),
      element('ul', {}, events.slice(0, ROWS_AT_ONCE).map(row)), more);
  }

  // One second behind the moment, so that apps that compare with "less than" see it as over, too.
  #expiry() {
    if (this.#nextExpiry === null) return undefined;
    const until = this.#nextExpiry + 1000;
    return { label: 'to the next token expiry', until, run: () => this.#toExpiry() };
  }

  #toExpiry() {
    const until = this.#nextExpiry + 1000;
    return this.#clock.change({ set: iso(until) }, undefined, until);
  }

  #showExpiry() {
    const seconds = this.#nextExpiry === null ? NaN : (this.#nextExpiry - this.#clock.time) / 1000;
    const isKnown = seconds > -1;
    this.#token.setAttribute('aria-disabled', String(!isKnown));
    this.#tokenNote.textContent = isKnown ? `in ${span(seconds)}, and one second more`
      : this.#unknown ? 'this server does not tell when tokens end' : 'no token is going to end';
  }

  #chosen() {
    const until = momentOf(this.#moment.value, this.#zone.value === 'local');
    return {
      label: 'to the moment', until, isBad: () => !this.#moment.reportValidity() || Number.isNaN(until),
      run: () => this.#clock.change({ set: iso(until) }, undefined, until),
    };
  }

  #note() {
    const { until } = this.#chosen();
    this.#momentNote.textContent = Number.isNaN(until) ? 'Enter a date and a time.'
      : `That is ${utc(until)} UTC, here ${local(until)} (${zoneOf(until)}).`;
  }
}
