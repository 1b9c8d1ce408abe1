// Faults: in one tap, by a form, and what they did.
import { element } from './dom.js';
import { faultEditor } from './fault-editor.js';
import { describe, left, many } from './fault-form.js';
import { presetCalls, presetState, presetsFor } from './fault-presets.js';
import { span } from './moment.js';
import { arrange, atMostEvery, button, options, parsed, quietly, readWhenChanged, refused } from './parts.js';

const READ_EVERY_MILLISECONDS = 500;

export const view = { id: 'faults', title: 'Faults', mount };

function mount(root, app) {
  const presets = element('div', { class: 'presets' });
  const editorPlace = element('div');
  const api = element('select', {}, options([{ value: '', label: 'all APIs' }]));
  let editor;
  let buttons = [];
  let records = [];
  const active = activeList(app, ({ id, ...wish }) => editor?.open(wish));

  function show() {
    active.show(records);
    for (const each of buttons) each.show(records);
  }

  const read = atMostEvery(READ_EVERY_MILLISECONDS, async () => {
    if (!editor) await begin();
    const found = await quietly(app.call('GET', '/_mock/faults'));
    if (!found) return;
    records = found.faults;
    show();
  });

  async function begin() {
    const found = await quietly(Promise.all(['fault-sets', 'fault-types', 'rate-limits']
      .map((name) => app.call('GET', `/_mock/${name}`))));
    if (!found || editor) return;
    const [{ sets }, { types }, { rateLimits }] = found;
    const apis = rateLimits.map((each) => each.api);
    api.append(...options(apis));
    buttons = presetsFor(sets, types).map((preset) => presetButton(app, preset, () => api.value));
    presets.replaceChildren(...buttons.map(({ node }) => node));
    editor = faultEditor(app, types, [...apis, 'mock']);
    editorPlace.replaceChildren(editor.node);
    openFromAddress();
  }

  function openFromAddress() {
    const { fault } = app.params;
    if (!fault || !editor || editor.open(parsed(fault))) return;
    app.act(refused('the address has no fault that this server knows'));
  }

  root.append(element('h1', {}, 'Faults'),
    element('p', { class: 'hint' }, 'They happen to apps in the world ',
      `${app.world}${app.allWorlds ? ', since the page follows all' : ''}.`),
    element('section', { class: 'card', 'aria-labelledby': 'presets-title' },
      element('div', { class: 'bar' }, element('h2', { id: 'presets-title' }, 'In one tap'),
        element('label', { class: 'field' }, 'for ', api)),
      presets),
    active.node, editorPlace);
  const ends = [
    app.on('entries', () => { if (records.length) read(); }),
    app.on('second', () => { if (records.some(isTimed)) read(); }),
    app.on('params', openFromAddress), read.stop, readWhenChanged(app, read),
  ];
  return () => ends.forEach((end) => end());
}

/** A button that begins a preset, and ends it when it is pressed again. */
function presetButton(app, preset, apiNow) {
  let state;
  let isBusy = false;
  const note = element('span', { class: 'hint' });
  const node = button('', press, { class: 'preset' });
  node.append(element('span', {}, preset.label), note);

  async function press() {
    if (isBusy) return;
    isBusy = true;
    const said = state.active ? 'over.' : `at work${apiNow() ? ` for ${apiNow()}` : ''}.`;
    const run = async () => {
      for (const [method, path, body] of presetCalls(preset, state, apiNow())) {
        // Another page may have removed it in the meantime.
        await app.call(method, path, body).catch((error) => {
          if (method !== 'DELETE' || error.status !== 404) throw error;
        });
      }
    };
    await app.act(run(), `${preset.label}: ${said}`);
    isBusy = false;
  }

  const made = {
    node,
    show(records) {
      state = presetState(preset, records);
      node.setAttribute('aria-pressed', String(state.active));
      const whom = state.api ? `For ${state.api}. ` : '';
      const end = state.active ? '; press to end it' : ', and is spent';
      note.textContent = state.exists ? `${whom}${struck(state)}${end}` : preset.about;
    },
  };
  made.show([]);
  return made;
}

/** The faults that the world has: `{node, show(records)}`. */
function activeList(app, copy) {
  const items = new Map();
  const place = element('ul', { class: 'faults' });
  const none = element('p', { class: 'hint', hidden: true }, 'There is none: apps are answered as the APIs do.');
  const all = button('Remove all', () => app.act(app.call('DELETE', '/_mock/faults'), 'There is no fault any more.'),
    { class: 'danger', hidden: true });

  function makeItem(record) {
    const { id, set } = record;
    const { type, members, whom, when } = describe(record);
    const [count, rest] = [element('span'), element('span')];
    const remove = () => app.act(app.call('DELETE', `/_mock/faults/${id}`), `${id} is removed.`);
    return {
      node: element('li', {},
        element('div', {}, element('h3', {}, type, ' ', element('code', {}, members)),
          element('p', { class: 'hint' }, `${id}${set ? ` of the set ${set}` : ''}`)),
        element('div', {}, element('p', {}, 'Happens to ', element('code', {}, whom), when && `; ${when}`),
          element('p', {}, count, '; ', rest)),
        element('div', { class: 'bar' },
          button('Copy to the form', () => copy(record), { 'aria-label': `Copy to the form: ${id}` }),
          button('Remove', remove, { class: 'danger', 'aria-label': `Remove ${id}` }))),
      show(next) {
        count.textContent = `${struck(next)}, ${next.matches.toLocaleString('en')} matched`;
        count.className = next.applications ? 'struck' : '';
        rest.textContent = left(next, span);
        this.node.classList.toggle('spent', next.spent);
      },
    };
  }

  return {
    node: element('section', { class: 'card', 'aria-labelledby': 'active-title' },
      element('div', { class: 'bar' }, element('h2', { id: 'active-title' }, 'What there is'), all), none, place),
    show(records) {
      const keys = records.map(keyOf);
      for (const key of [...items.keys()]) if (!keys.includes(key)) items.delete(key);
      records.forEach((record, index) => {
        if (!items.has(keys[index])) items.set(keys[index], makeItem(record));
        items.get(keys[index]).show(record);
      });
      arrange(place, keys.map((key) => items.get(key).node));
      none.hidden = records.length > 0;
      all.hidden = records.length === 0;
    },
  };
}

function struck({ applications }) {
  return applications ? `Struck ${many(applications)}` : 'Has not struck yet';
}

// Whether time alone can end it.
function isTimed({ spent, forSeconds, fault }) {
  return !spent && Boolean(forSeconds || fault.seconds);
}

// A fault that was replaced by another one of the same id is another one.
function keyOf({ matches, applications, spent, ageSeconds, ...definition }) {
  return JSON.stringify(definition);
}
