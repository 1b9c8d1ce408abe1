// Tests of the list of the traffic: what is kept, what a filter finds, and that neither keeps anybody waiting.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { readFilter } from '../../../../web/dashboard/filter.js';
import { History } from '../../../../web/dashboard/history.js';
import { placeOf, Sieve } from '../../../../web/dashboard/sieve.js';

const made = (from, count, more = {}) => Array.from({ length: count }, (_, index) => (
  { id: from + index, kind: 'exchange', path: `/${from + index}`, status: 200, ...more }));
const ids = (entries) => entries.map(({ id }) => id);

/** A clock of which each look takes a millisecond. */
function slowClock() {
  let now = 0;
  return () => (now += 1);
}

/** Steps until all has been looked at; gives how many steps that took. */
function finish(sieve, milliseconds = Infinity, now = () => 0) {
  for (let steps = 1; ; steps += 1) {
    sieve.step(milliseconds, now);
    if (sieve.isDone) return steps;
    assert.ok(steps < 10_000);
  }
}

describe('The history', () => {
  test('keeps the newest, and says how many went', () => {
    const history = new History(1000);
    for (let from = 1; from <= 3000; from += 100) history.add('w', made(from, 100));
    assert.ok(history.entries.length >= 1000 && history.entries.length <= 1500);
    assert.equal(history.entries.at(-1).id, 3000);
    assert.equal(history.gone + history.entries.length, 3000);
    assert.equal(history.get('w:1'), undefined);
    assert.equal(history.get('w:3000').path, '/3000');
  });

  test('adds and changes entries', () => {
    const history = new History(100);
    history.add('w', made(1, 5));
    const { added, updates } = history.add('w', [{ id: 1, deviations: [{}] }, { id: 9, status: 404 }]);
    assert.deepEqual([ids(added), ids(updates), history.span('w')], [[9], [1], [1, 9]]);
  });

  test('puts what was omitted where it belongs', () => {
    const history = new History();
    history.add('w', made(1, 3));
    history.add('other', made(1, 1));
    history.gone = 4;
    history.add('w', made(8, 1));
    history.add('w', made(10, 1));
    assert.deepEqual(ids(history.fill('w', made(3, 7))), [4, 5, 6, 7, 9]);
    assert.deepEqual(history.entries.filter(({ world }) => world === 'w').map(({ id }) => id), 
      [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    const orders = history.entries.map(({ order }) => order);
    assert.deepEqual(orders, orders.toSorted((one, other) => one - other));
    assert.equal(new Set(orders).size, 11);
    assert.deepEqual([history.get('w:5').id, history.gone, history.fill('none', made(1, 1))], [5, 0, []]);
  });

  test('forgets one world, and has those of others still', () => {
    const history = new History();
    history.add('a', made(1, 2, { status: 404 }));
    history.add('b:c', made(1, 3, { status: 500 }));
    history.clear('a');
    assert.deepEqual(ids(history.entries), [1, 2, 3]);
    assert.equal(history.get('a:1'), undefined);
    assert.equal(history.get('b:c:1').status, 500);
    assert.equal(history.add('a', made(1, 1)).added.length, 1);
  });
});

describe('The sieve', () => {
  const isEven = ({ id }) => id % 2 === 0;

  test('finds the same as a filter of all, however short its steps are', () => {
    const history = new History();
    history.add('w', made(1, 5000));
    const sieve = new Sieve(() => history.entries);
    sieve.begin(isEven);
    assert.ok(finish(sieve, 3, slowClock()) > 10);
    assert.deepEqual(sieve.found, history.entries.filter(isEven));
  });

  test('has the newest first', () => {
    const history = new History();
    history.add('w', made(1, 5000));
    const sieve = new Sieve(() => history.entries);
    sieve.begin(isEven);
    sieve.step(2, slowClock());
    assert.ok(!sieve.isDone);
    assert.deepEqual(sieve.found, history.entries.filter(isEven).slice(-sieve.found.length));
    assert.equal(sieve.found.at(-1).id, 5000);
  });

  test('takes what comes in between, what changes and what goes', () => {
    const history = new History(3000);
    const sieve = new Sieve(() => history.entries);
    const isMissing = ({ status }) => status === 404;
    sieve.begin(isMissing);
    let id = 1;
    for (let round = 0; round < 200; round += 1) {
      const { updates } = history.add('w', [
        ...made(id, 37, { status: round % 3 ? 200 : 404 }),
        // One that is not new begins to be missing, another one ends it.
        ...id > 100 ? [{ id: id - 5, status: 404 }, { id: id - 60, status: 200 }] : [],
      ]);
      id += 37;
      sieve.change(updates);
      if (round % 50 === 0) sieve.begin();
      sieve.step(1, slowClock());
    }
    finish(sieve);
    assert.deepEqual(ids(sieve.found), ids(history.entries.filter(isMissing)));
  });

  test('catches up when nobody looked for long', () => {
    const history = new History(20_000);
    const sieve = new Sieve(() => history.entries);
    sieve.begin();
    for (let from = 1; from < 60_000; from += 1000) history.add('w', made(from, 1000));
    sieve.step(1, slowClock());
    assert.equal(sieve.found.at(-1), history.entries.at(-1));
    finish(sieve);
    assert.deepEqual(sieve.found, history.entries);
  });

  test('is empty when all is gone, and begins again', () => {
    const history = new History();
    const sieve = new Sieve(() => history.entries);
    history.add('w', made(1, 10));
    finish(sieve);
    assert.equal(sieve.found.length, 10);
    history.clear();
    sieve.step(8);
    assert.deepEqual([sieve.found, sieve.isDone], [[], true]);
    history.add('w', made(1, 3));
    finish(sieve);
    assert.deepEqual(ids(sieve.found), [1, 2, 3]);
  });

  test('takes at most its time, also of a hundred thousand', () => {
    const history = new History();
    history.add('w', made(1, 100_000));
    const sieve = new Sieve(() => history.entries);
    sieve.begin(readFilter('99').test);
    // A clock that goes on by a millisecond each time that it is looked at: after eight looks the time is over.
    let [time, steps] = [0, 0];
    while (!sieve.isDone) {
      const begun = time;
      sieve.step(8, () => time += 1);
      assert.ok(time - begun <= 10, `${time - begun} looks at the clock`);
      steps += 1;
    }
    assert.ok(steps > 100, `${steps} steps`);
    assert.deepEqual(sieve.found, history.entries.filter(({ path }) => path.includes('99')));
  });

  test('places by order', () => {
    const entries = [2, 4, 6].map((order) => ({ order }));
    assert.deepEqual([1, 2, 3, 6, 7].map((order) => placeOf(entries, order)), [0, 0, 1, 2, 3]);
  });
});
