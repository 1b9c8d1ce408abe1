// A request as code: for a shell, and for the languages of apps. Tests for the kits are in kit-tests.js.
import { base64Of, byteText, isASCII, kotlinText, pythonText, scriptText, shellText, swiftText } from './quoting.js';

// What clients add themselves.
const LEFT_OUT = new RegExp(`^(?:${['host', 'content-length', 'connection', 'keep-alive', 'accept-encoding',
  'transfer-encoding', 'expect', 'te', 'trailer', 'upgrade', 'sec-.*', 'upgrade-insecure-requests'].join('|')})$`, 'i');
const SECRET_HEADER = /authorization|cookie|token|api-?key|secret|password/i;
const REDACTED = '[redacted]';
const GAP = 'FILL_IN';
// No argument holds a NUL, and terminals change other control characters when somebody pastes them.
const UNPASTED = new RegExp('[\\u0000-\\u0008\\u000b-\\u001f\\u007f]');
const TAKES_NO_CONTENT = /^(?:GET|HEAD)$/;

/**
 * A request to write down: `{method, url, path, query, headers: [[name, value]], body, isBinary, notes, status, api,
 * account}`. `url` is whole; `body` is a text, base64 where it `isBinary`, or undefined; `notes` are what to mind.
 * What the journal has blacked out stands in capitals, to be filled in.
 */
export function requestOf(entry, origin) {
  const { request = {} } = entry;
  const query = entry.query ? `?${addressText(secretless(entry.query))}` : '';
  const path = addressText(entry.path);
  const headers = Object.entries(request.headers ?? {}).filter(([name]) => !LEFT_OUT.test(name))
    .map(([name, value]) => [name, [value].flat().map((each) => headerText(name, each)).join(joint(name))]);
  const body = bodyOf(request);
  return {
    method: entry.method,
    path: path.replace(/^\/_w\/[^/]+(?=\/)/, ''),
    query,
    url: `${origin}${path}${query}`,
    headers,
    body,
    isBinary: request.encoding === 'base64' && body !== undefined,
    notes: notes(entry, `${query}${JSON.stringify(headers)}${body ?? ''}`),
    status: entry.status,
    api: entry.api,
    account: entry.account,
  };
}

function bodyOf({ body, encoding }) {
  if (body === undefined || encoding === 'base64') return body;
  const text = typeof body === 'string' && encoding === 'text' ? body : JSON.stringify(body, null, 2);
  return text.replaceAll(REDACTED, GAP);
}

function notes({ request = {} }, text) {
  return [
    request.truncated && 'The journal kept only the beginning of the content.',
    text.includes(GAP) && `Secrets are not shown: put them in place of ${GAP}.`,
  ].filter(Boolean);
}

function joint(name) {
  return /^cookie$/i.test(name) ? '; ' : ', ';
}

/** What is left of a secret is an ellipsis, and the end of a long one. */
function headerText(name, value) {
  const shown = SECRET_HEADER.test(name) ? value.replace(/…[^;,\s]*/g, GAP) : value;
  return shown.replaceAll(REDACTED, GAP);
}

function secretless(query) {
  return query.replaceAll(REDACTED, GAP).replace(/=…[^&]*/g, `=${GAP}`);
}

