// Compiled only: what users write has the types that they expect, and mistakes are found.
import { inWorld, MockServer, mockWorld, NotSatisfiedError, type Entry, type World } from 'mock-api-testing';
import { worldFixture } from 'mock-api-testing/playwright';

export const plain: () => Promise<void> = mockWorld(async (world) => {
  const base: string = await world.url('agrobridge');
  const { now, frozen } = await world.clock.advance('15m');
  const entries: Entry[] = await world.requests.list({ path: '/v1/lotes', limit: 5 });
  const status: number | undefined = entries[0]?.status;
  await world.faults.add({ type: 'delay', milliseconds: 20 }, { times: 1, startsIn: '1s' });
  await world.requests.wait({ kind: 'frame', direction: 'sent' }, { timeout: '500ms' });
  await world.faults.add({ type: 'editMessage', find: 'a', replace: 'b' }, { match: { socket: 1 } });
  await world.sockets.send(1, new Uint8Array([0, 255]));
  const next: string | undefined = (await world.clock.upcoming({ within: '1m' })).events[0]?.time;
  await world.requests.replay(1, { headers: { Accept: null }, body: { next } });
  for await (const { event, data } of world.requests.follow({ api: 'agrobridge' })) console.log(event, data, base, now);
  return [frozen, status];
});

export const custom = mockWorld({ apis: { shop: ['openapi.yaml', new URL('file:///a.yaml')] }, accounts: 'strict' }, async (world) => {
  const { token, headers, account } = await world.signIn('shop', { account: 'ada@example.com' });
  await world.answer('GET /v1/lotes', { patch: { total: 0 }, onCall: 3 });
  await world.answer('GET /v1/lotes', { patch: [{ op: 'remove', path: '/lotes/0' }], once: true });
  const held = await (await world.hold('POST /v1/lotes', { phase: 'request', limit: '5m' })).wait({ timeout: '1s' });
  await held.release({ status: 503, headers: { [held.exchange.path]: 'a' } });
  const found: Entry[] = await world.requests.verifyInOrder(['GET /v1/lotes', { path: '/v1/lotes', status: 200 }]);
  await world.requests.verifyNoOther({ path: '/v1/**' });
  const client = await world.connectStomp({ token });
  await client.subscribe('/topic/a', { headers });
  const text: string = (await client.wait((message) => message.json.total === 0, { timeout: '1s' })).text;
  return [account, found[0]?.request?.body, text, (await world.connectSocket('/ws', { token })).messages];
});

export const channels = mockWorld(async (world) => {
  const { channel } = await world.channels.awaitMessage('/loans/live', { message: 'loan.created', timeout: '1s' });
  const { messages } = await world.channels.messages('/loans/live', { direction: 'sent', limit: 3 });
  const count: number = await world.channels.verifySent({ channel, message: 'loan.created', exactly: 1 });
  await world.channels.hold('/loans/live');
  const released: number = await world.channels.release('/loans/live', { count: 1 });
  return [count, messages.length, released, await world.channels.verifySent('/loans/live', { atMost: 1 }), await world.signIn('shop', 'ada')];
});

export const frozen = mockWorld({ frozenAt: new Date(), faults: ['flaky-3g'], leakedSockets: 'error' }, async (world, t) => t);

export async function values(server: MockServer): Promise<string> {
  const name: string | undefined = (await server.worlds.list())[0]?.name;
  const count: number = await inWorld({ server }, (world: World) => world.data.delete('agrobridge_lote', { where: { id: 'a' } }));
  return `${name} ${count} ${NotSatisfiedError.name}`;
}

export const fixture = { world: worldFixture({ randomSeed: 7 }) };

// @ts-expect-error there is no such fault
mockWorld(async (world) => world.faults.add({ type: 'emtpy' }));
// @ts-expect-error a status fault needs a status
mockWorld(async (world) => world.faults.add({ type: 'status' }));
// @ts-expect-error there is no such option
mockWorld({ frozen: true }, async () => {});
// @ts-expect-error a number has no unit
mockWorld(async (world) => world.clock.advance(60));
// @ts-expect-error an answer has no such option
mockWorld(async (world) => world.answer('GET /v1/lotes', { onCalls: 3 }));
// @ts-expect-error how often is not among the last options
mockWorld(async (world) => world.channels.verifySent({ channel: '/loans/live' }, { exactly: 5 }));
// @ts-expect-error there is no such option of a socket
mockWorld(async (world) => world.connectSocket('/ws', { tokn: 'x' }));
// @ts-expect-error a hold has no such phase
mockWorld(async (world) => world.hold('GET /v1/lotes', { phase: 'both' }));
// @ts-expect-error a status is a number
mockWorld(async (world) => world.faults.add({ type: 'status', status: '503' }));
// @ts-expect-error a world has no such part
mockWorld(async (world) => world.clocks.get());
