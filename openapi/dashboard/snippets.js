// A request as code: for a shell, and for the languages of apps and of the test kits.

const LEFT_OUT = /^(?:host|content-length|connection|accept-encoding|transfer-encoding|sec-.*|upgrade-insecure-requests)$/i;
const REDACTED = '[redacted]';

/**
 * A request to write down: `{method, url, path, headers: [[name, value]], body, status}`; `url` is whole, `body` a text or undefined.
 * What the journal has blacked out stands in capitals, to be filled in.
 */
export function requestOf(entry, origin) {
  const { request } = entry;
  const query = entry.query ? `?${entry.query}` : '';
  const headers = Object.entries(request?.headers ?? {}).filter(([name]) => !LEFT_OUT.test(name))
    .flatMap(([name, value]) => [value].flat().map((each) => [name, each]));
  const body = request?.body === undefined || request.encoding === 'base64' ? undefined
    : typeof request.body === 'string' && request.encoding === 'text' ? request.body : JSON.stringify(request.body, null, 2);
  return {
    method: entry.method, path: entry.path.replace(/^\/_w\/[^/]+(?=\/)/, ''), query, url: `${origin}${entry.path}${query}`,
    headers: headers.map(([name, value]) => [name, filled(value)]), body: body && filled(body), status: entry.status, api: entry.api,
  };
}

function filled(text) {
  return text.replaceAll(REDACTED, 'FILL_IN');
}

/** What there is, in the order of the menu: `[name, function]`. */
export const SNIPPETS = [
  ['curl', curl], ['Swift (URLSession)', swift], ['Kotlin (OkHttp)', kotlin], ['JavaScript (fetch)', javascript],
  ['Python (requests)', python], ['Test in Swift', swiftTest], ['Test in Kotlin', kotlinTest], ['Test in Python', pythonTest],
  ['Test in JavaScript', javascriptTest],
];

/* Texts of each language: everything but plain ASCII is escaped, so that no text can end its quotes. */

function escaped(text, unit, extra = '') {
  return [...text].map((character) => {
    const code = character.codePointAt(0);
    if (character === '"' || character === '\\' || extra.includes(character)) return `\\${character}`;
    if (character === '\n') return '\\n';
    if (character === '\r') return '\\r';
    if (character === '\t') return '\\t';
    return code >= 0x20 && code < 0x7f ? character : unit(code, character);
  }).join('');
}

const hex = (code, width) => code.toString(16).padStart(width, '0');
const units = (character) => [...Array(character.length).keys()].map((index) => `\\u${hex(character.charCodeAt(index), 4)}`).join('');
const swiftText = (text) => `"${escaped(text, (code) => `\\u{${hex(code, 1)}}`)}"`;
const kotlinText = (text) => `"${escaped(text, (_, character) => units(character), '$')}"`;
const scriptText = (text) => JSON.stringify(text).replace(/[\u007f-\uffff]/g, (character) => units(character));
const pythonText = (text) => `"${escaped(text, (code) => (code > 0xffff ? `\\U${hex(code, 8)}` : `\\u${hex(code, 4)}`))}"`;