/** An address with all escaped that may not stand in one, so that every client takes it (RFC 3986 §2). */
function addressText(text) {
  return text.replace(/%(?![0-9A-Fa-f]{2})|[^A-Za-z0-9_.~!$&'()*+,;=:@/?%-]/gu, encodeURIComponent);
}

/** What there is, in the order of the menu: `[name, function]`. */
export const SNIPPETS = [
  ['curl', curl], ['Swift (URLSession)', swift], ['Kotlin (OkHttp)', kotlin], ['JavaScript (fetch)', javascript],
  ['Python (requests)', python],
];

function curl({ method, url, headers, body, isBinary, notes: said }) {
  const hasType = headers.some(([name]) => /^content-type$/i.test(name));
  const isPiped = body !== undefined && (isBinary || UNPASTED.test(body));
  const content = isPiped ? '--data-binary @-' : `--data-raw ${shellText(body ?? '')}`;
  const parts = [
    `curl -i --globoff --path-as-is ${method === 'HEAD' ? '--head' : `-X ${shellText(method)}`} ${shellText(url)}`,
    ...headers.map(([name, value]) => `-H ${shellText(value === '' ? `${name};` : `${name}: ${value}`)}`),
    // Without it curl says that the content is a form.
    ...body === undefined ? [] : [...hasType ? [] : ["-H 'Content-Type:'"], content],
  ];
  const pipe = isPiped ? `printf %s ${shellText(isBinary ? body : base64Of(body))} | base64 -d |\n` : '';
  return `${comment('#', said)}${pipe}${parts.join(' \\\n  ')}\n`;
}

export function comment(mark, lines, indent = '') {
  return lines.map((line) => `${indent}${mark} ${line}\n`).join('');
}

/* Apple's and Android's */

export function swiftRequest({ method, headers, body, isBinary }, url, indent = '') {
  const data = isBinary ? `Data(base64Encoded: ${swiftText(body)})!` : `Data(${swiftText(body ?? '')}.utf8)`;
  return [
    `var request = URLRequest(url: URL(string: ${url})!)`,
    `request.httpMethod = ${swiftText(method)}`,
    ...headers.map(([name, value]) => `request.addValue(${swiftText(value)}, forHTTPHeaderField: ${swiftText(name)})`),
    ...body === undefined ? [] : [`request.httpBody = ${data}`],
  ].map((line) => `${indent}${line}\n`).join('');
}

function swift(request) {
  return `${comment('//', request.notes)}${swiftRequest(request, swiftText(request.url))}`
    + 'let (data, response) = try await URLSession.shared.data(for: request)\n';
}

function kotlin({ method, url, headers, body, isBinary, notes: said }) {
  const needsBody = ['POST', 'PUT', 'PATCH'].includes(method);
  const empty = needsBody ? 'ByteArray(0).toRequestBody()' : 'null';
  const bytes = isBinary ? `java.util.Base64.getDecoder().decode(${kotlinText(body)})`
    : `${kotlinText(body ?? '')}.toByteArray()`;
  return `${comment('//', said)}val request = Request.Builder()
    .url(${kotlinText(url)})
${headers.map(([name, value]) => `    ${okHeader(name, value)}\n`).join('')}\
    .method(${kotlinText(method)}, ${body === undefined ? empty : `${bytes}.toRequestBody()`})
    .build()
val response = OkHttpClient().newCall(request).execute()
`;
}

/** OkHttp takes headers beyond ASCII only one by one, and unsafely. */
function okHeader(name, value) {
  const given = `${kotlinText(name)}, ${kotlinText(value)}`;
  return isASCII(value) ? `.addHeader(${given})`
    : `.headers(build().headers.newBuilder().addUnsafeNonAscii(${given}).build())`;
}

/* Scripts */

/** The arguments of `fetch` behind the address. */
export function fetchOptions({ method, headers, body, isBinary }, indent = '') {
  const pairs = headers.map(([name, value]) => `${scriptText(name)}: ${scriptText(byteText(value))}`);
  const hasType = headers.some(([name]) => /^content-type$/i.test(name));
  // A text gets a type of its own when it has none.
  const text = hasType ? scriptText(body ?? '') : `new TextEncoder().encode(${scriptText(body ?? '')})`;
  const bytes = `Uint8Array.from(atob(${scriptText(body ?? '')}), (character) => character.charCodeAt(0))`;
  const content = TAKES_NO_CONTENT.test(method) ? '// fetch sends no content with this method.'
    : `body: ${isBinary ? bytes : text},`;
  return `{
${indent}  method: ${scriptText(method)},
${indent}  headers: { ${pairs.join(', ')} },
${body === undefined ? '' : `${indent}  ${content}\n`}${indent}}`;
}

function javascript(request) {
  return `${comment('//', request.notes)}const response = await fetch(${scriptText(request.url)}, ${
    fetchOptions(request)});\n`;
}

/** The arguments of `requests.request`, of which the address is given. */
export function pythonCall({ method, headers, body, isBinary }, url, indent = '') {
  // Texts beyond ASCII go as bytes, since headers are Latin 1 else.
  const value = (text) => (isASCII(text) ? pythonText(text) : `${pythonText(text)}.encode()`);
  const pairs = headers.map(([name, text]) => `${pythonText(name)}: ${value(text)}`);
  const content = isBinary ? `base64.b64decode(${pythonText(body)})` : `${pythonText(body ?? '')}.encode()`;
  return `response = requests.request(
${indent}    ${pythonText(method)},
${indent}    ${url},
${indent}    headers={${pairs.join(', ')}},
${body === undefined ? '' : `${indent}    data=${content},\n`}${indent})
`;
}

export function pythonImports({ isBinary }) {
  return isBinary ? 'import base64\n\nimport requests\n' : 'import requests\n';
}

function python(request) {
  const call = pythonCall(request, pythonText(request.url));
  return `${comment('#', request.notes)}${pythonImports(request)}\n${call}`;
}
