// Tests of the filter of the traffic: node --test Tests/Interop/js/dashboard
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { readFilter } from '../../../../web/dashboard/filter.js';

const LOGIN = { kind: 'exchange', id: 1, world: 'default', method: 'POST', path: '/v1/auth/login', status: 200,
  api: 'agrobridge', device: '0a1b2c3d', deviations: [{ location: 'body /x', message: '"x" is not documented' }] };
const MISSING = { kind: 'exchange', id: 2, world: 'w1', method: 'GET', path: '/v1/lots', status: 404,
  api: 'agrobridge', device: 'ffffffff' };
const FRAME = { kind: 'frame', id: 3, world: 'default', path: '/ws', socket: '4', direction: 'sent',
  summary: 'MESSAGE /topic/a' };

const nameOfDevice = (id) => (id === 'ffffffff' ? 'Ana' : undefined);
const found = (text, entries = [LOGIN, MISSING, FRAME]) => (
  entries.filter(readFilter(text, nameOfDevice).test).map(({ id }) => id));

describe('The filter', () => {
  for (const [text, expected] of Object.entries({
    '': [1, 2, 3],
    'lots 404': [2],
    'status:4xx': [2],
    'status:40': [],
    'is:violation': [1],
    '-is:frame': [1, 2],
    'method:get': [2],
    'method:g': [],
    'path:auth': [1],
    'world:w1': [2],
    'device:0a1b2c3d': [1],
    'device:ana': [2],
    'socket:4': [3],
    '"not documented"': [1],
    'is:none': [],
    'message /topic': [3],
    'unknown:thing': [],
  })) test(`"${text}" finds ${expected}`, () => assert.deepEqual(found(text), expected));

  test('leaves bodies to the server', () => {
    assert.deepEqual(readFilter('a body:"two words" b').body, ['two words']);
  });

  test('sees what has become of an entry', () => {
    const entry = { id: 1, kind: 'exchange', path: '/a' };
    assert.deepEqual(found('documented', [entry]), []);
    entry.deviations = LOGIN.deviations;
    assert.deepEqual(found('documented', [entry]), [1]);
    assert.deepEqual(found('500', [entry]), []);
    entry.status = 500;
    assert.deepEqual(found('500', [entry]), [1]);
  });
});
