// Tests of what the live page does with the traffic, without a page: node --test Tests/Interop/js/dashboard
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { decode } from '../../../../openapi/dashboard/frame.js';
import { entriesOf, withFrames, withoutSecrets } from '../../../../openapi/dashboard/har.js';
import { range, ticks } from '../../../../openapi/dashboard/plot.js';
import { collections, pathOf, recordsOf } from '../../../../openapi/dashboard/resources.js';

describe('A STOMP frame', () => {
  test('is taken apart', () => assert.deepEqual(decode('SEND\ndestination:/a\\cb\ncontent-length:3\n\nx\0y\0'),
    { command: 'SEND', headers: [['destination', '/a:b'], ['content-length', '3']], body: 'x\0y' }));
  for (const [text, offset] of Object.entries({
    'SEND\ndestination:/a\nbad header\n\nx\0': 20, 'SEND\n:x\n\n\0': 5, 'SEND\na:\\t\n\n\0': 7, 'SEND\na:b\n\nx': 11, 'SEND\na:b': 8, 'SEMD\na:b\n\n\0': 0,
    'SEND\nä:b\nbad\n\n\0': 10, 'SEND\ncontent-length:5\n\nab\0': 26,
  })) test(`${JSON.stringify(text)} breaks at byte ${offset}`, () => assert.equal(decode(text).offset, offset));
  test('is not every text', () => assert.deepEqual(decode('{"type":"ping"}'), {}));
});

describe('A HAR file', () => {
  const har = { log: { version: '1.2', entries: [{ startedDateTime: '2026-01-01T00:00:00.000Z', time: 1.5, request: { method: 'GET', url: 'http://h/ws?token=abc&a=1',
    headers: [{ name: 'Cookie', value: 'x' }], queryString: [{ name: 'token', value: 'abc' }], postData: { text: '{"password":"p","a":1}' } },
  response: { status: 101, headers: [{ name: 'Set-Cookie', value: 'y' }], content: { text: 'Bearer abc.def' } } }] } };

  test('is written without secrets', () => {
    const text = JSON.stringify(withoutSecrets(har));
    for (const secret of ['abc', '"p"', '"x"', '"y"']) assert.ok(!text.includes(secret), secret);
    assert.ok(text.includes('a=1'));
  });

  test('has the frames of sockets, and gives them back', () => {
    const again = entriesOf(JSON.stringify(withFrames(har, [{ world: 'default', path: '/ws', socket: '1', direction: 'sent', time: '2026-01-01T00:00:01.000Z', summary: 'CONNECTED' }])));
    assert.deepEqual(again.map(({ kind, status, summary }) => [kind, status ?? summary]), [['exchange', 101], ['frame', 'CONNECTED']]);
  });

  test('is refused with words when it is none', () => {
    assert.throws(() => entriesOf('{'), /no JSON/);
    assert.throws(() => entriesOf('{"log":{}}'), /no HAR file/);
    assert.deepEqual(entriesOf('{"log":{"entries":[{"request":{"url":"::"}},{}]}}'), []);
  });
});

test('Ticks are round numbers within the range', () => {
  assert.deepEqual(ticks(0, 10, 5), [0, 2, 4, 6, 8, 10]);
  assert.deepEqual(ticks(-0.3, 0.25, 5), [-0.2, 0, 0.2]);
  assert.deepEqual(ticks(5, 5), [5]);
  assert.deepEqual(range([[0, null]]), [0, 1]);
});

test('Collections are found in a document, with their records', () => {
  const list = { content: { 'application/json': { schema: { type: 'object', properties: { total: { type: 'integer' }, data: { type: 'array', items: { type: 'object' } } } } } } };
  const [found, ...others] = collections({ servers: [{ url: 'http://h/_w/x/v1' }], paths: {
    '/pets': { get: { responses: { 200: list } }, post: {} }, '/pets/{petId}': { patch: {}, delete: {} }, '/stats': { get: { responses: { 200: { content: {} } } } },
    '/search': { get: { parameters: [{ name: 'q', in: 'query', required: true }], responses: { 200: list } } } } });
  assert.deepEqual([found.path, found.place, found.item, found.create, found.change, found.remove], ['/v1/pets', 'data', '/v1/pets/{petId}', true, true, true]);
  assert.deepEqual(others, []);
  assert.deepEqual(recordsOf({ data: [{ petId: 'a/b' }, 3] }, 'data'), [{ petId: 'a/b' }]);
  assert.equal(pathOf({ petId: 'a/b' }, found.item), '/v1/pets/a%2Fb');
});
