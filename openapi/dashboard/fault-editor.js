// The form for a fault of any kind, with its fields explained as the server explains them.
import { copyButton, disclosure, element, inline } from '/docs/dom.js';
import { indent, jsonCode } from '/docs/json.js';
import { MATCH_FIELDS, RULE_FIELDS, fieldKind, key, placeOf, readForm, writeForm } from './fault-form.js';
import { formField, showProblems } from './form-field.js';

const SCOPES = { requests: 'To requests', sockets: 'To sockets', both: 'To requests and sockets' };
// What is suggested from the traffic that the page has seen.
const RECENT = 2000;
const SUGGESTED = 40;

/** The form: `{node, fill(wish), begin()}`; `onadded` is told of the fault that was added. */
export function faultEditor(app, types, apis, onadded) {
  const fields = new Map();
  const about = element('p', { class: 'hint' });
  const own = element('div', { class: 'fault-fields' });
  const preview = element('pre');
  const rest = element('p', { class: 'bad', hidden: true });
  const kind = formField({ name: 'type', label: 'What happens', kind: 'choice', choices: [] });
  kind.input.replaceChildren(...Object.entries(SCOPES).map(([scope, label]) => element('optgroup', { label },
    types.filter((type) => type.scope === scope).map(({ type }) => element('option', { value: type }, type)))));
  kind.input.addEventListener('change', showType);

  const group = (name, all) => all.map((field) => {
    const made = fieldOf(field);
    fields.set(key(name, field.name), made);
    return made.node;
  });
  const knowsSockets = types.some(({ type }) => type === 'editMessage');
  const matches = MATCH_FIELDS.filter(({ sockets }) => !sockets || knowsSockets)
    .map((field) => (field.name === 'api' ? { ...field, choices: [{ value: '', label: 'all' }, ...apis] } : field));
  const form = element('form', { class: 'fault-form', onsubmit: send, oninput: showPreview },
    element('div', { class: 'fault-type' }, kind.node, about), own,
    element('fieldset', {}, element('legend', {}, 'What it happens to'),
      element('p', { class: 'hint' }, 'All that is filled in must fit; everything without any.'),
      element('div', { class: 'fault-fields' }, group('match', matches))),
    element('fieldset', {}, element('legend', {}, 'When and how often'),
      element('div', { class: 'fault-fields' }, group('rule', RULE_FIELDS))),
    rest,
    element('div', { class: 'bar' }, element('button', { type: 'submit', class: 'primary' }, 'Add the fault'),
      element('button', { type: 'button', class: 'quiet', onclick: () => fill({ fault: { type: kind.value } }) }, 'Empty the form')),
    disclosure('As JSON', false, () => [preview, copyButton(() => indent(JSON.stringify(readNow().wish)))]));
  const node = disclosure('Add a fault of any kind', false, () => form);
  node.classList.add('card');
  node.addEventListener('toggle', () => { if (node.open) suggest(); });

  const typeNow = () => types.find(({ type }) => type === kind.value) ?? types[0];
  const textsNow = () => Object.fromEntries([...fields].map(([name, field]) => [name, field.value]));
  const readNow = () => readForm(typeNow(), textsNow());

  /** Shows the fields of the chosen type; what was entered for fields of the same names stays. */
  function showType() {
    const before = textsNow();
    for (const name of [...fields.keys()]) if (name.startsWith('fault.')) fields.delete(name);
    const type = typeNow();
    about.replaceChildren(...inline(`It ${type.about}.`));
    own.replaceChildren(...group('fault', type.fields.map(fieldKind)));
    own.hidden = type.fields.length === 0;
    for (const field of type.fields) fields.get(key('fault', field.name)).value = before[key('fault', field.name)] ?? '';
    showPreview();
  }

  function showPreview() {
    preview.replaceChildren(jsonCode(JSON.stringify(readNow().wish)));
  }

  function fill(wish) {
    if (!types.some(({ type }) => type === wish.fault?.type)) return false;
    kind.value = wish.fault.type;
    showType();
    const texts = writeForm(typeNow(), wish);
    for (const [name, field] of fields) field.value = texts[name] ?? '';
    showProblems(fields, {});
    rest.hidden = true;
    showPreview();
    return true;
  }

  async function send(event) {
    event.preventDefault();
    const { wish, problems } = readNow();
    if (Object.keys(problems).length) return fail(problems);
    let told = {};
    let made;
    const call = app.call('POST', '/_mock/faults', wish).then((record) => { made = record; }, (error) => {
      const { field, value } = error.body?.error?.details ?? {};
      told = field === undefined ? {} : { [placeOf(typeNow(), field, value, wish) ?? field]: error.message };
      throw error;
    });
    const isDone = await app.act(call, () => `The fault ${made.id} is at work.`);
    fail(told);
    if (isDone) onadded(made);
    return undefined;
  }

  function fail(problems) {
    const others = showProblems(fields, problems);
    rest.textContent = others.join(' ');
    rest.hidden = others.length === 0;
  }

  function suggest() {
    const recent = app.history.entries.slice(-RECENT);
    for (const [name, member] of [['path', 'path'], ['operationId', 'operationId'], ['account', 'account']]) {
      const values = recent.filter(({ api }) => api !== 'mock').map((entry) => entry[member]).filter(Boolean);
      fields.get(key('match', name)).suggest([...new Set(values.reverse())].slice(0, SUGGESTED));
    }
  }

  showType();
  return {
    node,
    fill,
    /** Opens the form and goes to it. */
    begin() {
      node.open = true;
      setTimeout(() => {
        node.scrollIntoView({ block: 'start' });
        kind.input.focus({ preventScroll: true });
      });
    },
  };
}

function fieldOf({ name, label, kind, hint, required, choices, suggestions }) {
  const isLines = ['conditions', 'texts', 'members', 'json'].includes(kind);
  const known = kind === 'choice' && !choices?.some(({ value }) => value === '')
    ? [{ value: '', label: 'not set' }, ...choices ?? []] : choices;
  const suggesting = suggestions ?? (['path', 'operationId', 'account'].includes(name) ? [] : undefined);
  return formField({ name, label, hint, required, suggestions: suggesting, kind: isLines ? 'lines' : kind, choices: known });
}
