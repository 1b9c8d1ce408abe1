// The form for a fault of any kind, with its fields explained as the server explains them.
import { copyButton, disclosure, element, inline } from './dom.js';
import { indent, jsonCode } from './json.js';
import { fieldsOf, placeOf, readForm, sentence, writeForm } from './fault-form.js';
import { button, formField, showProblems } from './parts.js';

const SCOPES = { requests: 'To requests', sockets: 'To sockets', both: 'To requests and sockets' };
const LINES = ['conditions', 'texts', 'members', 'json'];
// What is suggested from the traffic that the page has seen.
const RECENT = 2000;
const SUGGESTED = 40;

/** The form: `{node, open(wish)}`, where `open` gives whether the fault is of a known type. */
export function faultEditor(app, types, apis) {
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

  const node = disclosure('Add a fault of any kind', true,
    () => element('form', { class: 'fault-form', onsubmit: send, oninput: look },
    kind.node, about, groups.fault,
    element('fieldset', {}, element('legend', {}, 'What it happens to'),
      element('p', { class: 'hint' }, 'All that is filled in must fit; everything fits when nothing is.'),
      groups.match),
    element('fieldset', {}, element('legend', {}, 'When and how often'), groups.rule),
    others,
    element('div', { class: 'bar' }, element('button', { type: 'submit', class: 'primary' }, 'Add the fault'),
      button('Empty the form', () => showFields({}), { class: 'quiet' })),
    disclosure('As JSON', false, () => [preview, copyButton(() => indent(JSON.stringify(read().wish)))])));
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
    preview.replaceChildren(jsonCode(JSON.stringify(read().wish)));
  }

  function fail(problems) {
    const rest = showProblems(fields, problems);
    others.textContent = rest.join(' ');
    others.hidden = rest.length === 0;
  }

  async function send(event) {
    event.preventDefault();
    const { wish, problems } = read();
    if (Object.keys(problems).length) return fail(problems);
    const told = {};
    await app.act(app.call('POST', '/_mock/faults', wish).catch((error) => {
      const { field, value } = error.body?.error?.details ?? {};
      if (field) told[placeOf(type(), field, value, wish) ?? field] = error.message;
      throw error;
    }), 'The fault is at work.');
    return fail(told);
  }

  function suggest() {
    if (!node.open) return;
    const recent = app.history.entries.slice(-RECENT).reverse().filter(({ api }) => api !== 'mock');
    for (const name of ['path', 'operationId', 'account']) {
      const values = new Set(recent.map((entry) => entry[name]).filter(Boolean));
      fields.get(`match.${name}`).suggest([...values].slice(0, SUGGESTED));
    }
  }

  showFields({});
  return {
    node,
    open(wish) {
      if (!types.some((each) => each.type === wish?.fault?.type)) return false;
      kind.value = wish.fault.type;
      showFields(writeForm(type(), wish));
      node.open = true;
      node.scrollIntoView({ block: 'start' });
      kind.input.focus({ preventScroll: true });
      return true;
    },
  };
}
