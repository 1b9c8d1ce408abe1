// Makes a request of what the form holds, writes it as a curl command, and sends it.
import { timeout } from '../shared/timeout.js';

const TIMEOUT_MS = 30_000;
// What scripts cannot set: browsers send these headers themselves or not at all.
const BROWSER_HEADERS = new Set(['accept-charset', 'accept-encoding', 'access-control-request-headers',
  'access-control-request-method', 'connection', 'content-length', 'cookie', 'date', 'expect', 'host', 'keep-alive',
  'origin', 'referer', 'te', 'trailer', 'transfer-encoding', 'upgrade', 'via']);

/** Whether browsers refuse to send a header for a page. */
export function isBrowserHeader(name) {
  return BROWSER_HEADERS.has(name.toLowerCase()) || /^(?:sec|proxy)-/i.test(name);
}

/**
 * A request: `{method, url, headers, body}`; the body is `{type, text}` or `{type, fields}`.
 *
 * `base` is the path of the server, which `path` is relative to. `values` are the parameters to send, `[{name, in,
 * values, joined}]`; `credentials` are `{headers, query}`.
 */
export function buildRequest({ method, base, path, values, credentials, body }) {
  const url = new URL(base + fillPath(path, values), location.origin);
  const headers = [...credentials.headers];
  for (const { name, in: place, values: texts, joined } of values) {
    const sent = joined ? [texts.join(',')] : texts;
    if (place === 'query') sent.forEach((text) => url.searchParams.append(name, text));
    if (place === 'header') headers.push([name, sent.join(', ')]);
  }
  credentials.query.forEach(([name, value]) => url.searchParams.append(name, value));
  // Multipart has a boundary in its type, which only the sender knows.
  if (body && body.type !== 'multipart/form-data') headers.push(['Content-Type', body.type]);
  return { method, url: url.href, headers, body };
}

function fillPath(path, values) {
  return path.replace(/\{([^}]+)\}/g, (_, name) => {
    const text = values.find((each) => each.in === 'path' && each.name === name)?.values[0];
    if (!text) throw new Error(`The path needs a value for ${name}.`);
    return encodeURIComponent(text);
  });
}

/** The body for a media type from what the editor holds; forms are edited as a JSON object of their fields. */
export function bodyOf(type, text) {
  if (!/^(?:multipart\/form-data|application\/x-www-form-urlencoded)$/.test(type)) return { type, text };
  let members;
  try {
    members = JSON.parse(text);
  } catch (error) {
    throw new Error(`The fields of the form are not valid JSON: ${error.message}.`);
  }
  if (members === null || typeof members !== 'object' || Array.isArray(members)) {
    throw new Error('The fields of a form must be a JSON object: names and values.');
  }
  const write = (value) => (typeof value === 'object' ? JSON.stringify(value) : String(value));
  const fields = Object.entries(members).flatMap(([name, value]) => [value].flat().map((each) => [name, write(each)]));
  if (type === 'multipart/form-data') return { type, fields };
  return { type, text: new URLSearchParams(fields).toString() };
}

/** The same request for a shell. */
export function curlCommand({ method, url, headers, body }) {
  const parts = [method === 'HEAD' ? 'curl --head' : `curl --request ${method}`, quote(url)];
  const options = headers.map(([name, value]) => `--header ${quote(`${name}: ${value}`)}`);
  if (body?.fields) options.push(...body.fields.map((field) => `--form-string ${quote(field.join('='))}`));
  else if (body) options.push(`--data-raw ${quote(body.text)}`);
  return [parts.join(' '), ...options].join(' \\\n  ');
}

function quote(text) {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

/** Sends a request and returns the response with its body; throws errors with displayable messages. */
export async function send(request) {
  const start = performance.now();
  try {
    const response = await fetch(request.url, options(request));
    const blob = await response.blob();
    return {
      status: response.status,
      statusText: response.statusText,
      milliseconds: performance.now() - start,
      headers: [...response.headers],
      type: response.headers.get('Content-Type') ?? '',
      address: response.redirected ? response.url : undefined,
      blob,
    };
  } catch (error) {
    throw new Error(words(error));
  }
}

/** @returns {RequestInit} */
function options({ method, headers, body }) {
  const sent = new Headers();
  headers.filter(([name]) => !isBrowserHeader(name)).forEach(([name, value]) => setHeader(sent, name, value));
  const content = body?.fields ? form(body.fields) : body?.text;
  const signal = timeout(TIMEOUT_MS);
  // What is shown must come from the server, and only the token of the page may be sent.
  return { method, headers: sent, body: content, signal, cache: 'no-store', credentials: 'omit' };
}

function setHeader(headers, name, value) {
  try {
    headers.append(name, value);
  } catch {
    throw new Error(`The header ${name} has characters that browsers do not send.`);
  }
}

function form(fields) {
  const made = new FormData();
  fields.forEach(([name, value]) => made.append(name, value));
  return made;
}

function words(error) {
  if (error.name === 'TimeoutError') return `There was no response within ${TIMEOUT_MS / 1000} seconds.`;
  if (error.name !== 'TypeError') return error.message;
  return 'There was no response. The server cannot be reached, it closed the connection, or it redirected the '
    + 'browser to another server.';
}
