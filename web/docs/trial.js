// The form that tries an operation: parameters, body, the request as curl command, and the response.
import { disclosure, element, inline } from '../shared/dom.js';
import { examplesOf } from './documents.js';
import { responseView, codeBox } from './response.js';
import { isJSON } from '../shared/json.js';
import { parameterField } from './field.js';
import { bodyOf, buildRequest, curlCommand, send } from './request.js';
import { sample } from './sample.js';
import { isSecured } from './session.js';

const MANY_PARAMETERS = 8;

/** The form of an operation. */
export function trialForm(api, operation) {
  const fields = operation.parameters.map((parameter) => parameterField(api.root, parameter));
  const body = operation.body && bodyEditor(api.root, operation.body);
  const curl = element('code');
  const problem = element('div', { class: 'problem', role: 'alert' });
  const result = element('div', { class: 'result' });
  const note = element('p', { class: 'hint' });
  const button = element('button', { class: 'primary', type: 'submit' }, 'Send');
  const request = () => buildRequest({
    ...operation,
    values: fields.map((field) => field.value()).filter(Boolean),
    credentials: api.session.credentials(operation),
    body: body?.value(),
  });
  const preview = () => {
    note.textContent = credentialNote(api.session, operation);
    try {
      curl.textContent = curlCommand(request());
    } catch (error) {
      curl.textContent = `# ${error.message}`;
    }
  };
  const form = element('form', { novalidate: true, oninput: preview, onchange: preview },
    fields.length > 0 && parameterFields(fields),
    body?.node,
    note, element('div', { class: 'actions' }, button), problem, result,
    codeBox(curl, 'curl', () => curl.textContent));
  const submit = async () => {
    problem.replaceChildren();
    button.disabled = true;
    form.setAttribute('aria-busy', 'true');
    try {
      const response = await send(request());
      await acceptTokens(api.session, operation, response, body);
      result.replaceChildren(await responseView(response));
    } catch (error) {
      result.replaceChildren();
      problem.replaceChildren(element('p', { class: 'bad' }, error.message));
    }
    form.removeAttribute('aria-busy');
    button.disabled = false;
    button.focus({ preventScroll: true });
  };
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    const wrong = body?.problem();
    if (!wrong) return submit();
    // A server must cope with such a body too, so it may be sent on purpose.
    return problem.replaceChildren(element('p', { class: 'bad' }, wrong),
      element('button', { type: 'button', class: 'quiet', onclick: submit }, 'Send it anyway'));
  });
  api.session.addEventListener('change', preview);
  preview();
  return form;
}

// Many optional parameters would push the button out of sight.
function parameterFields(fields) {
  const optional = fields.filter((field) => field.optional).map((field) => field.node);
  const hidden = optional.length > MANY_PARAMETERS && disclosure(`${optional.length} optional parameters`, false,
    () => element('div', { class: 'optional' }, optional));
  const hint = [optional.length && 'Optional parameters are sent when they are checked.',
    fields.some((field) => field.lines) && 'Text areas take one value per line.'].filter(Boolean).join(' ');
  return element('fieldset', {}, element('legend', {}, 'Parameters'), hint && element('p', { class: 'hint' }, hint),
    fields.filter((field) => !field.optional).map((field) => field.node), hidden || optional);
}

function credentialNote(session, operation) {
  const { headers, query } = session.credentials(operation);
  if (headers.length || query.length) return session.name ? `Sent as ${session.name}.` : 'Sent with the API key.';
  return isSecured(operation) ? 'Sent without credentials: sign in above to send a token.' : '';
}

// Signing in by hand, with any account, counts as signing in.
async function acceptTokens(session, operation, response, body) {
  if (operation.id !== session.signInOperation?.id || response.status !== 200 || !isJSON(response.type)) return;
  session.accept(JSON.parse(await response.blob.text()), JSON.parse(body.value()?.text ?? '{}'));
}

function bodyEditor(root, body) {
  const types = Object.entries(body.content ?? {});
  let [type, media] = types[0] ?? ['application/json', {}];
  const editor = element('textarea', { spellcheck: 'false', autocomplete: 'off', class: 'editor' });
  const examples = element('select', { onchange: () => fill(examplesOf(root, media)[Number(examples.value)]) });
  const exampleLabel = element('label', { class: 'field-inline' }, 'Example ', examples);
  const fill = (example) => {
    const text = typeof example?.value === 'string' && !isJSON(type) ? example.value
      : JSON.stringify(example?.value ?? sample(root, media.schema), null, 2);
    editor.value = text;
    editor.rows = Math.min(Math.max(text.split('\n').length + 1, 4), 24);
  };
  const choose = (index) => {
    [type, media] = types[index] ?? [type, media];
    const found = examplesOf(root, media);
    examples.replaceChildren(...found.map((example, each) => element('option', { value: each }, example.name)));
    exampleLabel.hidden = found.length < 2;
    fill(found[0]);
  };
  const typeSelect = element('select', { onchange: () => choose(Number(typeSelect.value)) },
    types.map(([name], index) => element('option', { value: index }, name)));
  choose(0);
  return {
    node: element('fieldset', {}, element('legend', {}, 'Body'),
      element('div', { class: 'choices' }, types.length > 1
        && element('label', { class: 'field-inline' }, 'Media type ', typeSelect), exampleLabel),
      element('label', { class: 'field' }, element('span', { class: 'hint' },
        types.length > 1 ? 'Content' : inline(`\`${type}\``), !body.required && ', may be left empty'), editor)),
    value: () => (editor.value.trim() ? bodyOf(type, editor.value) : undefined),
    problem: () => (isJSON(type) && editor.value.trim() ? jsonProblem(editor.value) : undefined),
  };
}

function jsonProblem(text) {
  try {
    JSON.parse(text);
    return undefined;
  } catch (error) {
    return `The body is not valid JSON: ${error.message}.`;
  }
}
