// Tests of what the live page knows about faults: node --test Tests/Interop/js/dashboard
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  describe, fieldOf, fieldsOf, left, placeOf, readForm, readValue, times, writeForm, writeValue,
} from '../../../../web/dashboard/fault-form.js';
import { presetCalls, presetState, presetsFor } from '../../../../web/dashboard/fault-form.js';
import { span } from '../../../../web/dashboard/moment.js';

// As the server reports them.
const STATUS = { type: 'status', fields: [
  { name: 'status', kind: 'integer', about: 'the status code, 200…599', required: true },
  { name: 'body', kind: 'json', about: 'a text, sent unchanged, or any other JSON value', required: false },
  { name: 'headers', kind: 'object', about: 'an object of headers by name', required: false },
] };
const TRUNCATE = { type: 'truncate', fields: [{ name: 'after', kind: 'integer',
  about: 'the bytes that are sent, 0…1000000000; half of them without it',
  required: false }] };
const EDIT = { type: 'editMessage', fields: [
  { name: 'replace', kind: 'text', about: 'what stands in its place', required: true },
] };

test('fields are entered by the kind that the server reports', () => {
  const field = (kind, more) => fieldOf({ name: 'x', about: 'its meaning', required: false, kind, ...more });
  assert.deepEqual(STATUS.fields.map((each) => fieldOf(each).kind), ['number', 'json', 'texts']);
  assert.equal(field('flag').kind, 'flag');
  assert.equal(field('number').kind, 'number');
  assert.equal(field('text').kind, 'text');
  assert.equal(field('a kind of a newer server').kind, 'text');
  assert.deepEqual(field('choice', { choices: ['uniform', 'lognormal'] }).choices, ['uniform', 'lognormal']);
  assert.equal(field('choice', { choices: ['uniform'] }).kind, 'choice');
});

test('texts become values', () => {
  assert.equal(readValue({ kind: 'number' }, ' 0,5 '), 0.5);
  assert.throws(() => readValue({ kind: 'number' }, 'x'), /must be a number/);
  assert.throws(() => readValue({ kind: 'number', required: true }, ' '), /is required/);
  assert.equal(readValue({ kind: 'number' }, ''), undefined);
  assert.equal(readValue({ kind: 'flag' }, 'true'), true);
  assert.equal(readValue({ kind: 'flag' }, ''), undefined);
  assert.deepEqual(readValue({ kind: 'json' }, '{"a": 1}'), { a: 1 });
  assert.equal(readValue({ kind: 'json' }, 'null'), null);
  assert.equal(readValue({ kind: 'json' }, '{"a": '), '{"a": ');
  assert.equal(readValue({ kind: 'text', required: true }, ''), '');
  assert.deepEqual(readValue({ kind: 'conditions' }, 'page: 2\nsort\n!debug\nat: 10:30'),
    { page: '2', sort: true, debug: false, at: '10:30' });
  assert.deepEqual(readValue({ kind: 'texts' }, 'Retry-After: 5\nX-Empty:'), { 'Retry-After': '5', 'X-Empty': '' });
  assert.deepEqual(readValue({ kind: 'members' }, '/lines/0/count: 2\nemail: a@b.c\nnote: null\nsame: "2"'),
    { '/lines/0/count': 2, email: 'a@b.c', note: null, same: '2' });
  assert.throws(() => readValue({ kind: 'conditions' }, ': 2'), /without a name/);
});

test('values become texts that are read as these values again', () => {
  const cases = [
    ['number', 503], ['text', 'user_123'], ['flag', true], ['json', 'a text'], ['json', '42'],
    ['json', { a: [1, 'x', null] }], ['json', ' x '],
    ['json', ''], ['conditions', { page: '2', sort: true, debug: false }], ['conditions', { '!odd': true }],
    ['conditions', { 'a:b': 'c' }],
    ['conditions', { a: ' padded' }], ['conditions', { a: 'one\ntwo' }], ['texts', { 'X-A': '' }],
    ['texts', { 'X-A': 'b: c' }],
    ['members', { a: 'true', b: true, c: null, d: { e: 1 }, '/f/0': -1.5, g: 'plain text' }], ['members', { a: '' }],
  ];
  for (const [kind, value] of cases) {
    const text = writeValue({ kind }, value);
    assert.deepEqual(readValue({ kind }, text), value, `${kind} ${JSON.stringify(value)}: ${text}`);
  }
  assert.equal(writeValue({ kind: 'text' }, null), '');
  assert.equal(writeValue({ kind: 'number' }, undefined), '');
});

test('a form is read as a fault, and a fault fills the form', () => {
  const definition = {
    fault: { type: 'status', status: 503, body: { error: 'no' }, headers: { 'Retry-After': '5' } },
    match: { api: 'agrobridge', method: 'GET', path: '/v1/lotes/**', query: { page: '2' }, body: { id: 1 } },
    times: 1, probability: 0.5, id: 'no-lots',
  };
  assert.deepEqual(readForm(STATUS, writeForm(STATUS, definition)), { definition, problems: {} });
  assert.deepEqual(readForm(STATUS, { times: 'x' }).problems,
    { 'fault.status': 'status is required', times: 'Maximum times must be a number' });
  assert.deepEqual(readForm(EDIT, {}).definition, { fault: { type: 'editMessage', replace: '' } });
  assert.deepEqual(readForm(TRUNCATE, writeForm(TRUNCATE,
    { fault: { type: 'truncate', after: 3 }, after: 2, match: null })).definition,
    { fault: { type: 'truncate', after: 3 }, after: 2 });
  assert.equal(new Set(fieldsOf(TRUNCATE).map(({ place }) => place)).size, fieldsOf(TRUNCATE).length);
});

