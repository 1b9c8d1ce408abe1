// Tests of the times that the live page shows: node --test Tests/Interop/js/dashboard
import assert from 'node:assert/strict';
import { test } from 'node:test';

process.env.TZ = 'Asia/Kolkata';
const {
  clockState, clockTime, counted, distance, groups, inputText, isFar, iso, local, momentOf, shortMoment, span, utc,
  zoneOf,
} = await import('../../../../web/dashboard/moment.js');

const NEW_YEAR = Date.UTC(2026, 0, 1);

test('a clock goes on by its rate, and stands still when frozen', () => {
  const now = '2026-01-01T00:00:00Z';
  assert.equal(clockTime({ now, frozen: false, rate: 60 }, 1000), NEW_YEAR + 60_000);
  assert.equal(clockTime({ now, frozen: false }, 1000), NEW_YEAR + 1000);
  assert.equal(clockTime({ now, frozen: true, rate: 60 }, 1000), NEW_YEAR);
  assert.deepEqual([{ frozen: true, rate: 2 }, { frozen: false, rate: 1 },
    { frozen: false, rate: 0.5 }].map(clockState),
    ['frozen', 'running', 'running ×0.5']);
});

test('moments are written in UTC and by the time of the page', () => {
  assert.equal(utc(NEW_YEAR + 1999), '2026-01-01 00:00:01');
  assert.equal(utc(NaN), 'unknown');
  assert.equal(local(NEW_YEAR), '2026-01-01 05:30:00');
  assert.equal(zoneOf(NEW_YEAR), 'UTC+05:30');
  assert.equal(iso(NEW_YEAR), '2026-01-01T00:00:00Z');
  assert.equal(iso(NEW_YEAR + 7), '2026-01-01T00:00:00.007Z');
});

test('a date and time input is read as UTC or as time here, and written so that it is read again', () => {
  assert.equal(momentOf('2026-01-01T00:00', false), NEW_YEAR);
  assert.equal(momentOf('2026-01-01T05:30:00', true), NEW_YEAR);
  for (const isLocal of [false, true]) assert.equal(momentOf(inputText(NEW_YEAR, isLocal), isLocal), NEW_YEAR);
  for (const text of ['', 'soon', '2026-13-01T00:00']) assert.ok(Number.isNaN(momentOf(text, false)), text);
});

test('a length of time is said by its two largest units', () => {
  const cases = [[0, '0 s'], [0.4, '0 s'], [59.6, '1 min'], [61, '1 min 1 s'], [3600, '1 h'], [3601, '1 h'],
    [90_061, '1 d 1 h'], [-5, '5 s'],
    [400 * 86_400, '400 d']];
  for (const [seconds, text] of cases) assert.equal(span(seconds), text);
});

test('the distance from real time, and what counts as far', () => {
  assert.equal(distance(NEW_YEAR + 2000, NEW_YEAR), 'the same as real time');
  assert.equal(distance(NEW_YEAR + 3_600_000, NEW_YEAR), '1 h ahead of real time');
  assert.equal(distance(NEW_YEAR - 86_400_000, NEW_YEAR), '1 d behind real time');
  const month = 31 * 86_400_000;
  assert.deepEqual([month, month + 1, -month - 1].map((length) => isFar(NEW_YEAR, NEW_YEAR + length)),
    [false, true, true]);
});

test('a moment of the same day needs no date', () => {
  assert.equal(shortMoment(NEW_YEAR + 3_600_000, NEW_YEAR), '01:00:00');
  assert.equal(shortMoment(NEW_YEAR + 86_400_000, NEW_YEAR), '2026-01-02 00:00:00');
});

test('what will happen is grouped by kind, counted, and in the order of time', () => {
  const events = [
    { time: '2026-01-01T00:00:09Z', kind: 'simulation', about: 'sensor readings', count: 720 },
    { time: '2026-01-01T00:00:05Z', kind: 'simulation', about: 'wallet balances', count: 360 },
    { time: '2026-01-01T01:00:00Z', kind: 'accessTokenExpiry', about: 'an access token ends' },
    { time: '2026-01-01T02:00:00Z', kind: 'comet', about: 'a kind that this page does not know', count: 1 },
    { time: '2026-01-01T02:00:00Z', kind: 'toString', about: 'nor this one', count: 1 },
  ];
  const found = groups(events);
  assert.deepEqual(found.map(({ kind, count }) => [kind, count]),
    [['accessTokenExpiry', 1], ['simulation', 1080], ['comet', 1], ['toString', 1]]);
  assert.equal(found[1].first, '2026-01-01T00:00:05Z');
  assert.equal(found[1].title, 'Simulation steps');
  assert.equal(found[2].title, 'comet');
  assert.deepEqual(groups([]), []);
});

test('counts come with their words', () => {
  assert.deepEqual([counted(1, 'event'), counted(1080, 'event'), counted(0, 'row')],
    ['1 event', '1,080 events', '0 rows']);
});
