// What the views of clock, worlds and faults are made of.
import { element, inline } from '../shared/dom.js';
import { ControlError } from './control.js';
import { atMostEvery } from './pace.js';

export { atMostEvery };

export function button(text, onclick, attributes = {}) {
  return element('button', { type: 'button', onclick, ...attributes }, text);
}

/** What a call gives; nothing when it failed. */
export function quietly(promise) {
  return promise.catch((error) => {
    if (!(error instanceof ControlError)) throw error;
  });
}

/** A call that fails with these words. */
export const refused = (message) => Promise.reject(new ControlError(message));

/** Modules that are loaded when they are needed; fails with words when they do not come. */
export function loaded(...imports) {
  return Promise.all(imports).catch(() => refused('a part of the page could not be loaded; reload the page'));
}

export function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * Asks, does it, and says so; what is refused is asked again, with why, and with all as it was entered. Gives whether
 * it was done. `said` gives what is said, or `[text, isBad]`.
 */
export async function askUntilDone(app, question, run, said) {
  let { text, fields } = question;
  for (;;) {
    const answer = await app.ask({ ...question, text, fields });
    if (!answer) return false;
    try {
      const result = await run(answer);
      const [words, isBad] = [said(result ?? answer)].flat();
      app.say(words, isBad);
      return true;
    } catch (error) {
      if (!(error instanceof ControlError)) throw error;
      text = [question.text, element('p', { class: 'bad', role: 'alert' }, error.message)];
      fields = fields.map((field) => ({ ...field, value: answer[field.name] }));
    }
  }
}

/** Reads now, when the followed world is changed, and when the server is back; gives what ends it. */
export function readWhenChanged(app, read) {
  read();
  const ends = [
    app.on('activity', ({ world }) => { if (world === app.world) read(); }),
    app.on('connection', ({ state }) => { if (state === 'open') read(); }),
  ];
  return () => ends.forEach((end) => end());
}

let isPressed = false;
// What is shown when the pointer is released, by its place.
const postponed = new Map();
addEventListener('pointerdown', () => { isPressed = true; }, true);
for (const type of ['pointerup', 'pointercancel']) {
  // Behind the click that follows.
  addEventListener(type, () => setTimeout(() => {
    isPressed = false;
    for (const [place, show] of postponed) showAnew(place, show);
    postponed.clear();
  }), true);
}

/**
 * Has `show` fill a place again, but not while the pointer is pressed: a button that is not there any more when it is
 * released is not clicked. The focus goes to what has the same `data-key`, or to the table.
 */
export function showAnew(place, show) {
  if (isPressed) {
    postponed.set(place, show);
    return;
  }
  const had = place.contains(document.activeElement) && /** @type {HTMLElement} */ (document.activeElement);
  const key = had && had.dataset.key;
  show();
  if (!had) return;
  const same = key && place.querySelector(`[data-key="${CSS.escape(key)}"]`);
  (same || place.querySelector('.scroll'))?.focus({ preventScroll: true });
}

/** Puts nodes into a place in their order; those that are there already are not touched, so that focus stays. */
export function arrange(place, nodes) {
  for (const node of [...place.children]) if (!nodes.includes(node)) node.remove();
  nodes.forEach((node, index) => {
    if (place.children[index] !== node) place.insertBefore(node, place.children[index] ?? null);
  });
}

let made = 0;

/**
 * A labelled field that says what is wrong with it: `{node, input, value, fail(message), suggest(texts)}`.
 *
 * `kind` is `lines`, `choice` (with `choices`: texts or `{value, label}`), `flag`, `number`, or a type of input. A
 * value is always text; that of a flag is `true` or nothing.
 *
 * @param {{name: string, label?: string, kind?: string, hint?: string, choices?: any[], suggestions?: string[],
 *   required?: boolean, [attribute: string]: any}} field
 */
