import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

import { ServerNotFoundError } from './errors.js';

/** Milliseconds that a server may take to listen. */
const START_TIMEOUT = 30_000;

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
 * @returns {Promise<{url: string, stop: () => Promise<void>}>}
 */
export async function startProcess(binary, options) {
  const child = spawn(binary, ['serve', '--port', '0', '--attached', '--log-level', 'warning', ...options], {
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text) => { said = (said + text).slice(-4000); });
  // Behind all that it said.
  const ended = new Promise((resolve) => { child.once('close', resolve); });
  const url = await new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      child.kill();
      reject(new ServerNotFoundError(`${binary} serve did not listen within ${START_TIMEOUT} ms: ${said}`));
    }, START_TIMEOUT);
    createInterface(child.stdout).on('line', (line) => {
      const address = /^Listening on (\S+)$/.exec(line)?.[1];
      if (address) {
        clearTimeout(timer);
        resolve(address);
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
    ended.then((code) => {
      clearTimeout(timer);
      reject(new ServerNotFoundError(`${binary} serve ended with ${code} before it listened: ${said.trim()}`));
    });
  });
  // It shall not keep this process alive.
  child.unref();
  for (const stream of [child.stdin, child.stdout, child.stderr]) stream.unref();
  return {
    url,
    async stop() {
      child.ref();
      child.stdin.end();
      await ended;
    },
  };
}
