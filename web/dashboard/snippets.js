// A request as code: for a shell, and for the languages of apps. Tests for the kits are in kit-tests.js.

// What clients add themselves.
const LEFT_OUT = new RegExp(`^(?:${['host', 'content-length', 'connection', 'keep-alive', 'accept-encoding',
  'transfer-encoding', 'expect', 'te', 'trailer', 'upgrade', 'sec-.*', 'upgrade-insecure-requests'].join('|')})$`, 'i');
const SECRET_HEADER = /authorization|cookie|token|api-?key|secret|password/i;
const REDACTED = '[redacted]';
const GAP = 'FILL_IN';
// No argument holds a NUL, and terminals change other control characters when somebody pastes them.
// eslint-disable-next-line no-control-regex
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

/**
 * @param {{request?: {truncated?: boolean}}} entry
 * @param {string} text
 */
function notes({ request = {} }, text) {
  return [
    request.truncated && 'The journal kept only the beginning of the body.',
    text.includes(GAP) && `Secrets are not shown: replace ${GAP} with them.`,
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

/**
 * What there is, in the order of the menu: `[name, function]`.
 *
 * @type {[string, (request: any) => string][]}
 */
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

function swiftRequest({ method, headers, body, isBinary }, url, indent = '') {
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
function fetchOptions({ method, headers, body, isBinary }, indent = '') {
  const pairs = headers.map(([name, value]) => `${scriptText(name)}: ${scriptText(byteText(value))}`);
  const hasType = headers.some(([name]) => /^content-type$/i.test(name));
  // A text gets a type of its own when it has none.
  const text = hasType ? scriptText(body ?? '') : `new TextEncoder().encode(${scriptText(body ?? '')})`;
  const bytes = `Uint8Array.from(atob(${scriptText(body ?? '')}), (character) => character.charCodeAt(0))`;
  const content = TAKES_NO_CONTENT.test(method) ? '// fetch sends no body with this method.'
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
function pythonCall({ method, headers, body, isBinary }, url, indent = '') {
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

function pythonImports({ isBinary }) {
  return isBinary ? 'import base64\n\nimport requests\n' : 'import requests\n';
}

function python(request) {
  const call = pythonCall(request, pythonText(request.url));
  return `${comment('#', request.notes)}${pythonImports(request)}\n${call}`;
}

/* Texts in the quotes of languages. Everything but plain ASCII is escaped, so that no text can end its quotes. */

/** Quotes for a POSIX shell, which knows no NUL. */
export function shellText(text) {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

export function swiftText(text) {
  return `"${escaped(text, (character) => `\\u{${hex(character.codePointAt(0), 1)}}`)}"`;
}

/** Kotlin puts values in where a dollar sign stands. */
export function kotlinText(text) {
  return `"${escaped(text, units, '$')}"`;
}

export function scriptText(text) {
  return JSON.stringify(text).replace(/[\u007f-\uffff]/g, units);
}

export function pythonText(text) {
  return `"${escaped(text, (character) => {
    const code = character.codePointAt(0);
    return code > 0xffff ? `\\U${hex(code, 8)}` : `\\u${hex(code, 4)}`;
  })}"`;
}

/** A text whose characters are the bytes of another one in UTF-8, for what takes headers as such. */
export function byteText(text) {
  return String.fromCharCode(...new TextEncoder().encode(text));
}

/** The bytes of a text in base64. */
function base64Of(text) {
  let bytes = '';
  for (const byte of new TextEncoder().encode(text)) bytes += String.fromCharCode(byte);
  return btoa(bytes);
}

function isASCII(text) {
  return /^[\x20-\x7e\t]*$/.test(text);
}

function escaped(text, write, extra = '') {
  const names = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };
  return [...text].map((character) => {
    if (character === '"' || character === '\\' || extra.includes(character)) return `\\${character}`;
    if (Object.hasOwn(names, character)) return names[character];
    return character >= ' ' && character < '\u007f' ? character : write(character);
  }).join('');
}

function hex(code, width) {
  return code.toString(16).padStart(width, '0');
}

function units(character) {
  return [...Array(character.length).keys()].map((index) => `\\u${hex(character.charCodeAt(index), 4)}`).join('');
}

/* A request as a test of the kits: in the test's own world, with the status that came, and the journal. */

// Those of which a kit can make a token for an account.
const WITH_TOKENS = /^(?:agrobridge|interspace|invernaderos)$/;
const AUTHORIZATION = /^authorization$/i;

/**
 * What there is, in the order of the menu: `[name, function]`.
 *
 * @type {[string, (request: any) => string][]}
 */
export const KIT_TESTS = [
  ['Test in Swift', swiftTest], ['Test in Kotlin (JUnit)', kotlinTest], ['Test in Python (pytest)', pythonTest],
  ['Test in JavaScript (node)', javascriptTest],
];

/** Whether the token that is blacked out can be made in the test, which then needs none from elsewhere. */
function makesToken({ api, account, headers }) {
  const isBearer = headers.some(([name, value]) => AUTHORIZATION.test(name) && value === `Bearer ${GAP}`);
  return isBearer && account !== undefined && WITH_TOKENS.test(api);
}

/** Code of a request in which a token that the test makes stands in place of the gap. */
function withToken(request, code, quoted, variable) {
  return makesToken(request) ? code.replace(quoted(`Bearer ${GAP}`), () => variable) : code;
}

function notesOf(request) {
  const isFilled = makesToken(request);
  const others = request.query.includes(GAP) || request.body?.includes(GAP)
    || request.headers.some(([name, value]) => value.includes(GAP) && !AUTHORIZATION.test(name));
  return request.notes.filter((note) => !isFilled || others || !note.includes(GAP));
}

function swiftTest(request) {
  const { method, path, query, status, api, account } = request;
  const made = withToken(request, swiftRequest(request, `"\\(world.baseURL)" + ${swiftText(path + query)}`, '  '),
    swiftText, '"Bearer \\(token)"');
  const token = makesToken(request)
    ? `  let token = try await world.tokens.mint(${swiftText(api)}, account: ${swiftText(account)}).token\n` : '';
  return `import Foundation
import MockAPITesting
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

@Test(.mockAPI())
func theRequestIsAnswered() async throws {
  let world = try MockWorld.current
${comment('//', notesOf(request), '  ')}${token}${made}\
  let (_, response) = try await URLSession.shared.data(for: request)
  #expect((response as? HTTPURLResponse)?.statusCode == ${status ?? 200})
  try await world.requests.verify(JournalMatch(${swiftText(method)}, ${swiftText(path)}), exactly: 1)
}
`;
}

function kotlinTest(request) {
  const { method, path, query, headers, body, isBinary, status, api, account } = request;
  const bytes = `ofByteArray(java.util.Base64.getDecoder().decode(${kotlinText(body ?? '')}))`;
  const content = body === undefined ? 'noBody()' : isBinary ? bytes : `ofString(${kotlinText(body)})`;
  const lines = headers.map(([name, value]) => (
    `            .header(${kotlinText(name)}, ${kotlinText(value)})\n`)).join('');
  const token = makesToken(request)
    ? `        val token = world.tokens.mint(${kotlinText(api)}, ${kotlinText(account)}).token\n` : '';
  return `import java.net.URI
import java.net.http.HttpClient
import java.net.http.HttpRequest
import java.net.http.HttpResponse.BodyHandlers
import mockapi.testing.Match
import mockapi.testing.Times
import mockapi.testing.World
import mockapi.testing.junit5.MockApi
import org.junit.jupiter.api.Assertions.assertEquals
import org.junit.jupiter.api.Test

@MockApi
class RequestTest {
    @Test
    fun theRequestIsAnswered(world: World) {
${comment('//', notesOf(request), '        ')}${token}\
        val request = HttpRequest.newBuilder(URI.create(world.baseUrl + ${kotlinText(path + query)}))
${withToken(request, lines, kotlinText, '"Bearer $token"')}\
            .method(${kotlinText(method)}, HttpRequest.BodyPublishers.${content})
            .build()
        val response = HttpClient.newHttpClient().send(request, BodyHandlers.ofString())
        assertEquals(${status ?? 200}, response.statusCode())
        world.requests.verify(Match.request(${kotlinText(method)}, ${kotlinText(path)}), Times.exactly(1))
    }
}
`;
}

function pythonTest(request) {
  const { method, path, query, status, api, account } = request;
  const call = withToken(request, pythonCall(request, `mock_world.base_url + ${pythonText(path + query)}`, '    '),
    pythonText, 'f"Bearer {token}"');
  const token = makesToken(request)
    ? `    token = mock_world.tokens.mint(${pythonText(api)}, ${pythonText(account)}).token\n` : '';
  return `${pythonImports(request)}

def test_the_request_is_answered(mock_world):
${comment('#', notesOf(request), '    ')}${token}    ${call}\
    assert response.status_code == ${status ?? 200}
    mock_world.requests.verify(method=${pythonText(method)}, path=${pythonText(path)}, exactly=1)
`;
}

function javascriptTest(request) {
  const { method, path, query, status, api, account } = request;
  const options = withToken(request, fetchOptions(request, '  '), scriptText, '`Bearer ${token}`');
  const given = `${scriptText(api)}, ${scriptText(account ?? '')}`;
  const token = makesToken(request) ? `  const { token } = await world.tokens.mint(${given});\n` : '';
  return `import { test } from 'node:test';
import assert from 'node:assert/strict';
import { mockWorld } from 'mock-api-testing';

test('the request gets a response', mockWorld(async (world) => {
${comment('//', notesOf(request), '  ')}${token}\
  const response = await fetch(world.baseURL + ${scriptText(path + query)}, ${options});
  assert.equal(response.status, ${status ?? 200});
  await world.requests.verify({ method: ${scriptText(method)}, path: ${scriptText(path)} }, { exactly: 1 });
}));
`;
}
