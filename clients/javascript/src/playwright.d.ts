import type { TestOptions, World } from './index.js';

/** A fixture for Playwright's `test.extend`: each test gets a world of its own, whose journal is attached to a failure. */
export function worldFixture(options?: TestOptions):
  ({}, use: (world: World) => Promise<void>, testInfo: any) => Promise<void>;
