// Tests of what an entry in full is made of, and of what differs between two.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { differences, MOST_DIFFERENCES } from '../../../../web/dashboard/entry.js';
import { colours, labels } from '../../../../web/dashboard/device-labels.js';
import { exact, isRawNumber } from '../../../../web/dashboard/exact.js';
import { changedHeaders, headerLines } from '../../../../web/dashboard/entry.js';
import { boundaryOf, partsOf } from '../../../../web/dashboard/multipart.js';
import { duration, phases } from '../../../../web/dashboard/entry.js';
import { sorted } from '../../../../web/dashboard/entry.js';

const ENTRY = { kind: 'exchange', method: 'POST', path: '/a', status: 200, response: { headers: {}, body: {} } };
const sent = (body, headers = {}) => ({ ...ENTRY, request: { headers, body } });

describe('Two entries differ', () => {
  test('in members and headers, whatever the case of their names', () => {
    const left = sent({ a: 1, b: { c: [1, 2] }, same: [] }, { Accept: '*/*', Same: 'x' });
    const right = sent({ a: 1, b: { c: [1, 3, null] }, same: [] }, { accept: 'text/html', same: 'x' });
    assert.deepEqual(differences(left, right), [
      { what: 'request header accept', left: '*/*', right: 'text/html' },
      { what: 'request body /b /c /1', left: '2', right: '3' },
      { what: 'request body /b /c /2', left: undefined, right: 'null' },
    ]);
  });

  test('in a list and an object, in a text and a number', () => {
    const found = differences(sent([1]), sent({ 0: 1 }));
    assert.deepEqual(found.map(({ left, right }) => [left, right]), [['[1]', '{"0":1}']]);
    assert.deepEqual(differences(sent({ a: 1 }), sent({ a: '1' })), []);
  });

  test('in digits that numbers of JavaScript do not have', { skip: !JSON.rawJSON }, () => {
    const texts = ['{"id":12345678901234567890}', '{"id":12345678901234567891}'];
    const [left, right] = texts.map((text) => sent(exact(text)));
    assert.deepEqual(differences(left, right).map(({ left: one }) => one), ['12345678901234567890']);
  });

  test('in lines between those that are the same', () => {
    assert.deepEqual(differences(sent('a\nb\nc\nd'), sent('a\nx\ny\nc\nd')), [
      { what: 'request body line 2', left: 'b', right: 'x' },
      { what: 'request body line 3', left: undefined, right: 'y' },
    ]);
  });

  test('in names that objects have by themselves', () => {
    const left = sent(JSON.parse('{"__proto__":1}'));
    assert.deepEqual(differences(left, sent({})).map(({ what }) => what), ['request body /__proto__']);
    assert.deepEqual(differences(sent({ constructor: 1 }), sent({})).map(({ left: one }) => one), ['1']);
  });

  test('in so much at most', () => {
    const many = Object.fromEntries([...Array(5000).keys()].map((key) => [`k${key}`, key]));
    assert.equal(differences(sent(many), sent({})).length, MOST_DIFFERENCES);
  });

  test('in the payload of frames', () => {
    const frame = (payload) => ({ kind: 'frame', payload });
    assert.deepEqual(differences(frame({ a: 1 }), frame({ a: 2 })).map(({ what }) => what), ['payload /a']);
  });
});

test('Numbers keep their digits', { skip: !JSON.rawJSON }, () => {
  const text = '{"a":1.0,"b":12345678901234567890,"c":1,"d":"1.0","e":[1e3,-0.5]}';
  const value = exact(text);
  assert.equal(JSON.stringify(value), text);
  assert.deepEqual([value.a, value.c, {}, null].map(isRawNumber), [true, false, false, false]);
});

describe('A content of parts', () => {
  const form = '--X"y\r\nContent-Disposition: form-data; name="a"\r\n\r\none\r\n--X"y\r\n'
    + 'content-disposition: form-data; name="f\\"ile"; filename="b%22.txt"\r\nContent-Type: text/plain\r\n\r\n'
    + 'two\r\n\r\n--not it\r\n--X"y--\r\nrest';

  test('is taken apart', () => {
    assert.deepEqual(partsOf(form, 'text', 'multipart/form-data; charset=utf-8; boundary=X"y'), [
      { name: 'a', file: undefined, type: undefined, value: 'one', encoding: 'text', bytes: 3 },
      { name: 'f"ile', file: 'b".txt', type: 'text/plain', value: 'two\r\n\r\n--not it', encoding: 'text', bytes: 15 },
    ]);
  });

  test('holds bytes', () => {
    const bytes = Buffer.concat([Buffer.from('--b\r\nContent-Type: image/png\r\n\r\n'), Buffer.from([0xff, 0, 13, 10]),
      Buffer.from('\r\n--b\r\nContent-Type: text/plain\r\n\r\né\r\n--b--')]);
    const parts = partsOf(bytes.toString('base64'), 'base64', 'multipart/related; boundary="b"');
    assert.deepEqual(parts.map(({ type, value, encoding }) => [type, value, encoding]),
      [['image/png', '/wANCg==', 'base64'], ['text/plain', 'é', 'text']]);
  });

  test('may be cut, or none at all', () => {
    assert.deepEqual(partsOf('--b\r\nContent-Dispo', 'text', 'multipart/mixed; boundary=b').map(({ value }) => value),
      ['Content-Dispo']);
    assert.equal(partsOf('none', 'text', 'multipart/mixed; boundary=b'), undefined);
    assert.equal(partsOf('--b', 'text', 'text/plain; boundary=b'), undefined);
    assert.equal(boundaryOf('multipart/form-data'), undefined);
    const bare = partsOf('--b\r\n\r\nbare', 'text', 'multipart/mixed; boundary=b');
    assert.deepEqual(bare.map(({ value }) => value), ['bare']);
  });
});

