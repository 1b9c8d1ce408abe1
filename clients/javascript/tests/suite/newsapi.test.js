import assert from 'node:assert/strict';
import { describe, test } from 'node:test';

import { mockWorld } from 'mock-api-testing';

import { App } from '../support/app.js';

describe('newsapi', { concurrency: true }, () => {
  test('shows the headlines of a country', mockWorld(async (world) => {
    const news = new App(await world.url('newsapi'));
    const { status, articles } = await news.expect(200, 'GET', '/top-headlines?country=us&apiKey=any');
    assert.equal(status, 'ok');
    assert.equal(articles.length, 20);
  }));

  test('needs a key', mockWorld(async (world) => {
    const news = new App(await world.url('newsapi'));
    assert.equal((await news.expect(401, 'GET', '/top-headlines?country=us')).code, 'apiKeyMissing');
  }));

  test('has no news of tomorrow', mockWorld({ frozenAt: '2026-03-04T10:30:00Z' }, async (world) => {
    const news = new App(await world.url('newsapi'));
    const { articles } = await news.expect(200, 'GET', '/top-headlines?country=de&apiKey=any');
    assert.ok(articles.length > 0);
    assert.ok(articles.every((article) => article.publishedAt <= '2026-03-04T10:30:00Z'));
  }));
});

describe('Worlds', { concurrency: true }, () => {
  test('go back to a snapshot, and never see each other', mockWorld(async (world) => {
    const app = new App(world.baseURL);
    await world.snapshots.take('before');
    await app.expect(201, 'POST', '/posts', { title: 'gone soon' });
    const other = await world.server.worlds.make({ name: 'another one' });
    try {
      await new App(other.baseURL).expect(404, 'GET', '/posts/101');
    } finally {
      await other.remove();
    }
    await world.snapshots.restore('before');
    await app.expect(404, 'GET', '/posts/101');
  }));
});
