// An entry of a file in full, to be read only: both sides of an exchange, or a frame.
import { element } from './dom.js';
import { bodyView, visible } from './body.js';
import { frameContent } from './frame-view.js';
import { counted } from './moment.js';

/** The detail of a row that `entriesOf` gave, as a list of nodes. */
export function fileEntry(row) {
  if (row.kind === 'frame') {
    return [
      heading(`${row.direction === 'received' ? 'From the client' : 'To the client'} at ${row.time.slice(11, 23)}`),
      element('p', { class: 'hint' }, visible(row.path)), ...frameContent(row),
    ];
  }
  const { request, response, comment } = row.source;
  const { postData } = request;
  const { content } = response ?? {};
  const address = `${row.path}${row.query ? `?${row.query}` : ''}`;
  return [
    heading(`${row.method} ${visible(address)}`),
    element('p', {}, `${row.status ?? 'No answer'} at ${row.time}, ${(row.durationMicroseconds / 1000).toFixed(1)} ms`),
    typeof comment === 'string' && element('p', { class: 'hint' }, visible(comment)),
    ...side('Request', request.headers, postData?.text, postData),
    ...side('Response', response?.headers, content?.text, content),
  ].filter(Boolean);
}

function heading(text) {
  return element('h2', { tabindex: '-1' }, text);
}

function side(title, headers, text, content) {
  const rows = (Array.isArray(headers) ? headers : []).filter((each) => each?.name);
  const isBytes = content?.encoding === 'base64' && isBase64(text);
  return [
    element('h3', {}, title),
    rows.length > 0 && element('details', { class: 'disclosure' },
      element('summary', {}, counted(rows.length, 'header')),
      element('div', { class: 'scroll', tabindex: '0', role: 'region', 'aria-label': `Headers of the ${title}` },
        element('table', { class: 'grid headers' }, element('tbody', {}, rows.map(headerRow))))),
    bodyView({
      value: typeof text === 'string' && text ? text : undefined,
      encoding: isBytes ? 'base64' : 'text',
      type: String(content?.mimeType ?? ''),
      bytes: 0,
    }),
  ].filter(Boolean);
}

function headerRow({ name, value }) {
  return element('tr', {}, element('th', { scope: 'row' }, visible(String(name))),
    element('td', {}, visible(String(value))));
}

function isBase64(text) {
  return typeof text === 'string' && text.length % 4 === 0 && /^[A-Za-z\d+/]*={0,2}$/.test(text);
}
