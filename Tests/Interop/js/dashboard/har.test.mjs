// Tests of the files and of the lanes of the timeline, without a page: node --test Tests/Interop/js/dashboard
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { blackedOut, entriesOf, withFrames, withoutSecrets } from '../../../../web/dashboard/har.js';
import {
  Arrivals, arrivalsOf, foldedTicks, laneOf, LANES, Marks, nearest, timeTicks,
} from '../../../../web/dashboard/timeline-lanes.js';
import { Folds } from '../../../../web/dashboard/timeline-folds.js';
import { TimeWindow } from '../../../../web/dashboard/timeline-lanes.js';

const START = Date.UTC(2026, 0, 1);
const at = (milliseconds) => new Date(START + milliseconds).toISOString();
const exchange = (path, status, milliseconds, more) => ({
  startedDateTime: at(milliseconds), time: 1, request: { method: 'GET', url: `http://h${path}`, headers: [] },
  response: { status, headers: [], content: {} }, ...more,
});
const frame = (socket, milliseconds, payload, more) => ({
  kind: 'frame', world: 'default', path: '/ws', socket, time: at(milliseconds), direction: 'sent', encoding: 'text',
  payload, ...more,
});
const file = (...entries) => ({ log: { version: '1.2', entries } });

describe('The frames in a file', () => {
  const messages = (har) => har.log.entries.map((entry) => entry._webSocketMessages?.map(({ data }) => data));

  test('are whole, with their direction, time and kind', () => {
    const long = 'x'.repeat(30_000);
    const frames = [frame('1', 5, long), frame('1', 6, { a: 1 }, { encoding: 'json', direction: 'received' }),
      frame('1', 7, 'AQI=', { encoding: 'base64', type: 'binary' })];
    const [entry] = withFrames(file(exchange('/ws', 101, 0)), frames).log.entries;
    assert.deepEqual(entry._webSocketMessages, [
      { type: 'receive', time: (START + 5) / 1000, opcode: 1, data: long },
      { type: 'send', time: (START + 6) / 1000, opcode: 1, data: '{"a":1}' },
      { type: 'receive', time: (START + 7) / 1000, opcode: 2, data: 'AQI=' },
    ]);
  });
  test('stand at the handshakes of their sockets, also when one had none', () => {
    const har = file(exchange('/ws', 101, 0), exchange('/ws', 101, 10), exchange('/ws', 101, 20));
    assert.deepEqual(messages(withFrames(har, [frame('1', 1, 'a'), frame('3', 21, 'c')])), [['a'], undefined, ['c']]);
  });
  test('are those of their world', () => {
    const har = file(exchange('/_w/w1/ws', 101, 0, { _world: 'w1' }), exchange('/ws', 101, 0, { _world: 'default' }));
    const frames = [frame('1', 1, 'a', { world: 'default' }), frame('1', 1, 'b', { world: 'w1', path: '/_w/w1/ws' })];
    assert.deepEqual(messages(withFrames(har, frames)), [['b'], ['a']]);
  });
  test('get an entry of their own when the handshake is gone', () => {
    const { log: { entries } } = withFrames(file(), [frame('4', 1, 'a', { world: 'w1' })], 'http://h:1');
    assert.equal(entries[0].request.url, 'http://h:1/_w/w1/ws');
    assert.deepEqual(entriesOf(JSON.stringify({ log: { entries } })).map(({ kind }) => kind), ['exchange', 'frame']);
  });
});

describe('What is secret', () => {
  for (const [text, expected] of Object.entries({
    '{"a":{"accessToken":"xyz"},"n":1}': '{"a":{"accessToken":"[redacted]"},"n":1}',
    '{"n":12345678901234567890}': '{"n":12345678901234567890}',
    'a["CONNECT\\nlogin:me\\npasscode:xyz\\n\\n\\u0000"]':
      'a["CONNECT\\nlogin:[redacted]\\npasscode:[redacted]\\n\\n\\u0000"]',
    'SEND\nAuthorization:Bearer xyz\na:1\n\n{"password":"xyz"}\0':
      'SEND\nAuthorization:[redacted]\na:1\n\n{"password":"[redacted]"}\0',
    'user=me&password=xyz&a=1': 'user=me&password=[redacted]&a=1',
    '{"inner":"{\\"token\\":\\"xyz\\"}"}': '{"inner":"{\\"token\\":\\"[redacted]\\"}"}',
    '{"tokens":["xyz",1,null,true]}': '{"tokens":["[redacted]","[redacted]",null,true]}',
    'hello': 'hello', '': '',
  })) test(`goes out of ${JSON.stringify(text).slice(0, 60)}`, () => assert.equal(blackedOut(text), expected));

  test('goes out of frames, headers and addresses of a file', () => {
    const har = file(exchange('/ws?token=xyz', 101, 0, {
      _webSocketMessages: [{ opcode: 1, data: '{"type":"auth","token":"xyz"}' }],
      request: { method: 'GET', url: 'http://h/ws?token=xyz&b=1', postData: { text: 'apiKey=xyz' },
        headers: [{ name: 'Cookie', value: 'sid=xyz' }, { name: 'Referer', value: 'http://h/?token=xyz' }] },
    }));
    const text = JSON.stringify(withoutSecrets(har));
    assert.ok(!text.includes('xyz'), text);
    assert.ok(text.includes('b=1'));
  });
});

