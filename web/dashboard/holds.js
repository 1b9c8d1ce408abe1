// The exchanges that faults hold: listed above the traffic, and released, as they are or changed.
import { element } from '../shared/dom.js';
import { visible } from './body.js';
import { ControlError } from './control.js';
import { span } from './moment.js';
import { askUntilDone, button, menu, parsed, showAnew } from './parts.js';
import { patchOf } from './request-fault-state.js';

/** The key of a held exchange, as entries have keys. */
export function heldKey({ world, id }) { return `${world}:${id}`; }

/** Whether a key is that of a held exchange. */
export function isHeldKey(key) { return /:hold-\d+$/.test(key ?? ''); }

// Behind all entries of the journal: what is held becomes the newest of them when it is released.
const ORDER_OF_HELD = Number.MAX_SAFE_INTEGER - 1_000_000;

/** A held exchange as an entry of the traffic; `index` is its place among them. */
export function heldEntry(held, index) {
  return { ...held, kind: 'exchange', isHeld: true, key: heldKey(held), time: held.since,
    order: ORDER_OF_HELD + index };
}

/** Releases one exchange, as it is or with a fault. */
export function release(app, held, fault) { return app.act(sent(app, held, fault), 'Released.'); }

/** Releases every exchange that the page shows. */
export function releaseAll(app) {
  const worlds = [...new Set(app.holds.map(({ world }) => world))];
  return app.act(Promise.all(worlds.map((world) => app.call('POST', '/_mock/holds/release', undefined, { world }))),
    'All are released.');
}

function sent(app, { id, world }, fault) {
  const path = `/_mock/holds/${encodeURIComponent(id)}/release`;
  return app.call('POST', path, fault && { fault }, { world });
}

/** The bar of a held exchange's detail. */
export function heldActions(held, app) {
  return element('div', { class: 'bar' },
    button('Release', () => release(app, held), { class: 'primary' }),
    menu('Release with', () => [
      ['Status 500', () => release(app, held, { type: 'status', status: 500 })],
      ['Status 503', () => release(app, held, { type: 'unavailable' })],
      ['Another response…', () => edit(held, app)],
    ]),
    button('Reset the connection', () => release(app, held, { type: 'reset' }), { class: 'danger' }));
}

/** Asks for the response that the exchange is to have. */
function edit(held, app) {
  const before = held.response?.body;
  const isJSON = held.response?.encoding === 'json' && !held.response.truncated;
  return askUntilDone(app, { title: `Release: ${held.method} ${held.path}`, confirm: 'Release', fields: [
    { name: 'body', label: 'Body of the response', type: 'textarea', rows: 14,
      value: before === undefined ? '' : isJSON ? JSON.stringify(before, null, 2) : String(before) },
    { name: 'status', label: 'Status', type: 'number', value: held.status ?? 200 },
  ] }, (texts) => {
    const after = parsed(texts.body);
    if (isJSON && after === undefined) throw new ControlError('This is not valid JSON.');
    const status = Number(texts.status) || 200;
    return sent(app, held, isJSON
      ? patchOf(JSON.parse(JSON.stringify(before)), after, { status: status === held.status ? undefined : status,
        undocumented: true })
      : { type: 'status', status, ...(texts.body && { body: after ?? texts.body }) });
  }, () => 'Released.');
}

/** The list above the traffic: `{node, show(), tick()}`; `open` shows one by its key. */
export function heldList(app, open) {
  const place = element('ul', { class: 'held-items' });
  const all = button('Release all', () => releaseAll(app));
  const node = element('section', { class: 'card held', 'aria-labelledby': 'held-title', hidden: true },
    element('div', { class: 'bar' }, element('h2', { id: 'held-title' }, 'Held now'), all), place);
  let rests = [];

  function item(held) {
    const rest = element('span', { class: 'hint num' });
    rests.push({ rest, until: Date.parse(held.until) });
    const name = `${visible(held.method)} ${visible(held.path)}`;
    const what = held.phase === 'request' ? 'the request waits' : `the response ${held.status} waits`;
    return element('li', {},
      button(name, () => open(heldKey(held)), { class: 'quiet name', 'data-key': `open ${heldKey(held)}` }),
      element('span', { class: 'mark fault' }, what),
      app.allWorlds && element('span', { class: 'chip world' }, held.world), rest,
      button('Release', () => release(app, held), { 'aria-label': `Release ${name}`, 'data-key': heldKey(held) }));
  }

  return {
    node,
    show() {
      node.hidden = app.holds.length === 0;
      all.hidden = app.holds.length < 2;
      rests = [];
      showAnew(place, () => place.replaceChildren(...app.holds.map(item)));
      this.tick();
    },
    /** Says how long each still waits at most. */
    tick() {
      for (const { rest, until } of rests) {
        rest.textContent = `goes on in ${span(Math.max(0, Math.round((until - Date.now()) / 1000)))}`;
      }
    },
  };
}
