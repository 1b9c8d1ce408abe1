import assert from 'node:assert/strict';
import { chmod, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';

import { inWorld, MockServer, mockWorld, ServerEndedError, ServerTooOldError } from 'mock-api-testing';

import { KIT, node } from '../support/child.js';

const POTLUCK = new URL('../../../../Seeds/examples/potluck/openapi.yaml', import.meta.url);
const apis = { potluck: POTLUCK };

describe('A server with custom APIs', () => {
  let folder;

  before(async () => { folder = await mkdtemp(join(tmpdir(), 'mock-api-')); });
  after(() => rm(folder, { recursive: true }));

  test('has their documents and records, and ignores the configuration of the app', async () => {
    await writeFile(join(folder, 'mock-api.yaml'), 'admin-token: secret\ndata-dir: app-data\n');
    await mkdir(join(folder, 'records'));
    await writeFile(join(folder, 'records', 'recipes.json'), '[{"id":1,"title":"Lentil soup","authorId":1}]');
    await writeFile(join(folder, 'custom.test.mjs'), `
      import { test } from 'node:test';
      import assert from 'node:assert/strict';
      import { mockWorld } from '${KIT}src/index.js';
      const options = { apis: { potluck: ['${POTLUCK.pathname}'] }, data: { potluck: 'records' }, accounts: 'strict' };
      test('recipes', mockWorld({ ...options, frozenAt: '2026-01-01T00:00:00Z' }, async (world) => {
        const recipes = await (await fetch(await world.url('potluck') + '/recipes')).json();
        assert.deepEqual(recipes.map((each) => each.title), ['Lentil soup']);
      }));
      test('the same server', mockWorld(options, async (world) => {
        assert.equal((await world.server.worlds.list()).length, 2);
      }));`);
    const { code, output } = await node(['--test', join(folder, 'custom.test.mjs')], {
      MOCK_API_URL: '', MOCK_API_DATA_DIR: join(folder, 'app-data'),
    }, folder);
    assert.equal(code, 0, output);
    assert.deepEqual((await readdir(folder)).sort(), ['custom.test.mjs', 'mock-api.yaml', 'records']);
  });

  test('is refused for a file that is not there', async () => {
    await assert.rejects(MockServer.start({ apis: { shop: 'nowhere.yaml' } }), /apis\.shop: there is no \/.*nowhere\.yaml/);
  });

  for (const [api, account, signedIn, path] of [
    ['agrobridge', undefined, 'user_123', '/lotes'],
    ['interspace', 'account@example.com', 'account_1', '/profiles'],
    ['potluck', undefined, '1', '/me'],
    ['potluck', 'amelia.jensen@example.com', '2', '/me'],
  ]) {
    test(`signs in to ${api} as ${account ?? 'the first account'}`, mockWorld({ apis }, async (world) => {
      const session = await world.signIn(api, { account });
      assert.equal(session.account, signedIn);
      const response = await fetch(await world.url(api) + path, { headers: session.headers });
      assert.equal(response.status, 200);
      const [entry] = await world.requests.verify({}, { exactly: 1 });
      assert.equal(entry.account, signedIn);
    }));
  }
});

test('A server that died is reported, and started again for the next world', async () => {
  const server = await MockServer.start();
  const world = await server.worlds.make({ name: 'dies' });
  process.kill(server.process.pid, 'SIGKILL');
  await assert.rejects(world.clock.get(), (error) => {
    assert.ok(error instanceof ServerEndedError);
    assert.match(error.message, /mock-api \(process \d+\) ended \(signal SIGKILL\); its last lines:.*live page/s);
    return true;
  });
  await inWorld({ server, name: 'lives' }, async (another) => {
    assert.equal((await another.clock.get()).rate, 1);
    await assert.rejects(world.clock.get(), ServerEndedError);
  });
  await server.stop();
});

test('A program that is too old is reported', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'mock-api-'));
  const binary = join(folder, 'mock-api');
  await writeFile(binary, '#!/bin/sh\n[ "$1" = --version ] && { echo 0.1.3; exit 0; }\nexit 2\n');
  await chmod(binary, 0o755);
  await assert.rejects(MockServer.start({ binary }), (error) => {
    assert.ok(error instanceof ServerTooOldError);
    assert.match(error.message, /is 0\.1\.3, and these tests need 0\.2\.0 or later/);
    return true;
  });
  await rm(folder, { recursive: true });
});
