import assert from 'node:assert/strict';
import { describe, test } from 'node:test';

import { mockWorld } from 'mock-api-testing';

import { App } from '../support/app.js';

const ACCOUNT = { email: 'usuario@example.com', password: 'password123' };
const LOTE = { nombre: 'Lote Nuevo', ubicacion: 'Zona Norte', tipoCultivo: 'Café', areaHectareas: 10 };

async function signedIn(world) {
  const app = new App(await world.url('agrobridge'));
  app.token = (await app.expect(200, 'POST', '/auth/login', ACCOUNT)).token;
  return app;
}

describe('AgroBridge', { concurrency: true }, () => {
  test('signs in and knows who it is', mockWorld(async (world) => {
    const app = new App(await world.url('agrobridge'));
    const { token, user } = await app.expect(200, 'POST', '/auth/login', ACCOUNT);
    assert.equal(user.nombre, 'Juan Pérez');
    assert.equal(token.split('.').length, 3);
  }));

  test('is told of a wrong password', mockWorld(async (world) => {
    const app = new App(await world.url('agrobridge'));
    const { error } = await app.expect(401, 'POST', '/auth/login', { ...ACCOUNT, password: 'wrong' });
    assert.equal(error.code, 'AUTH_FAILED');
  }));

  test('keeps a lote', mockWorld(async (world) => {
    const app = await signedIn(world);
    const { id } = await app.expect(201, 'POST', '/lotes', LOTE);
    assert.equal((await app.expect(200, 'GET', `/lotes/${id}`)).nombre, LOTE.nombre);
    const { lotes } = await app.expect(200, 'GET', '/lotes?limit=100&page=2');
    assert.ok(lotes.some((lote) => lote.id === id));
    await world.requests.verify({ method: 'POST', path: '/v1/lotes', body: { nombre: 'Lote Nuevo' } }, { exactly: 1 });
  }));

  test('has to sign in again when its token has ended', mockWorld({ frozenAt: '2026-01-01T00:00:00Z' }, async (world) => {
    const app = await signedIn(world);
    const { expiresIn } = await world.tokens.inspect(app.token);
    await world.clock.advance(`${expiresIn - 1}s`);
    await app.expect(200, 'GET', '/lotes');
    await world.clock.advance('2s');
    await app.expect(401, 'GET', '/lotes');
  }));

  test('waits as long as a rate limit asks', mockWorld({ frozenAt: new Date('2026-01-01T00:00:00Z') }, async (world) => {
    const app = await signedIn(world);
    await world.rateLimits.exhaust('agrobridge', { account: 'user_123' });
    const refused = await app.send('GET', '/lotes');
    assert.equal(refused.status, 429);
    await world.clock.advance(`${refused.headers.get('retry-after')}s`);
    await app.expect(200, 'GET', '/lotes');
  }));

  test('tries again after a 503', mockWorld({
    faults: [{ match: { path: '/v1/lotes' }, fault: { type: 'unavailable' }, times: 1 }],
  }, async (world) => {
    const app = await signedIn(world);
    await app.expect(503, 'GET', '/lotes');
    await app.expect(200, 'GET', '/lotes');
    const requests = await world.requests.list({ path: '/v1/lotes' });
    assert.deepEqual(requests.map((entry) => [entry.status, entry.faults?.[0].type]), [[503, 'unavailable'], [200, undefined]]);
  }));
});