describe('A file that is opened', () => {
  const read = (value) => entriesOf(JSON.stringify(value));

  test('is refused with words when it is none', () => {
    assert.throws(() => entriesOf(' \n'), /it is empty/);
    assert.throws(() => entriesOf('PK\u0003\u0004'), /not valid JSON/);
    assert.throws(() => entriesOf('[]'), /not a HAR file/);
    assert.throws(() => entriesOf('null'), /not a HAR file/);
  });
  test('may hold anything', () => {
    const strange = [null, 1, 'x', {}, { request: null }, { request: { url: 'http://h/' } },
      { startedDateTime: at(0), request: { url: 'http://h/', method: {} }, response: null, time: 'x' },
      { startedDateTime: at(0), request: { url: 'http://h/' }, _webSocketMessages: [null, { time: 1e300, data: {} },
        { opcode: 2, data: '%' }] }, { startedDateTime: at(0), request: { url: 'http://h/' }, _webSocketMessages: {} }];
    assert.deepEqual(read(file(...strange)).map(({ kind, encoding }) => encoding ?? kind),
      ['exchange', 'exchange', 'text', 'text', 'text', 'exchange']);
  });
  test('has connections without a response in the lane of errors, as the live journal has', () => {
    const rows = read(file(exchange('/a', 0, 0), exchange('/b', 404, 1)));
    assert.deepEqual(rows.map((row) => LANES[laneOf(row)][0]), ['Errors', '4xx']);
  });
  test('gives back what was saved', () => {
    const message = 'MESSAGE\ndestination:/topic/a\n\nhello\0';
    const rows = read(withFrames(file(exchange('/ws', 101, 0)), [frame('1', 5, message)]));
    assert.deepEqual([rows[1].summary, rows[1].payload, rows[1].time], ['MESSAGE /topic/a', message, at(5)]);
  });
});

describe('The lanes', () => {
  test('have each entry and each call once', () => {
    const names = [{ kind: 'exchange', status: 200 }, { kind: 'exchange', status: 404 },
      { kind: 'exchange', ending: 'reset' }, { kind: 'frame' }, { operationId: 'setClock' },
      { operationId: 'addFaultSet' }, { operationId: 'restoreSnapshot' },
      { operationId: 'publishMessage' }];
    assert.deepEqual(names.map((each) => LANES[laneOf(each)][0]),
      ['Requests', '4xx', 'Errors', 'Frames', 'Clock', 'Faults', 'Worlds', 'Control calls']);
  });

  const marks = new Marks();
  const times = [[30, 200], [10, 200], [20, 503], [20, 200]];
  for (const [time, status] of times) marks.add({ kind: 'exchange', status }, time);

  test('are in the order of time, whatever the clock did', () => {
    assert.deepEqual(marks.sorted.map(({ time }) => time), [10, 20, 20, 30]);
    assert.deepEqual(marks.span, [10, 30]);
    assert.deepEqual(marks.until(20, 2).map(({ time }) => time), [20, 20]);
    assert.deepEqual([marks.next(20, true), marks.next(20, false), marks.next(30, true)], [30, 10, undefined]);
  });
  test('count the marks of a pixel', () => {
    assert.deepEqual([...marks.counts([10, 30], 3)].slice(0, 6), [1, 1, 1, 0, 1, 0]);
    assert.deepEqual([...marks.counts([15, 20], 2)].slice(0, 4), [0, 1, 0, 1]);
  });
  test('know what is near', () => {
    assert.deepEqual(marks.between([16, 20]).length, 2);
    assert.deepEqual(marks.between([16, 20], 1).map(({ item }) => item.status), [503]);
    assert.equal(nearest(marks.between([0, 120]), 28).time, 30);
  });
  test('of 100,000 marks are counted at once', () => {
    const many = new Marks();
    for (let index = 0; index < 100_000; index += 1) many.add({ kind: 'frame' }, index);
    const begun = performance.now();
    for (let round = 0; round < 10; round += 1) many.counts([0, 100_000], 1200);
    assert.ok(performance.now() - begun < 1000);
  });
});

