// Shows a response: status, time, headers, and the body by its media type.
import { copyButton, disclosure, element } from '../shared/dom.js';
import { indent, isJSON, jsonCode } from '../shared/json.js';

// A longer body would make the page slow; its beginning is sufficient.
const SHOWN_CHARACTERS = 400_000;

/** The elements that show a response. */
export async function responseView(response) {
  const status = element('p', { class: 'response-status', role: 'status' },
    statusBadge(String(response.status)), ' ', element('span', {}, response.statusText || 'answered'),
    element('span', { class: 'hint' }, `${timeText(response.milliseconds)} · ${sizeText(response.blob.size)}`));
  const headers = disclosure(`${response.headers.length} headers`, false, () => element('dl', { class: 'headers' },
    response.headers.map(([name, value]) => [element('dt', {}, name), element('dd', {}, value)]).flat()));
  const moved = response.address && element('p', { class: 'hint' }, `After a redirect to ${response.address}`);
  return element('div', { class: 'response' }, status, moved, headers, await body(response));
}

/** A status with the colour of its kind. */
export function statusBadge(status) {
  return element('span', { class: `status status-${/^\d/.test(status) ? status[0] : 'other'}` }, status);
}

/** An image of a blob; its URL is revoked when the image is drawn. */
function picture(blob) {
  const image = element('img', { alt: 'The picture in the response' });
  const caption = element('figcaption', { class: 'hint' });
  const address = URL.createObjectURL(blob);
  image.addEventListener('load', () => {
    caption.textContent = `${image.naturalWidth} × ${image.naturalHeight} pixels, ${blob.type}`;
    URL.revokeObjectURL(address);
  });
  image.addEventListener('error', () => {
    caption.textContent = `The browser cannot draw this ${blob.type}.`;
    URL.revokeObjectURL(address);
  });
  image.src = address;
  return element('figure', {}, image, caption);
}

async function body({ blob, type }) {
  if (blob.size === 0) return element('p', { class: 'hint' }, 'The response has no body.');
  if (/^image\//i.test(type)) return picture(blob);
  if (!isText(type)) return element('p', { class: 'hint' }, `${sizeText(blob.size)} of ${type || 'an unknown type'}.`);
  const text = await blob.text();
  const cut = text.length > SHOWN_CHARACTERS;
  const json = !cut && isJSON(type) && isValid(text);
  const code = json ? jsonCode(text) : element('code', {}, text.slice(0, SHOWN_CHARACTERS));
  return element('div', {},
    isJSON(type) && !cut && !json && element('p', { class: 'bad' }, 'The body says that it is JSON, but it is not.'),
    cut && element('p', { class: 'hint' }, `Only the first ${SHOWN_CHARACTERS} characters are shown.`),
    codeBox(code, 'Body', () => (json ? indent(text) : text)));
}

function isText(type) {
  return !type || isJSON(type) || /^text\/|javascript|xml|x-www-form-urlencoded/i.test(type);
}

function isValid(text) {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** A box for code that scrolls on its own, also by keyboard, with a button that copies. */
export function codeBox(code, label, text) {
  return element('div', { class: 'code' }, element('div', { class: 'code-head' }, label, copyButton(text)),
    element('pre', { tabindex: '0', role: 'region', 'aria-label': label }, code));
}

function timeText(milliseconds) {
  return milliseconds < 1000 ? `${milliseconds.toFixed(0)} ms` : `${(milliseconds / 1000).toFixed(1)} s`;
}

function sizeText(bytes) {
  if (bytes < 1000) return bytes === 1 ? '1 byte' : `${bytes} bytes`;
  return bytes < 1e6 ? `${(bytes / 1e3).toFixed(1)} kB` : `${(bytes / 1e6).toFixed(1)} MB`;
}
