// Faults: in one tap, by a form, and what they did.
import { element } from '/docs/dom.js';
import { faultEditor } from './fault-editor.js';
import { describe, left } from './fault-form.js';
import { presetCalls, presetState, presetsFor } from './fault-presets.js';
import { atMostEvery, span } from './moment.js';

const READ_EVERY_MILLISECONDS = 500;

export const view = { id: 'faults', title: 'Faults', mount };

function mount(root, app) {
  const presets = element('div', { class: 'presets' });
  const editorPlace = element('div');
  const active = activeList(app, (record) => openWith(record));
  const api = element('select', {}, element('option', { value: '' }, 'all APIs'));
  let editor;
  let buttons = [];
  let isEnded = false;

  const take = ({ faults }) => {
    active.take(faults);
    for (const button of buttons) button.show(faults);
  };
  const read = atMostEvery(READ_EVERY_MILLISECONDS, async () => {
    try {
      take(await app.call('GET', '/_mock/faults'));
    } catch (error) {
      if (error.name !== 'ControlError') throw error;
    }
  });

  async function begin() {
    try {
      const [{ sets }, { types }, { rateLimits }] = await Promise.all([
        app.call('GET', '/_mock/fault-sets'), app.call('GET', '/_mock/fault-types'),
        app.call('GET', '/_mock/rate-limits').catch(() => ({ rateLimits: [] })),
      ]);
      if (isEnded || editor) return;
      const apis = rateLimits.map((each) => each.api);
      api.append(...apis.map((name) => element('option', { value: name }, name)));
      buttons = presetsFor(sets, types).map((preset) => presetButton(app, preset, () => api.value, read));
      presets.replaceChildren(...buttons.map(({ node }) => node));
      editor = faultEditor(app, types, [...apis, 'mock'], read);
      editorPlace.replaceChildren(editor.node);
      fromAddress();
    } catch (error) {
      if (error.name !== 'ControlError') throw error;
      presets.replaceChildren(element('p', { class: 'bad' }, `The faults are not known: ${error.message}.`));
    }
    read();
  }

  function openWith(record) {
    const { id, ...wish } = record;
    if (editor?.fill(wish)) editor.begin();
  }

  /** Fills the form with the fault that the address has. */
  function fromAddress() {
    const { fault: text } = app.params;
    if (!text || !editor) return;
    const wish = parsed(text);
    const isFilled = wish?.fault && editor.fill(wish);
    if (isFilled) editor.begin();
    else app.act(Promise.reject(Object.assign(new Error('the address holds no fault that this server knows'),
      { name: 'ControlError' })));
  }

  root.append(element('h1', {}, 'Faults'),
    element('p', { class: 'hint' }, `They happen to apps in the world ${app.world}`
      + `${app.allWorlds ? ', since the page follows all' : ''}, never to calls of this page.`),
    element('section', { class: 'card', 'aria-labelledby': 'presets-title' },
      element('div', { class: 'bar' }, element('h2', { id: 'presets-title' }, 'In one tap'),
        element('label', { class: 'field' }, 'for ', api)),
      presets),
    active.node, editorPlace);
  const ends = [
    app.on('entries', ({ entries, updates }) => { if (entries.length || updates.length) read(); }),
    app.on('activity', ({ world }) => { if (world === app.world) read(); }),
    app.on('connection', ({ state }) => { if (state === 'open') begin(); }),
    app.on('params', fromAddress),
    app.on('second', () => { if (active.hasSeconds) read(); }),
    read.stop,
  ];
  begin();
  return () => {
    isEnded = true;
    ends.forEach((end) => end());
  };
}

