import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { describe, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';

import {
  AdminTokenError, CallRefusedError, CallTimeoutError, inWorld, LeakedSocketsError, MockServer, NotAMockServerError,
  NotSatisfiedError, ServerNotFoundError, ServerTooOldError, WorldLimitError,
} from 'mock-api-testing';

import { KIT, script } from '../support/child.js';
import { connect } from '../support/websocket.js';

/** A server that answers everything alike. */
async function answering(status, body, use) {
  const other = createServer((_, response) => response.writeHead(status, { 'Content-Type': 'application/json' }).end(body));
  await once(other.listen(0, '127.0.0.1'), 'listening');
  try {
    await use(new MockServer(`http://127.0.0.1:${other.address().port}`));
  } finally {
    other.close();
  }
}

async function started(options, use) {
  const server = await MockServer.start({ arguments: options });
  try {
    await use(server);
  } finally {
    await server.stop();
  }
}

describe('Bad use is reported', { concurrency: true }, () => {
  test('when nothing answers', async () => {
    await assert.rejects(new MockServer('http://127.0.0.1:9').worlds.make(), (error) => {
      assert.ok(error instanceof ServerNotFoundError);
      assert.match(error.message, /nothing answers at http:\/\/127\.0\.0\.1:9: .*mock-api serve/s);
      return true;
    });
  });

  test('when there is no program to start', async () => {
    await assert.rejects(MockServer.start({ binary: 'no-such-mock-api' }), (error) => {
      assert.ok(error instanceof ServerNotFoundError);
      assert.match(error.message, /no program "no-such-mock-api".*MOCK_API_BINARY.*MOCK_API_URL/s);
      return true;
    });
  });

  test('when the program does not start', async () => {
    await assert.rejects(MockServer.start({ arguments: ['--port', 'none'] }), (error) => {
      assert.ok(error instanceof ServerNotFoundError);
      assert.match(error.message, /ended with exit code 2 before it listened: .*port/s);
      return true;
    });
  });

  test('when another server answers', async () => {
    await answering(200, '{"status":"ok"}', (server) => assert.rejects(server.worlds.make(), NotAMockServerError));
    await answering(404, '<html>', (server) => assert.rejects(server.worlds.make(), NotAMockServerError));
  });

  test('when the server is too old', async () => {
    await answering(200, '{"status":"ok","version":"0.1.9"}', (server) =>
      assert.rejects(server.worlds.make(), (error) => {
        assert.ok(error instanceof ServerTooOldError);
        assert.match(error.message, /is 0\.1\.9, and these tests need 0\.2\.0 or later/);
        return true;
      }));
    for (const version of ['0.2.0', '0.10.0', '1.0.0-rc.1']) {
      await answering(200, JSON.stringify({ status: 'ok', version }), (server) => server.check());
    }
  });

  test('when the admin token is missing or wrong', async () => {
    await started(['--admin-token', 's3cret'], async (server) => {
      await assert.rejects(server.worlds.make(), AdminTokenError);
      const wrong = new MockServer(server.url, { adminToken: 'guess' });
      await assert.rejects(wrong.worlds.make(), /401 .*MOCK_API_ADMIN_TOKEN/s);
      const right = new MockServer(server.url, { adminToken: 's3cret' });
      await (await right.worlds.make()).remove();
    });
  });

  test('when there are too many worlds', async () => {
    await started(['--max-worlds', '1'], async (server) => {
      await server.worlds.make();
      await assert.rejects(server.worlds.make(), (error) => {
        assert.ok(error instanceof WorldLimitError);
        assert.match(error.message, /1 worlds already.*--max-worlds/);
        return true;
      });
    });
  });

  test('when a call is refused', async () => {
    await inWorld({ name: 'refused' }, async (world) => {
      await assert.rejects(world.faults.add({ type: 'emtpy' }), (error) => {
        assert.ok(error instanceof CallRefusedError);
        assert.deepEqual([error.status, error.operation, error.world], [400, 'POST /_mock/faults', world.id]);
        assert.match(error.message, /POST \/_mock\/faults in the world refused-\w{6}: 400 MALFORMED_BODY: .*did you mean "empty"/);
        return true;
      });
    });
  });

  test('when a fault of a new world is wrong, and no world is left behind', async () => {
    const server = await MockServer.start();
    await assert.rejects(server.worlds.make({ name: 'x', faults: ['no-such-set'] }), CallRefusedError);
    assert.equal((await server.worlds.list()).length, 1);
    await server.stop();
  });

  test('when a socket is left open', async () => {
    const leak = (leakedSockets) => inWorld({ name: 'leaks', leakedSockets }, async (world) => {
      const socket = await connect(`${world.webSocketURL}/ws/greenhouse`);
      socket.send('CONNECT\naccept-version:1.2\nhost:localhost\n\n\0');
      await socket.receive();
    });
    await assert.rejects(leak('error'), (error) => {
      assert.ok(error instanceof LeakedSocketsError);
      assert.match(error.message, /left 1 socket open .*\/ws\/greenhouse \(greenhouseBroker\)/);
      return true;
    });
    await leak('ignore');
    const { code, output } = await script(`
      import { inWorld } from 'mock-api-testing';
      import { connect } from './tests/support/websocket.js';
      await inWorld({ name: 'warned' }, async (world) => {
        const socket = await connect(world.webSocketURL + '/ws/greenhouse');
        socket.send('CONNECT\\naccept-version:1.2\\nhost:localhost\\n\\n\\0');
        await socket.receive();
      });
      process.exit(0);`);
    assert.equal(code, 0, output);
    assert.match(output, /mock-api: the test left 1 socket open/);
  });
});

describe('Time', { concurrency: true }, () => {
  test('ends a wait that is not satisfied, with what comes nearest', async () => {
    await inWorld({ name: 'waits' }, async (world) => {
      await fetch(`${world.baseURL}/posts/1`);
      await assert.rejects(world.requests.wait({ path: '/posts/2' }, { atLeast: 2, timeout: '50ms' }), (error) => {
        assert.ok(error instanceof NotSatisfiedError);
        assert.equal(error.verification.count, 0);
        assert.match(error.message, /waited 50ms: expected at least 2 of .*found 0\n {2}nearest: #1 GET \/posts\/1 → 200: path was/);
        return true;
      });
      await assert.rejects(world.requests.wait({ path: '/posts/2' }, { timeout: '0s' }), NotSatisfiedError);
    });
  });

  test('of a call can be bounded, and a call be cancelled', async () => {
    await inWorld({ name: 'cancelled' }, async (world) => {
      const given = new AbortController();
      const waiting = world.requests.wait({ path: '/never' }, { timeout: '1m' }, { signal: given.signal });
      await pause(20);
      given.abort(new Error('enough'));
      await assert.rejects(waiting, /^Error: enough$/);
      await assert.rejects(world.clock.get({ signal: given.signal }), /enough/);
    });
    const silent = createServer(() => {});
    await once(silent.listen(0, '127.0.0.1'), 'listening');
    const server = new MockServer(`http://127.0.0.1:${silent.address().port}`);
    await assert.rejects(server.health({ timeout: '50ms' }), CallTimeoutError);
    silent.closeAllConnections();
    silent.close();
  });

  test('is text with a unit, and a number is refused', async () => {
    await inWorld({ name: 'durations', frozenAt: '2026-01-01T00:00:00Z' }, async (world) => {
      assert.equal((await world.clock.advance('1h 30m')).now, '2026-01-01T01:30:00Z');
      assert.equal((await world.clock.advance('1500ms')).now, '2026-01-01T01:30:01Z');
      assert.equal((await world.clock.advance('PT0.5S')).now, '2026-01-01T01:30:02Z');
      for (const wrong of [90, '90', 'soon', '']) {
        assert.throws(() => world.clock.advance(wrong), /is not a duration(; write text such as '30s'|: a number has no unit; write '90s' or '90ms')/);
      }
      assert.throws(() => world.clock.advance('-1s'), /time goes forward only/);
      const { token } = await world.tokens.mint('agrobridge', 'user_123', { expiresIn: '-1s' });
      assert.equal((await world.tokens.inspect(token)).valid, false);
    });
  });
});

describe('What is left behind', { concurrency: true }, () => {
  test('by a killed process is no server', { timeout: 60_000 }, async () => {
    const text = `
      import { MockServer } from 'mock-api-testing';
      console.log((await MockServer.shared()).url);
      setInterval(() => {}, 1000);`;
    const { MOCK_API_URL, ...environment } = process.env;
    const child = spawn(process.execPath, ['--input-type=module', '--eval', text], { cwd: KIT, env: environment });
    const [line] = await once(child.stdout, 'data');
    const server = new MockServer(String(line).trim());
    assert.equal((await server.health()).status, 'ok');
    const [events] = [server.defaultWorld.requests.follow()];
    const ended = events.next();
    child.kill('SIGKILL');
    // The stream ends with the server.
    await ended.then(({ done }) => assert.equal(done, true), () => {});
    // Streams end first; other calls are answered for a moment more.
    let error;
    do {
      error = await server.health().then(() => pause(20), (reason) => reason);
    } while (!error);
    assert.ok(error instanceof ServerNotFoundError);
  });

  test('by a process that ends is nothing that keeps it', async () => {
    const { code, output } = await script(`
      import { MockServer } from 'mock-api-testing';
      console.log((await (await MockServer.shared()).health()).status);`, { MOCK_API_URL: '' });
    assert.deepEqual([code, output], [0, 'ok\n']);
  });

  test('by a test that was killed is a world that goes', async () => {
    await started(['--world-ttl', '1s'], async (server) => {
      const { id } = await server.worlds.make({ name: 'left behind' });
      const end = Date.now() + 20_000;
      let ids;
      do {
        await pause(200);
        ids = (await server.worlds.list()).map((world) => world.id);
      } while (ids.includes(id) && Date.now() < end);
      assert.deepEqual(ids, ['default']);
    });
  });
});
