import { spawn, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

import { MockAPIError, ServerNotFoundError, ServerTooOldError } from './errors.js';
import { isOlder, MINIMUM_VERSION } from './versions.js';

/** Milliseconds that a server may take to listen. */
const START_TIMEOUT = 30_000;
/** How many lines of its log a server that ended is remembered by. */
const LAST_LINES = 20;
/** Options of the developer's own server, which would have it open the same data and ports. */
const NOT_INHERITED = ['MOCK_API_CONFIG', 'MOCK_API_DATA_DIR', 'MOCK_API_LAN', 'MOCK_API_TLS_PORT'];

/**
 * The options of `mock-api serve`. Relative files are those of the working directory.
 *
 * @param {import('./index.js').ServerOptions} options
 * @throws {MockAPIError} for a file that is not there
 */
export function serveArguments({ apis, overlay, data, accounts, config, arguments: more = [] }) {
  const found = [];
  for (const [option, flag, files] of [['apis', '--api', apis], ['overlay', '--overlay', overlay], ['data', '--data', data]]) {
    for (const [name, each] of Object.entries(files ?? {})) {
      for (const file of [each].flat()) found.push(flag, `${name}=${existing(file, `${option}.${name}`)}`);
    }
  }
  if (accounts) found.push('--accounts', accounts);
  const none = fileURLToPath(new URL('none.yaml', import.meta.url));
  return [...found, '--config', config === undefined ? none : existing(config, 'config'), ...more];
}

function existing(file, what) {
  const path = file instanceof URL ? fileURLToPath(file) : resolve(file);
  if (!existsSync(path)) throw new MockAPIError(`${what}: there is no ${path}`);
  return path;
}

/**
 * The program of the package `mock-api`, or of the one for this system, if it is installed for the project in this folder or
 * for this kit.
 *
 * @returns {string | undefined}
 */
export function installedProgram() {
  for (const place of [join(process.cwd(), 'package.json'), import.meta.url]) {
    for (const name of ['mock-api', `mock-api-${process.platform}-${process.arch}`]) {
      try {
        const program = createRequire(place)(`${name}/program`);
        if (existsSync(program)) return program;
      } catch {
        // It is not installed there.
      }
    }
  }
  return undefined;
}

/**
 * Starts `mock-api serve` on a free port. The server ends when its standard input does, so with this process at the
 * latest.
 *
 * @param {string} binary
 * @param {string[]} options further ones of `serve`
 * @returns {Promise<{url: string, pid: number, hasEnded: () => boolean, ending: () => Promise<string | undefined>,
 *   stop: () => Promise<void>}>}
 */
export async function startProcess(binary, options) {
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !NOT_INHERITED.includes(name)));
  const child = spawn(binary, ['serve', '--port', '0', '--attached', '--log-level', 'warning', ...options], {
    stdio: ['pipe', 'pipe', 'pipe'], env,
  });
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text) => { said = (said + text).slice(-4000); });
  let end;
  let stopped = false;
  // Behind all that it said.
  const ended = new Promise((done) => {
    child.once('close', (code, signal) => {
      end = signal ? `signal ${signal}` : `exit code ${code}`;
      done(end);
    });
  });
  const url = await new Promise((found, reject) => {
    const timer = setTimeout(() => {
      child.kill();
      reject(new ServerNotFoundError(`${binary} serve did not listen within ${START_TIMEOUT} ms: ${said}`));
    }, START_TIMEOUT);
    createInterface(child.stdout).on('line', (line) => {
      const address = /^Listening on (\S+)$/.exec(line)?.[1];
      if (address) {
        clearTimeout(timer);
        found(address);
      }
    });
    child.once('error', (error) => {
      clearTimeout(timer);
      reject(new ServerNotFoundError(
        error.code === 'ENOENT'
          ? `there is no program "${binary}". Install the npm package of mock-api, or the program on the PATH, name it in MOCK_API_BINARY, `
            + 'or give the address of a server in MOCK_API_URL.'
          : `${binary} cannot be started: ${error.message}`, { cause: error }));
    });
    ended.then((how) => {
      clearTimeout(timer);
      reject(tooOld(binary) ?? new ServerNotFoundError(
        `${binary} serve ended with ${how} before it listened: ${said.trim()}`));
    });
  });
  // It shall not keep this process alive.
  child.unref();
  for (const stream of [child.stdin, child.stdout, child.stderr]) stream.unref();
  return {
    url,
    pid: child.pid,
    hasEnded: () => end !== undefined && !stopped,
    async ending() {
      // A connection breaks a moment before its process has ended.
      await Promise.race([ended, new Promise((late) => { setTimeout(late, 1000); })]);
      if (end === undefined || stopped) return undefined;
      const lines = said.trim().split('\n').slice(-LAST_LINES).map((line) => `\n  ${line}`).join('');
      return `mock-api (process ${child.pid}) ended (${end}); its last lines:${lines}`;
    },
    async stop() {
      stopped = true;
      child.ref();
      child.stdin.end();
      await ended;
    },
  };
}

/** The error of a program that did not start and is too old to know the options. */
function tooOld(binary) {
  const version = spawnSync(binary, ['--version'], { encoding: 'utf8', timeout: 5000 }).stdout?.trim();
  return /^\d+\.\d+\S*$/.test(version ?? '') && isOlder(version, MINIMUM_VERSION)
    ? new ServerTooOldError(`${binary} is ${version}, and these tests need ${MINIMUM_VERSION} or later: update it`)
    : undefined;
}
