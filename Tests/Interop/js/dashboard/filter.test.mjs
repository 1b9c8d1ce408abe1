// Tests of the filter of the traffic: node --test Tests/Interop/js/dashboard
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { readFilter } from '../../../../web/dashboard/filter.js';
import { bitsOf, TALLIES } from '../../../../web/dashboard/tallies.js';

const LOGIN = { kind: 'exchange', id: 1, world: 'default', method: 'POST', path: '/v1/auth/login', status: 200,
  api: 'agrobridge', device: '0a1b2c3d', deviations: [{ location: 'body /x', message: '"x" is not documented' }] };
const MISSING = { kind: 'exchange', id: 2, world: 'w1', method: 'GET', path: '/v1/lots', status: 404,
  api: 'agrobridge', device: 'ffffffff' };
const FRAME = { kind: 'frame', id: 3, world: 'default', path: '/ws', socket: '4', direction: 'sent',
  summary: 'MESSAGE /topic/a' };

const devices = new Map([['ffffffff', 'Ana']]);
const found = (text, entries = [LOGIN, MISSING, FRAME]) => (
  entries.filter(readFilter(text, devices).test).map(({ id }) => id));

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

  for (const [text, query] of Object.entries({
    'lots status:4xx': 'text=lots&status=4xx',
    'is:error -is:fault': 'failed=true',
    'body:"a b" path:/v1': 'bodyContains=a+b&text=%2Fv1',
    'device:ana': 'device=ffffffff',
    'device:0a1b2c3d is:slow method:get': '',
    // A word may be a part of a device's name, which the server does not look for.
    'an is:violation is:404': 'hasDeviations=true&status=404',
    'status:40 unknown:thing': 'text=unknown%3Athing',
  })) {
    test(`has the server look for ${query || 'all'} for "${text}"`, () => {
      assert.equal(readFilter(text, devices).query, query);
    });
  }

  test('calls 5xx, resets and timeouts errors', () => {
    const names = (entry) => TALLIES.filter((_, index) => (bitsOf(entry) >> index) & 1).map(({ name }) => name);
    assert.deepEqual(names({ kind: 'exchange', status: 503, ending: 'whole' }), ['All', 'Requests', '5xx', 'Errors']);
    assert.deepEqual(names({ kind: 'exchange', status: 200, ending: 'truncated' }), ['All', 'Requests', 'Errors']);
    assert.deepEqual(names({ kind: 'exchange', ending: 'reset', faults: [{}] }),
      ['All', 'Requests', 'Errors', 'Faults']);
    assert.deepEqual(names(MISSING), ['All', 'Requests', '4xx']);
    assert.deepEqual(names(FRAME), ['All', 'Sockets']);
    assert.deepEqual(names(LOGIN), ['All', 'Requests', 'Violations']);
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
