import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { describe, test } from 'node:test';

import { inWorld, MockServer, mockWorld, NotSatisfiedError, report, SocketError, UnawaitedError } from 'mock-api-testing';

import { node } from '../support/child.js';

/** Where Debian has packages of Node. */
const PACKAGES = '/usr/share/nodejs';

const post = (world, title) => fetch(`${world.baseURL}/posts?draft=1`, {
  method: 'POST', headers: { 'Content-Type': 'application/json', 'X-Test': 'yes' }, body: JSON.stringify({ title }),
});
const get = async (world, id) => (await fetch(`${world.baseURL}/posts/${id}`)).status;

/** What is printed as a warning meanwhile. */
async function warnings(work) {
  const { warn } = console;
  const found = [];
  console.warn = (text) => found.push(text);
  try {
    await work();
  } finally {
    console.warn = warn;
  }
  return found;
}

describe('Verifications', () => {
  test('give the entries', mockWorld(async (world) => {
    for (const title of ['first', 'second', 'first']) await post(world, title);
    const [first, third] = await world.requests.verify(
      { body: { title: 'first' }, header: { 'X-Test': 'yes' } }, { exactly: 2 });
    assert.deepEqual([first.id, third.id], [1, 3]);
    assert.deepEqual([first.method, first.path, first.query, first.status], ['POST', '/posts', 'draft=1', 201]);
    assert.equal(first.request.headers['X-Test'], 'yes');
    assert.deepEqual([first.request.body, first.response.body.id], [{ title: 'first' }, 101]);
    const waited = await world.requests.wait({ query: { draft: '1' } }, { atLeast: 3 });
    assert.deepEqual(waited.map((entry) => entry.id), [1, 2, 3]);
    assert.deepEqual(await world.requests.verify({ method: 'DELETE' }, { exactly: 0 }), []);
  }));

  test('find what was not verified', mockWorld(async (world) => {
    await get(world, 1);
    await post(world, 'Kept');
    await world.requests.verify('GET /posts/1');
    await world.requests.verifyNoOther('GET /posts/*');
    await world.requests.verifyNoOther({ method: 'GET' });
    await assert.rejects(world.requests.verifyNoOther(), /^NotSatisfiedError: expected no other exchange, found 1:\n {2}#2 POST \/posts\?draft=1 → 201/);
    await world.requests.wait({ body: { title: 'Kept' } });
    await world.requests.verifyNoOther();
    await world.requests.clear();
    await get(world, 1);
    await assert.rejects(world.requests.verifyNoOther(), /GET \/posts\/1/);
  }));

  test('know an order', mockWorld(async (world) => {
    for (const id of [1, 2, 1, 3]) await get(world, `${id}?_embed=comments`);
    const found = await world.requests.verifyInOrder(['GET /posts/1?_embed=comments', { path: '/posts/3' }]);
    assert.deepEqual(found.map((entry) => entry.path), ['/posts/1', '/posts/3']);
    await assert.rejects(world.requests.verifyInOrder(['GET /posts/2', 'GET /posts/1', 'GET /posts/2']), {
      message: [
        'step 3 of 3: expected method "GET", path "/posts/2" next, and found none',
        '  step 1: #2 GET /posts/2?_embed=comments → 200',
        '  step 2: #3 GET /posts/1?_embed=comments → 200',
        '  too early: #2 GET /posts/2?_embed=comments → 200',
      ].join('\n'),
    });
    await assert.rejects(world.requests.verifyInOrder(['GET /posts/4']), /step 1 of 1: .*nearest: #\d GET \/posts\//s);
    await assert.rejects(world.requests.verifyInOrder(['/posts/4']), /write its method and its path/);
  }));

  test('without await fail, with the line of their call', async () => {
    const forgets = (world) => {
      world.requests.verify({ path: '/nowhere' });
    };
    await assert.rejects(inWorld({ name: 'forgets' }, forgets), (error) => {
      assert.ok(error instanceof UnawaitedError);
      assert.match(error.message, /^world\.requests\.verify\(…\) at \S*verifying\.test\.js:\d+:22 was not awaited: write "await" before it; it failed: expected at least 1 of path/);
      return true;
    });
    const world = await (await MockServer.shared()).worlds.make({ name: 'by hand' });
    world.requests.verifyNoOther();
    world.channels.verifySent({ channel: '/ws', exactly: 0 });
    await assert.rejects(world.remove(), /verifyNoOther\(…\) at .*\n.*channels\.verifySent\(…\) at \S*verifying\.test\.js/);
    // The error of the test itself comes first.
    await assert.rejects(inWorld({ name: 'both' }, (own) => {
      forgets(own);
      throw new Error('first');
    }), /^Error: first/);
    await inWorld({ name: 'awaits' }, (own) => Promise.all([own.requests.verifyNoOther(), own.requests.verifyNoOther()]));
  });

  test('show the paths of the app', mockWorld(async (world) => {
    await get(world, 1);
    const texts = [await world.requests.wait({ path: '/posts/1' }), await world.requests.har(), await report(world)];
    for await (const event of world.requests.follow({}, { after: 0 })) {
      texts.push(event);
      break;
    }
    assert.doesNotMatch(JSON.stringify(texts), /\/_w\//);
    assert.equal((await world.info()).basePath, `/_w/${world.id}`);
  }));
});

describe('Answers', () => {
  test('replace responses', mockWorld(async (world) => {
    const seen = async (count) => {
      const found = [];
      while (found.length < count) found.push(await get(world, 1));
      return found;
    };
    await world.answer('GET /posts/*', { status: 503, once: true });
    assert.deepEqual(await seen(2), [503, 200]);
    await world.answer('get /posts/1', { status: 404, onCall: 2 });
    assert.deepEqual(await seen(3), [200, 404, 200]);
    await world.answer('GET /posts/1', { status: 500, headers: { 'Retry-After': '1' }, times: 2 });
    assert.deepEqual(await seen(3), [500, 500, 200]);
    await world.answer('GET /posts?userId=7', { body: [] });
    assert.deepEqual(await (await fetch(`${world.baseURL}/posts?userId=7`)).json(), []);
  }));

  test('wait until they are released', mockWorld(async (world) => {
    for (const [change, status] of [[undefined, 200], [{ patch: { title: 'late' } }, 200], [{ status: 503 }, 503]]) {
      const hold = await world.hold('GET /posts/1');
      const response = fetch(`${world.baseURL}/posts/1`);
      const held = await hold.wait({ timeout: '30s' });
      assert.deepEqual([held.exchange.path, held.exchange.status], ['/posts/1', 200]);
      await held.release(change);
      assert.equal((await response).status, status);
      if (change?.patch) assert.equal((await (await response).json()).title, 'late');
      await assert.rejects(held.release(), { status: 404 });
    }
    const hold = await world.hold('GET /posts/1', { phase: 'request', times: null, limit: '5m' });
    await assert.rejects(hold.wait({ timeout: '1ms' }), /no exchange is held by the fault \S+ for GET \/posts\/1; 0 matched/);
    const broken = assert.rejects(fetch(`${world.baseURL}/posts/1`));
    await (await hold.wait({ timeout: '30s' })).abort();
    await broken;
    const response = get(world, 1);
    await hold.wait({ timeout: '30s' });
    assert.equal(await hold.release(), 1);
    assert.equal(await response, 200);
    await hold.remove();
    assert.equal(await get(world, 1), 200);
    await assert.rejects(world.hold('GET /posts/1', { at: 'request' }), /no option at/);
  }));

  test('patch responses', mockWorld(async (world) => {
    const { headers } = await world.signIn('agrobridge');
    const lotes = `${await world.url('agrobridge')}/lotes`;
    const seen = async () => (await fetch(lotes, { headers })).json();
    const whole = await seen();
    await world.answer('GET /v1/lotes', { patch: { total: 0 }, once: true });
    assert.deepEqual([await seen(), await seen()], [{ ...whole, total: 0 }, whole]);
    await world.answer('GET /v1/lotes', { patch: [{ op: 'replace', path: '/lotes/0/nombre', value: 'Norte' }], onCall: 2 });
    assert.notEqual((await seen()).lotes[0].nombre, 'Norte');
    assert.equal((await seen()).lotes[0].nombre, 'Norte');
    await world.answer('GET /v1/lotes', { patch: { total: 'none' }, once: true });
    assert.match((await seen()).error, /not as its document says: body \/total/);
    await world.answer('GET /v1/lotes', { patch: { total: 'none' }, undocumented: true, once: true });
    assert.equal((await seen()).total, 'none');
  }));

  test('that cannot be are refused', mockWorld(async (world) => {
    for (const [options, message] of [
      [{ status: 500, once: true, times: 2 }, /choose one of once and times/],
      [{ status: 500, onCall: 0 }, /counts from 1/],
      [{}, /patch, status or body/],
      [{ patch: {}, body: {} }, /choose one of them/],
      [{ code: 500 }, /no option code/],
    ]) assert.throws(() => world.answer('GET /posts', options), message);
    assert.throws(() => world.answer('/posts', { status: 500 }), /write its method and its path/);
  }));

  test('that were not used are warned of', async () => {
    const found = await warnings(() => inWorld({ name: 'unused' }, async (world) => {
      await world.faultSets.add('tunnel', { match: { path: '/nowhere' } });
      await world.faults.remove((await world.faults.add({ type: 'reset' }, { match: { path: '/nowhere' } })).id);
      await world.answer('GET /posts/1', { status: 500 });
      await world.answer('GET /posts/2', { status: 500, onCall: 3 });
      await world.faults.addJson({ fault: { type: 'reset' }, match: { path: '/nowhere' } });
      await get(world, 1);
      await get(world, 2);
    }));
    assert.equal(found.length, 2);
    assert.match(found[0], /^mock-api: the fault \S+ \(status for method GET, path \/posts\/2\) never applied: 1 matched it/);
    assert.match(found[1], /^mock-api: the fault \S+ \(reset for path \/nowhere\) never applied: nothing matched it$/);
  });
});

describe('Sockets of a test', () => {
  test('speak STOMP', mockWorld(async (world) => {
    const { token } = await world.signIn('invernaderos');
    const client = await world.connectStomp({ token });
    await client.subscribe('/topic/greenhouse/messages');
    await client.subscribe('/topic/odd:name\\1', { headers: { note: 'a\nb:c' } });
    for (const value of [41, 42]) await world.sensors.pushReading({ RESERVA: value });
    const message = await client.wait((each) => each.json.RESERVA === 42);
    assert.deepEqual(
      [message.destination, message.headers['content-type']], ['/topic/greenhouse/messages', 'application/json']);
    assert.equal((await client.wait(undefined, { destination: '/topic/greenhouse/messages' })).json.RESERVA, 41);
    await client.send('/topic/odd:name\\1', { half: 0.5 });
    assert.deepEqual((await client.wait()).json, { half: 0.5 });
    await client.send('/topic/odd:name\\1', 'no JSON', { headers: { priority: 1 } });
    assert.equal((await client.wait()).text, 'no JSON');
    assert.equal(client.messages.length, 4);
    await assert.rejects(client.wait((each) => each.json.RESERVA === 43, { timeout: '50ms' }), (error) => {
      assert.ok(error instanceof NotSatisfiedError);
      assert.match(error.message, /within 50ms; 4 came:.*no JSON/s);
      return true;
    });
    const late = client.wait();
    await Promise.all([assert.rejects(late, SocketError), world.sockets.kickAll({ code: 4000, reason: 'enough' })]);
    await assert.rejects(client.wait(), /has closed with 4000 enough/);
    await assert.rejects(client.send('/topic/a'), /has closed with 4000 enough/);
  }));

  test('report what the server refuses', mockWorld(async (world) => {
    const client = await world.connectStomp();
    await assert.rejects(client.send('/topic/a', '', { headers: { transaction: 'never begun' } }), /answered ERROR: /);
    await assert.rejects(world.connectSocket('/nowhere'), (error) => {
      assert.ok(error instanceof SocketError);
      assert.match(error.message, /\/nowhere cannot be connected to: /);
      return true;
    });
  }));

  test('use the package ws where Node has no WebSocket', async (context) => {
    const without = (variables) => node(['--input-type=module', '--eval', `
      delete globalThis.WebSocket;
      const { inWorld } = await import('mock-api-testing');
      await inWorld({ name: 'ws' }, async (world) => {
        const { token } = await world.signIn('invernaderos');
        const client = await world.connectStomp({ token });
        await client.subscribe('/topic/a');
        await client.send('/topic/a', { half: 0.5 });
        console.log((await client.wait()).text);
        await world.connectSocket('/nowhere').catch((error) => console.log(error.message));
      });`], variables);
    assert.match((await without({ NODE_PATH: '' })).output, /use Node 22 or later, or npm install --save-dev ws/);
    try {
      createRequire(`${PACKAGES}/package.json`)(`${PACKAGES}/ws`);
    } catch {
      context.skip('the package ws is not installed');
      return;
    }
    const { output } = await without({ NODE_PATH: PACKAGES });
    assert.match(output, /^\{"half":0\.5\}\n.*\/nowhere cannot be connected to: .*404/);
  });

  test('speak JSON, and end with the world', async () => {
    const found = await warnings(() => inWorld({ name: 'JSON', leakedSockets: 'error' }, async (world) => {
      const { token } = await world.signIn('interspace');
      const client = await world.connectSocket('/ws', { token });
      client.send({ type: 'subscribe', channels: ['wallet_updates'] });
      client.send('no JSON');
      assert.ok((await client.wait((each) => each.type === 'error')).error.code);
      assert.equal((await client.wait()).type, 'subscribed');
      await world.channels.push('wallet_updates', { message: 'wallet_deleted', payload: { id: 7 } });
      assert.deepEqual(await client.wait((each) => each.id === 7), { id: 7 });
      const [socket] = await world.sockets.list();
      assert.equal(socket.path, '/ws');
      await world.sockets.send(socket.id, 'text');
      assert.equal(await client.wait(), 'text');
      await world.sockets.send(socket.id, new Uint8Array([0, 255]));
      assert.deepEqual(await client.wait(), new Uint8Array([0, 255]));
    }));
    assert.deepEqual(found, []);
  });
});
