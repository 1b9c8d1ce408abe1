// A request as a test of the kits: in the test's own world, with the status that came, and the journal.
import { kotlinText, pythonText, scriptText, swiftText } from './quoting.js';
import { comment, fetchOptions, pythonCall, pythonImports, swiftRequest } from './snippets.js';

// Those of which a kit can make a token for an account.
const WITH_TOKENS = /^(?:agrobridge|interspace|invernaderos)$/;
const GAP = 'FILL_IN';
const AUTHORIZATION = /^authorization$/i;

/** What there is, in the order of the menu: `[name, function]`. */
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

@Test(.mockWorld())
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
import mockapi.testing.junit5.MockWorld
import org.junit.jupiter.api.Assertions.assertEquals
import org.junit.jupiter.api.Test

@MockWorld
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
  const wish = `{ api: ${scriptText(api)}, account: ${scriptText(account ?? '')} }`;
  const token = makesToken(request) ? `  const { token } = await world.tokens.mint(${wish});\n` : '';
  return `import { test } from 'node:test';
import assert from 'node:assert/strict';
import { mockWorld } from 'mock-api-testing';

test('the request is answered', mockWorld(async (world) => {
${comment('//', notesOf(request), '  ')}${token}\
  const response = await fetch(world.baseURL + ${scriptText(path + query)}, ${options});
  assert.equal(response.status, ${status ?? 200});
  await world.requests.verify({ method: ${scriptText(method)}, path: ${scriptText(path)} }, { exactly: 1 });
}));
`;
}