/** Quotes for a POSIX shell. */
export function shellText(text) {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

function curl({ method, url, headers, body }) {
  const parts = [`curl -i -X ${shellText(method)} ${shellText(url)}`,
    ...headers.map(([name, value]) => `-H ${shellText(value === '' ? `${name};` : `${name}: ${value}`)}`),
    ...(body === undefined ? [] : [`--data-binary ${shellText(body)}`])];
  return `${parts.join(' \\\n  ')}\n`;
}

function swift({ method, url, headers, body }) {
  return `var request = URLRequest(url: URL(string: ${swiftText(url)})!)
request.httpMethod = ${swiftText(method)}
${headers.map(([name, value]) => `request.addValue(${swiftText(value)}, forHTTPHeaderField: ${swiftText(name)})\n`).join('')}${
  body === undefined ? '' : `request.httpBody = Data(${swiftText(body)}.utf8)\n`}let (data, response) = try await URLSession.shared.data(for: request)
`;
}

function kotlin({ method, url, headers, body }) {
  const needsBody = ['POST', 'PUT', 'PATCH'].includes(method);
  const content = body === undefined ? (needsBody ? 'ByteArray(0).toRequestBody()' : 'null')
    : `${kotlinText(body)}.toByteArray().toRequestBody()`;
  return `val request = Request.Builder()
    .url(${kotlinText(url)})
${headers.map(([name, value]) => `    .addHeader(${kotlinText(name)}, ${kotlinText(value)})\n`).join('')}    .method(${kotlinText(method)}, ${content})
    .build()
val response = OkHttpClient().newCall(request).execute()
`;
}

function headerObject(headers, text, open = '{ ', close = ' }') {
  return `${open}${headers.map(([name, value]) => `${text(name)}: ${text(value)}`).join(', ')}${close}`;
}

function javascript({ method, url, headers, body }) {
  return `const response = await fetch(${scriptText(url)}, {
  method: ${scriptText(method)},
  headers: ${headerObject(headers, scriptText)},
${body === undefined ? '' : `  body: ${scriptText(body)},\n`}});
`;
}

function python({ method, url, headers, body }) {
  return `import requests

response = requests.request(
    ${pythonText(method)},
    ${pythonText(url)},
    headers=${headerObject(headers, pythonText, '{', '}')},
${body === undefined ? '' : `    data=${pythonText(body)}.encode(),\n`})
`;
}

/* Tests of the kits: the request in the test's own world, the status that came, and the journal. */

function swiftTest({ method, path, query, headers, body, status }) {
  return `import Foundation
import MockAPITesting
import Testing

@Test(.mockWorld())
func theRequestIsAnswered() async throws {
  let world = try MockWorld.current
  var request = URLRequest(url: URL(string: "\(world.baseURL)" + ${swiftText(path + query)})!)
  request.httpMethod = ${swiftText(method)}
${headers.map(([name, value]) => `  request.addValue(${swiftText(value)}, forHTTPHeaderField: ${swiftText(name)})\n`).join('')}${
  body === undefined ? '' : `  request.httpBody = Data(${swiftText(body)}.utf8)\n`}  let (_, response) = try await URLSession.shared.data(for: request)
  #expect((response as? HTTPURLResponse)?.statusCode == ${status ?? 200})
  try await world.requests.verify(JournalMatch(${swiftText(method)}, ${swiftText(path)}), exactly: 1)
}
`;
}

function kotlinTest({ method, path, query, headers, body, status }) {
  const content = body === undefined ? 'HttpRequest.BodyPublishers.noBody()'
    : `HttpRequest.BodyPublishers.ofString(${kotlinText(body)})`;
  return `import java.net.URI
import java.net.http.HttpClient
import java.net.http.HttpRequest
import java.net.http.HttpResponse.BodyHandlers
import mockapi.testing.Match
import mockapi.testing.Times
import mockapi.testing.World
import mockapi.testing.junit5.MockWorld
import org.junit.jupiter.api.Assertions.assertEquals
import org.junit.jupiter.api.Test

@MockWorld
class RequestTest {
    @Test
    fun theRequestIsAnswered(world: World) {
        val request = HttpRequest.newBuilder(URI.create(world.baseUrl + ${kotlinText(path + query)}))
${headers.map(([name, value]) => `            .header(${kotlinText(name)}, ${kotlinText(value)})\n`).join('')}            .method(${kotlinText(method)}, ${content})
            .build()
        val response = HttpClient.newHttpClient().send(request, BodyHandlers.ofString())
        assertEquals(${status ?? 200}, response.statusCode())
        world.requests.verify(Match.request(${kotlinText(method)}, ${kotlinText(path)}), Times.exactly(1))
    }
}
`;
}

function pythonTest({ method, path, query, headers, body, status }) {
  return `import requests


def test_the_request_is_answered(mock_world):
    response = requests.request(
        ${pythonText(method)},
        mock_world.base_url + ${pythonText(path + query)},
        headers=${headerObject(headers, pythonText, '{', '}')},
${body === undefined ? '' : `        data=${pythonText(body)}.encode(),\n`}    )
    assert response.status_code == ${status ?? 200}
    mock_world.requests.verify(method=${pythonText(method)}, path=${pythonText(path)}, exactly=1)
`;
}

function javascriptTest({ method, path, query, headers, body, status }) {
  return `import { test } from 'node:test';
import assert from 'node:assert/strict';
import { mockWorld } from 'mock-api-testing';

test('the request is answered', mockWorld(async (world) => {
  const response = await fetch(world.baseURL + ${scriptText(path + query)}, {
    method: ${scriptText(method)},
    headers: ${headerObject(headers, scriptText)},
${body === undefined ? '' : `    body: ${scriptText(body)},\n`}  });
  assert.equal(response.status, ${status ?? 200});
  await world.requests.verify({ method: ${scriptText(method)}, path: ${scriptText(path)} }, { exactly: 1 });
}));
`;
}
