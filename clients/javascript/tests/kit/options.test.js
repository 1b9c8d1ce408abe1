import assert from 'node:assert/strict';
import { test } from 'node:test';

import {
  CallRefusedError, inWorld, MockServer, mockWorld, NotSatisfiedError, UnawaitedError,
} from 'mock-api-testing';

const EXAMPLE = new URL('../../../../Seeds/examples/courier/', import.meta.url);
const apis = { courier: [new URL('openapi.yaml', EXAMPLE), new URL('asyncapi.yaml', EXAMPLE)] };
const LIVE = '/orders/live';

/** What a call throws, at once or later. */
async function thrown(call) {
  try {
    await call();
  } catch (error) {
    return error;
  }
  return undefined;
}

test('A misspelt option is refused', mockWorld(async (world) => {
  const { server } = world;
  const last = /no option (\w+) of the last argument, .*; known are signal, timeout\. What the call itself takes goes into the object/;
  for (const [call, message] of [
    [() => world.channels.verifySent({ channel: '/ws' }, { exactly: 5 }), last],
    [() => world.clock.advance('1s', { timout: '1s' }), last],
    [() => world.data.add('agrobridge_lote', [], { atLeast: 1 }), last],
    [() => world.requests.verifyNoOther({}, { exactly: 1 }), last],
    [() => world.requests.wait({}, { atLeast: 0 }, { atLeast: 1 }), last],
    [() => server.health({ header: {} }), last],
    [() => world.connectSocket('/ws', { tokn: 'x' }), /no option tokn of connectSocket; known are token, headers, timeout/],
    [() => world.connectStomp({ paht: '/x' }), /no option paht of connectStomp; known are path, token/],
    [() => world.channels.hold('/ws', { mesage: 'pong' }), /no option mesage of channels\.hold; known are api, message/],
    [() => world.clock.set({ freez: true }), /no option freez of clock\.set; known are freeze, now, /],
    [() => world.faults.add({ type: 'empty' }, { afterSeconds: 1 }), /no option afterSeconds of faults\.add/],
    [() => world.requests.verify('GET /posts', { exactely: 1 }), /no option exactely of requests\.verify; known are exactly, /],
    [() => world.requests.list({ pth: '/posts' }), /no option pth of requests\.page/],
    [() => world.answer('GET /posts', { status: 500, onCalls: 3 }), /no option onCalls of answer/],
    [() => world.hold('GET /posts', { time: 3 }), /no option time of hold; did you mean times\?/],
    [() => world.rateLimits.set('agrobridge', 'off'), /options of rateLimits\.set are an object with off, .*; they cannot be "off"/],
    [() => server.worlds.make({ frozen_at: 'now' }), /no option frozen_at of worlds\.make; did you mean frozenAt\?/],
    [() => inWorld({ api: {} }, () => {}), /no option api of mockWorld; did you mean apis\?/],
    [() => MockServer.start({ account: 'strict' }), /no option account of MockServer\.start; did you mean accounts\?/],
    [() => MockServer.shared({ binary: 'x' }), /no option binary of MockServer\.shared/],
    [() => new MockServer('http://localhost:3000', { token: 'x' }), /no option token of MockServer; known are adminToken/],
  ]) {
    const error = await thrown(call);
    assert.ok(error instanceof TypeError, `${call}: ${error}`);
    assert.match(error.message, message);
  }
  const client = await world.connectSocket('/ws');
  assert.match((await thrown(() => client.wait(undefined, { timeot: '1s' }))).message, /no option timeot of wait/);
}));

test('A call that is not awaited is reported', async () => {
  const forgets = (world) => {
    world.answer('GET /posts', { status: 500 });
    world.faults.add({ type: 'status', status: 1 });
    world.url('nowhere');
  };
  const error = await thrown(() => inWorld({ name: 'forgets' }, forgets));
  assert.ok(error instanceof UnawaitedError);
  assert.match(error.message, /^world\.answer\(…\) at \S*options\.test\.js:\d+:11 was not awaited: write "await" before it\n/);
  assert.match(error.message, /\nworld\.faults\.add\(…\) at \S*options\.test\.js:\d+:18 was not awaited: .*; it failed: .*status must be/);
  assert.match(error.message, /\nworld\.url\(…\) at .*; it failed: the server has no API "nowhere"/);

  // What a test awaits later, awaits with others or returns is not forgotten.
  await inWorld({ name: 'awaits' }, async (world) => {
    const fault = world.answer('GET /posts', { status: 500, once: true });
    await Promise.all([world.clock.freeze(), world.clock.advance('1s')]);
    assert.equal((await fetch(`${world.baseURL}/posts`)).status, (await fault).fault.status);
    return world.reset();
  });
});

test('Channels are verified, and a failure is a failed expectation', mockWorld({ apis }, async (world) => {
  const unmet = await thrown(() => world.channels.verifySent(LIVE, { message: 'order.paid', exactly: 5 }));
  assert.ok(unmet instanceof NotSatisfiedError);
  assert.match(unmet.message, /^expected exactly 5 of order\.paid of \w+, and found 0/);
  const late = await thrown(() => world.channels.awaitMessage({ channel: LIVE, timeout: '1ms' }));
  assert.ok(late instanceof NotSatisfiedError);
  assert.match(late.message, /did not come within/);
  const unknown = await thrown(() => world.channels.verifySent('/nowhere'));
  assert.ok(unknown instanceof CallRefusedError);
  assert.equal(unknown.status, 404);
  assert.match(unknown.reason, /^no API has a channel "\/nowhere"/);

  const client = await world.connectSocket('/v1/orders/live');
  await world.channels.hold(LIVE, { message: 'order.paid' });
  await world.channels.push(LIVE, { message: 'order.paid' });
  assert.equal((await world.channels.messages(LIVE)).held.length, 1);
  assert.equal(await world.channels.release(LIVE), 1);
  assert.equal((await world.channels.awaitMessage(LIVE, { message: 'order.paid' })).message, 'order.paid');
  assert.equal(await world.channels.verifySent(LIVE, { message: 'order.paid', exactly: 1 }), 1);
  await client.close();
  for (const [options, message] of [['order.paid', /object behind the channel/], [{ channel: LIVE }, /two channels/]]) {
    assert.match((await thrown(() => world.channels.verifySent(LIVE, options))).message, message);
  }
}));

test('An account is named as such or as an option', mockWorld(async (world) => {
  const sessions = await Promise.all([
    world.signIn('agrobridge'),
    world.signIn('agrobridge', 'comprador@example.com'),
    world.signIn('agrobridge', { account: 'comprador@example.com' }),
  ]);
  assert.deepEqual(sessions.map(({ account }) => account), ['user_123', 'user_124', 'user_124']);
}));
