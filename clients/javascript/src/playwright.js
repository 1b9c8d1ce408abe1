import { inWorld } from './test.js';

/**
 * A fixture for Playwright's `test.extend`: each test gets a world of its own, whose journal is attached to a failure.
 *
 *     const test = base.extend({ world: worldFixture() });
 *     test('shows the lotes', async ({ page, world }) => { … });
 *
 * @param {object} [options] as for `inWorld`
 */
export function worldFixture(options = {}) {
  // The runner reads the names of fixtures that are needed from the first parameter's pattern.
  // eslint-disable-next-line no-empty-pattern
  return async ({}, use, testInfo) => {
    const name = (testInfo.titlePath ?? [testInfo.title]).filter(Boolean).join(' > ');
    await inWorld({ name, ...options }, async (world) => {
      await use(world);
      // The test has ended, and how is not thrown but noted.
      if (testInfo.status !== testInfo.expectedStatus) await attach(world, testInfo);
    });
  };
}

async function attach(world, testInfo) {
  const { report } = await import('./report.js');
  await testInfo.attach('mock-api', { body: await report(world), contentType: 'text/plain' });
  const har = await world.requests.har();
  await testInfo.attach('mock-api.har', { body: JSON.stringify(har), contentType: 'application/json' });
}
