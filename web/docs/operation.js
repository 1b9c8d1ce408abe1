// The details of one operation, made when it is opened: its request, its responses, and the form to try it.
import { choice, disclosure, element, inline, prose } from '../shared/dom.js';
import { examplesOf, resolve } from './documents.js';
import { codeBox, statusBadge } from './response.js';
import { jsonCode } from '../shared/json.js';
import { schemaRow, schemaTree } from './schema.js';
import { isSecured } from './session.js';
import { trialForm } from './trial.js';

const PLACES = { path: 'in the path', query: 'in the query', header: 'as header', cookie: 'as cookie' };

/** All about an operation. */
export function operationDetails(api, operation) {
  const { root } = api;
  // On wide screens the form stands beside the text; on narrow ones it would push the text away.
  const wide = matchMedia('(min-width: 72rem)').matches;
  return [
    element('div', { class: 'about' }, operation.deprecated && element('p', { class: 'bad' }, 'Deprecated.'),
      prose(operation.description), element('p', { class: 'hint' }, securityText(operation))),
    element('div', { class: 'trial' }, disclosure('Try it', wide, () => trialForm(api, operation))),
    element('div', { class: 'reference' },
      operation.parameters.length > 0 && parameters(root, operation.parameters),
      operation.body && requestBody(root, operation.body),
      element('section', {}, element('h5', {}, 'Responses'),
        operation.responses.map((each, index) => response(root, each, index === 0)))),
  ];
}

function securityText(operation) {
  if (operation.security.every((requirement) => Object.keys(requirement).length === 0)) return 'Needs no credentials.';
  const names = operation.security.flatMap((requirement) => Object.keys(requirement)).join(' or ');
  return `${isSecured(operation) ? 'Needs' : 'May be sent with'} ${names}.`;
}

function parameters(root, found) {
  return element('section', {}, element('h5', {}, 'Parameters'), element('ul', { class: 'members rows' },
    found.map((each) => element('li', {}, schemaRow(root, { ...each, place: PLACES[each.in] })))));
}

function requestBody(root, body) {
  const mark = body.required && element('span', { class: 'required' }, 'required');
  return element('section', {}, element('h5', {}, 'Request body', mark), prose(body.description),
    mediaTypes(root, body.content));
}

function response(root, found, open) {
  const { status, description, headers, content } = found;
  const summary = element('span', { class: 'response-summary' }, statusBadge(status),
    element('span', {}, inline(firstLine(description))));
  return disclosure(summary, open, () => [
    firstLine(description) === description?.trim() ? [] : prose(description),
    headers && disclosure(countText(Object.keys(headers).length), false, () => headerRows(root, headers)),
    content ? mediaTypes(root, content) : element('p', { class: 'hint' }, 'Without a body.'),
  ].flat());
}

function countText(count) {
  return count === 1 ? '1 header' : `${count} headers`;
}

function headerRows(root, headers) {
  return element('ul', { class: 'members rows' }, Object.entries(headers)
    .map(([name, header]) => element('li', {}, schemaRow(root, { name, ...resolve(root, header) }))));
}

function firstLine(text) {
  return (text ?? '').trim().split(/\n\s*\n/)[0];
}

/** The schemas and examples of content, by media type. */
export function mediaTypes(root, content = {}) {
  const types = Object.entries(content);
  if (!types.length) return null;
  return choice('Media type', types, ([type]) => type, ([type, media]) => [
    types.length === 1 && element('p', { class: 'media-type' }, element('code', {}, type)),
    media.schema !== undefined && schemaTree(root, media.schema),
    exampleChoice(examplesOf(root, media)),
  ]);
}

/** Examples: a single one is shown, of several one is selected. */
export function exampleChoice(examples) {
  if (!examples.length) return null;
  return choice('Example', examples, (example) => example.name, ({ name, value, link }) => {
    if (link) return element('p', { class: 'hint' }, name, ' ', element('code', {}, link));
    const text = typeof value === 'string' ? value : JSON.stringify(value, null, 2);
    const code = typeof value === 'string' ? element('code', {}, value) : jsonCode(text);
    return codeBox(code, examples.length > 1 ? 'Example' : name, () => text);
  });
}
