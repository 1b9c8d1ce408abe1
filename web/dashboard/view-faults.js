// Faults: presets, custom ones by a form, and what the active ones did.
import { copyButton, disclosure, element, inline } from '../shared/dom.js';
import { visible } from './body.js';
import {
  describe, fieldsOf, left, placeOf, presetCalls, presetsFor, presetState, readForm, sentence, times, writeForm,
} from './fault-form.js';
import { indent, jsonCode } from '../shared/json.js';
import { span } from './moment.js';
import {
  arrange, atMostEvery, button, formField, options, parsed, quietly, readWhenChanged, refused, showProblems,
} from './parts.js';

const READ_EVERY_MILLISECONDS = 500;

export const view = { id: 'faults', title: 'Faults', mount };

function mount(root, app) {
  const presets = element('div', { class: 'presets' });
  const editorPlace = element('div');
  const api = element('select', {}, options([{ value: '', label: 'all APIs' }]));
  let editor;
  let buttons = [];
  let records = [];
  const active = activeList(app, ({ id, ...definition }) => editor?.open(definition));

  const device = element('p', { class: 'hint' });
  const scope = () => ({ api: api.value || undefined, device: app.device });

  function showDevice() {
    device.textContent = app.device ? `Only for ${visible(app.nameOfDevice(app.device))}, the device chosen above. `
      + 'Choose “All devices” there to apply a preset to all.' : '';
    device.hidden = !app.device;
  }

  function show() {
    showDevice();
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
    buttons = presetsFor(sets, types).map((preset) => presetButton(app, preset, scope));
    presets.replaceChildren(...buttons.map(({ node }) => node));
    editor = faultEditor(app, types, [...apis, 'mock']);
    editorPlace.replaceChildren(editor.node);
    openFromAddress();
  }

  function openFromAddress() {
    const { fault } = app.params;
    if (!fault || !editor || editor.open(parsed(fault))) return;
    app.act(refused('the address has no valid fault'));
  }

  root.append(element('h1', {}, 'Faults'),
    element('p', { class: 'hint' }, 'They apply to requests of the world ',
      `${app.world}${app.allWorlds ? ', since the page follows all' : ''}.`),
    element('section', { class: 'card', 'aria-labelledby': 'presets-title' },
      element('div', { class: 'bar' }, element('h2', { id: 'presets-title' }, 'Presets'),
        element('label', { class: 'field' }, 'for ', api)),
      device, presets),
    active.node, editorPlace);
  const ends = [
    app.on('entries', () => { if (records.length) read(); }),
    app.on('second', () => { if (records.some(isTimed)) read(); }),
    app.on('device', showDevice), app.on('devices', show),
    app.on('params', openFromAddress), read.stop, readWhenChanged(app, read),
  ];
  return () => ends.forEach((end) => end());
}

