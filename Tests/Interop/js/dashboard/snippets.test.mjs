// Tests of requests as code: whatever is in a request, each language reads it as it was.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { describe, test } from 'node:test';
import { KIT_TESTS } from '../../../../web/dashboard/snippets.js';
import {
  byteText, kotlinText, pythonText, scriptText, shellText, swiftText,
} from '../../../../web/dashboard/snippets.js';
import { requestOf, SNIPPETS } from '../../../../web/dashboard/snippets.js';

const HOSTILE = `a"b'c\\d$e\r\n\t\u202e\u{1F600}\`${'${x} $(x) \\(x) %s'}</script>\u0001é\u2028 \\n`;
const LOGIN = { kind: 'exchange', id: 1, world: 'default', method: 'POST', path: '/v1/auth/login', status: 200,
  api: 'agrobridge' };
const ALL = [...SNIPPETS, ...KIT_TESTS];

const withRequest = (request, more = {}) => requestOf({ ...LOGIN, ...more, request: { headers: {}, ...request } },
  'http://localhost:3000');
const code = (begin, request) => ALL.find(([name]) => name.startsWith(begin))[1](request);

/** Undoes the escapes of a literal by the rules of its language; fails for what the language would not take. */
function literal(text, escapes, forbidden) {
  assert.match(text, /^".*"$/s);
  const inner = text.slice(1, -1);
  assert.doesNotMatch(inner, forbidden);
  return inner.replace(/\\(u\{([0-9a-f]+)\}|u([0-9a-f]{4})|.)/gs, (_, name, braced, four) => {
    if (braced) return String.fromCodePoint(parseInt(braced, 16));
    if (four) return String.fromCharCode(parseInt(four, 16));
    assert.ok(name in escapes, `\\${name} is no escape`);
    return escapes[name];
  });
}

const COMMON = { n: '\n', r: '\r', t: '\t', '"': '"', '\\': '\\' };

