import assert from 'node:assert/strict';
import { describe, test } from 'node:test';

import { mockWorld } from 'mock-api-testing';

import { App } from '../support/app.js';

const POST = { userId: 1, title: 'A title', body: 'A body' };

describe('JSONPlaceholder and the math service', { concurrency: true }, () => {
  test('lists the posts of one user', mockWorld(async (world) => {
    const posts = await new App(world.baseURL).expect(200, 'GET', '/posts?userId=2');
    assert.equal(posts.length, 10);
    assert.ok(posts.every((post) => post.userId === 2));
  }));

  test('keeps a post', mockWorld(async (world) => {
    const app = new App(world.baseURL);
    assert.deepEqual(await app.expect(201, 'POST', '/posts', POST), { ...POST, id: 101 });
    assert.deepEqual(await app.expect(200, 'GET', '/posts/101'), { ...POST, id: 101 });
  }));

  test('follows the links of a page', mockWorld(async (world) => {
    const app = new App(world.baseURL);
    const page = await app.send('GET', '/posts?_page=2&_limit=10');
    assert.equal(page.headers.get('x-total-count'), '100');
    const next = /<([^>]+)>; rel="next"/.exec(page.headers.get('link'))[1];
    assert.ok(next.startsWith(world.baseURL.replace('127.0.0.1', new URL(next).hostname)));
    assert.equal((await new App('').expect(200, 'GET', next))[0].id, 21);
  }));

  test('adds two numbers', mockWorld(async (world) => {
    assert.equal(await new App(world.baseURL).expect(200, 'GET', '/math/sum?a=2&b=3'), 5);
  }));

  test('gives up on a slow answer', mockWorld(async (world) => {
    const app = new App(world.baseURL);
    const { id } = await world.faults.add({ type: 'delay', milliseconds: 5000 }, { match: { path: '/posts/1' } });
    await assert.rejects(app.send('GET', '/posts/1', undefined, { signal: AbortSignal.timeout(100) }), { name: 'TimeoutError' });
    await world.faults.remove(id);
    await app.expect(200, 'GET', '/posts/1');
  }));
});
