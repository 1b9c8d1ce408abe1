// Tests of the faults that the live page makes of requests: node --test Tests/Interop/js/dashboard
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  definitionOf, mergePatch, patchOf, throttleOf, throttlesOf,
} from '../../../../web/dashboard/request-fault-state.js';
import { placesOf } from '../../../../web/dashboard/waterfall.js';

test('a fault is for requests as this one, as often and as long as asked', () => {
  const entry = { method: 'GET', path: '/_w/mine/posts/1' };
  assert.deepEqual(definitionOf(entry, { type: 'reset' }, { times: '2', forSeconds: '' }),
    { match: { method: 'GET', path: '/posts/1' }, fault: { type: 'reset' }, times: 2 });
  assert.deepEqual(definitionOf(entry, { type: 'reset' }, { times: '', forSeconds: '30' }).forSeconds, 30);
});

test('a changed body is a merge patch, or a JSON Patch where it is no object', () => {
  const before = { id: 1, a: { b: 1, c: [1] }, gone: true };
  assert.deepEqual(mergePatch(before, { id: 1, a: { b: 2, c: [1] }, more: null }),
    { a: { b: 2 }, gone: null, more: null });
  assert.deepEqual(patchOf(before, { ...before, id: 2 }, {}), { type: 'patch', patch: { id: 2 } });
  assert.deepEqual(patchOf([1], [2], { status: 206, undocumented: true }),
    { type: 'patch', patch: [{ op: 'replace', path: '', value: [2] }], status: 206, undocumented: true });
});

test('a device is throttled by faults of its own', () => {
  const device = { id: '0a1b2c3d' };
  const faults = throttleOf(device, { milliseconds: '500', bytesPerSecond: '', forSeconds: '60' });
  assert.deepEqual(faults, [{ id: 'throttle-delay-0a1b2c3d', match: { device: '0a1b2c3d' },
    fault: { type: 'delay', milliseconds: 500 }, forSeconds: 60 }]);
  assert.deepEqual(throttleOf(device, { milliseconds: '', bytesPerSecond: '' }), []);
  const records = [...faults, { id: 'throttle-rate-ffffffff' }, { id: 'other-0a1b2c3d' }];
  assert.deepEqual(throttlesOf(records, device).length, 1);
});

test('the waterfall has room for all in sight, and folds pauses', () => {
  const places = placesOf([[0, 100], [50, 100], [90_000, 50]]);
  for (const [left, width] of places) assert.ok(left >= 0 && width > 0 && left + width <= 1.0001, String(places));
  assert.equal(places[0][0], 0);
  assert.ok(places[1][0] > 0.1 && places[2][0] > places[1][0] + places[1][1]);
  assert.ok(places[2][1] > 0.1, 'a pause of a minute leaves nothing to see');
  assert.deepEqual(placesOf([]), []);
});
