export * from './errors.js';
export { MockServer } from './server.js';
export { inWorld, mockWorld } from './test.js';
export { report } from './report.js';
export { MINIMUM_VERSION } from './versions.js';
export { World } from './world.js';
