import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';

import { MockServer } from 'mock-api-testing';

import { KIT } from '../support/child.js';

const BROWSER = ['chromium', 'google-chrome'].find((name) => spawnSync(name, ['--version']).status === 0);

const page = (url) => `<!doctype html><script type="module">
  import { inWorld, MockServer } from '/src/index.js';
  const reported = {};
  try {
    const server = new MockServer('${url}');
    await inWorld({ server, name: 'in a browser', frozenAt: '2026-01-01T00:00:00Z' }, async (world) => {
      const post = await fetch(world.baseURL + '/posts', {
        method: 'POST', headers: { 'Content-Type': 'application/json' }, body: '{"title":"from a page"}' });
      reported.id = (await post.json()).id;
      reported.count = (await world.requests.wait({ method: 'POST', path: '/posts' })).length;
      reported.now = (await world.clock.advance('1s')).now;
    });
    reported.started = await MockServer.start().then(() => '', (error) => error.name + ': ' + error.message);
    reported.worlds = (await server.worlds.list()).length;
  } catch (error) {
    reported.error = error.stack;
  }
  await fetch('/reported', { method: 'POST', body: JSON.stringify(reported) });
</script>`;

test('The kit works in a browser', { skip: BROWSER ? false : 'there is no Chromium', timeout: 120_000 }, async () => {
  const server = await MockServer.start();
  let report;
  const reported = new Promise((resolve) => { report = resolve; });
  const site = createServer(async (request, response) => {
    if (request.url === '/reported') {
      let text = '';
      for await (const piece of request) text += piece;
      report(JSON.parse(text));
      response.end();
    } else if (/^\/src\/\w+\.js$/.test(request.url)) {
      response.setHeader('Content-Type', 'text/javascript').end(await readFile(join(KIT, request.url)));
    } else {
      response.setHeader('Content-Type', 'text/html').end(page(server.url));
    }
  });
  await once(site.listen(0, '127.0.0.1'), 'listening');
  const profile = await mkdtemp(join(tmpdir(), 'mock-api-browser-'));
  const browser = spawn(BROWSER, [
    '--headless=new', '--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-dev-shm-usage',
    '--disable-background-networking', `--user-data-dir=${profile}`, `http://localhost:${site.address().port}/`,
  ], { stdio: 'ignore' });
  try {
    const { started, ...rest } = await reported;
    assert.deepEqual(rest, { id: 101, count: 1, now: '2026-01-01T00:00:01Z', worlds: 1 });
    assert.match(started, /^ServerNotFoundError: a browser cannot start a server/);
  } finally {
    browser.kill('SIGKILL');
    await once(browser, 'close');
    site.closeAllConnections();
    site.close();
    await rm(profile, { recursive: true, force: true, maxRetries: 5 });
    await server.stop();
  }
});