describe('Quotes', () => {
  const texts = [HOSTILE, '', '\0', '\u{10FFFF}', '"', '\\', '$', '\\(', "'", 'plain'];

  for (const text of texts) {
    const name = JSON.stringify(text).slice(0, 30);
    // The Swift Programming Language, String Literals: \u{n} has one to eight digits; \( begins an interpolation.
    test(`of Swift: ${name}`, () => {
      const written = swiftText(text);
      assert.doesNotMatch(written, /(?<!\\)(?:\\\\)*\\\(/);
      assert.equal(literal(written, COMMON, /[^\x20-\x7e]|\\u(?!\{)/), text);
    });
    // Kotlin, Characters: \u has four digits; a dollar sign begins a template, and is written \$.
    test(`of Kotlin: ${name}`, () => {
      const written = kotlinText(text);
      assert.equal(literal(written, { ...COMMON, $: '$' }, /[^\x20-\x7e]|(?<!\\)(?:\\\\)*\$|\\u\{/), text);
    });
    test(`of JavaScript: ${name}`, () => {
      assert.match(scriptText(text), /^[\x20-\x7e]*$/);
      assert.equal(new Function(`return ${scriptText(text)}`)(), text);
    });
    test(`of Python: ${name}`, () => {
      assert.match(pythonText(text), /^[\x20-\x7e]*$/);
      const script = 'import ast, sys; sys.stdout.buffer.write(ast.literal_eval(sys.stdin.read()).encode())';
      assert.equal(execFileSync('python3', ['-c', script], { input: pythonText(text) }).toString(), text);
    });
    if (!text.includes('\0')) {
      test(`of a shell: ${name}`, () => {
        assert.equal(execFileSync('sh', ['-c', `printf %s ${shellText(text)}`]).toString(), text);
      });
    }
  }
});

describe('A request as code', () => {
  const headers = { 'Content-Type': 'text/plain', Host: 'x', 'Content-Length': '3', 'X-Odd': 'a"b\'c\\d$e`é😀' };
  const hostile = withRequest({ headers, body: HOSTILE, encoding: 'text' }, { query: 'a=1&b[]=%7B"\\|ü' });

  test('leaves out what the client adds itself', () => {
    assert.deepEqual(hostile.headers.map(([name]) => name), ['Content-Type', 'X-Odd']);
  });

  test('has an address that every client takes', () => {
    assert.equal(hostile.url, 'http://localhost:3000/v1/auth/login?a=1&b%5B%5D=%7B%22%5C%7C%C3%BC');
    const odd = withRequest({}, { path: '/a b%/%2f/\u212a' });
    assert.equal(odd.url, 'http://localhost:3000/a%20b%25/%2f/%E2%84%AA');
    for (const { url } of [hostile, odd]) assert.equal(new URL(url).href, url);
  });

  test('has no byte beyond ASCII but in a shell', () => {
    for (const [name, write] of ALL.slice(1)) assert.match(write(hostile), /^[\x20-\x7e\n]*$/, name);
  });

  test('is a shell command, Python and JavaScript', async () => {
    execFileSync('sh', ['-n', '-c', code('curl', hostile)]);
    for (const each of ['Python', 'Test in Python']) {
      execFileSync('python3', ['-c', 'import ast, sys; ast.parse(sys.stdin.read())'], { input: code(each, hostile) });
    }
    execFileSync('node', ['--input-type=module', '--check', '-'], { input: code('Test in JavaScript', hostile) });
    let sent;
    const run = new (Object.getPrototypeOf(async () => {}).constructor)('fetch', code('JavaScript', hostile));
    await run(async (url, options) => { sent = { url, ...options }; });
    assert.deepEqual([sent.url, sent.method, sent.body], [hostile.url, 'POST', HOSTILE]);
    // Headers are bytes; these are those that came.
    assert.equal(Buffer.from(sent.headers['X-Odd'], 'latin1').toString(), headers['X-Odd']);
    assert.equal(sent.headers['X-Odd'], byteText(headers['X-Odd']));
  });

  test('has content that looks like a file to curl, and that which no shell can hold', () => {
    assert.match(code('curl', withRequest({ body: '@/etc/passwd', encoding: 'text' })), /--data-raw '@\/etc\/passwd'/);
    const nul = code('curl', withRequest({ body: 'a\0b', encoding: 'text' }));
    assert.match(nul, /printf %s 'YQBi' \| base64 -d \|/);
    assert.ok(!nul.includes('\0'));
  });

  test('has bytes as base64', () => {
    const bytes = withRequest({ body: 'AP8=', encoding: 'base64', headers: { 'Content-Type': 'image/png' } });
    for (const [name, write] of ALL) assert.match(write(bytes), /AP8=/, name);
  });

  test('sends no content where the client takes none', () => {
    const asked = withRequest({ body: 'x', encoding: 'text' }, { method: 'GET' });
    assert.match(code('JavaScript', asked), /sends no body/);
    assert.match(code('curl', withRequest({}, { method: 'HEAD' })), /--head/);
  });

  test('says that the content was cut', () => {
    for (const [name, write] of ALL) {
      assert.match(write(withRequest({ body: 'x', encoding: 'text', truncated: true })), /only the beginning/, name);
    }
  });
});

describe('Secrets', () => {
  const headers = { Authorization: 'Bearer …a1b2', Cookie: 'session=…; theme=dark; id=…x9z8', 'X-Text': 'and so on …' };
  const request = withRequest({ headers, body: { password: '[redacted]' }, encoding: 'json' },
    { query: 'apiKey=…12cd&code=[redacted]&a=…', account: 'user_1' });

  test('are gaps to fill in, and it says so', () => {
    assert.deepEqual(Object.fromEntries(request.headers), { Authorization: 'Bearer FILL_IN',
      Cookie: 'session=FILL_IN; theme=dark; id=FILL_IN', 'X-Text': 'and so on …' });
    assert.equal(JSON.parse(request.body).password, 'FILL_IN');
    assert.equal(request.query, '?apiKey=FILL_IN&code=FILL_IN&a=FILL_IN');
    for (const [name, write] of ALL) assert.match(write(request), /Secrets are not shown/, name);
  });

  test('are made by a test where a kit can make them', () => {
    const plain = withRequest({ headers: { Authorization: 'Bearer …a1b2' } }, { account: 'user_1' });
    for (const [name, write] of KIT_TESTS) {
      assert.match(write(plain), /tokens\.mint\(/, name);
      assert.match(write(plain), /Bearer (?:\\\(token\)|\$token|\{token\}|\$\{token\})/, name);
      assert.doesNotMatch(write(plain), /FILL_IN/, name);
    }
    const other = withRequest({ headers: { Authorization: 'Bearer …a1b2' } }, { account: 'user_1', api: 'shop' });
    for (const [name, write] of KIT_TESTS) assert.match(write(other), /Bearer FILL_IN/, name);
  });
});

test('A world is no part of the path in a test of a kit', () => {
  const request = withRequest({}, { path: '/_w/mine/v1/lotes' });
  assert.equal(request.path, '/v1/lotes');
  for (const [name, write] of KIT_TESTS) assert.doesNotMatch(write(request), /_w\/mine/, name);
});