/** A button that begins a preset, and ends it when it is pressed again. */
function presetButton(app, preset, apiNow, onchange) {
  const note = element('span', { class: 'hint' });
  const node = element('button', { type: 'button', class: 'preset', 'aria-pressed': 'false', onclick: press },
    element('span', {}, preset.label), note);
  let state = presetState(preset, []);
  let isBusy = false;

  async function press() {
    if (isBusy) return;
    isBusy = true;
    const isEnding = state.active;
    const run = async () => {
      for (const [method, path, body] of presetCalls(preset, state, apiNow())) {
        // Another page may have removed it in the meantime.
        await app.call(method, path, body).catch((error) => {
          if (method !== 'DELETE' || error.status !== 404) throw error;
        });
      }
    };
    await app.act(run(), `${preset.label}: ${isEnding ? 'over.' : `at work${apiNow() ? ` for ${apiNow()}` : ''}.`}`);
    isBusy = false;
    onchange();
  }

  const button = {
    node,
    show(records) {
      state = presetState(preset, records);
      node.setAttribute('aria-pressed', String(state.active));
      const struck = `${state.api ? `For ${state.api}. ` : ''}Struck ${times(state.applications)}`;
      note.textContent = state.exists ? `${struck}${state.active ? '; press to end it' : ', and is spent'}` : preset.about;
    },
  };
  button.show([]);
  return button;
}

/** The faults that the world has: `{node, take(records), hasSeconds}`. */
function activeList(app, copy) {
  const place = element('ul', { class: 'faults' });
  const none = element('p', { class: 'hint' }, 'There is none: apps are answered as the APIs do.');
  const all = element('button', { type: 'button', class: 'danger', hidden: true,
    onclick: () => app.act(app.call('DELETE', '/_mock/faults'), 'There is no fault any more.') }, 'Remove all');
  const items = new Map();

  function makeItem(record) {
    const { id } = record;
    const [struck, rest] = [element('span'), element('span')];
    const words = describe(record);
    const path = `/_mock/faults/${encodeURIComponent(id)}`;
    const node = element('li', {},
      element('div', { class: 'fault-what' },
        element('h3', {}, words.type, ' ', words.members && element('span', { class: 'fault-members' }, words.members)),
        element('p', { class: 'hint' }, `${id}${record.set ? ` of the set ${record.set}` : ''}`)),
      element('div', { class: 'fault-facts' },
        element('p', {}, 'Happens to ', element('span', { class: 'fault-match' }, words.whom), words.when && `; ${words.when}`),
        element('p', {}, struck, '; ', rest)),
      element('div', { class: 'bar' },
        element('button', { type: 'button', 'aria-label': `Copy ${id} to the form`, onclick: () => copy(record) }, 'Copy to the form'),
        element('button', { type: 'button', class: 'danger', 'aria-label': `Remove ${id}`,
          onclick: () => app.act(app.call('DELETE', path), `${id} is removed.`) }, 'Remove')));
    return {
      node,
      definition: definition(record),
      show(next) {
        struck.textContent = `struck ${times(next.applications)}, ${next.matches.toLocaleString('en')} matched`;
        struck.className = next.applications ? 'struck' : '';
        rest.textContent = left(next, span);
        node.classList.toggle('spent', next.spent);
      },
    };
  }

  const list = {
    hasSeconds: false,
    node: element('section', { class: 'card', 'aria-labelledby': 'active-title' },
      element('div', { class: 'bar' }, element('h2', { id: 'active-title' }, 'What there is'), all), none, place),
    take(records) {
      const kept = new Set(records.map(({ id }) => id));
      for (const [id, item] of items) if (!kept.has(id)) { item.node.remove(); items.delete(id); }
      records.forEach((record, index) => {
        // A fault that was replaced by another one of the same id is shown anew.
        if (items.has(record.id) && items.get(record.id).definition !== definition(record)) {
          items.get(record.id).node.remove();
          items.delete(record.id);
        }
        if (!items.has(record.id)) items.set(record.id, makeItem(record));
        const item = items.get(record.id);
        item.show(record);
        if (place.children[index] !== item.node) place.insertBefore(item.node, place.children[index] ?? null);
      });
      none.hidden = records.length > 0;
      all.hidden = records.length === 0;
      list.hasSeconds = records.some(({ spent, forSeconds, fault }) => !spent && (forSeconds || fault.seconds));
    },
  };
  return list;
}

function definition({ matches, applications, spent, ageSeconds, ...rest }) {
  return JSON.stringify(rest);
}

function times(count) {
  return count === 1 ? 'once' : `${count.toLocaleString('en')} times`;
}

function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
