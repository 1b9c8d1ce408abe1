import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { before, describe, test } from 'node:test';

import { inWorld, MockServer, NotSatisfiedError } from 'mock-api-testing';

/** Operations of the control plane's document that the kit has no call for, and why. */
const LEFT_OUT = {
  downloadHAR: 'the same as exportHAR, with the name of a file for browsers',
  getAuthorityDER: 'the certificate that getAuthorityPEM gives, in another form',
  getAuthorityProfile: 'the certificate that getAuthorityPEM gives, for a person who taps on it',
  connect: 'a page for people', connectCode: 'a picture for the camera of a phone',
  getPageFile: 'a part of a page for people', followServer: 'the stream of that page; a test follows the journal',
  followMessages: 'the stream of ctl listen; a test\'s own client connects to the channel',
  docs: 'a page for people', docsFile: 'a part of a page for people',
  appleAppSiteAssociation: 'for systems, not for tests', assetLinks: 'for systems, not for tests',
  listAPIs: 'for assistants that write code', describeAPI: 'the same', getAPIDocument: 'the same',
  describeOperation: 'the same', callMCP: 'the same', endMCPSession: 'the same',
  echo: 'a socket to try clients with, which is opened as any other',
};
const PICTURES = /^\/media\//;
/** The same calls under the names that WireMock has for them. */
const WIREMOCK = /^\/__admin\//;

describe('The calls', () => {
  let document;
  let server;
  const called = new Set();

  before(async () => {
    const shared = await MockServer.shared();
    server = new MockServer(shared.url, { observer: (method, path) => called.add(`${method} ${path}`) });
    document = await shared.document('mock.json');
  });

  test('are all of the document that a test can use', async () => {
    await callEverything(server);
    const documented = Object.entries(document.paths).flatMap(([path, item]) =>
      Object.entries(item).filter(([, operation]) => operation.operationId && !LEFT_OUT[operation.operationId])
        .filter(() => !PICTURES.test(path) && !WIREMOCK.test(path))
        .map(([method]) => `${method.toUpperCase()} ${path}`));
    assert.deepEqual([...called].sort(), documented.sort());
  });

  test('leave out nothing that is not there', () => {
    const operations = Object.values(document.paths).flatMap((item) => Object.values(item).map((each) => each.operationId));
    assert.deepEqual(Object.keys(LEFT_OUT).filter((name) => !operations.includes(name)), []);
  });

  test('have a type for each kind of fault', async () => {
    const options = await readFile(new URL('../../src/options.d.ts', import.meta.url), 'utf8');
    const kinds = [...options.matchAll(/^ {2}type: ([^;]+);/gm)].flatMap(([, kind]) => kind.match(/\w+/g));
    const types = await server.defaultWorld.faults.types();
    assert.deepEqual(kinds.sort(), types.map((type) => type.type).sort());
  });
});