test('the place of a refused field is that whose value came', () => {
  const definition = { fault: { type: 'truncate', after: -1 }, after: -2, match: { path: 'x' } };
  assert.equal(placeOf(TRUNCATE, 'after', '-1', definition), 'fault.after');
  assert.equal(placeOf(TRUNCATE, 'after', '-2', definition), 'after');
  assert.equal(placeOf(TRUNCATE, 'path', 'x', definition), 'match.path');
  assert.equal(placeOf(STATUS, 'status', 'null', { fault: { type: 'status' } }), 'fault.status');
  assert.equal(placeOf(STATUS, 'body', '{"a":"b"}', { fault: {}, match: { body: { a: 'b' } } }), 'match.body');
  assert.equal(placeOf(STATUS, 'moon', '1', definition), undefined);
});

test('a fault in words', () => {
  const said = describe({ fault: { type: 'status', status: 503, body: { a: 1 } }, after: 1, times: 2,
    probability: 0.125, afterSeconds: 20,
    forSeconds: 30, match: { api: 'agrobridge', path: '/v1', account: 'user_123', query: { page: true } } });
  assert.deepEqual(said, { type: 'status', members: '503, body {"a":1}',
    whom: 'agrobridge, /v1, account user_123, query {"page":true}',
    when: 'begins after 20 s, lasts 30 s, after 1 match, at most 2×, 12.5 % of matches' });
  assert.deepEqual(describe({ fault: { type: 'close', abort: true, reason: null } }),
    { type: 'close', members: 'abort', whom: 'everything', when: '' });
  assert.deepEqual([times(1), times(2000)], ['1×', '2,000×']);
});

test('what is left of a fault', () => {
  const record = { fault: { type: 'status' }, times: 5, applications: 3, exhausted: false };
  assert.equal(left(record, span), '2 of 5 left');
  assert.equal(left({ ...record, times: 1, applications: 0 }, span), '1 of 1 left');
  assert.equal(left({ ...record, exhausted: true }, span), 'Exhausted');
  assert.equal(left({ ...record, forSeconds: 90, afterSeconds: 10, ageSeconds: 30 }, span),
    '2 of 5 left, 1 min 10 s left');
  assert.equal(left({ fault: { type: 'offline', seconds: 30 }, ageSeconds: 29 }, span), '1 s left');
  for (const fault of [{ type: 'offline', seconds: 30 }, { type: 'reset' }]) {
    assert.equal(left({ fault }, span), 'until it is removed');
  }
  assert.equal(left({ fault: { type: 'offline', seconds: 20, everySeconds: 90 }, ageSeconds: 30 }, span),
    'until it is removed');
  assert.equal(left({ fault: { type: 'offline', seconds: 1_000_000_000 }, ageSeconds: 30 }, span),
    'until it is removed');
});

const SETS = [{ name: 'tunnel', about: 'offline now and then' }, { name: 'hostile', about: 'all wrong' }];

test('presets are those that the server has sets and types for', () => {
  const presets = presetsFor(SETS, [{ type: 'offline' }, { type: 'delay' }]);
  assert.deepEqual(presets.map(({ label }) => label), ['Offline', 'Slow', 'Tunnel', 'Hostile']);
  assert.equal(presets[2].about, 'Offline now and then');
});

test('a preset begins and ends', () => {
  const [offline, , tunnel] = presetsFor(SETS, [{ type: 'offline' }, { type: 'delay' }]);
  const none = presetState(offline, []);
  assert.deepEqual(presetCalls(offline, none, {}), [['POST', '/_mock/faults',
    { id: 'preset-offline', fault: { type: 'offline', seconds: 1_000_000_000 } }]]);
  assert.deepEqual(presetCalls(offline, none, { api: 'newsapi' })[0][2].match, { api: 'newsapi' });
  assert.deepEqual(presetCalls(offline, none, { device: '7f453797' })[0][2].match, { device: '7f453797' });
  assert.deepEqual(presetCalls(tunnel, none, { api: 'newsapi' }),
    [['PUT', '/_mock/fault-sets/tunnel', { match: { api: 'newsapi' } }]]);
  const active = presetState(offline, [{ id: 'preset-offline', applications: 3, exhausted: false,
    match: { api: 'newsapi' } }]);
  assert.deepEqual(active, { exists: true, active: true, applications: 3, api: 'newsapi', device: undefined });
  assert.deepEqual(presetCalls(offline, active, {}), [['DELETE', '/_mock/faults/preset-offline']]);
  const exhausted = presetState(offline, [{ id: 'preset-offline', applications: 1, exhausted: true }]);
  assert.deepEqual(presetCalls(offline, exhausted, '').map(([method]) => method), ['DELETE', 'POST']);
  const set = presetState(tunnel, [{ id: 'fault-1', set: 'tunnel', applications: 1, exhausted: true },
    { id: 'fault-2', set: 'tunnel', applications: 2, exhausted: false }]);
  assert.deepEqual([set.active, set.applications], [true, 3]);
});