/** A button that begins a preset, and ends it when it is pressed again. */
function presetButton(app, preset, scopeNow) {
  let state;
  let isBusy = false;
  const note = element('span', { class: 'hint' });
  const node = button('', press, { class: 'preset' });
  node.append(element('span', {}, preset.label), note);

  async function press() {
    if (isBusy) return;
    isBusy = true;
    const scope = scopeNow();
    const said = state.active ? 'over.' : `active${scopeWords(app, scope, ' for ')}.`;
    const run = async () => {
      for (const [method, path, body] of presetCalls(preset, state, scope)) {
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
      const whom = scopeWords(app, state, 'For ', '. ');
      const end = state.active ? '; press to end it' : ', exhausted';
      note.textContent = state.exists ? `${whom}${triggered(state)}${end}` : preset.about;
    },
  };
  made.show([]);
  return made;
}

/** The API and the device of a preset in words; nothing for all. */
function scopeWords(app, { api, device }, before, after = '') {
  const words = [api, device && visible(app.nameOfDevice(device))].filter(Boolean).join(', ');
  return words && before + words + after;
}

/** The faults that the world has: `{node, show(records)}`. */
function activeList(app, copy) {
  const items = new Map();
  const place = element('ul', { class: 'faults' });
  const exhausted = element('ul', { class: 'faults' });
  const exhaustedTitle = element('h3', { hidden: true }, 'Exhausted');
  const none = element('p', { class: 'hint', hidden: true }, 'No active faults.');
  const all = button('Remove all', () => app.act(app.call('DELETE', '/_mock/faults'), 'All faults are removed.'),
    { class: 'danger', hidden: true });

  function makeItem(record) {
    const { id, set } = record;
    const { type, members, whom, when } = describe(record, (device) => visible(app.nameOfDevice(device)));
    const [count, rest] = [element('span'), element('span')];
    const remove = () => app.act(app.call('DELETE', `/_mock/faults/${id}`), `${id} is removed.`);
    return {
      node: element('li', {},
        element('div', {}, element('h3', {}, type, ' ', element('code', {}, members)),
          element('p', { class: 'hint' }, `${id}${set ? ` of the set ${set}` : ''}`)),
        element('div', {}, element('p', {}, 'Applies to ', element('code', {}, whom), when && `; ${when}`),
          element('p', {}, count, '; ', rest)),
        element('div', { class: 'bar' },
          button('Copy to the form', () => copy(record), { 'aria-label': `Copy to the form: ${id}` }),
          button('Remove', remove, { class: 'danger', 'aria-label': `Remove ${id}` }))),
      show(next) {
        count.textContent = `${triggered(next)}, ${next.matches.toLocaleString('en')} matched`;
        count.className = next.applications ? 'triggered' : '';
        rest.textContent = left(next, span);
        this.node.classList.toggle('exhausted', next.exhausted);
      },
    };
  }

  return {
    node: element('section', { class: 'card', 'aria-labelledby': 'active-title' },
      element('div', { class: 'bar' }, element('h2', { id: 'active-title' }, 'Active faults'), all), none, place,
      exhaustedTitle, exhausted),
    show(records) {
      const keys = records.map(keyOf);
      for (const key of [...items.keys()]) if (!keys.includes(key)) items.delete(key);
      records.forEach((record, index) => {
        if (!items.has(keys[index])) items.set(keys[index], makeItem(record));
        items.get(keys[index]).show(record);
      });
      const nodesOf = (isExhausted) => records.flatMap((record, index) => (
        Boolean(record.exhausted) === isExhausted ? [items.get(keys[index]).node] : []));
      // What becomes exhausted goes to the other list first: a node that is taken out loses the focus.
      arrange(exhausted, nodesOf(true));
      arrange(place, nodesOf(false));
      none.hidden = place.children.length > 0;
      exhaustedTitle.hidden = exhausted.children.length === 0;
      all.hidden = records.length === 0;
    },
  };
}

function triggered({ applications }) {
  return applications ? `Triggered ${times(applications)}` : 'Not triggered yet';
}

// Whether time alone can end it.
function isTimed({ exhausted, forSeconds, fault }) {
  return !exhausted && Boolean(forSeconds || fault.seconds);
}

// A fault that was replaced by another one of the same id is another one.
function keyOf({ matches, applications, exhausted, ageSeconds, ...definition }) {
  return JSON.stringify(definition);
}

/* The form for a fault of any kind, with its fields explained as the server explains them. */

const SCOPES = { requests: 'To requests', sockets: 'To sockets', both: 'To requests and sockets' };
const LINES = ['conditions', 'texts', 'members', 'json'];
// What is suggested from the traffic that the page has seen.
const RECENT = 2000;
const SUGGESTED = 40;

/** The form: `{node, open(definition)}`, where `open` gives whether the fault is of a known type. */
function faultEditor(app, types, apis) {
  const fields = new Map();
  const about = element('p', { class: 'hint' });
  const groups = Object.fromEntries(['fault', 'match', 'rule']
    .map((name) => [name, element('div', { class: 'form-fields' })]));
  const preview = element('pre');
  const others = element('p', { class: 'bad', hidden: true });
  const kind = formField({ name: 'type', label: 'What happens', kind: 'choice' });
  const knowsSockets = types.some(({ type }) => type === 'editMessage');
  kind.input.replaceChildren(...Object.entries(SCOPES).map(([scope, label]) => element('optgroup', { label },
    types.filter((type) => type.scope === scope).map(({ type }) => element('option', { value: type }, type)))));
  kind.input.addEventListener('change', () => showFields(texts()));

  const node = disclosure('Custom fault', true,
    () => element('form', { class: 'fault-form', onsubmit: send, oninput: look },
    kind.node, about, groups.fault,
    element('fieldset', {}, element('legend', {}, 'What it applies to'),
      element('p', { class: 'hint' }, 'All conditions must match; without conditions, everything matches.'),
      groups.match),
    element('fieldset', {}, element('legend', {}, 'When and how often'), groups.rule),
    others,
    element('div', { class: 'bar' }, element('button', { type: 'submit', class: 'primary' }, 'Add the fault'),
      button('Clear the form', () => showFields({}), { class: 'quiet' })),
    disclosure('As JSON', false, () => [preview, copyButton(() => indent(JSON.stringify(read().definition)))])));
  node.classList.add('card');
  node.open = false;
  node.addEventListener('toggle', suggest);

  const type = () => types.find((each) => each.type === kind.value);
  const texts = () => Object.fromEntries([...fields].map(([place, field]) => [place, field.value]));
  const read = () => readForm(type(), texts());

  /** Shows the fields of the chosen type, with these texts. */
  function showFields(filled) {
    fields.clear();
    for (const group of Object.values(groups)) group.replaceChildren();
    for (const field of fieldsOf(type())) {
      if (field.name === 'socket' && !knowsSockets) continue;
      const choices = field.kind === 'choice' && [{ value: '', label: 'not set' }, ...field.choices ?? apis];
      const kindOf = LINES.includes(field.kind) ? 'lines' : field.kind;
      const made = formField({ ...field, kind: kindOf, ...(choices && { choices }) });
      made.value = filled[field.place] ?? '';
      fields.set(field.place, made);
      groups[field.group].append(made.node);
    }
    about.replaceChildren(...inline(sentence(type().about)), '.');
    fail({});
    suggest();
    look();
  }

  function look() {
    preview.replaceChildren(jsonCode(JSON.stringify(read().definition)));
  }

  function fail(problems) {
    const rest = showProblems(fields, problems);
    others.textContent = rest.join(' ');
    others.hidden = rest.length === 0;
  }

  async function send(event) {
    event.preventDefault();
    const { definition, problems } = read();
    if (Object.keys(problems).length) return fail(problems);
    const refused = {};
    await app.act(app.call('POST', '/_mock/faults', definition).catch((error) => {
      const { field, value } = error.body?.error?.details ?? {};
      if (field) refused[placeOf(type(), field, value, definition) ?? field] = error.message;
      throw error;
    }), 'The fault is active.');
    return fail(refused);
  }

  function suggest() {
    if (!node.open) return;
    const recent = app.history.entries.slice(-RECENT).reverse().filter(({ api }) => api !== 'mock');
    for (const name of ['path', 'operationId', 'account']) {
      const values = new Set(recent.map((entry) => entry[name]).filter(Boolean));
      fields.get(`match.${name}`).suggest([...values].slice(0, SUGGESTED));
    }
    fields.get('match.device').suggest([...app.deviceLabels].slice(0, SUGGESTED)
      .map(([value, label]) => ({ value, label: visible(label) })));
  }

  showFields({});
  return {
    node,
    open(definition) {
      if (!types.some((each) => each.type === definition?.fault?.type)) return false;
      kind.value = definition.fault.type;
      showFields(writeForm(type(), definition));
      node.open = true;
      node.scrollIntoView({ block: 'start' });
      kind.input.focus({ preventScroll: true });
      return true;
    },
  };
}
