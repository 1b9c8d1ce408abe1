// Tests of how the live page reads frames of sockets: node --test Tests/Interop/js/dashboard
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { complainedByte, readFrame, stompFrames } from '../../../../web/dashboard/frame.js';
import { jsonMistake, mistakeIn } from '../../../../web/dashboard/json-mistake.js';
import { faultWords, fromField, toField } from '../../../../web/dashboard/fault-form.js';

const SOCKJS = '/ws/greenhouse/042/k3v9q2xw/websocket';
const PLAIN = { encoding: 'text', path: '/ws/greenhouse', direction: 'sent' };
const text = (payload, more) => readFrame({ ...PLAIN, payload, ...more });

describe('A message of STOMP', () => {
  test('may hold several frames, and line ends between them', () => {
    const found = stompFrames('SEND\na:1\n\nx\0\n\nSEND\na:2\n\ny\0\n');
    assert.deepEqual(found.map(({ headers, body }) => [headers, body]), [[[['a', '1']], 'x'], [[['a', '2']], 'y']]);
  });
  test('of line ends alone is a heart-beat', () => {
    assert.deepEqual(stompFrames('\n').map(({ command }) => command), ['heart-beat']);
  });
  test('breaks in its second frame, at a byte of the whole', () => {
    const [part] = text('SEND\nä:1\n\nx\0SEND\nno colon\n\ny\0').parts;
    assert.deepEqual([part.kind, part.error, part.offset], ['stomp', 'a header has no colon', 18]);
  });
  test('may have something else behind it', () => {
    assert.equal(stompFrames('SEND\na:1\n\nx\0{}').at(-1).error, 'this is not a frame');
  });
  test('whose secrets are blacked out has another length than it says', () => {
    const [frame] = stompFrames('SEND\ncontent-length:9\n\n{"token":"[redacted]"}\0');
    assert.deepEqual([frame.error, frame.body], [undefined, '{"token":"[redacted]"}']);
  });
  test('that was cut is not called wrong', () => {
    assert.equal(text('SEND\na:1\n\nxxxx', { truncated: true }).parts[0].error, undefined);
  });
  test('keeps escapes of backslashes apart', () => {
    assert.equal(stompFrames('SEND\na:\\\\t\n\n\0')[0].error, undefined);
    assert.equal(stompFrames('SEND\na:x\\\\\\t\n\n\0')[0].offset, 10);
  });
});

describe('A frame of SockJS', () => {
  const sockJS = (payload, more) => text(payload, { path: SOCKJS, ...more });
  for (const [payload, about] of Object.entries({
    o: 'the socket is open', h: 'heart-beat', 'c[3000,"Go away!"]': 'the socket is closed: 3000 Go away!',
  })) {
    test(`${payload} means: ${about}`, () => {
      assert.deepEqual(sockJS(payload), { layer: 'sockjs', about, parts: [] });
    });
  }

  test('holds frames of STOMP, from the server', () => {
    const { about, parts } = sockJS('a["CONNECTED\\nversion:1.2\\n\\n\\u0000","\\n"]');
    assert.equal(about, '2 messages');
    assert.deepEqual(parts.map(({ frames }) => frames[0].command), ['CONNECTED', 'heart-beat']);
  });
  test('and from the client, where the byte is one of the frame in it', () => {
    const payload = ['SEND\nno colon\n\n\0'];
    const { parts: [part] } = sockJS(payload, { encoding: 'json', direction: 'received' });
    assert.deepEqual([part.offset, part.text], [5, payload[0]]);
  });
  test('breaks at a byte where it is no JSON', () => {
    const { parts: [part] } = sockJS('a["é",]');
    assert.deepEqual([part.error, part.offset], ['the array is not valid JSON', 7]);
  });
  test('is one in worlds, too, and only at its path', () => {
    assert.equal(sockJS('o', { path: `/_w/w1${SOCKJS}` }).layer, 'sockjs');
    assert.equal(text('o', { path: '/_w/w1/ws/greenhouse/websocket' }).layer, undefined);
    assert.equal(readFrame({ ...PLAIN, payload: 'h' }, 'sockjs').layer, 'sockjs');
  });
});

describe('A message of JSON', () => {
  test('is shown as such', () => {
    const payload = { type: 'ping' };
    const { parts } = text(payload, { encoding: 'json' });
    assert.deepEqual(parts, [{ kind: 'json', text: '{"type":"ping"}', value: payload }]);
  });
  test('breaks at a byte', () => {
    const [part] = text('{"é":').parts;
    assert.deepEqual([part.kind, part.error, part.offset], ['text', 'this is not valid JSON', 6]);
  });
  test('is meant by any text over a channel', () => {
    assert.equal(readFrame({ encoding: 'text', payload: 'hello' }, 'channels').parts[0].offset, 0);
    assert.equal(readFrame({ encoding: 'text', payload: 'hello' }, 'echo').parts[0].offset, undefined);
  });
  for (const [json, place] of Object.entries({
    '{"a":[1,-2.5e3,"\\u00e9",true,null,{}]}': -1, ' [] ': -1, '"x"': -1, '': 0, '[1,]': 3, '[1 2]': 3, '{"a" 1}': 5,
    '{a:1}': 1, '[1}': 2, '{"a":1,}': 7, '[01]': 2, '"\\x"': 0, '[] []': 3, '{"a":1': 6,
  })) {
    test(`${JSON.stringify(json)} breaks at ${place}, as JSON.parse says`, () => {
      assert.equal(jsonMistake(json), place);
      if (place < 0) JSON.parse(json);
      else assert.throws(() => JSON.parse(json));
    });
  }
  test('is named by its line and column', () => {
    assert.equal(mistakeIn('{\n  "a": 1,\n  b: 2\n}'), 'This is not valid JSON: line 3, column 3, at “b:”.');
    assert.equal(mistakeIn('[1', 'The payload'), 'The payload is not valid JSON: line 1, column 3, where it ends.');
  });
});

describe('The byte of which the server complains', () => {
  const complaint = [{ location: 'x', message: 'a header line has no colon at byte 5, found' }];
  test('is counted from the command', () => assert.equal(complainedByte('\r\nSEND\nbad\n\n\0', complaint), 7));
  test('is not known behind what is blacked out', () => {
    assert.equal(complainedByte('SEND\na:[redacted]\nbad\n\n\0', [{ message: 'no colon at byte 14' }]), undefined);
    assert.equal(complainedByte('SEND\nbad\na:[redacted]\n\n\0', complaint), 5);
  });
  test('is none without a complaint', () => assert.equal(complainedByte('SEND\n\n\0'), undefined));
});

test('A frame is written in a field, and read again', () => {
  assert.equal(fromField(toField('SEND\n\nx\0')), 'SEND\n\nx\0');
  assert.equal(toField('\0'), '\\0');
});

test('A fault of a socket in words', () => {
  const words = (fault, more) => faultWords({ fault, times: 1, applications: 0, exhausted: false, ...more });
  assert.equal(words({ type: 'dropMessage' }), '⚡ The next message to the client will be dropped');
  const held = { type: 'delayMessages', milliseconds: 5000, direction: 'incoming' };
  assert.equal(words(held, { times: 3, applications: 1 }),
    '⚡ The next 2 messages from the client will be held back 5 s; triggered 1×');
  assert.equal(words({ type: 'editMessage', find: 'a', replace: 'b' }),
    '⚡ The next message to the client will be edited replacing “a” by “b”');
  assert.equal(words({ type: 'corrupt' }, { applications: 1, exhausted: true }),
    '⚡ Triggered 1×: a message to the client was corrupted');
});
