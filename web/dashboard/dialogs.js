// Questions to the user, and what the page says.
import { element } from '../shared/dom.js';

const SAID_MILLISECONDS = 6000;
let timer;

/** Says something in the status line; what went wrong stays until something else is said or it is dismissed. */
export function say(text, isBad = false) {
  const place = document.getElementById('said');
  clearTimeout(timer);
  const dismiss = () => place.replaceChildren();
  place.replaceChildren(element('p', { class: isBad ? 'bad' : 'good' }, text),
    element('button', { type: 'button', class: 'quiet', 'aria-label': 'Dismiss', onclick: dismiss }, '×'));
  if (!isBad) timer = setTimeout(dismiss, SAID_MILLISECONDS);
}

/**
 * Asks in a dialog; gives the values of its fields by name, or null when it was cancelled.
 *
 * A field is `{name, label, value, type, hint, required, options, rows}`: `type` as an input has it, or `textarea`, or
 * `checkbox`; with `options` (texts or `{value, label}`) it is a choice. `onchange(name, inputs)` is called with the
 * name of a field that the user changes, and the inputs of all by name; with no name at the beginning.
 *
 * @param {{title: string, text?: any, confirm?: string, cancel?: string, danger?: boolean, fields?: any[],
 *   onchange?: (name: string | undefined, inputs: Record<string, any>) => void}} question
 */
export function ask({ title, text, confirm = 'OK', cancel = 'Cancel', danger = false, fields = [], onchange }) {
  return new Promise((resolve) => {
    const inputs = fields.map((field) => [field, input(field)]);
    const form = element('form', { method: 'dialog' },
      element('h2', { id: 'dialog-title' }, title),
      [text].flat().filter(Boolean).map((part) => (typeof part === 'string' ? element('p', {}, part) : part)),
      inputs.map(([field, node]) => element('div', { class: 'dialog-field' },
        element('label', { class: 'field' }, field.label, ' ', node),
        field.hint && element('p', { class: 'hint' }, field.hint))),
      element('div', { class: 'bar' },
        element('button', { type: 'submit', class: danger ? 'danger' : 'primary', value: 'ok' }, confirm),
        element('button', { type: 'button', class: 'quiet', onclick: () => dialog.close('') }, cancel)));
    const dialog = element('dialog', { class: 'question', 'aria-labelledby': 'dialog-title' }, form);
    const before = /** @type {HTMLElement | null} */ (document.activeElement);
    dialog.addEventListener('close', () => {
      const isDone = dialog.returnValue === 'ok';
      dialog.remove();
      before?.focus?.();
      resolve(isDone ? Object.fromEntries(inputs.map(([field, node]) => [field.name, value(field, node)])) : null);
    });
    if (onchange) {
      const byName = Object.fromEntries(inputs.map(([field, node]) => [field.name, node]));
      for (const [field, node] of inputs) node.addEventListener('input', () => onchange(field.name, byName));
      onchange(undefined, byName);
    }
    document.body.append(dialog);
    dialog.showModal();
  });
}

function input({ type = 'text', value: given = '', required, options, placeholder, rows = 6 }) {
  if (options) {
    const choices = options.map((option) => (typeof option === 'string' ? { value: option, label: option } : option));
    const node = element('select', {}, choices.map((each) => element('option', { value: each.value }, each.label)));
    if (given !== '') node.value = given;
    return node;
  }
  if (type === 'textarea') {
    const node = element('textarea', { rows, required, spellcheck: 'false' });
    node.value = given;
    return node;
  }
  if (type === 'checkbox') return element('input', { type, checked: Boolean(given) });
  const step = type === 'number' && 'any';
  return element('input', {
    type, step, value: given, required, placeholder, autocomplete: 'off', spellcheck: 'false',
  });
}

function value(field, node) {
  return field.type === 'checkbox' ? node.checked : node.value;
}

/** Asks for the token of the control plane. */
export async function askForToken(wasWrong) {
  const answer = await ask({
    title: 'This server has an admin token',
    text: wasWrong ? 'This token is wrong. Use the value of --admin-token.'
      : 'Enter the value of --admin-token. It is kept until you close this tab.',
    confirm: 'Use it',
    fields: [{ name: 'token', label: 'Admin token', type: 'password', required: true }],
  });
  return answer?.token || null;
}