test('The verdict is sorted by its places', () => {
  const found = sorted([['query page', 'a'], ['header/Authorization', 'b'], ['header X-Y', 'c'], ['cookie s', 'd'],
    ['body', 'e'], ['body /a b/0', 'f'], ['body /a b/0', 'g'], ['path id', 'h'],
    ['compatibilityWarning', 'i'], ['body ', 'j']]
    .map(([location, message]) => ({ location, message })));
  assert.deepEqual(Object.fromEntries(Object.entries(found).map(([kind, map]) => [kind, Object.fromEntries(map)])), {
    query: { page: ['a'] },
    header: { authorization: ['b'], 'x-y': ['c'], cookie: ['s d'] },
    path: { id: ['h'] },
    body: { '': ['e', 'j'], '/a b/0': ['f', 'g'] },
  });
});

describe('Times', () => {
  const parts = (entry) => phases(entry).map(({ kind, microseconds }) => [kind, Math.round(microseconds)]);

  test('are parted into what the journal knows', () => {
    assert.deepEqual(parts({ durationMicroseconds: 1000 }), [['work', 1000]]);
    assert.deepEqual(parts({ durationMicroseconds: 310_000, response: { delayMilliseconds: 300 } }),
      [['work', 10_000], ['held', 300_000]]);
    assert.deepEqual(parts({ durationMicroseconds: 2_500_000, sentBytes: 2000, response: { bytesPerSecond: 1000 } }),
      [['work', 500_000], ['paced', 2_000_000]]);
    assert.deepEqual(parts({}), []);
  });

  test('are no longer than all of it', () => {
    const found = parts({ durationMicroseconds: 50, response: { delayMilliseconds: 300 } });
    assert.deepEqual(found, [['work', 0], ['held', 50]]);
  });

  test('are written for people', () => {
    assert.deepEqual([undefined, 900, 1500, 2_345_678].map(duration), [undefined, '900 µs', '1.5 ms', '2.35 s']);
  });
});

describe('Devices', () => {
  const device = (id, address, userAgent, name) => ({ id, address, userAgent, name });
  const named = (...devices) => [...labels(devices).values()];

  test('are called by their names, or what their user agents say', () => {
    const pixel = device('aaaa0000', '10.0.0.1', 'App/1 (Pixel; x)');
    const silent = device('bbbb0000', '10.0.0.2', undefined);
    const ana = device('cccc0000', '10.0.0.3', 'Mozilla/5.0 Firefox/140.0', 'Ana');
    assert.deepEqual(named(pixel, silent, ana), ['App/1, Pixel', 'bbbb0000', 'Ana']);
  });

  test('of one app are told apart by the end of their addresses', () => {
    assert.deepEqual(named(device('a', '192.168.1.23', 'App/1'), device('b', '192.168.1.24', 'App/1')),
      ['App/1 …23', 'App/1 …24']);
    assert.deepEqual(named(device('a', '192.168.1.5', 'App/1'), device('b', '192.168.2.5', 'App/1')),
      ['App/1 …1.5', 'App/1 …2.5']);
    assert.deepEqual(named(device('a', 'fe80::1', 'App/1'), device('b', 'fe80::2', 'App/1')),
      ['App/1 …1', 'App/1 …2']);
  });

  test('behind one address are told apart by their ids', () => {
    assert.deepEqual(named(device('abcd1234', '10.0.0.1', 'App/1 (x'.padEnd(60, 'y')), device('ef001234', '10.0.0.1',
      'App/1 (x'.padEnd(61, 'y'))).map((label) => label.slice(-4)), ['abcd', 'ef00']);
  });

  test('that are in several worlds are one', () => {
    assert.deepEqual(named(device('a', '10.0.0.1', 'App/1'), device('a', '10.0.0.1', 'App/1')), ['App/1']);
  });

  test('have colours that stay, and are no colours of a status', () => {
    const known = colours(['00100000', '00100001', '0010000c']);
    const before = [...known.values()];
    assert.equal(new Set(before).size, 3);
    colours([...Array(500).keys()].map((id) => id.toString(16).padStart(8, '0')), known);
    assert.deepEqual(['00100000', '00100001', '0010000c'].map((id) => known.get(id)), before);
    assert.equal(known.size, 503);
    // Red, amber, green, blue and violet.
    for (const [hue] of new Set(known.values())) {
      for (const status of [0, 36, 120, 213, 268]) {
        const apart = Math.abs(hue - status);
        assert.ok(Math.min(apart, 360 - apart) >= 15, `${hue} is like ${status}`);
      }
    }
  });
});

test('Headers are edited as lines', () => {
  const before = headerLines({ Accept: 'a', Two: ['b', 'c'], Gone: 'x' });
  assert.equal(before, 'Accept: a\nTwo: b, c\nGone: x');
  const after = 'Accept:  d:e \nTwo: b, c\nno colon\nNew: f';
  assert.deepEqual(changedHeaders(before, after), { Gone: null, Accept: 'd:e', New: 'f' });
  assert.deepEqual(changedHeaders(before, before), {});
});
