// What time it is in the world, and what happens when time passes.
import { disclosure, element } from '../shared/dom.js';
import { timeout } from '../shared/timeout.js';
import {
  clockState, clockTime, counted, distance, FAR_SECONDS, groups, inputText, isFar, iso, local, momentOf, shortMoment,
  span, utc, zoneOf,
} from './moment.js';
import { arrange, atMostEvery, button, options, quietly, readWhenChanged } from './parts.js';

const JUMP_TIMEOUT_MILLISECONDS = 300_000;
const HOVER_MILLISECONDS = 120;
const ROWS_AT_ONCE = 6;
const LIST_EVERY_SECONDS = 10;

export const view = { id: 'clock', title: 'Clock', mount };

function mount(root, app) {
  const clock = clockCard(app, () => way.moved());
  const way = wayCard(app, clock);
  const moving = simulations(app);
  root.append(element('h1', {}, 'Clock'),
    element('p', { class: 'hint' }, `Of the world ${app.world}${app.allWorlds ? ', because the page shows all' : ''}. `
      + 'Tokens, readings, rate limits and faults follow it.'),
    clock.node, element('div', { class: 'clock-panes' }, way.jumps, way.node, moving.node));
  const refresh = atMostEvery(2000, way.refresh);
  const ends = [
    app.on('second', () => { clock.show(); way.tick(); }), app.on('entries', refresh), refresh.stop,
    readWhenChanged(app, clock.read), readWhenChanged(app, moving.read),
  ];
  return () => ends.forEach((end) => end());
}

/** The clock itself: shown, stopped, made faster. */
function clockCard(app, onchange) {
  let known;
  let readAt;
  let isBusy = false;
  const face = element('time', { class: 'clock-face' }, '…');
  const here = element('span', {}, '…');
  const state = element('span', { class: 'chip' }, '…');
  const happened = element('p', { class: 'hint happened', role: 'status' });
  const rate = element('input', { type: 'number', step: 'any', min: '0.001', max: '100000', required: true,
    list: 'rates' });
  const freeze = button('Freeze', () => {
    const isFreezing = !known?.frozen;
    change({ freeze: isFreezing }, undefined, isFreezing ? 'The clock is frozen.' : 'The clock runs.');
  }, { class: 'clock-freeze' });
  const real = button('Back to real time', () => change({ reset: true }, Date.now(),
    'The clock shows real time again.'));
  const setRate = (event) => {
    event.preventDefault();
    change({ rate: rate.valueAsNumber }, undefined, `Clock speed ×${rate.value}.`);
  };
  const node = element('div', { class: 'card' },
    element('p', { class: 'clock-line' }, face, ' UTC ', state), element('p', { class: 'hint' }, here), happened,
    element('div', { class: 'bar' }, freeze, real,
      element('form', { class: 'bar', onsubmit: setRate },
        element('label', { class: 'field' }, 'Clock speed ', rate),
        element('button', { type: 'submit' }, 'Set speed'),
        element('datalist', { id: 'rates' }, options(['1', '10', '60', '600', '3600'])))));

  function take(clock) {
    known = clock;
    readAt = performance.now();
    state.textContent = clockState(clock);
    freeze.textContent = clock.frozen ? 'Unfreeze' : 'Freeze';
    if (document.activeElement !== rate) rate.value = clock.rate;
    card.show();
    onchange();
  }

  /**
   * Changes the clock, after a question for long jumps.
   *
   * @param {object} body
   * @param {number} [to]
   * @param {string | (() => string)} [said]
   */
  async function change(body, to, said = () => `The clock shows ${utc(card.time)} UTC now.`) {
    if (isBusy || (to !== undefined && isFar(card.time, to) && !await askFar(to))) return;
    isBusy = true;
    node.parentElement?.setAttribute('aria-busy', 'true');
    const signal = timeout(JUMP_TIMEOUT_MILLISECONDS);
    const passed = await onTheWay(to);
    const isDone = await app.act(app.call('PUT', '/_mock/clock', body, { signal }).then(take), said);
    if (isDone && passed !== undefined) happened.textContent = passed;
    node.parentElement?.removeAttribute('aria-busy');
    isBusy = false;
  }

  /** What a jump to a moment passes, in words; nothing where the server does not know. */
  async function onTheWay(to) {
    const seconds = Math.ceil((to - card.time) / 1000);
    if (!(seconds > 0)) return to === undefined ? undefined : '';
    const path = `/_mock/clock/upcoming?seconds=${Math.min(seconds, FAR_SECONDS)}`;
    const found = await quietly(app.call('GET', path));
    if (!found) return '';
    const counts = groups(found.events).map(({ title, count }) => `${title}: ${count.toLocaleString('en')}`);
    const rest = found.truncated || seconds > FAR_SECONDS ? '; and more' : '';
    return counts.length ? `The last jump, to ${utc(to)} UTC, passed: ${counts.join('; ')}${rest}.` : '';
  }

  function askFar(to) {
    const isAhead = to > card.time;
    return app.ask({
      title: `Jump ${counted(Math.round(Math.abs(to - card.time) / 86_400_000), 'day')} ${isAhead ? 'ahead' : 'back'}?`,
      text: `The clock shows ${utc(card.time)} UTC, and would show ${utc(to)} UTC. ${isAhead
        ? 'Everything that is due by then happens, which may take a while.' : 'Nothing is undone.'}`,
      confirm: 'Jump',
    });
  }

  const card = {
    node,
    real,
    change,
    /** The world's time now; NaN before it is known. */
    get time() { return known ? clockTime(known, performance.now() - readAt) : NaN; },
    get isRunning() { return known?.frozen === false; },
    async read() {
      const clock = await quietly(app.call('GET', '/_mock/clock'));
      if (clock) take(clock);
    },
    show() {
      const { time } = card;
      if (Number.isNaN(time)) return;
      face.textContent = utc(time);
      here.textContent = `Here: ${local(time)} (${zoneOf(time)}), ${distance(time, Date.now())}`;
    },
  };
  return card;
}