/** Makes each call once, as it is meant. */
async function callEverything(server) {
  assert.equal((await server.health()).status, 'ok');
  assert.match(await server.metrics(), /^# HELP/m);
  assert.ok((await server.calls()).length > 50);
  assert.ok((await server.documents()).documents.length >= 6);
  assert.match(await server.socketsDocumentYaml(), /^asyncapi: /);
  assert.equal((await server.socketsDocument()).asyncapi[0], '3');
  assert.equal((await server.document('newsapi.json')).info.title, 'newsapi');
  assert.equal(await server.basePath('newsapi'), '/v2');
  assert.match((await server.connectAddresses()).local.url, /^http/);
  // Without a TLS port there is no certificate.
  await assert.rejects(server.authorityPem(), { status: 404 });
  await inWorld({ server, name: 'every call' }, async (world) => {
    assert.ok((await server.worlds.list()).some((each) => each.id === world.id && each.name === 'every call'));
    assert.equal((await world.info()).name, 'every call');
    const made = (await server.activity()).find((each) => each.body?.id === world.id);
    assert.deepEqual([made.operationId, made.status], ['createWorld', 201]);
    assert.deepEqual(await server.activity({ after: made.id }), []);
    await callState(world);
    await callFaults(world);
    await callJournal(world);
    await callTokens(world);
    await callStreams(world);
  });
}

async function callState(world) {
  assert.equal((await world.clock.freeze(new Date('2026-01-01T00:00:00Z'))).now, '2026-01-01T00:00:00Z');
  assert.equal((await world.clock.advance('90s')).now, '2026-01-01T00:01:30Z');
  assert.equal((await world.clock.get()).frozen, true);
  const ahead = await world.clock.upcoming({ until: new Date('2026-01-01T00:02:00Z') });
  assert.ok(ahead.events.some((event) => event.kind === 'simulation' && event.count >= 6), JSON.stringify(ahead));
  assert.equal((await world.snapshots.take('a')).name, 'a');
  assert.equal((await world.snapshots.get('a')).world, world.id);
  assert.equal((await world.snapshots.list()).length, 1);
  assert.equal((await world.snapshots.restore('a')).name, 'a');
  await world.snapshots.delete('a');
  const state = await world.state.export();
  await world.state.load(state);
  const table = (await world.data.tables()).find((each) => each.name === 'agrobridge_lote');
  const { rows, total } = await world.data.list(table.name, { filter: { id: 'lote_1' } });
  assert.equal(total, 1);
  assert.equal(await world.data.delete(table.name, { where: { id: 'lote_1' } }), 1);
  assert.equal(await world.data.add(table.name, rows), 1);
  assert.equal(await world.data.change(table.name, { notas: 'changed' }, { where: { id: 'lote_1' } }), 1);
  await world.reset();
}

async function callFaults(world) {
  const { id } = await world.faults.add({ type: 'empty' }, { match: { path: '/nowhere' } });
  assert.equal((await world.faults.get(id)).fault.type, 'empty');
  await world.faults.remove(id);
  await world.faultSets.add('tunnel', { match: { api: 'agrobridge' } });
  assert.equal((await world.faultSets.list()).find((set) => set.name === 'tunnel').active, true);
  await world.faultSets.remove('tunnel');
  assert.deepEqual(await world.faults.list(), []);
  await world.faults.clear();
  assert.ok((await world.faults.types()).some((type) => type.type === 'offline'));
  const hold = await world.hold('GET /posts/1', { phase: 'request' });
  const response = fetch(`${world.baseURL}/posts/1`);
  const { holds: [held] } = await world.holds.awaitExchange({ heldBy: hold.fault.id, timeout: '30s' });
  assert.deepEqual(await world.holds.list(), [held]);
  assert.ok((await world.holds.get(held.id)).request);
  await world.holds.release(held.id, { fault: { type: 'status', status: 202 } });
  assert.equal((await response).status, 202);
  assert.equal(await world.holds.releaseAll(), 0);
  await hold.remove();
  await world.requests.clear();
}

async function callJournal(world) {
  await fetch(`${world.baseURL}/posts/1`);
  const requests = await world.requests.list({ path: '/posts/1' });
  assert.equal((await world.requests.get(requests[0].id)).path.endsWith('/posts/1'), true);
  const { matched, operations } = await world.requests.explain(requests[0].id);
  assert.deepEqual([matched, operations[0].operationId], [true, 'getPost']);
  const [device] = await world.devices.list();
  assert.equal(device.id, requests[0].device);
  assert.equal((await world.devices.name(device.id, { name: 'the test' })).name, 'the test');
  assert.equal((await world.devices.name(device.id)).name, null);
  assert.equal((await world.requests.page({ device: device.id })).total, 1);
  assert.equal((await world.requests.count({ path: '/posts/1' })).count, 1);
  assert.deepEqual((await world.requests.verify({ path: '/posts/1' })).map((each) => each.path), ['/posts/1']);
  assert.equal((await world.requests.wait({ path: '/posts/1' }))[0].status, 200);
  await assert.rejects(world.requests.verify({ path: '/posts/2' }), NotSatisfiedError);
  assert.equal((await world.requests.har()).log.entries.length, 1);
  const again = await world.requests.replay(requests[0].id, { headers: { Accept: 'application/json' } });
  assert.deepEqual(again, { id: requests[0].id + 1, status: 200 });
  assert.equal((await world.requests.replay(requests[0].id, { headers: { Accept: null } })).status, 200);
  for await (const { event, data } of world.requests.follow({}, { after: 0 })) {
    assert.deepEqual([event, data.status], ['exchange', 200]);
    break;
  }
  await world.requests.clear();
}

async function callTokens(world) {
  const signedIn = await world.signIn('agrobridge', { account: 'comprador@example.com' });
  assert.deepEqual([signedIn.account, signedIn.headers], ['user_124', { Authorization: `Bearer ${signedIn.token}` }]);
  const { token, session } = await world.tokens.mint('agrobridge', 'user_123');
  assert.ok((await world.tokens.list()).some((each) => each.session === session && each.state === 'valid'));
  await world.tokens.endSession(session);
  assert.match((await world.tokens.inspect(token)).reason, /signed out/);
  assert.equal((await world.tokens.inspect(token)).account, 'user_123');
  await world.tokens.invalidate();
  assert.equal((await world.tokens.inspect(token)).valid, false);
  assert.equal((await world.rateLimits.list()).length >= 3, true);
  assert.equal((await world.rateLimits.set('agrobridge', { authenticated: 7, anonymous: 3 })).authenticated, 7);
  await world.rateLimits.exhaust('agrobridge', { account: 'user_123' });
  assert.equal((await world.rateLimits.get('agrobridge')).clients[0].requests, 7);
  await world.rateLimits.reset('agrobridge');
}

async function callStreams(world) {
  assert.deepEqual(await world.sockets.list(), []);
  await assert.rejects(world.sockets.get(1), { status: 404 });
  await assert.rejects(world.sockets.kick(1), { status: 404 });
  await assert.rejects(world.sockets.send(1, 'hello'), { status: 404 });
  await world.sockets.kickAll();
  const channels = (await world.channels.list()).map((channel) => channel.name);
  assert.deepEqual(channels, ['channels', 'profile_updates', 'wallet_updates']);
  // No API of this server has such a channel.
  await assert.rejects(world.channels.push('/orders', { message: 'OrderShipped', payload: {} }), { status: 404 });
  await world.channels.hold('wallet_updates', { message: 'wallet_deleted' });
  const pushed = await world.channels.push('wallet_updates', { message: 'wallet_deleted', payload: { id: 7 } });
  assert.equal(pushed.held, true);
  assert.deepEqual((await world.channels.messages({ channel: 'wallet_updates' })).held[0].payload, { id: 7 });
  const wanted = { channel: 'wallet_updates', message: 'wallet_deleted' };
  await assert.rejects(world.channels.awaitMessage({ ...wanted, timeout: '1ms' }), /one is held back/);
  assert.equal(await world.channels.release({ channel: 'wallet_updates' }), 1);
  await assert.rejects(world.channels.verifySent(wanted), /found 0/);
  assert.equal(await world.channels.verifySent({ ...wanted, exactly: 0 }), 0);
  assert.equal((await world.broker.get()).unacknowledged, 0);
  await world.messages.publish('/topic/any', { a: 1 });
  const names = (await world.simulations.list()).map((simulation) => simulation.name);
  assert.ok((await world.simulations.pause(names[0])).some((simulation) => simulation.paused));
  await world.simulations.step();
  await world.simulations.resume();
  assert.equal((await world.sensors.set('001', 'humidity', 50)).set.value, 50);
  await world.sensors.unset('001', 'humidity');
  assert.equal((await world.sensors.list()).greenhouses.length, 3);
  await world.sensors.pushReading();
  const { id } = await world.scenarios.add('heatWave', '1m');
  assert.equal((await world.scenarios.get(id)).type, 'heatWave');
  await world.scenarios.remove(id);
  assert.deepEqual(await world.scenarios.list(), []);
  await world.scenarios.clear();
}