test('Entries of one arrival stand before it, behind the arrival before', () => {
  const entries = [[0, 5000], [1000, 5000], [1500, 5400], [3_601_500, 5400]]
    .map(([time, arrivedAt]) => ({ world: 'w', time: at(time), arrivedAt }));
  const arrivals = new Arrivals();
  assert.deepEqual(arrivalsOf(entries).map((each) => arrivals.timesOf(each)), [[4000, 5000], [5000, 5400]]);
});

describe('Long pauses', () => {
  const DAY = 86_400_000;
  const times = [0, 2000, 5000, 5000 + DAY, 8000 + DAY];
  const folds = new Folds(times.length, (index) => START + times[index]);

  test('are folded, and unfolded again', () => {
    assert.equal(folds.gaps.length, 1);
    assert.ok(folds.fold(START + 8000 + DAY) - folds.fold(START) < 10_000);
    for (const time of [-1000, 0, 2500, 5000, 5400, DAY / 2, DAY + 4000, DAY + 5000, DAY + 9000]) {
      assert.ok(Math.abs(folds.unfold(folds.fold(START + time)) - START - time) < 100, String(time));
    }
    const places = times.map((time) => folds.fold(START + time));
    assert.deepEqual(places, [...places].sort((one, other) => one - other));
  });
  test('are none in a minute', () => {
    assert.deepEqual(new Folds(3, (index) => index * 20_000).gaps, []);
    assert.deepEqual(new Folds().fold(7), 7);
  });
  test('leave ticks on both sides, with their dates', () => {
    const found = foldedTicks([START, START + DAY + 8000], folds, 8);
    assert.deepEqual([...new Set(found.map(({ date }) => date))].length, 2);
    assert.ok(found.length <= 10 && found.every(({ time }) => time <= START + 5200 || time >= START + DAY + 4000));
  });
  test('are jumped over by zooming and steps', () => {
    const window = new TimeWindow(() => [START, START + DAY + 8000], () => folds);
    window.zoom(0.5, START + DAY + 6000);
    assert.ok(window.span[0] > START + 2000 && window.span[1] <= START + DAY + 8000);
    window.showAll();
    window.moveTo(START);
    for (let step = 0; step < 10; step += 1) window.step(0.1);
    assert.ok(Math.abs(window.now - START - DAY - 8000) < 2);
  });
});

test('Ticks of time are round, and as short as may be', () => {
  const texts = (length) => timeTicks([START, START + length], 4).map(({ text }) => text);
  assert.deepEqual(texts(40), ['00:00:00.000', '00:00:00.010', '00:00:00.020', '00:00:00.030', '00:00:00.040']);
  assert.deepEqual(texts(60_000), ['00:00:00', '00:00:15', '00:00:30', '00:00:45', '00:01:00']);
  assert.deepEqual(texts(86_400_000 * 4).slice(0, 2), ['2026-01-01', '2026-01-02']);
  assert.ok(timeTicks([START, START + 1e13], 4).length <= 5);
});

describe('The part of the timeline that is shown', () => {
  const whole = [0, 10_000];
  const shown = () => new TimeWindow(() => whole);

  test('keeps the time about which it is zoomed, and is all again', () => {
    const part = shown();
    part.zoom(0.5, 2000);
    assert.deepEqual(part.span, [1000, 6000]);
    part.zoom(4);
    assert.deepEqual(part.span, whole);
  });
  test('goes with the moment, which does not leave what there is', () => {
    const part = shown();
    part.zoom(0.1, 0);
    part.moveTo(5000);
    assert.deepEqual([part.span, part.moment], [[4000, 5000], 5000]);
    part.moveTo(99_999);
    assert.equal(part.moment, 10_000);
    part.toBegin();
    assert.deepEqual([part.span, part.now], [[0, 1000], 0]);
  });
  test('follows the newest from the end on', () => {
    const part = shown();
    part.moveTo(5);
    part.toEnd();
    assert.deepEqual([part.moment, part.now], [undefined, 10_000]);
  });
  test('is never empty, and within what there is', () => {
    const part = shown();
    for (let step = 0; step < 60; step += 1) part.zoom(0.5);
    assert.equal(part.span[1] - part.span[0], 10);
    part.pan(1e6);
    assert.deepEqual(part.span, [9990, 10_000]);
    const [from, to] = new TimeWindow(() => undefined).span;
    assert.ok(to > from);
  });
});