export function formField({ name, label = name, kind = 'text', hint, choices = [], suggestions, required,
  ...attributes }) {
  const id = `field-${made += 1}`;
  const isFlag = kind === 'flag';
  const list = suggestions && element('datalist', { id: `${id}-list` });
  const note = hint && element('p', { class: 'hint', id: `${id}-hint` }, inline(hint));
  const problem = element('p', { class: 'bad', id: `${id}-bad`, hidden: true });
  const common = { autocomplete: 'off', spellcheck: 'false', autocapitalize: 'none', ...attributes, id, name,
    list: list?.id,
    'aria-required': required && 'true', 'aria-describedby': note ? `${note.id} ${problem.id}` : problem.id };
  // The server checks numbers, and its error says what it accepts.
  const types = { flag: { type: 'checkbox' }, number: { inputmode: 'decimal' } };
  const input = kind === 'choice' ? element('select', common, options(choices))
    : kind === 'lines' ? element('textarea', { rows: 2, ...common })
      : element('input', { ...common, ...types[kind] ?? { type: kind } });
  const title = element('label', { for: id }, label, required && ' (required)');
  const field = {
    input,
    node: element('div', { class: isFlag ? 'form-field flag' : 'form-field' },
      isFlag ? [input, title] : [title, input], note, problem, list),
    get value() { return isFlag ? (input.checked ? 'true' : '') : input.value; },
    set value(text) {
      if (isFlag) input.checked = text === 'true';
      else input.value = text;
    },
    fail(message) {
      problem.textContent = message ?? '';
      problem.hidden = !message;
      input.setAttribute('aria-invalid', String(Boolean(message)));
    },
    suggest(texts) { list.replaceChildren(...options(texts)); },
  };
  if (suggestions) field.suggest(suggestions);
  input.addEventListener('input', () => field.fail());
  return field;
}

export function options(choices) {
  return choices.map((choice) => element('option', { value: choice.value ?? choice }, choice.label ?? choice));
}

/** Shows what is wrong at fields by name, and goes to the first of them; gives what no field has. */
export function showProblems(fields, problems) {
  for (const [name, field] of fields) field.fail(problems[name]);
  fields.get(Object.keys(problems).find((name) => fields.has(name)))?.input.focus();
  return Object.keys(problems).filter((name) => !fields.has(name)).map((name) => problems[name]);
}

/* A button with a list of things to do: by mouse, or by arrows and letters as menus are (WAI-ARIA, menu button). */

/** A menu. `load()` gives what there is to do, `[title, function]` each, when it is opened first. */
export function menu(name, load) {
  const id = `menu-${made += 1}`;
  const list = element('div', { class: 'menu-items', role: 'menu', id, 'aria-label': name, hidden: true });
  let items;
  const opener = button(`${name}…`, () => (list.hidden ? open(0) : close()),
    { 'aria-haspopup': 'menu', 'aria-expanded': 'false', 'aria-controls': id });
  const node = element('div', { class: 'menu' }, opener, list);

  async function open(index) {
    items ??= (await load()).map(([title, run]) => button(title, () => { close(); run(); },
      { role: 'menuitem', tabindex: '-1' }));
    list.replaceChildren(...items);
    list.hidden = false;
    opener.setAttribute('aria-expanded', 'true');
    items.at(index).focus();
  }

  function close({ returns = true } = {}) {
    list.hidden = true;
    opener.setAttribute('aria-expanded', 'false');
    if (returns) opener.focus();
  }

  /** Where a key leads from an item; undefined for keys that lead nowhere. */
  function target(key, index) {
    const steps = { ArrowDown: index + 1, ArrowUp: index - 1, Home: 0, End: -1 };
    if (key in steps) return items.at(steps[key] % items.length);
    const letter = key.length === 1 && key.toLowerCase();
    const others = [...items.slice(index + 1), ...items.slice(0, index + 1)];
    return letter && others.find(({ textContent }) => textContent.toLowerCase().startsWith(letter));
  }

  opener.addEventListener('keydown', (event) => {
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
    event.preventDefault();
    open(event.key === 'ArrowDown' ? 0 : -1);
  });
  list.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.key === ' ') return;
    if (event.key === 'Tab') {
      close({ returns: false });
      return;
    }
    const next = event.key === 'Escape' ? opener : target(event.key, items.indexOf(event.target));
    if (!next) return;
    event.preventDefault();
    if (next === opener) close();
    else next.focus();
  });
  node.addEventListener('focusout', ({ relatedTarget }) => {
    if (!list.hidden && !node.contains(relatedTarget)) close({ returns: false });
  });
  return node;
}