/** The buttons that let time pass, and what would happen on the way of each. */
function wayCard(app, clock) {
  // What is shown: `{label, seconds or until, run, button}`.
  let shown;
  let number = 0;
  let age = 0;
  let timer;
  let expiry = null;
  let noTokens = 'no access token will expire';
  const heading = element('h2', { id: 'way-title' }, 'Upcoming');
  const summary = element('p', { class: 'hint', id: 'way-summary' }, '…');
  const list = element('div', { class: 'way-list' });
  const go = button('Jump', () => shown.run(), { class: 'primary', hidden: true });
  const moment = element('input', { type: 'datetime-local', step: '1', required: true, min: '1678-01-01T00:00',
    max: '2261-12-31T23:59' });
  const zone = element('select', {}, options([{ value: 'utc', label: 'UTC' }, { value: 'local', label: 'time here' }]));
  const momentNote = element('p', { class: 'hint' });
  const tokenNote = element('span', { class: 'hint' });

  const steps = [['+1 min', 60], ['+1 h', 3600], ['+1 day', 86_400]]
    .map(([label, seconds]) => ({ label, seconds,
      run: () => clock.change({ advance: `PT${seconds}S` }, clock.time + Number(seconds) * 1000) }));
  const to = (label, until) => ({ label, until, run: () => clock.change({ set: iso(until) }, until) });
  // One second behind the moment, so that apps that compare with "less than" see it as over, too.
  const toExpiry = () => expiry !== null && to('until the next expiry', expiry + 1000);
  const toMoment = () => to('until the moment', momentOf(moment.value, zone.value === 'local'));

  const tokenButton = jumpButton('Advance to next expiry', toExpiry);
  // Until it is known when that is.
  tokenButton.setAttribute('aria-disabled', 'true');
  const momentButton = jumpButton('Jump to the moment', () => moment.reportValidity() && toMoment());
  previews(tokenButton, toExpiry);
  previews(momentButton, toMoment);
  previews(clock.real, () => ({ label: 'until real time', until: Date.now() }));
  const jumps = element('div', { class: 'card' }, element('h2', {}, 'Jump to'),
    element('div', { class: 'bar' }, steps.map((step) => {
      const made = jumpButton(step.label, () => step);
      previews(made, () => step);
      return made;
    })),
    element('div', { class: 'bar' }, tokenButton, tokenNote),
    element('div', { class: 'bar' }, element('label', { class: 'field' }, 'Moment ', moment),
      element('label', { class: 'field' }, 'in ', zone), momentButton),
    momentNote);
  for (const input of [moment, zone]) {
    input.addEventListener('input', () => { note(); show(toMoment()); });
  }

  // A first tap shows what would happen; the second one, or the button beside the list, jumps.
  function jumpButton(text, target) {
    let isFirstTap = false;
    const made = button(text, ({ detail }) => {
      const chosen = target();
      if (!chosen) return;
      // The keyboard clicks zero times.
      if (isFirstTap && detail > 0) {
        show({ ...chosen, button: made }, true);
        node.scrollIntoView({ block: 'nearest' });
      } else chosen.run();
    }, { 'aria-describedby': 'way-summary' });
    made.addEventListener('pointerdown', ({ pointerType }) => {
      isFirstTap = pointerType === 'touch' && (go.hidden || shown?.button !== made);
    });
    return made;
  }

  function previews(made, target) {
    const look = () => { if (target()) show({ ...target(), button: made }); };
    made.addEventListener('focus', look);
    made.addEventListener('pointerenter', ({ pointerType }) => {
      clearTimeout(timer);
      if (pointerType !== 'touch') timer = setTimeout(look, HOVER_MILLISECONDS);
    });
    made.addEventListener('pointerleave', () => clearTimeout(timer));
  }

  function show(target, isTapped = false) {
    if (Number.isNaN(target.until)) return;
    const isSame = shown?.label === target.label && shown.until === target.until;
    shown = target;
    go.hidden = !isTapped;
    if (!isSame) refresh();
  }

  /** Reads the shown data again. */
  async function refresh() {
    const { time } = clock;
    if (Number.isNaN(time)) return;
    if (!moment.value) {
      moment.value = inputText(Math.floor(time / 1000) * 1000 + 86_400_000, false);
      note();
    }
    shown ??= steps[1];
    const mine = number += 1;
    age = 0;
    const until = shown.until ?? time + shown.seconds * 1000;
    const seconds = Math.ceil((until - time) / 1000);
    heading.textContent = `Upcoming: ${shown.label}`;
    try {
      const asked = Math.min(Math.max(seconds, 1), FAR_SECONDS);
      const found = await app.call('GET', `/_mock/clock/upcoming?seconds=${asked}`);
      if (mine !== number) return;
      expiry = found.nextTokenExpiry === null ? null : Date.parse(found.nextTokenExpiry);
      render(seconds > 0 ? found : { ...found, events: [] }, until, seconds);
    } catch (error) {
      if (error.name !== 'ControlError') throw error;
      if (mine !== number) return;
      if (error.status === 404) noTokens = 'this server does not report when tokens expire';
      summary.textContent = error.status === 404 ? 'This server does not report upcoming events.'
        : `The upcoming events are unknown: ${error.message}.`;
      list.replaceChildren();
    }
    showExpiry();
  }

  function render({ now, events, truncated }, until, seconds) {
    const found = groups(events);
    const total = found.reduce((sum, { count }) => sum + count, 0);
    summary.textContent = seconds <= 0 ? 'That is not in the future: no time passes, and nothing happens.' : [
      `Until ${utc(until)} UTC: ${total ? counted(total, 'event') : 'no known events'}.`,
      seconds > FAR_SECONDS && 'Only the first 31 days are listed.', truncated && 'The list is incomplete.',
    ].filter(Boolean).join(' ');
    const open = [...list.querySelectorAll('details[open]')].map(({ dataset }) => dataset.kind);
    list.replaceChildren(...found.map((each) => group(each, Date.parse(now), open.includes(each.kind))));
  }

  /**
   * @param {import('./moment.js').Group} found
   * @param {number} from
   * @param {boolean} isOpen
   */
  function group({ kind, title, count, first, events }, from, isOpen) {
    const row = ({ time, about = title, api, account, count: many = 1 }) => element('li', {},
      element('time', { datetime: time }, shortMoment(Date.parse(time), from)),
      element('span', {}, about, ' ', element('span', { class: 'hint' }, [api, account].filter(Boolean).join(', '))),
      element('span', { class: 'num' }, many > 1 ? `×${many.toLocaleString('en')}` : ''));
    const rest = events.slice(ROWS_AT_ONCE);
    const more = rest.length > 0 && disclosure(`${rest.length} more`, isOpen, () => element('ul', {}, rest.map(row)));
    if (more) more.dataset.kind = kind;
    return element('section', {},
      element('h3', {}, title, ' ', element('span', { class: 'chip' }, count.toLocaleString('en')),
        element('span', { class: 'hint' }, ` first in ${span((Date.parse(first) - from) / 1000)}`)),
      element('ul', {}, events.slice(0, ROWS_AT_ONCE).map(row)), more);
  }

  function showExpiry() {
    const seconds = expiry === null ? NaN : (expiry - clock.time) / 1000;
    tokenButton.setAttribute('aria-disabled', String(!(seconds > -1)));
    tokenNote.textContent = seconds > -1 ? `in ${span(seconds)}, and one second more` : noTokens;
  }

  function note() {
    const { until } = toMoment();
    momentNote.textContent = Number.isNaN(until) ? 'Enter a date and a time.'
      : `That is ${utc(until)} UTC, here ${local(until)} (${zoneOf(until)}).`;
  }

  const node = element('section', { class: 'card way', 'aria-labelledby': 'way-title' }, heading, summary, go, list);
  return {
    node,
    jumps,
    refresh,
    /** The clock was changed: a moment that it has passed is not of interest any more. */
    moved() {
      if (shown?.until <= clock.time) shown = undefined;
      refresh();
    },
    tick() {
      age += 1;
      if (age >= LIST_EVERY_SECONDS && clock.isRunning) refresh();
      showExpiry();
    },
  };
}

