import assert from 'node:assert/strict';
import { copyFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';

import { inWorld, MockServer, mockWorld } from 'mock-api-testing';
import { worldFixture } from 'mock-api-testing/playwright';

import { KIT, node } from '../support/child.js';

describe('A failed test', () => {
  let folder;
  let output;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'mock-api-'));
    const file = join(folder, 'failing.test.mjs');
    await writeFile(file, `
      import { test } from 'node:test';
      import { mockWorld } from '${KIT}src/index.js';
      test('shows the lotes of today', mockWorld({
        frozenAt: '2026-01-01T00:00:00Z',
        faults: [{ match: { path: '/posts/1' }, fault: { type: 'status', status: 418 } }],
      }, async (world) => {
        await fetch(world.baseURL + '/v1/lots?page=2');
        await fetch(world.baseURL + '/posts/1');
        await fetch(world.baseURL + '/v1/auth/login', {
          method: 'POST', headers: { 'Content-Type': 'application/json' }, 
          body: '{"email":"usuario@example.com","password":"password123","remember":true}' });
        throw new Error('the list is empty');
      }));`);
    output = (await node(['--test', file])).output;
  });

  after(() => rm(folder, { recursive: true }));

  for (const [what, pattern] of [
    ['its own error', /the list is empty/],
    ['its world by id and name, and the clock',
      /world shows-the-lotes-of-today-[0-9a-f]{6} \(shows the lotes of today\), its clock stopped at 2026-01-01T00:00:00Z/],
    ['a request that met no route, and the nearest one', /#1 GET \/v1\/lots\?page=2 → 404\n +did you mean GET \/v1\/lotes\?/],
    ['the faults that touched a request', /#2 GET \/posts\/1 → 418 .*\n +fault \S+ \(status\)/],
    ['deviations from the contract', /#3 POST \/v1\/auth\/login → 200 .*\n +contract: body \/remember: /],
  ]) {
    test(`tells ${what}`, () => { assert.match(output, pattern); });
  }
});

describe('Worlds of tests', { concurrency: true }, () => {
  test('have ids of their own, of the letters that an address may have', mockWorld(async (world, context) => {
    const name = 'Größe, "quotes" / 日本 – and a very long rest '.repeat(9);
    const worlds = await Promise.all([1, 2, 3].map(() => world.server.worlds.make({ name })));
    assert.equal(new Set(worlds.map((each) => each.id)).size, 3);
    for (const each of worlds) {
      assert.match(each.id, /^gr-e-quotes-and-a-very-long-rest-gr-e-qu-[0-9a-f]{6}$/);
      assert.equal([...each.name].length, 200);
      await each.remove();
      await each.remove();
    }
    assert.ok(context.signal instanceof AbortSignal);
  }));

  test('are gone afterwards, whether the test went well or not', async () => {
    const server = await MockServer.start();
    let seen;
    await inWorld({ server, name: 'good' }, async (world) => { seen = world.id; });
    await assert.rejects(inWorld({ server, name: 'bad' }, () => { throw new Error('no'); }), /^Error: no\n\nmock-api: world bad-/);
    await assert.rejects(inWorld({ server, name: 'odd' }, () => { throw 'text'; }), (reason) => reason === 'text');
    assert.match(seen, /^good-/);
    assert.deepEqual((await server.worlds.list()).map((world) => world.id), ['default']);
    await server.stop();
  });

  test('are those of mock-api exec for a worker', () => {
    const variables = { MOCK_API_URL_2: 'http://127.0.0.1:3000/_w/worker-2' };
    assert.equal(MockServer.workerWorld({ ...variables, JEST_WORKER_ID: '2' }).baseURL, 'http://127.0.0.1:3000/_w/worker-2');
    assert.equal(MockServer.workerWorld({ ...variables, VITEST_POOL_ID: '2' }).id, 'worker-2');
    assert.equal(MockServer.workerWorld({ ...variables, TEST_PARALLEL_INDEX: '1' }).server.url, 'http://127.0.0.1:3000');
    assert.equal(MockServer.workerWorld({ ...variables, JEST_WORKER_ID: '3' }), undefined);
    assert.equal(MockServer.workerWorld(variables), undefined);
  });
});

/** What Playwright's runner does with a fixture, as its documentation has it; the runner itself is not run here. */
describe('The fixture for Playwright', () => {
  async function run(status) {
    const attached = {};
    let id;
    const info = {
      titlePath: ['lotes.spec.ts', 'Lotes', 'are shown'], status, expectedStatus: 'passed',
      async attach(name, { body, contentType }) { attached[name] = { body, contentType }; },
    };
    await worldFixture()({}, async (world) => {
      id = world.id;
      await fetch(`${world.baseURL}/posts/1`);
    }, info);
    return { attached, id };
  }

  test('gives each test a world that is named after it', async () => {
    const { attached, id } = await run('passed');
    assert.match(id, /^lotes-spec-ts-lotes-are-shown-[0-9a-f]{6}$/);
    assert.deepEqual(attached, {});
    await assert.rejects((await MockServer.shared()).worlds.get(id), { status: 404 });
  });

  test('attaches the journal of a failed one', async () => {
    const { attached } = await run('failed');
    assert.match(attached['mock-api'].body, /#1 GET \/posts\/1 → 200/);
    assert.equal(JSON.parse(attached['mock-api.har'].body).log.entries.length, 1);
  });
});

test('The README’s tests run as printed', async () => {
  const readme = await readFile(join(KIT, 'README.md'), 'utf8');
  const codes = [...readme.matchAll(/```js\n(import \{ test \} from 'node:test';[^]*?)```/g)].map(([, code]) => code);
  assert.equal(codes.length, 3);
  const folder = await mkdtemp(join(KIT, 'tests', 'readme-'));
  try {
    await copyFile(join(KIT, '../../Seeds/examples/potluck/openapi.yaml'), join(folder, 'openapi.yaml'));
    const files = codes.map((_, index) => join(folder, `${index}.test.mjs`));
    await Promise.all(files.map((file, index) => writeFile(file, codes[index])));
    const { code: exit, output } = await node([...process.execArgv, '--test', ...files], { MOCK_API_URL: '' }, folder);
    assert.equal(exit, 0, output);
    assert.match(output, /pass 6/);
  } finally {
    await rm(folder, { recursive: true });
  }
});
