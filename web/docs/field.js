// The fields for parameters, filled in with their examples.
import { element } from '../shared/dom.js';
import { examplesOf } from './documents.js';
import { isBrowserHeader } from './request.js';
import { flatten } from './schema.js';

/**
 * The field of a parameter: `{node, optional, lines, value}`; with `lines` each line is a value.
 *
 * Optional parameters are filled in too, but sent only when their box is ticked: all filters at once would leave
 * no match. Changing one ticks its box.
 */
export function parameterField(root, parameter) {
  const { schema } = flatten(root, parameter.schema);
  const many = [schema.type].flat().includes('array');
  // With explode: false the values of an array stand together, parted by commas.
  const joined = many && parameter.explode === false;
  const example = examplesOf(root, parameter)[0]?.value ?? schema.default ?? '';
  const input = control(schema, many && !joined, texts(example));
  const box = !parameter.required && element('input', { type: 'checkbox',
    'aria-label': `Send ${parameter.name}` });
  if (box) input.addEventListener('input', () => { box.checked = true; });
  const values = () => {
    if (many && !joined) return input.value.split('\n').filter(Boolean).map(unescape);
    return joined ? input.value.split(',') : [input.value];
  };
  return {
    optional: Boolean(box),
    lines: many && !joined,
    node: row(parameter, box, input),
    value: () => (!box || box.checked) && { ...parameter, schema: undefined, values: values(), joined },
  };
}

function row(parameter, box, input) {
  const note = parameter.in === 'header' && isBrowserHeader(parameter.name)
    && 'Browsers send this header themselves or not at all.';
  const place = parameter.required ? `${parameter.in}, required` : parameter.in;
  const label = element('span', { class: 'field-name' }, element('code', {}, parameter.name), ' ',
    element('span', { class: 'limit' }, place));
  return element('div', { class: box ? 'parameter' : 'parameter needed' }, box,
    element('label', { class: 'field' }, label, input, note && element('span', { class: 'hint' }, note)));
}

function control(schema, lines, values) {
  if (lines) {
    return textarea(values.map((value) => value.replaceAll('\\', '\\\\').replaceAll('\n', '\\n')));
  }
  const known = schema.enum ?? ([schema.type].flat().includes('boolean') ? [true, false] : undefined);
  if (!known) return element('input', { value: values.join(','), autocomplete: 'off', spellcheck: 'false' });
  return element('select', {}, texts(known).map((value) => element('option',
    { value, selected: value === values[0] }, value)));
}

// As high as it has lines, up to six.
function textarea(values) {
  const made = element('textarea', { spellcheck: 'false' });
  const fit = () => { made.rows = Math.min(made.value.split('\n').length, 6); };
  made.addEventListener('input', fit);
  made.value = values.join('\n');
  fit();
  return made;
}

// Lines are values, so a line break within a value is written as in JSON.
function unescape(text) {
  return text.replace(/\\(\\|n)/g, (_, letter) => (letter === 'n' ? '\n' : '\\'));
}

function texts(value) {
  return [value].flat().map((each) => (typeof each === 'object' ? JSON.stringify(each) : String(each)));
}
