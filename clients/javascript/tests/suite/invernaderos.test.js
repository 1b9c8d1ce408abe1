import assert from 'node:assert/strict';
import { describe, test } from 'node:test';

import { mockWorld } from 'mock-api-testing';

import { App } from '../support/app.js';
import { connect } from '../support/websocket.js';

const TOPIC = '/topic/greenhouse/messages';

async function signedIn(world) {
  const app = new App(await world.url('invernaderos'));
  app.token = (await app.expect(200, 'POST', '/auth/login', { username: 'admin', password: 'password123' })).token;
  return app;
}

async function session(world) {
  const socket = await connect(`${world.webSocketURL}/ws/greenhouse`);
  socket.send('CONNECT\naccept-version:1.2\nhost:localhost\n\n\0');
  assert.match(await socket.receive(), /^CONNECTED\n/);
  return socket;
}

describe('Invernaderos', { concurrency: true }, () => {
  test('shows the newest reading', mockWorld(async (world) => {
    const app = await signedIn(world);
    const reading = await app.expect(200, 'GET', '/greenhouse/messages/latest');
    assert.equal(typeof reading['TEMPERATURA INVERNADERO 01'], 'number');
  }));

  test('shows what a sensor reads', mockWorld(async (world) => {
    const app = await signedIn(world);
    const { sensorId } = await world.sensors.set('001', 'humidity', 55.5);
    await world.simulations.step();
    const reading = await app.expect(200, 'GET', '/greenhouse/messages/latest');
    assert.equal(reading[sensorId], 55.5);
  }));

  test('hears of a reading over STOMP', mockWorld({ leakedSockets: 'error' }, async (world) => {
    const socket = await session(world);
    socket.send(`SUBSCRIBE\nid:0\ndestination:${TOPIC}\nreceipt:ready\n\n\0`);
    assert.match(await socket.receive(), /^RECEIPT\n/);
    await world.simulations.pause();
    await world.sensors.pushReading({ 'TEMPERATURA INVERNADERO 01': 21.5 });
    await world.requests.wait({ kind: 'frame', path: '/ws/greenhouse', direction: 'sent', bodyContains: 'MESSAGE' });
    assert.match(await socket.receive(), /^MESSAGE\n[^]*21\.5/);
    await socket.close();
  }));

  test('is told of a bad frame', mockWorld(async (world) => {
    const socket = await session(world);
    socket.send('SUBSCRIBE\nid:0\n\n\0');
    await world.requests.wait({ kind: 'frame', direction: 'sent', bodyContains: 'ERROR' });
    assert.match(await socket.receive(), /^ERROR\n[^]*destination/);
    assert.equal(await socket.closed, 1002);
  }));

  test('gets what a test sends over its socket', mockWorld({ leakedSockets: 'error' }, async (world) => {
    const socket = await session(world);
    socket.send(`SUBSCRIBE\nid:0\ndestination:${TOPIC}\nreceipt:ready\n\n\0`);
    assert.match(await socket.receive(), /^RECEIPT\n/);
    await world.simulations.pause();
    const [open] = await world.sockets.list();
    assert.deepEqual([open.protocol, open.version, open.heartBeat], ['stomp', '1.2', { client: 0, server: 0 }]);
    assert.deepEqual(open.subscriptions, [{ id: '0', destination: TOPIC, ack: 'auto', unacknowledged: 0 }]);
    assert.deepEqual([open.queuedBytes, open.droppedMessages], [0, 0]);
    await world.sockets.send(open.id, 'hello');
    assert.equal(await socket.receive(), 'hello');
    await world.sockets.send(open.id, new Uint8Array([0, 255]));
    assert.deepEqual([...await socket.receive()], [0, 255]);
    const fault = { type: 'editMessage', find: 'hello', replace: 'goodbye', direction: 'outgoing' };
    await world.faults.add(fault, { match: { socket: open.id } });
    await world.sockets.send(open.id, 'hello');
    assert.equal(await socket.receive(), 'goodbye');
    await socket.close();
  }));

  test('notices that its socket is closed', mockWorld(async (world) => {
    const socket = await session(world);
    const [open] = await world.sockets.list();
    await world.sockets.kick(open.id, { code: 4001, reason: 'maintenance' });
    assert.equal(await socket.closed, 4001);
  }));
});
