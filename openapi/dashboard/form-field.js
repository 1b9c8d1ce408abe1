// Fields of forms that say what is wrong at the place where it is wrong.
import { element, inline } from '/docs/dom.js';

let made = 0;

/**
 * A labelled field: `{node, input, value, fail(message)}`.
 *
 * `kind` is `text`, `number`, `lines`, `choice` or `flag`, or a type of input; `choices` are texts or `{value, label}`; `suggestions` are
 * offered while one types. A value is always text; that of a flag is `true` or nothing.
 */
export function formField({ name, label = name, kind = 'text', hint, choices, suggestions, required, ...attributes }) {
  made += 1;
  const id = `field-${made}`;
  const list = suggestions && element('datalist', { id: `${id}-list` });
  const isFlag = kind === 'flag';
  const note = hint && element('p', { class: 'hint', id: `${id}-hint` }, inline(hint));
  const problem = element('p', { class: 'bad', id: `${id}-problem`, hidden: true });
  const input = control(kind, choices, { ...attributes, id, name, list: list?.id, 'aria-required': required && 'true',
    'aria-describedby': [note?.id, problem.id].filter(Boolean).join(' ') });
  const title = element('label', { for: id }, label, required && ' (required)');
  const field = {
    input,
    node: element('div', { class: isFlag ? 'form-field flag' : 'form-field' }, isFlag ? [input, title] : [title, input],
      note, problem, list),
    get value() { return isFlag ? (input.checked ? 'true' : '') : input.value; },
    set value(text) {
      if (isFlag) input.checked = text === 'true';
      else input.value = text ?? '';
    },
    /** Says what is wrong with it; nothing is wrong without a message. */
    fail(message) {
      problem.textContent = message ?? '';
      problem.hidden = !message;
      input.setAttribute('aria-invalid', String(Boolean(message)));
    },
    suggest(texts) { list?.replaceChildren(...texts.map((text) => element('option', { value: text }))); },
  };
  field.suggest(suggestions ?? []);
  input.addEventListener('input', () => field.fail());
  return field;
}

function control(kind, choices, attributes) {
  const quiet = { autocomplete: 'off', spellcheck: 'false', autocapitalize: 'none' };
  if (kind === 'choice') {
    return element('select', attributes, choices.map((choice) => element('option', { value: choice.value ?? choice },
      choice.label ?? choice)));
  }
  if (kind === 'lines') return element('textarea', { rows: 2, ...quiet, ...attributes });
  if (kind === 'flag') return element('input', { type: 'checkbox', ...attributes });
  // Numbers are read by the server, which says what it takes; only the keyboard of phones is chosen by it.
  if (kind === 'number') return element('input', { type: 'text', inputmode: 'decimal', ...quiet, ...attributes });
  return element('input', { type: kind, ...quiet, ...attributes });
}

/** Shows what is wrong at fields by name, and goes to the first of them; gives those that no field has. */
export function showProblems(fields, problems) {
  const first = Object.keys(problems).find((key) => fields.has(key));
  for (const [key, field] of fields) field.fail(problems[key]);
  fields.get(first)?.input.focus();
  return Object.entries(problems).filter(([key]) => !fields.has(key)).map(([, message]) => message);
}