/* What moves by itself in a world: let it pause, go on, or take a step. */

const SAID = { pause: 'pauses', resume: 'goes on', step: 'took a step' };

/** The card of the simulations: `{node, read}`. */
function simulations(app) {
  const rows = new Map();
  const body = element('tbody');
  const table = element('div', { hidden: true, class: 'scroll', tabindex: '0', role: 'region',
    'aria-label': 'Simulations' },
    element('table', { class: 'grid' }, element('thead', {}, element('tr', {},
      ['What moves', 'Each', 'State', 'Change'].map((title) => element('th', { scope: 'col' }, title)))), body));
  const all = element('div', { class: 'bar', hidden: true }, Object.keys(SAID).map((verb) => (
    button(`${verb[0].toUpperCase()}${verb.slice(1)} all`, () => send(verb), { class: 'quiet' }))));
  const note = element('p', { class: 'hint' });

  function send(verb, name) {
    return app.act(app.call('POST', `/_mock/simulations/${verb}`, name ? { name } : {}).then(take),
      name ? `${name}: ${SAID[verb]}.` : `Each of them ${SAID[verb]}.`);
  }

  function take({ simulations: found }) {
    note.textContent = found.length ? 'Steps follow the world\'s time. A paused simulation skips its steps.'
      : 'This world has no simulations.';
    table.hidden = found.length === 0;
    all.hidden = found.length < 2;
    for (const each of found) {
      if (!rows.has(each.name)) rows.set(each.name, makeRow(each.name));
      rows.get(each.name).show(each);
    }
    arrange(body, found.map(({ name }) => rows.get(name).node));
  }

  function makeRow(name) {
    let verb;
    const [interval, state] = [element('td', { class: 'nowrap' }), element('td')];
    const toggle = button('', () => send(verb, name));
    return {
      node: element('tr', {}, element('th', { scope: 'row' }, name), interval, state, element('td', {},
        element('div', { class: 'bar' }, toggle, button('Step', () => send('step', name),
          { 'aria-label': `Step ${name}` })))),
      show({ paused, intervalMilliseconds }) {
        verb = paused ? 'resume' : 'pause';
        interval.textContent = intervalMilliseconds < 1000 ? `${intervalMilliseconds} ms`
          : span(intervalMilliseconds / 1000);
        state.textContent = paused ? 'paused' : 'moving';
        toggle.textContent = paused ? 'Resume' : 'Pause';
        toggle.setAttribute('aria-label', `${toggle.textContent} ${name}`);
      },
    };
  }

  return {
    node: element('div', { class: 'card' }, element('h2', {}, 'Simulations'), note, table, all),
    async read() {
      const found = await quietly(app.call('GET', '/_mock/simulations'));
      if (found) take(found);
    },
  };
}
