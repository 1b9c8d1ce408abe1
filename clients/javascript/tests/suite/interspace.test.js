import assert from 'node:assert/strict';
import { describe, test } from 'node:test';

import { mockWorld } from 'mock-api-testing';

import { App } from '../support/app.js';

const ACCOUNT = { email: 'account@example.com', password: 'secure_password' };

async function signedIn(world) {
  const app = new App(await world.url('interspace'));
  app.token = (await app.expect(200, 'POST', '/auth/login', ACCOUNT)).accessToken;
  return app;
}

describe('Interspace', { concurrency: true }, () => {
  test('lists the profiles of an account', mockWorld(async (world) => {
    const app = await signedIn(world);
    const { profiles } = await app.expect(200, 'GET', '/profiles');
    assert.equal(profiles[0].displayName, 'John Doe');
    assert.equal(profiles.filter((profile) => profile.isDefault).length, 1);
  }));

  test('gets another access token for a refresh token', mockWorld(async (world) => {
    const app = new App(await world.url('interspace'));
    const first = await app.expect(200, 'POST', '/auth/login', ACCOUNT);
    const next = await app.expect(200, 'POST', '/auth/refresh', { refreshToken: first.refreshToken });
    assert.notEqual(next.accessToken, first.accessToken);
    app.token = next.accessToken;
    await app.expect(200, 'GET', '/profiles');
  }));

  test('makes and deletes a profile', mockWorld(async (world) => {
    const app = await signedIn(world);
    const { id } = await app.expect(201, 'POST', '/profiles', { username: 'second_me', displayName: 'Second Me' });
    const ids = async () => (await app.expect(200, 'GET', '/profiles')).profiles.map((profile) => profile.id);
    assert.ok((await ids()).includes(id));
    await app.send('DELETE', `/profiles/${id}`);
    assert.ok(!(await ids()).includes(id));
    await app.expect(404, 'GET', `/profiles/${id}`);
  }));

  test('takes a token that nobody signed in for', mockWorld(async (world) => {
    const { token } = await world.tokens.mint('interspace', 'account_1', { expiresIn: '1m' });
    const app = new App(await world.url('interspace'), token);
    assert.equal((await app.expect(200, 'GET', '/users/me')).email, ACCOUNT.email);
  }));

  test('shows where a request leaves its document', mockWorld(async (world) => {
    const app = await signedIn(world);
    await app.expect(201, 'POST', '/profiles', { username: 'second_me', displayName: 'Second Me', nickname: 'me' });
    const requests = await world.requests.list({ hasDeviations: true });
    assert.equal(requests.length, 1);
    assert.match(requests[0].deviations[0].location, /nickname/);
  }));
});
