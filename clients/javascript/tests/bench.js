// Measures what a world costs a test, and what tests side by side gain; prints one line of JSON.
import assert from 'node:assert/strict';

import { inWorld, MockServer } from 'mock-api-testing';

import { App } from './support/app.js';

const { KIT_BENCH_RUNS = 20, KIT_BENCH_TESTS = 1000, KIT_BENCH_WORLDS = 300 } = process.env;
const [RUNS, TESTS, WORLDS] = [KIT_BENCH_RUNS, KIT_BENCH_TESTS, KIT_BENCH_WORLDS].map(Number);
const WORKERS = 16;
const server = await MockServer.start({ arguments: ['--rate-limit', 'off'] });

/** What a test of an app does: it signs in, writes a record, reads it back, and looks into the journal. */
async function body(world) {
  const app = new App(`${world.baseURL}/v1`);
  app.token = (await app.expect(200, 'POST', '/auth/login', {
    email: 'usuario@example.com', password: 'password123',
  })).token;
  const lote = { nombre: 'Lote Nuevo', ubicacion: 'Zona Norte', tipoCultivo: 'Café', areaHectareas: 10 };
  const { id } = await app.expect(201, 'POST', '/lotes', lote);
  assert.equal((await app.expect(200, 'GET', `/lotes/${id}`)).nombre, lote.nombre);
  await world.requests.verify({ method: 'POST', path: '/v1/lotes' }, { exactly: 1 });
}

const milliseconds = async (work) => {
  const start = performance.now();
  await work();
  return performance.now() - start;
};
const sorted = (times) => times.sort((a, b) => a - b);
const quantile = (times, part) => times[Math.min(times.length - 1, Math.floor(times.length * part))];
const round = (number) => Math.round(number * 1000) / 1000;

await inWorld({ server, name: 'warm up' }, body);
const worlds = [];
for (let run = 0; run < WORLDS; run += 1) {
  worlds.push(await milliseconds(() => inWorld({ server, name: `world ${run}` }, async (world) => {
    await new App(world.baseURL).expect(200, 'GET', '/v2/top-headlines/sources?apiKey=any');
  })));
}
sorted(worlds);

let failures = 0;
const attempt = (work) => work().catch((error) => { failures += 1; console.error(error); });
const parallel = [];
const serial = [];
for (let run = 0; run < RUNS; run += 1) {
  parallel.push(await milliseconds(async () => {
    let next = 0;
    await Promise.all(Array.from({ length: WORKERS }, async () => {
      while (next < TESTS) {
        next += 1;
        await attempt(() => inWorld({ server, name: `test ${next}` }, body));
      }
    }));
  }));
  serial.push(await milliseconds(async () => {
    const world = server.defaultWorld;
    for (let test = 0; test < TESTS; test += 1) {
      await attempt(async () => { await world.reset(); await world.requests.clear(); await body(world); });
    }
  }));
}
const left = (await server.worlds.list()).length - 1;
await server.stop();
const [quick, slow] = [quantile(sorted(parallel), 0.5) / 1000, quantile(sorted(serial), 0.5) / 1000];
console.log(JSON.stringify({
  kit: 'javascript',
  world: { runs: WORLDS, median_ms: round(quantile(worlds, 0.5)), p95_ms: round(quantile(worlds, 0.95)) },
  parallel: { tests: TESTS, workers: WORKERS, runs: RUNS, failures, worlds_left: left, median_s: round(quick) },
  serial: { tests: TESTS, median_s: round(slow) },
  ratio: round(slow / quick),
}));
