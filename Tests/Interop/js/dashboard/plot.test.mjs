// Tests of the plots and readings of the live page: node --test Tests/Interop/js/dashboard
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nearest, range, ticks, timeTicks } from '../../../../web/dashboard/plot.js';
import {
  KEPT, ScenarioPeriods, Series, WINDOW, concerns, isJump, thresholds,
} from '../../../../web/dashboard/plot.js';

const NOON = Date.UTC(2026, 0, 1, 12);
const MINUTE = 60_000;
const TEMPERATURE = { sensorId: 'TEMPERATURA INVERNADERO 01', greenhouseId: '001', type: 'TEMPERATURE' };

test('values and times are marked at round places', () => {
  assert.deepEqual(ticks(17, 29, 3), [20, 25]);
  assert.deepEqual(ticks(0.1, 0.35, 5), [0.1, 0.15, 0.2, 0.25, 0.3, 0.35]);
  assert.deepEqual(ticks(5, 5), [5]);
  assert.deepEqual(timeTicks(NOON + 1, NOON + 30 * MINUTE, 3).map(([, text]) => text), ['12:10', '12:20', '12:30']);
  assert.deepEqual(timeTicks(NOON, NOON + 20_000, 4).map(([, text]) => text),
    ['12:00:00', '12:00:05', '12:00:10', '12:00:15', '12:00:20']);
  assert.deepEqual(timeTicks(NOON, NOON + 3 * 86_400_000, 3).map(([, text]) => text), ['01-02', '01-03', '01-04']);
});

test('the range holds every value, and those that must be in sight', () => {
  const [low, high] = range([[0, 20], [1, null], [2, 24]], [28]);
  assert.ok(low < 20 && high > 28);
  assert.deepEqual(range([[0, null]]), [0, 1]);
});

test('the nearest point is found', () => {
  const points = [[0, 1], [10, 2], [20, 3]];
  assert.deepEqual([-5, 4, 6, 14, 16, 99].map((time) => nearest(points, time)), [0, 0, 1, 1, 2, 2]);
  assert.equal(nearest([], 3), -1);
});

test('a series joins what is stored and the value of this moment, bounded', () => {
  const series = new Series();
  series.take(NOON, 20);
  series.take(NOON, 21);
  assert.deepEqual(series.points, [[NOON, 21]]);
  series.merge([[NOON - 5000, 18], [NOON - 1000, 19]], NOON);
  assert.deepEqual(series.points, [[NOON - 5000, 18], [NOON - 1000, 19], [NOON, 21]]);
  // A stored reading takes the place of what was seen before it.
  series.take(NOON + 1000, 22);
  series.merge([[NOON - 1000, 19], [NOON + 500, 21.5]], NOON + 1000);
  assert.deepEqual(series.points.map(([, value]) => value), [18, 19, 21.5, 22]);
  series.merge(Array.from({ length: 2 * KEPT }, (_, index) => [NOON + index, index]), NOON + 1000);
  assert.equal(series.points.length, KEPT);
  for (let index = 0; index < 2 * KEPT; index += 1) series.take(NOON + 10_000 + index, index);
  assert.equal(series.points.length, KEPT);
});

test('what is of a time to come is left out, and no more than the window is shown', () => {
  const series = new Series();
  const tomorrow = NOON + 24 * 60 * MINUTE;
  series.merge([[NOON - 5000, 18], [tomorrow - 5000, 30], [tomorrow, 31]], NOON);
  series.take(NOON, 19);
  assert.deepEqual(series.points, [[NOON - 5000, 18], [NOON, 19]], 'no line goes back in time');
  series.merge([[NOON - 5 * 60 * MINUTE, 10], [NOON - WINDOW, 12], [NOON - 5000, 18]], NOON);
  assert.deepEqual(series.points, [[NOON - WINDOW, 12], [NOON - 5000, 18], [NOON, 19]]);
});

test('a clock that goes back or far ahead has jumped', () => {
  assert.ok(!isJump(undefined, NOON) && !isJump(NOON, NOON) && !isJump(NOON, NOON + MINUTE));
  assert.ok(isJump(NOON, NOON - 1) && isJump(NOON, NOON + 60 * MINUTE));
});

test('sensors have the limits of their kind', () => {
  assert.deepEqual(thresholds('TEMPERATURE').map(({ value, label }) => [value, label]),
    [[18, 'low 18'], [28, 'high 28']]);
  assert.deepEqual(thresholds('SECTOR'), []);
});

test('scenarios concern the sensors that they name, or those of their kind', () => {
  assert.ok(concerns({ type: 'heatWave', greenhouse: '001', sensor: null }, TEMPERATURE));
  assert.ok(!concerns({ type: 'heatWave', greenhouse: '002', sensor: null }, TEMPERATURE));
  assert.ok(!concerns({ type: 'spikes', greenhouse: null, sensor: null }, { ...TEMPERATURE, type: 'SECTOR' }));
  assert.ok(concerns({ type: 'offline', greenhouse: null, sensor: null }, { ...TEMPERATURE, type: 'SECTOR' }));
  assert.ok(!concerns({ type: 'stuck', greenhouse: '001', sensor: 'RESERVA' }, TEMPERATURE));
});

test('a scenario that was ended before its time went on until then', () => {
  const scenario = {
    id: 'scenario_1', type: 'heatWave', greenhouse: null, sensor: null,
    startsAt: '2026-01-01T12:00:00Z', endsAt: '2026-01-01T13:00:00Z',
  };
  const periods = new ScenarioPeriods();
  periods.take([scenario], NOON + MINUTE);
  periods.take([], NOON + 5 * MINUTE);
  assert.deepEqual(periods.of(TEMPERATURE).map(({ from, to, label }) => [from, to, label]),
    [[NOON, NOON + 5 * MINUTE, 'heatWave']]);
  // The clock went back to before it.
  periods.take([], NOON - MINUTE);
  assert.deepEqual(periods.of(TEMPERATURE), []);
});
